// Which key does what, and the help that says so.
// @ts-check
import { blind, isBlind } from "./blind.js";
import { clearFilter, filter } from "./filter.js";
import { shown, state, go, later, liveRuns, override, select } from "./state.js";
import { $, make } from "./make.js";
import { open } from "./opening.js";
import { show } from "./stage.js";
import { askTask } from "./task.js";
import { runWord } from "./words.js";

const OFF = "courtside.keys";
/** What colours and patterns mean: the class of a sample, and the words. */
const COLOURS = [
  ["success", "success; a step that reached the goal"],
  ["towards-the-goal", "a step towards the goal"],
  ["unknown", "unknown; a step that is not sure"],
  ["failure", "failure; a step away from the goal"],
  ["error", "the judge could not answer"],
  ["pending", "hatched: not judged yet"],
  ["live", "ringed: the run has not ended"],
  ["unknown person", "dotted: a person's label"],
];

/** @param {number} by */
function walk(by) {
  state.follow = false;
  go(state.step + by);
}

/** @param {"before" | "after" | "diff"} name */
export function look(name) {
  state.view = name;
  state.viewChosen = true;
  state.grid = false;
  show();
}

export function follow() {
  state.follow = !state.follow;
  const newest = shown()[0];
  if (state.follow && newest) select(newest.run.id);
}

export function overlay() {
  state.overlay = !state.overlay;
  show();
}

/** Hides what the judge says until this person has spoken, or shows it. */
export function hide() {
  blind(!isBlind());
}

export function grid() {
  const live = liveRuns().length > 0;
  state.grid = !state.grid && live;
  state.problem = live ? "" : "No agent is live now.";
}

function nextFailure() {
  const list = shown();
  const start = list.findIndex((one) => one.run.id === state.run);
  const after = [...list.slice(start + 1), ...list.slice(0, start + 1)];
  const found = after.find((one) => runWord(one) === "failure");
  state.problem = found ? "" : "No failed run in this list.";
  if (!found) return;
  open(found.run.id);
}

function note() {
  if (!state.run) return;
  /** @type {Text} */ ($("#note label").firstChild).data = `Note on step ${state.step} `;
  $("#note").dataset.step = String(state.step); // the note stays with it, wherever the page goes meanwhile
  $("#note textarea").value = "";
  $("#note").showModal();
}

function keepNote() {
  const words = $("#note textarea").value.trim();
  if (words) override(null, Number($("#note").dataset.step), words);
}

/** The keys, how the help shows them, and what they do. @type {[string[], string, string, () => void][]} */
const KEYS = [
  [["j", "ArrowRight"], "j →", "next step", () => walk(1)],
  [["k", "ArrowLeft"], "k ←", "previous step", () => walk(-1)],
  [[" "], "space", "follow the newest step, or stop following; presses a button that has the focus", follow],
  [["f"], "f", "next failure", nextFailure],
  [["g"], "g", "all live agents side by side", grid],
  [["p"], "p", "your label: good (towards the goal)", () => override("towards-the-goal", state.step)],
  [["x"], "x", "your label: bad (away from the goal)", () => override("away-from-the-goal", state.step)],
  [["u"], "u", "your label: not sure", () => override("not-sure", state.step)],
  [["n"], "n", "note on the step", note],
  [["t"], "t", "edit the task", askTask],
  [["b"], "b", "before / after", () => look(state.view === "before" ? "after" : "before")],
  [["d"], "d", "diff: what changed on the screen", () => look(state.view === "diff" ? "after" : "diff")],
  [["o"], "o", "overlay: the action drawn on the screen", overlay],
  [["v"], "v", "blind: hide verdicts until you have labelled the run", hide],
  [["/"], "/", "filter and search; Enter leaves the field, Esc empties it", () => $("#filter").select()],
  [["?"], "?", "this help", () => $("#help").showModal()],
];

/** Esc empties the field and lists all runs again; Enter keeps what is typed. Both leave the field.
 * @param {KeyboardEvent} event */
function inFilter(event) {
  if (event.key !== "Escape" && event.key !== "Enter") return;
  event.preventDefault();
  if (event.key === "Escape") clearFilter();
  else filter($("#filter").value.trim());
  $("#filter").blur();
}

/** @param {KeyboardEvent} event */
function key(event) {
  const { target } = event;
  if (target === $("#filter")) return inFilter(event);
  const typing =
    (target instanceof HTMLInputElement && target.type !== "checkbox") ||
    target instanceof HTMLTextAreaElement ||
    document.querySelector("dialog[open]");
  const off = localStorage.getItem(OFF) === "off" && event.key !== "?";
  if (typing || off || event.ctrlKey || event.metaKey || event.altKey) return;
  // it presses what has the focus
  if (event.key === " " && target instanceof Element && target.closest("button, summary, a")) return;
  const act = KEYS.find(([keys]) => keys.includes(event.key))?.[3];
  if (!act) return;
  event.preventDefault();
  act();
  later();
}

/** Writes the daemon's filters into the help. @param {Record<string, string[]>} filters */
export function explainFilters(filters) {
  const known = Object.entries(filters).map(([name, values]) =>
    values.length ? `${name} (${values.join(", ")})` : name,
  );
  $("#filters").textContent = `Filters: ${known.join("; ")}.`;
}

export function listen() {
  const rows = KEYS.map(([, shownKey, words]) =>
    make("tr", {}, make("td", {}, make("kbd", {}, shownKey)), make("td", {}, words)),
  );
  const single = make("input", {
    type: "checkbox",
    id: "single",
    onchange: () => localStorage.setItem(OFF, $("#single").checked ? "on" : "off"),
  });
  const colours = COLOURS.map(([dot, words]) =>
    make("tr", {}, make("td", {}, make("span", { class: `sample ${dot}` })), make("td", {}, words)),
  );
  $("#help").append(
    make("form", { method: "dialog" }, make("button", { autofocus: "" }, "Close")),
    make("h2", {}, "Keys"),
    make("table", {}, ...rows),
    make("label", {}, single, " Keyboard shortcuts (? always works)"),
    make("h2", {}, "Colours"),
    make("table", {}, ...colours),
    make("h2", {}, "Filter"),
    make("p", {}, "All words must match: ", make("kbd", {}, 'verdict:failure surface:web steps>10 "card declined"')),
    make(
      "p",
      { class: "soft" },
      "Put a minus before a filter to exclude what it matches. Words without a colon are searched for in the text.",
    ),
    make("p", { class: "soft", id: "filters" }),
  );
  $("#single").checked = localStorage.getItem(OFF) !== "off";
  $("#help-button").onclick = () => $("#help").showModal();
  $("#note form").onsubmit = keepNote;
  $("#note .cancel").onclick = () => $("#note").close();
  $("#note textarea").onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("#note form").requestSubmit();
  };
  addEventListener("keydown", key);
}
