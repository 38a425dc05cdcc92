// Decides which step each effect belongs to: that of the newest action. Knows no browser and no clock.
// The same rules as recording/effects_of_steps.py of the bridges; both are held to tests/wire/recording/.
// @ts-check

/** What happens so shortly before an action that was announced comes of that action. */
const COMING_MS = 1000;
const MAX_EFFECTS_OF_A_STEP = 50;
/** Each of a step's requests may be told twice after the step. */
const MAX_LATE_EFFECTS = 3 * MAX_EFFECTS_OF_A_STEP;
const MAX_STEPS = 50;
/** Requests whose answer is waited for; of more the oldest are forgotten. */
const MAX_WAITING = 200;

/** @typedef {{requests?: any[], announced?: any[], left_out?: number}} Effects a list that is not there: it cannot be
 * seen */
/** @typedef {{draft: number, number: number, late: number}} Outgoing a step, and its number once it is handed out */
/** @typedef {{sees: Effects, steps: Outgoing[], coming: {at: number, effects: Effects}[], waiting: Record<string,
 * number>, numbered: number,   late: {step: number, effects: Effects}[]}} Kept
 * `steps`: the last few, the one of the newest action last; `coming`: what happened since an action was announced that
 * has not come;
 * `waiting`: whose each request is that has no answer yet; `late`: what came of steps after they were handed out. */
/** @typedef {{id: number, effects?: Effects}} Draft */

/** @param {Effects} [sees] what every step begins with @returns {Kept} */
export const noEffects = (sees = {}) => ({ sees, steps: [], coming: [], waiting: {}, numbered: 0, late: [] });

/** An action of this step has come.
 * @param {Kept} kept
 * @param {Draft[]} drafts
 * @param {Draft} draft
 * @param {number} now */
export function beginEffects(kept, drafts, draft, now) {
  const coming = kept.coming.splice(0);
  for (const one of coming) if (now - one.at > COMING_MS) add(kept, drafts, one.effects);
  kept.steps = [...kept.steps, { draft: draft.id, number: 0, late: 0 }].slice(-MAX_STEPS);
  draft.effects = Object.keys(kept.sees).length ? structuredClone(kept.sees) : undefined;
  for (const one of coming) if (now - one.at <= COMING_MS) add(kept, drafts, one.effects);
}

/** Something happened. @param {Kept} kept @param {Draft[]} drafts @param {Effects} effects @param {boolean} intended an
 * action is on its way
 * @param {number} now */
export function takeIn(kept, drafts, effects, intended, now) {
  const owner = (effects.requests ?? []).filter(isOver).map((one) => kept.waiting[keyOf(one)]).find(Boolean);
  if (owner || !intended) add(kept, drafts, effects, owner);
  else kept.coming.push({ at: now, effects });
}

/** A step is handed out as it is. @param {Kept} kept @param {Draft} draft */
export function numberStep(kept, draft) {
  kept.numbered += 1;
  const step = kept.steps.find((one) => one.draft === draft.id);
  if (step) step.number = kept.numbered;
}

/** No action will come any more. @param {Kept} kept @param {Draft[]} drafts */
export function endEffects(kept, drafts) {
  for (const one of kept.coming.splice(0)) add(kept, drafts, one.effects);
}

/** @param {Kept} kept
 * @param {Draft[]} drafts
 * @param {Effects} effects
 * @param {number} [owner] the step that sent what is answered here */
function add(kept, drafts, effects, owner) {
  const step = owner ? kept.steps.find((one) => one.draft === owner) : kept.steps.at(-1);
  if (!step) return;
  for (const one of effects.requests ?? [])
    isOver(one) ? delete kept.waiting[keyOf(one)] : (kept.waiting[keyOf(one)] = step.draft);
  for (const key of Object.keys(kept.waiting).slice(0, -MAX_WAITING)) delete kept.waiting[key];
  const draft = drafts.find((one) => one.id === step.draft);
  if (draft) draft.effects = mergeEffects(draft.effects, effects);
  else if (step.number && (step.late += 1) <= MAX_LATE_EFFECTS) kept.late.push({ step: step.number, effects });
}

/** @param {any} request */
const isOver = (request) => request.status !== undefined || Boolean(request.failed);

/** What stays the same of a request that is told twice. @param {any} request */
const keyOf = ({ method, path, at_ms }) => `${method} ${path} ${at_ms}`;

/** Both together, oldest first. A request that is told again, with its answer, is one.
 * @param {Effects | undefined} known @param {Effects} more @returns {Effects} */
export function mergeEffects(known = {}, more) {
  const requests = merge(known.requests, more.requests, keyOf);
  const announced = merge(known.announced, more.announced, ({ kind, text, field = "" }) =>
    JSON.stringify([kind, text, field]),
  );
  const most = MAX_EFFECTS_OF_A_STEP;
  const kept = { requests: requests?.slice(0, most), announced: announced?.slice(0, most) };
  const lost = [requests, announced].reduce((sum, one) => sum + Math.max(0, (one?.length ?? 0) - most), 0);
  const left_out = (known.left_out ?? 0) + (more.left_out ?? 0) + lost;
  return Object.fromEntries(
    Object.entries({ ...kept, left_out: left_out || undefined }).filter(([, value]) => value !== undefined),
  );
}

/** @param {any[] | undefined} known
 * @param {any[] | undefined} more
 * @param {(one: any) => string} key what stays the same of one that is told twice */
function merge(known, more, key) {
  if (!known || !more) return known ?? more;
  return [...new Map([...known, ...more].map((one) => [key(one), one])).values()];
}
