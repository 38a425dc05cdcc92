// The popup: what is going on, and the one thing to do next.
// @ts-check
import { askToRecord, findTab } from "./chrome_api.js";

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);
let told = "";

/** @param {any} message */
async function ask(message) {
  const answer = await chrome.runtime.sendMessage(message);
  told = answer?.error ?? "";
  await show();
  return answer;
}

async function show() {
  const state = await chrome.runtime.sendMessage({ type: "state" });
  const now = state.recording;
  $("pairing").hidden = state.paired;
  $("start").hidden = !state.paired || Boolean(now);
  $("running").hidden = !now;
  const trouble = told || state.problem;
  $("say").className = trouble ? "bad" : "";
  $("say").textContent = trouble || (!state.paired ? "Pair once with the daemon: run `courtside pair` in a terminal and type the code here."
    : !state.connected ? `The daemon does not answer at ${state.daemon}; \`courtside up\` starts it. ${state.queued} messages wait here.`
    : now ? "" : "Connected. Open the tab of your agent, say its task, and record.");
  if (now) {
    $("doing").textContent = `${now.paused ? "Paused" : "Recording"}: ${now.task || "(no task)"} — ${now.steps} steps`;
    $("pause").textContent = now.paused ? "Go on" : "Pause";
  }
  const said = state.verdict;
  $("verdict").textContent = said ? `${said.whole ? "Run" : `Step ${said.step}`}: ${said.label ?? "not sure"} — ${said.explanation ?? ""}` : "";
}

$("pairing").onsubmit = (/** @type {Event} */ e) => { e.preventDefault(); ask({ type: "pair", code: $("code").value, daemon: $("daemon").value }); };
$("start").onsubmit = async (/** @type {Event} */ e) => {
  e.preventDefault();
  const tab = await findTab();
  if (!tab?.url || !(await askToRecord(new URL(tab.url).origin))) { told = "This tab cannot be recorded without your permission."; return show(); }
  return ask({ type: "record", tabId: tab.id, task: $("task").value });
};
$("running").onsubmit = (/** @type {Event} */ e) => { e.preventDefault(); ask({ type: "stop", answer: $("answer").value, claims_success: $("claims").checked || null }); };
$("pause").onclick = () => ask({ type: $("pause").textContent === "Pause" ? "pause" : "resume" });
setInterval(show, 1000);
show();
