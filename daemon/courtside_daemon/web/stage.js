// The middle: the screen with the action on it, what changed, or all live agents side by side.
// @ts-check
import { frame } from "./api.js";
import * as draw from "./draw.js";
import { outcome } from "./list.js";
import { $, icon, make } from "./make.js";
import { cellsOf, liveRuns, select, state } from "./state.js";

const BEGIN = `courtside demo --live          # a scripted agent, real tasks

async with courtside.watch(page, task="..."):   # your Playwright agent
    ...

courtside extension            # the Chrome extension, for any tab

curl http://127.0.0.1:4780/v1/steps ...   # anything else: docs/protocol.md`;

export function paintStage() {
  const summary = state.runs.get(state.run ?? "");
  const live = liveRuns();
  if (live.length < 2) state.grid = false;
  $("#task").textContent = summary && !state.grid ? summary.run.task || "(no task said: only what goes wrong is judged)" : state.grid ? `${live.length} agents live` : "";
  for (const button of document.querySelectorAll("[data-view]")) button.classList.toggle("on", button.getAttribute("data-view") === state.view && !state.grid);
  $("#overlay").setAttribute("aria-pressed", String(state.overlay));
  $("#follow").setAttribute("aria-pressed", String(state.follow));
  $("#live").hidden = live.length < 2;
  $("#live").textContent = `${live.length} live`;
  $("#live").setAttribute("aria-pressed", String(state.grid));
  $("#frame").hidden = state.grid;
  $("#grid").hidden = !state.grid;
  if (state.grid) return paintGrid(live);
  $("#action").textContent = state.run ? `step ${state.step} of ${summary?.steps ?? 0}   ${cellsOf(state.run).get(state.step)?.action ?? ""}` : "";
  $("#screen").hidden = !state.run;
  if (!state.run) $("#nothing").replaceChildren(make("b", {}, "Nothing is recorded yet. Four ways to begin:"), make("pre", {}, BEGIN));
}

/** A cell for each live agent: its newest screen and what the judge says of it. @param {any[]} live */
function paintGrid(live) {
  $("#action").textContent = "";
  const grid = $("#grid");
  for (const old of [...grid.children]) if (!live.some((one) => one.run.id === old.dataset.live)) old.remove();
  for (const one of live) {
    let cell = [...grid.children].find((c) => c.dataset.live === one.run.id);
    if (!cell) {
      cell = make("button", { class: "live", "data-live": one.run.id, onclick: () => { state.grid = false; state.follow = true; select(one.run.id); } },
        make("canvas"), make("span", { class: "dot" }), make("span", { class: "name" }));
      grid.append(cell);
    }
    const newest = cellsOf(one.run.id).get(one.steps);
    cell.children[1].className = `dot ${newest?.override ?? newest?.label ?? outcome(one)}`;
    cell.children[2].replaceChildren(icon(one.surface), ` ${one.name || one.source}: ${one.run.task || "(no task said)"}`);
    if (one.frame && cell.dataset.frame !== one.frame) {
      cell.dataset.frame = one.frame;
      frame(one.frame).then((image) => image && draw.picture(cell.children[0], image));
    }
  }
}

export async function show() {
  const step = state.current?.step;
  const [old, fresh] = await Promise.all([frame(step?.before?.frame), frame(step?.after?.frame)]);
  const canvas = $("#screen");
  const look = state.view === "before" ? step?.before : step?.after;
  const image = state.view === "before" ? old : fresh ?? old;
  canvas.hidden = !image;
  if (state.run) $("#nothing").textContent = image ? "" : look?.withheld ? `Frame withheld: ${look.withheld}` : "No frame of this step.";
  if (!image) return;
  if (state.view === "diff" && old && fresh) {
    const share = draw.difference(canvas, old, fresh);
    $("#action").textContent += `   ${share ? `${(share * 100).toFixed(1)} % changed` : "nothing changed"}`;
    return;
  }
  draw.picture(canvas, image);
  if (state.overlay) draw.actions(canvas, step?.actions ?? [], look?.scale || 1);
}
