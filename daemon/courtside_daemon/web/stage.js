// The middle: the screen with the action on it, or what changed between two.
// @ts-check
/** @import { Step } from "../../../docs/reference/protocol" */
/** @import { Summary } from "./state.js" */
import { frame } from "./api.js";
import { difference } from "./difference.js";
import { clear, marks, picture } from "./draw.js";
import { paintGrid } from "./grid.js";
import { $, make, redraw } from "./make.js";
import { actionsInPlace } from "./actions_in_place.js";
import { leavesOutOpenRun } from "./filter.js";
import { sketch } from "./sketch.js";
import { cellsOf, later, liveRuns, state } from "./state.js";
import { count, took } from "./words.js";

const BEGIN = [
  ["A scripted agent on real tasks, on a page of its own", "courtside demo --live"],
  ["Your Playwright agent", 'async with courtside.watch(page, task="…"):'],
  ["An agent in any Chrome tab", "courtside extension"],
  ["Anything else: docs/reference/protocol.md", `curl … ${location.origin}/v1/steps`],
];
/** A text of this length is cut in the line that says what was done. */
const MIN_CUT_TEXT_CHARS = 80;
let shows = 0;

export function paintStage() {
  const summary = state.runs.get(state.run ?? "");
  const live = liveRuns();
  if (!live.length) state.grid = false;
  $("#task").textContent = state.grid
    ? `${count(live.length, "agent")} live`
    : summary
      ? summary.run.task || "(no task was given: success or failure cannot be judged)"
      : "";
  $("#task").title = summary?.run.task ?? "";
  $("#unlisted").hidden = state.grid || !leavesOutOpenRun();
  $("#retask").hidden = !summary || state.grid;
  $("#retask").textContent = summary?.run.task ? "Edit task" : "Write the task";
  for (const button of document.querySelectorAll("[data-view]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-view") === state.view && !state.grid));
  }
  $("#views").hidden = !summary;
  $("#overlay").setAttribute("aria-pressed", String(state.overlay));
  $("#follow").setAttribute("aria-pressed", String(state.follow));
  $("#live").hidden = live.length < 2 && !state.grid;
  $("#live").textContent = `${live.length} live`;
  $("#live").setAttribute("aria-pressed", String(state.grid));
  $("#frame").hidden = $("#about").hidden = state.grid;
  $("#grid").hidden = !state.grid;
  if (state.grid) paintGrid(live);
  else paintWords(summary);
}

/** What the step did; where nothing is recorded, how to begin. @param {Summary | undefined} summary */
function paintWords(summary) {
  const steps = summary?.steps ?? 0;
  const isHere = state.current?.step.run === state.run && state.current?.step.index === state.step;
  const did = summary
    ? [
        steps ? `step ${state.step} of ${steps}` : "",
        isHere ? state.current?.action : cellsOf(summary.run.id).get(state.step)?.action,
        state.view === "diff" && state.changed,
      ]
    : [];
  $("#action").textContent = did.filter(Boolean).join(" · ");
  $("#action").title =
    (state.current?.step.actions ?? [])
      .map((one) => one.text)
      .filter(Boolean)
      .join("\n") || $("#action").textContent;
  paintContext(state.run ? state.current?.step : null);
  const facts = (state.run && state.current?.facts) || [];
  redraw($("#came"), facts, () => facts.map((line) => make("li", {}, line)));
  if (state.run) return;
  clear($("#screen"), $("#marks"));
  redraw($("#nothing"), "begin", () => [
    make("b", {}, state.status?.runs ? "Choose a run on the left." : "Nothing is recorded yet. Four ways to start:"),
    ...(state.status?.runs
      ? []
      : BEGIN.map(([words, line]) => make("span", { class: "way" }, words, make("code", {}, line)))),
  ]);
}

/** Where the step was done, how long it took, and what the agent thought. @param {Step | null | undefined} step */
function paintContext(step) {
  const look = state.view === "before" ? step?.before ?? step?.after : step?.after ?? step?.before;
  const typed = (step?.actions ?? []).map((one) => one.text ?? "").filter((text) => text.length >= MIN_CUT_TEXT_CHARS);
  $("#where").textContent = [look?.url || look?.title, took(step) && `took ${took(step)}`].filter(Boolean).join(" · ");
  $("#where").title = [look?.title, look?.url, "from the screen before to the screen after"].filter(Boolean).join("\n");
  $("#thought").textContent = [step?.thought && `Thought: ${step.thought}`, ...typed].filter(Boolean).join("\n");
}

/**
 * What stands in the frame: the screen that was asked for, else the other one, else what is known of its elements,
 * with a line that says which.
 * @param {Step | undefined} step @param {ImageBitmap | null} old @param {ImageBitmap | null} fresh
 */
function chosen(step, old, fresh) {
  const [asked, other] = state.view === "before" ? ["before", "after"] : ["after", "before"];
  const [image, others] = asked === "before" ? [old, fresh] : [fresh, old];
  const looks = /** @type {Record<string, Step["before"]>} */ ({ before: step?.before, after: step?.after });
  const look = looks[asked];
  if (!step || image) return { image, look, instead: "", isSketch: false };
  const why = look?.withheld ? `was withheld (${look.withheld})` : look ? "was not captured" : "is not recorded";
  const begin = `The screen ${asked} this step ${why}. This is`;
  const otherOne = `${begin} the screen ${other} it`;
  if (others) return { image: others, look: looks[other], instead: `${otherOne}.`, isSketch: false };
  const known = "drawn from what is known of its elements.";
  const drawn = sketch(look);
  if (drawn) return { image: drawn, look, instead: `${begin} ${known}`, isSketch: true };
  return { image: sketch(looks[other]), look: looks[other], instead: `${otherOne}, ${known}`, isSketch: true };
}

/** Draws the selected step; of two calls, the later one stays. */
export async function show() {
  const { run, step: number, view } = state;
  const step = state.current?.step;
  // the one that is selected now is shown once it is here
  if (step && (step.run !== run || step.index !== number)) return;
  const mine = (shows += 1);
  const [old, fresh] = await Promise.all([frame(step?.before?.frame), frame(step?.after?.frame)]);
  if (mine !== shows || !run) return;
  const { image, look, instead, isSketch } = chosen(step, old, fresh);
  const screen = $("#screen");
  $("#instead").hidden = !image || !instead;
  $("#instead").textContent = instead;
  if (!image || !look || !step) return showNothing(screen, step);
  const isOlder = Boolean(instead) && !isSketch && look === step.before;
  screen.classList.toggle("dimmed", isOlder);
  redraw($("#nothing"), "", () => []);
  screen.dataset.step = String(number);
  const side = look === step.before ? "before" : "after";
  screen.ariaLabel = `The screen ${side} step ${number}: ${look.title || look.url || "no title"}`;
  $("#frame").style.setProperty("--shape", `${image.width} / ${image.height}`);
  if (view === "diff" && !isSketch) return showDifference(screen, old, fresh);
  picture(screen, image);
  const points = state.pointed?.box ? [state.pointed.box] : [];
  const known = isOlder ? (step.after?.elements ?? []).flatMap((one) => (one.box ? [one.box] : [])) : [];
  const ids =
    state.tab === "Elements" && (isSketch || !instead)
      ? (look.elements ?? []).filter((one) => one.box && one.box[2] > 0 && one.box[3] > 0 && one.interactable !== false)
      : [];
  const past = look === step.after && Boolean(step.before);
  const done = past ? actionsInPlace(step.actions ?? [], step.before, look) : step.actions ?? [];
  marks($("#marks"), image, {
    elements: look.elements,
    ids,
    actions: state.overlay ? done : [],
    boxes: [...points, ...known],
    scale: isSketch ? 1 : look.scale || 1,
    past,
  });
}

/** @param {HTMLCanvasElement} screen @param {Step | undefined} step */
function showNothing(screen, step) {
  clear(screen, $("#marks"));
  screen.classList.remove("dimmed");
  const look = state.view === "before" ? step?.before ?? step?.after : step?.after ?? step?.before;
  const shown = state.runs.get(state.run ?? "");
  const why = look?.withheld
    ? `Screenshot withheld: ${look.withheld}`
    : shown?.steps === 0
      ? shown.run.ended_at_ms
        ? "It ended without a step."
        : "No step yet."
      : !state.detail && state.problem
        ? "This run cannot be shown. Choose another one on the left."
        : "This step has no screenshot.";
  screen.ariaLabel = why;
  redraw($("#nothing"), why, () => [why]);
}

/** @param {HTMLCanvasElement} screen @param {ImageBitmap | null} old @param {ImageBitmap | null} fresh */
function showDifference(screen, old, fresh) {
  clear($("#marks"));
  if (old && fresh) {
    const share = difference(screen, old, fresh);
    state.changed = share ? `${(share * 100).toFixed(share < 0.001 ? 3 : 1)} % changed` : "nothing changed";
  } else {
    picture(screen, /** @type {ImageBitmap} */ (fresh ?? old));
    state.changed = "only one of the two screenshots exists";
  }
  later();
}
