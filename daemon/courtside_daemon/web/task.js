// What the agent is to do, said or put right by a person.
// @ts-check
import { $ } from "./make.js";
import { changeTask, state } from "./state.js";

/** Asks for the task of the selected run. */
export function askTask() {
  const summary = state.runs.get(state.run ?? "");
  if (!summary || state.grid) return;
  $("#tasking textarea").value = summary.run.task;
  $("#tasking .alarm").hidden = true;
  $("#tasking").dataset.run = summary.run.id; // the task stays with it, wherever the page goes meanwhile
  $("#tasking").showModal();
}

/** An empty task is not taken, and the dialog says why. @param {Event} event */
function keepTask(event) {
  const words = $("#tasking textarea").value.trim();
  if (words) return changeTask($("#tasking").dataset.run ?? "", words);
  event.preventDefault();
  $("#tasking .alarm").hidden = false;
  $("#tasking textarea").focus();
}

export function listen() {
  $("#retask").onclick = askTask;
  $("#tasking form").onsubmit = keepTask;
  $("#tasking .cancel").onclick = () => $("#tasking").close();
  $("#tasking textarea").onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("#tasking form").requestSubmit();
  };
}
