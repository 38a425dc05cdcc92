// The film strip: a row for each attempt, a cell for each step, only those in sight.
// @ts-check
import { $, make } from "./make.js";
import { cellsOf, go, later, load, state } from "./state.js";

const CELL_PX = 27;

export function paintStrip() {
  const { detail, run, runs } = state;
  const attempts = detail?.attempts?.length ? detail.attempts.map((/** @type {any} */ a) => runs.get(a.run.id) ?? a) : run ? [runs.get(run)].filter(Boolean) : [];
  const strip = $("#strip");
  strip.hidden = state.grid;
  for (const old of [...strip.children]) if (!attempts.some((/** @type {any} */ a) => a.run.id === old.dataset.run)) old.remove();
  attempts.forEach((/** @type {any} */ one, /** @type {number} */ n) => {
    let row = [...strip.children].find((r) => r.dataset.run === one.run.id);
    if (!row) row = make("div", { class: "row", "data-run": one.run.id }, make("span"), make("div", { class: "cells", onscroll: later }, make("div")));
    if (strip.children[n] !== row) strip.insertBefore(row, strip.children[n] ?? null);
    row.firstChild.textContent = `attempt ${one.run.attempt ?? n + 1}`;
    paintCells(row.lastChild, one);
  });
}

/** @param {HTMLElement} box @param {any} summary */
function paintCells(box, summary) {
  const inner = /** @type {HTMLElement} */ (box.firstChild);
  inner.style.width = `${summary.steps * CELL_PX}px`;
  const mine = summary.run.id === state.run;
  if (mine && box.dataset.at !== `${state.run}:${state.step}`) {
    box.dataset.at = `${state.run}:${state.step}`;
    const x = (state.step - 1) * CELL_PX;
    if (x < box.scrollLeft || x > box.scrollLeft + box.clientWidth - CELL_PX) box.scrollLeft = x - box.clientWidth / 2;
  }
  const first = Math.max(1, Math.floor(box.scrollLeft / CELL_PX) - 5);
  const last = Math.min(summary.steps, first + Math.ceil(box.clientWidth / CELL_PX) + 10);
  const known = cellsOf(summary.run.id);
  const painted = [];
  for (let n = first; n <= last; n += 1) {
    const cell = known.get(n);
    if (!cell) load(summary.run.id, n);
    const label = !cell?.status ? "pending" : cell.status === "ok" ? cell.override ?? cell.label ?? "not-sure" : "error";
    painted.push(make("button", { class: `cell ${label} ${cell?.override ? "person" : ""} ${mine && n === state.step ? "on" : ""}`, left: `${(n - 1) * CELL_PX}px`,
      title: `${n}. ${cell?.action ?? ""} — ${label}${cell?.note ? " (has a note)" : ""}`, onclick: () => { state.follow = false; if (!mine) state.run = summary.run.id; go(n); } }, String(n)));
  }
  inner.replaceChildren(...painted);
}
