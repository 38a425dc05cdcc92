// Offers to learn from labels: a quiet line above the runs, once somebody has begun to label.
// @ts-check
/** @import { LearningOffer, LearningResult } from "../../../docs/reference/protocol" */
import { ask } from "./api.js";
import { $, make, redraw } from "./make.js";
import { open } from "./opening.js";
import { later, me, messageOf, state } from "./state.js";
import { count } from "./words.js";

/** While a trial goes on, its result is asked for so often. */ const TRIAL_MS = 1_500;
/** @type {LearningOffer} */ let offer = {};
/** What came of it. */ let result = "";
let learning = false;
/** One at a time, however often labels change. @type {ReturnType<typeof setTimeout> | undefined} */ let waiting;
/** Labels and runs at the last look: the daemon is asked again once they change. Empty: at once. */ let asked = "";

export function paintLearning() {
  askAgain();
  redraw($("#learning"), [offer, result, learning], line);
  $("#learning").hidden = !$("#learning").hasChildNodes();
}

/** A person who comes back to the page may have learned at the terminal meanwhile. */
export function listen() {
  addEventListener("focus", () => { asked = ""; later(); });
}

/** @returns {(Node | string)[]} */
function line() {
  const { labels = 0, helps, ask: next } = offer;
  if (learning) return ["Learning from your labels…"];
  if (!labels) return result ? [result] : [];
  return /** @type {(Node | string)[]} */ (
    [
      result && `${result}. `,
      make("span", { title: offer.trial ?? "" }, `${standing()} `),
      helps && make("button", { onclick: learn, title: "Fit the judge to these labels" }, "Learn"),
      next?.length &&
        make("button", { onclick: label, title: "The run whose label the judge learns most from" }, "Label next"),
    ].filter(Boolean)
  );
}

/** How many labels there are, and what the judge would gain from them, as far as that is known. */
function standing() {
  const { agent, labels = 0, new: fresh = 0, missing, helps, trial } = offer;
  const whose = agent ? ` of the agent ${agent}` : "";
  const runs = `${count(labels, "labelled run")}${whose}${fresh < labels ? `, ${fresh} of them new` : ""}`;
  if (missing) return `${runs}; to learn, the judge needs ${missing}.`;
  if (helps) return `The judge can learn from ${runs}: ${trial}.`;
  if (helps === false) return `${runs}: the judge would gain nothing from them yet.`;
  return trial ? `${runs}: ${trial}.` : `${runs}; what the judge would gain from them is being tried…`;
}

const isBeingTried = () => Boolean(offer.labels && !offer.missing && !offer.trial);

async function askAgain() {
  const labelled = [...state.runs.values()].filter((one) => one.override).length;
  const now = `${state.status?.overrides} ${state.status?.runs} ${labelled}`;
  if (!state.status || now === asked) return;
  asked = now;
  const next = /** @type {Promise<LearningOffer>} */ (ask(`/v1/learning?who=${encodeURIComponent(me())}`));
  offer = await next.catch(() => offer);
  clearTimeout(waiting);
  if (isBeingTried()) waiting = setTimeout(() => { asked = ""; later(); }, TRIAL_MS);
  later();
}

async function learn() {
  learning = true;
  later();
  try {
    /** @type {LearningResult} */ const answer = await ask("/v1/learn", { agent: offer.agent ?? "", who: me() });
    result = answer.text;
  } catch (error) { result = messageOf(error); }
  learning = false;
  asked = "";
  later();
}

/** Leaves the live run for the one whose label is the most informative, from its first step on. */
function label() {
  const next = offer.ask?.find((run) => run !== state.run && !state.runs.get(run)?.override);
  if (!next) return;
  open(next, 1);
}
