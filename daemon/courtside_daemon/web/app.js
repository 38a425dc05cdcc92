// The page: logs in, receives the daemon's messages, and has the parts of the page painted again.
// @ts-check
/** @import { RunSummary, Snapshot, StepSummary } from "../../../docs/reference/protocol" */
/** @import { ToViewer } from "./api.js" */
import { live, login, token } from "./api.js";
import { blind } from "./blind.js";
import { paintCard, listen as listenCard } from "./card.js";
import { cursor, filterAgain, learnFilters, typed } from "./filter.js";
import { paintHeader } from "./header.js";
import { explainFilters, follow, grid, hide, listen as listenKeys, look, overlay } from "./keys.js";
import { listen as listenLearning, paintLearning } from "./learning.js";
import { listen as listenList, paintRuns } from "./list.js";
import { $, make } from "./make.js";
import { paintStage, show } from "./stage.js";
import {
  cellsOf,
  forget,
  go,
  later,
  messageOf,
  painters,
  press,
  refresh,
  release,
  select,
  shown,
  setMyName,
  state,
  takeRun,
} from "./state.js";
import { paintStrip } from "./strip.js";
import { listen as listenTask } from "./task.js";
import { listen as listenTheme, theme } from "./theme.js";

const AGES_MS = 15_000;
const AWAY =
  "No connection to the daemon; trying again… Where it was stopped, `courtside up --detach` starts it.";

/** @param {ToViewer} message */
function receive(message) {
  switch (message.type) {
    case "snapshot": applySnapshot(message); break;
    case "run": applyRun(message.summary); break;
    case "step": applyStep(message.summary); break;
    case "gone":
      for (const id of message.runs) { state.runs.delete(id); state.cells.delete(id); }
      if (state.run && message.runs.includes(state.run)) { state.run = null; state.detail = state.current = null; }
      break;
    case "status": state.status = message.status; break;
  }
  later();
}

/** @param {Snapshot} message */
function applySnapshot(message) {
  forget();
  message.runs.forEach(takeRun);
  state.status = message.status;
  cursor(message.runs);
  if (state.run) select(state.run, state.step);
  else if (state.follow && message.runs.length) select(message.runs[0].run.id);
}

/** @param {RunSummary} summary */
function applyRun(summary) {
  const newest =
    !state.matching &&
    !state.runs.has(summary.run.id) &&
    shown().every((one) => one.run.started_at_ms <= summary.run.started_at_ms);
  takeRun(summary);
  filterAgain();
  if (state.follow && newest && !state.grid) select(summary.run.id);
  else if (summary.run.id === state.run) refresh();
}

/** @param {StepSummary} cell */
function applyStep(cell) {
  cellsOf(cell.run).set(cell.step, cell);
  const summary = state.runs.get(cell.run); // it is told after its step, and may still count one less
  if (summary && summary.steps < cell.step) state.runs.set(cell.run, { ...summary, steps: cell.step });
  if (cell.run !== state.run) return;
  if (state.follow && cell.step >= state.step) go(cell.step); else if (cell.step === state.step) refresh();
}

function paint() {
  paintHeader();
  paintRuns();
  paintLearning();
  paintStage();
  paintStrip();
  paintCard();
}

/** @param {string} title @param {...(Node | string)} words */
function gate(title, ...words) {
  $("#gate").replaceChildren(make("div", {}, make("h1", {}, title), ...words));
  $("#gate").hidden = false;
}

function listen() {
  listenTheme($("#theme"));
  for (const button of document.querySelectorAll("[data-view]")) {
    button.addEventListener("click", () => {
      look(/** @type {"before" | "after" | "diff"} */ (button.getAttribute("data-view")));
      later();
    });
  }
  for (const [id, act] of /** @type {[string, () => void][]} */ ([
    ["overlay", overlay],
    ["follow", follow],
    ["live", grid],
    ["blind", hide],
  ])) {
    $(`#${id}`).onclick = () => {
      act();
      later();
    };
  }
  $("#filter").oninput = () => typed($("#filter").value);
  new ResizeObserver(() => { later(); show(); }).observe($("#frame"));
  addEventListener("hashchange", () => { if (goTo(new URLSearchParams(location.hash.slice(1)))) refresh(); });
  addEventListener("pointerdown", press, true);
  for (const end of ["pointerup", "pointercancel", "change"]) addEventListener(end, release, true);
  listenKeys();
  listenList();
  listenLearning();
  listenCard();
  listenTask();
}

/** Selects what an address names. @param {URLSearchParams} words */
function goTo(words) {
  const wanted = words.get("run");
  if (!wanted) return false;
  state.follow = state.grid = false;
  if (words.get("blind")) blind(words.get("blind") === "on");
  if (words.get("who")) setMyName(words.get("who") ?? "");
  state.run = wanted;
  state.step = Number(words.get("step")) || 1;
  return true;
}

async function begin() {
  theme();
  painters(paint, show);
  listen();
  const words = new URLSearchParams(location.hash.slice(1));
  try {
    await login(words);
  } catch (error) {
    if (!token()) return gate("This link no longer logs in", make("p", {}, messageOf(error)));
  }
  if (!token())
    return gate(
      "Courtside",
      make("p", {}, "Run ", make("kbd", {}, "courtside url"), " and open the link that it prints."),
    );
  goTo(words);
  live(receive, (up, why) => {
    state.away = up ? "" : AWAY;
    if (why) gate("Log in again", make("p", {}, why)); else later();
  });
  setInterval(later, AGES_MS);
  explainFilters(await learnFilters());
}

begin();
