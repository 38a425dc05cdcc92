// The findings behind a verdict: the weightiest first, the rest folded.
// @ts-check
/** @import { Evidence, RunVerdict, StepVerdict } from "../../../docs/reference/protocol" */
import { make } from "./make.js";

/** How many reasons are shown unfolded. */
const MAX_OPEN_REASONS = 5;

/** @param {string} title @param {RunVerdict | StepVerdict | undefined} verdict @returns {(Node | string)[]} */
export function reasons(title, verdict) {
  const evidence = verdict?.evidence ?? [];
  const weighed = evidence.filter(weighs).sort((a, b) => Math.abs(b.weight ?? 0) - Math.abs(a.weight ?? 0));
  const rest = [...weighed.slice(MAX_OPEN_REASONS), ...evidence.filter((one) => !weighs(one))];
  const heading = make("h3", {}, title);
  if (!evidence.length)
    return [heading, make("p", { class: "soft" }, verdict ? "It names no findings." : "No verdict yet.")];
  const which = weighed.length > MAX_OPEN_REASONS ? "" : " without weight";
  const more = `${rest.length}${weighed.length ? " more" : ""}${which}`;
  return [
    heading,
    weighed.length ? pieces(weighed.slice(0, MAX_OPEN_REASONS)) : "",
    rest.length ? make("details", {}, make("summary", { class: "soft" }, more), pieces(rest)) : "",
  ];
}

/** Does it count by as much as can be shown? @param {Evidence} e */
const weighs = (e) => Math.abs(e.weight ?? 0) >= 0.05;

/** @param {Evidence[]} evidence */
const pieces = (evidence) =>
  make(
    "div",
    { class: "evidence", title: "log-odds: positive speaks for the goal, negative against it" },
    ...evidence.flatMap(piece),
  );

/** @param {Evidence} e */
function piece(e) {
  const weight = e.weight ?? 0;
  const shown = !weighs(e) ? "0.0" : `${weight > 0 ? "+" : "−"}${Math.abs(weight).toFixed(1)}`;
  return [
    make("span", { class: shown === "0.0" ? "soft" : weight < 0 ? "neg" : "pos" }, shown),
    make("span", { title: e.change ? `${e.kind}: ${e.change}` : e.kind }, e.text),
  ];
}
