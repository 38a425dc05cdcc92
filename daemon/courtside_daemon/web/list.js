// The left side: sessions, their runs, and where the searched words occur.
// @ts-check
import { $, age, icon, make } from "./make.js";
import { select, shown, state } from "./state.js";

export function paintRuns() {
  const list = [];
  let session = "";
  for (const one of shown()) {
    if (one.run.session !== session) {
      session = one.run.session;
      list.push(make("div", { class: "group" }, icon(one.surface), ` ${one.name || one.source} · ${one.source}`));
    }
    list.push(row(one));
  }
  if (state.matching && !list.length) list.push(make("p", { class: "soft none" }, "No run passes this filter."));
  for (const hit of state.hits) list.push(found(hit));
  const nav = $("#runs");
  const top = nav.scrollTop;
  nav.replaceChildren(...list);
  nav.scrollTop = top;
}

/** What is known of a run's outcome, in a word. @param {any} one */
export const outcome = (one) => (one.status === "error" ? "error" : one.override ?? one.verdict ?? "");

/** @param {any} one */
function row(one) {
  const said = one.status === "error" ? "judge error" : one.verdict ?? (one.run.ended_at_ms ? "being judged" : "live");
  const meta = [`${one.steps} steps`, one.run.attempt > 1 && `attempt ${one.run.attempt}`, said,
    one.oracle !== undefined && `oracle: ${one.oracle ? "success" : "failure"}`, one.pinned && "pinned", age(one.run.started_at_ms)];
  return make("button", { class: `run ${one.run.id === state.run ? "on" : ""}`, "data-run": one.run.id, onclick: () => { state.follow = state.grid = false; select(one.run.id); } },
    make("span", { class: `dot ${outcome(one)} ${one.override ? "person" : ""}` }),
    make("span", { class: "name", title: one.run.task ?? "" }, one.run.task || "(no task said)"), make("span"),
    make("span", { class: "meta" }, meta.filter(Boolean).join(" · ")));
}

/** @param {any} hit */
function found(hit) {
  return make("button", { class: "run", onclick: () => { state.follow = state.grid = false; select(hit.run, hit.step); } },
    make("span", { class: "dot" }), make("span", { class: "name" }, hit.snippet.replace(/[⁨⁩]/g, "")), make("span"),
    make("span", { class: "meta" }, `${hit.where}${hit.step ? ` · step ${hit.step}` : ""}`));
}
