// The popup: what is going on, and the one thing to do next.
// @ts-check
import { askToRecord, askWorker, findTab, recall, remember, tab as tabOf } from "./chrome_api.js";
import { lightOf, wordsOf } from "./status_line.js";

const REFRESH_MS = 1000;
/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);
let problem = "";
/** @type {any} */ let state = null;

/** Asks the worker, with the buttons off until it has answered. @param {any} message */
async function ask(message) {
  const buttons = document.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  const answer = await askWorker(message).catch((error) => ({
    error: `The extension did not answer (${error.message}); open this popup again.`,
  }));
  for (const button of buttons) button.disabled = false;
  problem = answer?.error ?? "";
  await show();
  return answer;
}

/** @param {string} id @param {string} className @param {string} text */
function write(id, className, text) {
  $(id).className = className;
  // Only what changed: a screen reader would read it out every second.
  if ($(id).textContent !== text) $(id).textContent = text;
}

async function show() {
  const current = await askWorker({ type: "state" }).catch(() => null);
  if (!current) return;
  state = current;
  const now = state.recording;
  $("pairing").hidden = state.paired;
  $("start").hidden = !state.paired || Boolean(now);
  $("running").hidden = !state.paired || !now;
  write("light", ...lightOf(state));
  write("say", ...wordsOf(state, problem));
  if (!$("daemon").value) $("daemon").value = state.daemon;
  if (now) {
    write(
      "task-text",
      now.task ? "given" : "",
      now.task || "No task given: there will be no verdict of success or failure.",
    );
    write("steps", "", `${now.steps} ${now.steps === 1 ? "step" : "steps"} so far`);
    write("pause", "", now.paused ? "Resume" : "Pause");
    $("allow").hidden = !/^https?:/.test(now.blocked);
  }
  showVerdict(state.verdict);
}

/** @param {any} verdict */
function showVerdict(verdict) {
  $("verdict").hidden = !verdict;
  if (!verdict) return;
  const label =
    verdict.status && verdict.status !== "ok"
      ? "not judged"
      : (verdict.label ?? (verdict.whole ? "unknown" : "not-sure"));
  const tone = /success|goal/.test(label) && !/away/.test(label) ? "good" : /failure|away/.test(label) ? "bad" : "wait";
  write("label", tone, label.replaceAll("-", " "));
  write("about", "", verdict.whole ? "the run" : `step ${verdict.step}`);
  write("why", "", verdict.explanation ?? "");
  $("learned").hidden = !verdict.lesson;
  write("lesson", "", verdict.lesson ?? "");
}

/** Chrome's own question may close this popup: what was typed is kept for the next one. @param {string} url */
async function mayWe(url) {
  const yes = await askToRecord(url).catch(() => false);
  if (!yes)
    problem = /^https?:/.test(url)
      ? "Chrome did not allow Courtside on this site; press the button again and choose Allow."
      : "Chrome lets no extension see this page; open the page that the agent works on.";
  return yes;
}

/** @param {string} form @param {() => Promise<any>} act */
function onSubmit(form, act) {
  $(form).onsubmit = (/** @type {Event} */ e) => { e.preventDefault(); act(); };
}

onSubmit("pairing", () => ask({ type: "pair", code: $("code").value, daemon: $("daemon").value }));
onSubmit("start", async () => {
  const tab = await findTab();
  if (!(await mayWe(tab?.url ?? ""))) return show();
  const answer = await ask({ type: "record", tabId: tab?.id, task: $("task").value });
  if (!answer?.error) await remember({ draft: $("task").value = "" });
});
onSubmit("running", async () => {
  const answer = await ask({ type: "stop", answer: $("answer").value, claims_success: $("claims").checked || null });
  if (!answer?.error) { $("answer").value = ""; $("claims").checked = false; }
});
$("pause").onclick = () => ask({ type: state.recording.paused ? "resume" : "pause" });
$("allow").onclick = async () => {
  const tab = await tabOf(state.recording.tab);
  if (await mayWe(tab?.url ?? "")) await ask({ type: "allowed" });
  else await show();
};
$("copy").onclick = () => navigator.clipboard.writeText($("lesson").textContent);
$("task").oninput = () => remember({ draft: $("task").value });
$("task").value = await recall("draft", "");
setInterval(show, REFRESH_MS);
await show();
