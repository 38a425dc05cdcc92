// The right side: what the judge says and why, what people say, and the records behind it.
// @ts-check
import { text } from "./api.js";
import { $, make } from "./make.js";
import { cellsOf, go, later, override, state } from "./state.js";

const RUN_LABELS = ["success", "failure", "unknown"];
const STEP_LABELS = ["goal-reached", "towards-the-goal", "not-sure", "away-from-the-goal"];
const TABS = ["Steps", "Elements", "Action", "Judge", "Reflection", "Raw"];

export function paintCard() {
  const card = $("#card");
  if (!state.run || !state.detail) return card.replaceChildren(make("p", { class: "soft" }, "Choose a run on the left."));
  const top = card.scrollTop;
  card.replaceChildren(
    ...verdictCard("This step", state.current?.verdicts?.at(-1), state.current?.overrides, STEP_LABELS, state.step),
    ...verdictCard("The whole run", state.detail.verdicts?.at(-1), state.detail.overrides, RUN_LABELS, null),
    make("div", { class: "tabs" }, ...TABS.map((name) =>
      make("button", { class: name === state.tab ? "on" : "", onclick: () => { state.tab = name; later(); } }, name))),
    tabBody());
  card.scrollTop = top;
}

/** @param {string} title @param {any} verdict @param {any[] | undefined} overrides @param {string[]} labels @param {number | null} number */
function verdictCard(title, verdict, overrides, labels, number) {
  const said = overrides?.filter((one) => one.label).at(-1);
  const notes = overrides?.filter((one) => one.note) ?? [];
  const parts = [make("h3", {}, title), ...(verdict ? judged(verdict, number ? "not-sure" : "unknown") : [make("p", { class: "soft" }, "No verdict yet.")])];
  if (said) parts.push(make("p", {}, "You said: ", make("b", {}, said.label)));
  for (const one of notes) parts.push(make("p", { class: "note" }, one.note));
  parts.push(make("div", { class: "people" }, ...labels.map((word) => make("button", { class: said?.label === word ? "on" : "", onclick: () => override(word, number) }, word))));
  return parts;
}

/** @param {any} verdict @param {string} unsure */
function judged(verdict, unsure) {
  const failed = verdict.status && verdict.status !== "ok";
  const label = failed ? "error" : verdict.label ?? unsure;
  const score = verdict.score === undefined || verdict.score === null ? "" : `  ${(verdict.score * 100).toFixed(0)} %`;
  const flags = verdict.flags?.length ? ` · ${verdict.flags.join(", ")}` : "";
  return [
    make("span", { class: `label ${label}` }, failed ? `judge ${verdict.status}` : label), make("span", { class: "soft" }, score),
    make("p", { class: "why" }, verdict.explanation ?? ""),
    make("div", { class: "evidence" }, ...(verdict.evidence ?? []).flatMap((/** @type {any} */ e) => [
      make("span", { class: (e.weight ?? 0) < 0 ? "neg" : "pos" }, `${(e.weight ?? 0) > 0 ? "+" : ""}${(e.weight ?? 0).toFixed(1)}`),
      make("span", { title: e.kind }, e.text)])),
    make("p", { class: "soft" }, `${verdict.judge.name} ${verdict.judge.version ?? ""} · ${(verdict.took_ms ?? 0).toFixed(1)} ms${flags}`),
  ];
}

function tabBody() {
  const { current, detail, step } = state;
  switch (state.tab) {
    case "Steps": return stepsTable();
    case "Elements": return elementsTable();
    case "Action": return make("pre", {}, JSON.stringify({ thought: current?.step.thought, actions: current?.step.actions }, null, 2));
    case "Reflection": return make("pre", {}, detail.reflection?.text ?? "No lesson: the run was not judged a failure.");
    case "Judge": return judgeRecords(current?.verdicts?.at(-1) ?? detail.verdicts?.at(-1));
    default: return make("pre", {}, JSON.stringify({ ...current?.step, verdicts: current?.verdicts, step }, null, 1).slice(0, 60000));
  }
}

function stepsTable() {
  const all = [...cellsOf(state.run ?? "").values()].sort((a, b) => a.step - b.step);
  return make("table", {}, ...all.slice(Math.max(0, state.step - 15), state.step + 25).map((c) =>
    make("tr", { onclick: () => go(c.step) }, make("td", {}, String(c.step)), make("td", {}, c.action ?? ""), make("td", { class: "soft" }, c.override ?? c.label ?? "pending"))));
}

function elementsTable() {
  const look = state.view === "before" ? state.current?.step.before : state.current?.step.after;
  if (!look?.elements?.length) return make("p", { class: "soft" }, "No page elements were recorded for this screen.");
  return make("table", {}, ...look.elements.map((/** @type {any} */ e) =>
    make("tr", {}, make("td", { class: "soft" }, String(e.id)), make("td", {}, e.role || e.tag), make("td", {}, e.text ?? ""), make("td", {}, [e.value, ...(e.state ?? [])].filter(Boolean).join(" ")))));
}

/** Who judged, with what, and the prompt and answer where there were any. @param {any} verdict */
function judgeRecords(verdict) {
  const box = make("pre", {}, verdict ? JSON.stringify(verdict.judge, null, 2) : "");
  const kept = [verdict?.prompt, verdict?.raw].filter(Boolean);
  for (const sha of kept) text(sha).then((words) => box.append("\n\n", words));
  if (verdict && !kept.length) box.append("\n\nThis judge needs no prompt.");
  return box;
}
