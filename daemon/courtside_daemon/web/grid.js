// All live agents side by side: a cell a session, with its newest screen and what the judge says of it.
// @ts-check
/** @import { Summary } from "./state.js" */
import { frame } from "./api.js";
import { picture } from "./draw.js";
import { icon } from "./icons.js";
import { $, keep, make } from "./make.js";
import { newest, select, state } from "./state.js";
import { runWord, stepWord } from "./words.js";

/** @param {Summary[]} live */
export const paintGrid = (live) => keep($("#grid"), live, CELLS);

/** The verdict on the run where it has ended, else on its newest step. @param {Summary} one */
const word = (one) => (runWord(one) === "live" ? stepWord(newest(one)) : runWord(one));

const CELLS = {
  /** @param {Summary} one */
  key: (one) => one.run.session,
  /** @param {Summary} one */
  fingerprint: (one) => [one.run.id, one.frame, one.steps, word(one), one.run.task, newest(one)?.action].join("|"),
  /** @param {Summary} one */
  create: (one) => {
    const cell = make(
      "button",
      { class: "live", onclick: () => open(cell.dataset.live ?? "") },
      make("canvas"),
      make("span"),
      make("span", { class: "name" }, icon(one.surface), ` ${one.run.agent || one.name || one.source}`),
      make("span", { class: "task" }),
      make("span", { class: "meta" }),
    );
    return cell;
  },
  /** @param {HTMLElement} cell @param {Summary} one */
  fill: (cell, one) => {
    const [canvas, dot, , task, meta] = cell.children;
    cell.dataset.live = one.run.id;
    cell.title = one.run.task;
    dot.className = `dot ${word(one)}`;
    task.textContent = one.run.task || "(no task)";
    meta.textContent = [one.steps ? `step ${one.steps}` : "no step yet", word(one), newest(one)?.action]
      .filter(Boolean)
      .join(" · ");
    if (!one.frame || cell.dataset.frame === one.frame) return;
    cell.dataset.frame = one.frame;
    frame(one.frame).then((image) => {
      if (image && cell.dataset.frame === one.frame) picture(/** @type {HTMLCanvasElement} */ (canvas), image);
    });
  },
};

/** @param {string} run */
function open(run) {
  state.grid = false;
  state.follow = true;
  select(run);
}
