// The film strip: a row for each attempt, a cell with a thumbnail for each step, only those in sight.
// @ts-check
/** @import { StepSummary } from "../../../docs/reference/protocol" */
/** @import { Summary } from "./state.js" */
import { thumbnail } from "./api.js";
import { $, keep, make, reveal } from "./make.js";
import { cellsOf, go, later, load, state } from "./state.js";
import { stepWord } from "./words.js";

const CELL_PX = 51;
const SPARE_CELLS = 3;
/** In device pixels, twice what the style sheet shows. */
const THUMBNAIL = { width: 96, height: 54 };
/** Cells that are scrolled past sooner load nothing. */
const IN_SIGHT_MS = 120;

export function paintStrip() {
  const strip = $("#strip");
  strip.hidden = state.grid || !state.run;
  keep(strip, attempts(), ROWS);
  for (const one of attempts()) paintCells($(`#strip [data-key="${one.run.id}"] .cells`), one);
}

/** The attempts at the selected run's task; before they are known, the run alone. @returns {Summary[]} */
function attempts() {
  const { detail, run, runs } = state;
  const known = detail?.attempts ?? [];
  if (known.some((one) => one.run.id === run)) return known.map((one) => runs.get(one.run.id) ?? one);
  const alone = runs.get(run ?? "");
  return alone ? [alone] : [];
}

const ROWS = {
  /** @param {Summary} one */
  key: (one) => one.run.id,
  /** @param {Summary} one */
  fingerprint: (one) => `${one.run.attempt}`,
  create: () =>
    make("div", { class: "row" }, make("span"), make("div", { class: "cells", onscroll: later }, make("div"))),
  /** @param {HTMLElement} row @param {Summary} one */
  fill: (row, one) => {
    row.children[0].textContent = `attempt ${one.run.attempt ?? 1}`;
  },
};

/** @param {HTMLElement} box @param {Summary} summary */
function paintCells(box, summary) {
  const { id } = summary.run;
  const mine = id === state.run;
  const inner = /** @type {HTMLElement} */ (box.firstChild);
  inner.style.width = `${summary.steps * CELL_PX}px`;
  if (mine) bringToSight(box);
  const first = Math.max(1, Math.floor(box.scrollLeft / CELL_PX) - SPARE_CELLS);
  const last = Math.min(summary.steps, first + Math.ceil(box.clientWidth / CELL_PX) + 2 * SPARE_CELLS);
  const known = cellsOf(id);
  const cells = [];
  for (let step = first; step <= last; step += 1) {
    const cell = known.get(step);
    if (!cell) load(id, step);
    cells.push({ id, step, cell, on: mine && step === state.step });
  }
  keep(inner, cells, CELLS);
}

/** Scrolls to the selected step once, so that a person may scroll on. @param {HTMLElement} box */
function bringToSight(box) {
  if (box.dataset.at === `${state.run}:${state.step}`) return;
  box.dataset.at = `${state.run}:${state.step}`;
  const x = (state.step - 1) * CELL_PX;
  if (x < box.scrollLeft || x > box.scrollLeft + box.clientWidth - CELL_PX) box.scrollLeft = x - box.clientWidth / 2;
  reveal($("#strip"), box.parentElement);
}

/** @typedef {{ id: string, step: number, cell: StepSummary | undefined, on: boolean }} Cell */
const CELLS = {
  /** @param {Cell} one */
  key: ({ step }) => String(step),
  /** @param {Cell} one */
  fingerprint: ({ cell, on }) =>
    `${cell?.frame}|${stepWord(cell)}|${cell?.override ?? ""}|${cell?.note ?? ""}|${on}|${cell?.action ?? ""}`,
  /** @param {Cell} one */
  create: ({ id, step }) => {
    const button = make(
      "button",
      {
        onclick: () => {
          state.follow = false;
          state.run = id;
          go(step);
        },
      },
      make("canvas", { ...THUMBNAIL, "aria-hidden": "true" }),
      String(step),
    );
    button.style.left = `${(step - 1) * CELL_PX}px`;
    return button;
  },
  /** @param {HTMLElement} button @param {Cell} one */
  fill: (button, { step, cell, on }) => {
    const word = stepWord(cell);
    button.className = `cell ${word} ${cell?.override ? "person" : ""} ${cell?.note ? "noted" : ""} ${on ? "on" : ""}`;
    const by = word !== "hidden" && cell?.override ? "label by a person: " : "";
    button.title = `${step}. ${cell?.action ?? ""} — ${by}${word}${cell?.note ? " (has a note)" : ""}`;
    button.ariaCurrent = on ? "step" : null;
    setTimeout(() => paintThumbnail(button, cell?.frame), IN_SIGHT_MS);
  },
};

/** Draws a step's screen into its cell, whole. @param {HTMLElement} button @param {string | null | undefined} sha */
async function paintThumbnail(button, sha) {
  if (!sha || !button.isConnected || button.dataset.frame === sha) return;
  button.dataset.frame = sha;
  const image = await thumbnail(sha);
  if (!image) { delete button.dataset.frame; return; }
  const { width, height } = THUMBNAIL;
  const scale = Math.min(width / image.width, height / image.height);
  const canvas = /** @type {HTMLCanvasElement} */ (button.firstChild);
  canvas
    .getContext("2d")
    ?.drawImage(image, (width - image.width * scale) / 2, 0, image.width * scale, image.height * scale);
}
