// The lessons of a task's attempts, and a person's request for another attempt.
// @ts-check
/** @import { Reflection, RetryAsked } from "../../../docs/reference/protocol" */
import { ask } from "./api.js";
import { make } from "./make.js";
import { messageOf, state } from "./state.js";

const NONE = "No lesson: the run was not judged a failure, or has not ended.";
const COMES = "The lesson is still being made.";
const ASKING = "Asking whether an agent waits…";
const GOES_ON = "The agent tries again, with every lesson above.";
/** @param {string} run */
const nobodyWaits = (run) =>
  `No agent waits for this button. Start one with: courtside retry --after ${run} --cmd '…' ` +
    "(with --ask SECONDS it waits for the button).";

/** Those of earlier attempts, oldest first, then the run's own. @returns {Node[]} */
export function lessons() {
  const detail = state.detail;
  if (!detail) return [];
  const numbers = new Map((detail.attempts ?? []).map((one) => [one.run.id, one.run.attempt ?? 1]));
  const earlier = (detail.lessons ?? []).flatMap((one) =>
    section(`Lesson of attempt ${numbers.get(one.run) ?? "?"}`, one),
  );
  const own = detail.reflection
    ? section("Lesson of this attempt", detail.reflection)
    : [make("p", { class: "soft" }, detail.lesson_owed ? COMES : NONE)];
  return [...earlier, ...own, ...(detail.summary.run.ended_at_ms ? [retry(detail.summary.run.id)] : [])];
}

/** @param {string} title @param {Reflection} lesson */
function section(title, lesson) {
  const note = lesson.note ? [make("p", { class: "soft" }, lesson.note)] : [];
  return [make("h3", {}, title), make("pre", { class: "lesson" }, lesson.text), ...note];
}

/** What came of the last request; it outlives the panel, which is rendered again with each verdict or lesson. */
const outcome = make("p", { class: "soft", role: "status" });
/** The run that it is shown for. */ let shownFor = "";

/** The daemon starts nothing: the request reaches a loop that waits for it. @param {string} run */
function retry(run) {
  if (run !== shownFor) outcome.textContent = "";
  shownFor = run;
  return make("div", { class: "retry" }, make("button", { onclick: () => press(run) }, "Retry"), outcome);
}

/** @param {string} run */
async function press(run) {
  tell(run, ASKING);
  const answer = /** @type {Promise<RetryAsked>} */ (ask(`/v1/runs/${run}/retry`, {}));
  tell(run, await answer.then(({ waiting }) => (waiting ? GOES_ON : nobodyWaits(run)), messageOf));
}

/** Shown also where the button is the last thing that can be seen. @param {string} run @param {string} text */
function tell(run, text) {
  if (run !== shownFor) return;
  outcome.textContent = text;
  outcome.scrollIntoView({ block: "nearest" });
}
