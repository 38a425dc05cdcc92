// The records behind a verdict, a tab each.
// @ts-check
/** @import { Element, StepSummary } from "../../../docs/reference/protocol" */
import { text } from "./api.js";
import { hides } from "./blind.js";
import { $, make, redraw } from "./make.js";
import { lessons } from "./lessons.js";
import { reasons } from "./reasons.js";
import { show } from "./stage.js";
import { cellsOf, go, later, refresh, runVerdict, state, stepVerdict } from "./state.js";
import { percent, stepWord } from "./words.js";

const HINTS = /** @type {Record<string, string>} */ ({
  Why: "the findings behind both verdicts",
  Elements: "elements and captions of the screen",
  Action: "the action's JSON, and the agent's thought",
  Judge: "the judge's prompt and its answer",
  Raw: "the whole step",
});
const ORDERS = {
  "": "as listed",
  raster: "row by row",
  "xy-cut": "part by part (xy-cut)",
  tsne: "what is near stays near (t-SNE)",
  random: "shuffled",
};
/** The first t-SNE of a daemon takes seconds. */ const ON_ITS_WAY = "…";
const RAW_CHARS = 60_000;
const STEPS_AROUND = 25;

const screen = () =>
  state.view === "before" ? (state.current?.step.before ?? state.current?.step.after) : state.current?.step.after;
const HIDDEN = "Hidden until you have labelled the whole run.";
const hidden = () => hides(state.run);
const verdict = () => stepVerdict() ?? runVerdict();
const hasSteps = () => Boolean(state.detail?.summary.steps);
const action = () => ({ thought: state.current?.step.thought, actions: state.current?.step.actions });
const judgements = () => ({ verdicts: state.current?.verdicts, overrides: state.current?.overrides });
const raw = () => ({ ...state.current?.step, ...(hidden() ? {} : judgements()) });
const lesson = () => [hidden(), state.detail?.reflection, state.detail?.lesson_owed, state.detail?.lessons];

/** Each tab, and what it shows: a fingerprint, which differs when that does, and how it is made.
 * @type {Record<string, [() => unknown, () => (Node | string)[]]>} */
const TABS = {
  Why: [() => [hidden(), hasSteps(), stepVerdict(), runVerdict()], why],
  Steps: [() => stepsNear().map((cell) => [cell.step, cell.action, stepWord(cell), cell.step === state.step]), steps],
  Elements: [() => [screen()?.elements, screenNotes(screen()), state.order, state.unordered], elements],
  Action: [action, () => [json(action())]],
  Judge: [() => [hidden(), verdict()], prompt],
  Lesson: [lesson, () => (hidden() ? [make("p", { class: "soft" }, HIDDEN)] : lessons())],
  Raw: [raw, () => [json(raw(), RAW_CHARS)]],
};

/** @returns {(Node | string)[]} */
function why() {
  if (hidden()) return [make("p", { class: "soft" }, HIDDEN)];
  const ofStep = hasSteps() ? reasons("This step", stepVerdict()) : [];
  return [...ofStep, ...reasons("The whole run", runVerdict())];
}

const NAMES = Object.keys(TABS);
/** The run that a tab was last opened for. */ let openedFor = "";

/** Whether the findings, the first tab, have anything to show. */
const isExplained = () => !hidden() && [stepVerdict(), runVerdict()].some((one) => one?.evidence?.length);

/** Opens the first tab that shows something, once for each run that had ended by then; of one that goes on, the
 * findings are still to come. */
function openTab() {
  const { run, steps } = state.detail?.summary ?? {};
  if (!run || run.id !== state.run || run.id === openedFor) return;
  openedFor = run.id;
  if (!state.tabChosen) state.tab = !run.ended_at_ms || isExplained() || !steps ? "Why" : "Steps";
}

export function paintTabs() {
  openTab();
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ ($("#tabs").querySelectorAll("[role=tab]"))) {
    const on = tab.textContent === state.tab;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
  }
  $("#tab").setAttribute("aria-labelledby", `tab-${state.tab}`);
  const [fingerprint, build] = TABS[state.tab];
  redraw($("#tab"), [state.tab, fingerprint()], build);
}

export function listen() {
  $("#tabs").append(
    ...NAMES.map((name) =>
      make(
        "button",
        {
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": "tab",
          title: HINTS[name] ?? "",
          onclick: () => choose(name),
        },
        name,
      ),
    ),
  );
  $("#tabs").onkeydown = walk;
}

/** @param {string} name */
function choose(name) {
  const marked = [name, state.tab].includes("Elements");
  state.tab = name;
  state.tabChosen = true;
  point(null);
  if (marked) show();
  later();
}

/** Arrow keys, Home and End go from tab to tab; steps stay where they are. @param {KeyboardEvent} event */
function walk(event) {
  const at = NAMES.indexOf(state.tab);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  choose(NAMES.at(to % NAMES.length) ?? state.tab);
  $(`#tab-${state.tab}`).focus();
}

/** @param {unknown} what @param {number} [most] */
function json(what, most = Infinity) {
  const whole = JSON.stringify(what, null, 1) ?? "";
  return make(
    "pre",
    {},
    whole.length > most ? `${whole.slice(0, most)}\n(cut; ${whole.length} characters in all)` : whole,
  );
}

/** The cells round the selected step, whichever are here. @returns {StepSummary[]} */
function stepsNear() {
  const known = cellsOf(state.run ?? "");
  const first = Math.max(1, state.step - STEPS_AROUND);
  return Array.from({ length: 2 * STEPS_AROUND }, (_, n) => known.get(first + n)).filter((cell) => cell !== undefined);
}

function steps() {
  return [
    make(
      "table",
      {},
      ...stepsNear().map((cell) =>
        make(
          "tr",
          {
            class: cell.step === state.step ? "step on" : "step",
            onclick: () => {
              state.follow = false;
              go(cell.step);
            },
          },
          make("td", { class: "soft" }, String(cell.step)),
          make("td", {}, make("span", { class: `dot ${stepWord(cell)}`, title: stepWord(cell) })),
          make("td", {}, make("button", { class: "plain" }, cell.action ?? "")),
        ),
      ),
    ),
  ];
}

/** What of a screen was left out or read otherwise than it came. @param {ReturnType<typeof screen>} look
 * @returns {string[]} */
function screenNotes(look) {
  return [
    look?.unread && `Words are missing here: ${look.unread}.`,
    look?.elements_cut && "Only the first elements are in this list: the screen had more than are kept.",
    look?.frame_repair && `How the picture was read: ${look.frame_repair}.`,
  ].flatMap((note) => note || []);
}

function elements() {
  const all = screen()?.elements ?? [];
  const notes = screenNotes(screen()).map((note) => make("p", { class: "soft" }, note));
  if (!all.length) return [make("p", { class: "soft" }, "No page elements were recorded for this screen."), ...notes];
  return [
    ...wayRead(all.map((e) => e.source ?? "")).map((words) => make("p", { class: "soft" }, words)),
    ...notes,
    orders(),
    make(
      "table",
      { onmouseleave: () => point(null) },
      ...all.map((e) =>
        make(
          "tr",
          { onmouseenter: () => point(e) },
          make("td", { class: "soft" }, String(e.id)),
          make("td", { class: "role" }, e.role || e.tag),
          make(
            "td",
            {},
            e.text || e.caption || "",
            ...[e.text && e.caption, e.value, ...(e.state ?? []), e.box_repair && `(box: ${e.box_repair})`]
              .filter(Boolean)
              .map((word) => make("span", { class: "soft" }, ` ${word}`)),
          ),
          make("td", { class: "soft" }, [e.source, e.confidence && percent(e.confidence)].filter(Boolean).join(" ")),
        ),
      ),
    ),
  ];
}

/** What of a list of elements was read from the picture. @param {string[]} sources @returns {string[]} */
function wayRead(sources) {
  const read = sources.filter((one) => one === "ocr" || one === "detector");
  if (!read.length) return [];
  if (read.length < sources.length) return ["Some of it was read from the screenshot: the last column says what."];
  const by = sources.includes("detector") ? "OCR and the detector" : "OCR";
  const whole = `Read from the screenshot by ${by}: the source sent no elements.`;
  if (by !== "OCR") return [whole];
  return [
    whole,
    'Words alone. Icons, switches and fields are found too with the setting ocr_screens = "with-gaps".',
  ];
}

/** The choice of the order in which a judge may read the list. */
function orders() {
  const choice = /** @type {HTMLSelectElement} */ (make("select", { onchange: () => {
    state.order = choice.value;
    state.unordered = choice.value && ON_ITS_WAY;
    refresh();
  } }, ...Object.entries(ORDERS).map(([value, words]) => make("option", { value }, words))));
  choice.value = state.order;
  return make("label", { class: "soft" }, "Order ", choice, state.unordered && ` ${state.unordered}`);
}

/** Frames an element on the screen. @param {Element | null} element */
function point(element) {
  if (state.pointed === element) return;
  state.pointed = element;
  show();
}

/** Who judged, with what, and the prompt and answer where there were any. */
function prompt() {
  if (hidden()) return [make("p", { class: "soft" }, HIDDEN)];
  const given = verdict();
  if (!given) return [make("p", { class: "soft" }, "No verdict yet.")];
  const box = make("pre", {}, JSON.stringify(given.judge, null, 2));
  const kept = [
    ["Prompt", given.prompt],
    ["Answer", given.raw],
  ].flatMap(([title, sha]) => (title && sha ? [{ title, sha }] : []));
  for (const { title, sha } of kept) {
    const words = make("pre", {}, "…");
    box.append(`\n\n${title}:\n`, words);
    text(sha).then((content) => { words.textContent = content; });
  }
  if (!kept.length)
    box.append(given.status === "error" ? "\n\nThe judge could not answer." : "\n\nThis judge uses no prompt.");
  return [box];
}
