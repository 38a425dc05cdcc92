// The left side: the runs, a dense row each, and where the searched words occur.
// @ts-check
/** @import { SearchHit } from "../../../docs/reference/protocol" */
/** @import { Summary } from "./state.js" */
import { hides } from "./blind.js";
import { icon } from "./icons.js";
import { $, keep, make, redraw, reveal } from "./make.js";
import { clearFilter, older } from "./filter.js";
import { open } from "./opening.js";
import { me, newest, shown, state } from "./state.js";
import { ENDINGS, age, chance, count, judgedRun, runTally, runWord, tags, stepWord } from "./words.js";

/** @type {string | null} */
let inSight = null;

export function paintRuns() {
  const runs = shown();
  /** @type {Line[]} */
  const lines = [...runs.map((one) => ({ one })), ...state.hits.filter(isOpen).map((hit) => ({ hit }))];
  keep($("#runs"), lines, LINES);
  const emptied = isEmptied(runs);
  const words = summary(runs);
  redraw($("#tally"), [emptied, words], () =>
    emptied
      ? [
          "No run matches this filter. ",
          make("button", { onclick: clearFilter, title: "Esc in the filter does the same" }, "Clear the filter"),
        ]
      : [words],
  );
  $("#older").hidden = !state.next;
  if (inSight === state.run) return;
  inSight = state.run;
  reveal($("#left"), $("#runs .run.on"));
}

/** Does it give nothing away of a run that is to be labelled blind? @param {SearchHit} hit */
const isOpen = (hit) => !(["explanation", "note"].includes(hit.where) && hides(hit.run));

/** Does the filter let no run through? @param {Summary[]} runs */
const isEmptied = (runs) => !runs.length && Boolean(state.matching) && !state.wrong;

/** How many runs are here, of how many, and what became of them. @param {Summary[]} runs */
function summary(runs) {
  if (!runs.length) return "";
  const all = state.matching || !state.status ? runs.length : state.status.runs;
  const part =
    state.next && !state.matching
      ? `newest ${runs.length.toLocaleString("en")} of ${count(all, "run")}`
      : count(runs.length, "run");
  const before = state.wrong ? "Filter not understood; the list before it: " : "";
  return `${before}${part}${state.next && state.matching ? " and more" : ""}: ${runTally(runs)}`;
}

/** A run, or a place where the words occur. @typedef {{ one: Summary } | { hit: SearchHit }} Line */
const LINES = {
  /** @param {Line} line */
  key: (line) => ("one" in line ? line.one.run.id : `hit ${line.hit.run} ${line.hit.step} ${line.hit.where}`),
  /** @param {Line} line */
  fingerprint: (line) =>
    "one" in line
      ? [
          runClass(line.one),
          dot(line.one),
          meta(line.one),
          age(line.one.run.started_at_ms),
          line.one.name,
          line.one.run.task,
        ].join("|")
      : line.hit.snippet,
  /** @param {Line} line */
  create: (line) => {
    if ("hit" in line) return make("button", { class: "run hit", onclick: () => open(line.hit.run, line.hit.step) });
    return make("button", { "data-run": line.one.run.id, onclick: () => open(line.one.run.id) });
  },
  /** @param {HTMLElement} child @param {Line} line */
  fill: (child, line) => {
    if ("hit" in line)
      return child.replaceChildren(
        make("span", { class: "dot" }),
        make("span", { class: "name" }, line.hit.snippet.replace(/[⁨⁩]/g, "")),
        make("span", { class: "meta" }, `${line.hit.where}${line.hit.step ? ` · step ${line.hit.step}` : ""}`),
      );
    const { run, name, source, surface } = line.one;
    child.className = runClass(line.one);
    child.title = [run.task, `${run.agent || name || source} · ${name || source} · ${surface ?? "web"}`, meta(line.one)]
      .filter(Boolean)
      .join("\n");
    child.replaceChildren(
      make("span", { class: dot(line.one) }),
      make("span", { class: "name" }, run.task || "(no task)"),
      make("span", { class: "age" }, age(run.started_at_ms)),
      make(
        "span",
        { class: "more" },
        make("span", { class: "agent" }, icon(surface), ` ${run.agent || name || source}`),
        make("span", { class: "meta" }, meta(line.one)),
      ),
    );
  },
};

/** @param {Summary} one */
const runClass = (one) => `run ${one.run.id === state.run ? "on" : ""}`;

/** A live run has the colour of its newest step. @param {Summary} one */
function dot(one) {
  const word = runWord(one);
  return `dot ${word === "live" ? `live ${stepWord(newest(one))}` : word} ${one.override ? "person" : ""}`;
}

/** @param {Summary} one */
function meta(one) {
  const judged = judgedRun(one);
  const hidden = hides(one.run.id);
  return [
    count(one.steps, "step"),
    one.run.attempt > 1 && `attempt ${one.run.attempt}`,
    one.run.ended_by?.endsWith("crashed") && ENDINGS[one.run.ended_by],
    judged === "error" ? "judge error" : judged === "pending" ? "being judged" : judged,
    judged === "unknown" && chance(one),
    ...(hidden ? [] : tags(one)),
    ...(hidden
      ? []
      : Object.entries(one.people).map(([who, label]) => `${who === me() ? "you" : who || "somebody"}: ${label}`)),
    !hidden && one.oracle !== undefined && `oracle: ${one.oracle ? "success" : "failure"}`,
    one.pinned && "pinned",
  ]
    .filter(Boolean)
    .join(" · ");
}

export function listen() {
  $("#older").onclick = older;
  new IntersectionObserver(
    (seen) => {
      if (seen.some((one) => one.isIntersecting)) older();
    },
    { root: $("#left") },
  ).observe($("#older"));
}
