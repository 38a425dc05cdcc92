// Decides which actions are drawn on the screen that came after them, and where: those whose target still stands there.
// Draws nothing.
// @ts-check
/** @import { Action, Observation } from "../../../docs/reference/protocol" */

const MAX_BOX_SHIFT_PX = 2;

/** An action without a place is only named.
 * @param {Action[]} actions
 * @param {Observation | null | undefined} before
 * @param {Observation} after */
export const actionsInPlace = (actions, before, after) =>
  actions.map(moved).filter((one) => !isPlaced(one) || stands(one, before, after));

/** Where it was hit, in the places of the screen after it: a driver scrolls to what it presses.
 * @param {Action} action @returns {Action} */
function moved(action) {
  const { point, target, to_point, kind, raw } = action;
  const way = /** @type {{ moved?: unknown } | null} */ (raw)?.moved;
  const [right, down] = Array.isArray(way) && way.every(Number.isFinite) ? way : [0, 0];
  /** @type {<Place extends number[]>(one: Place) => Place} */
  const shift = ([x, y, ...size]) => /** @type {any} */ ([x + right, y + down, ...size]);
  return {
    ...action,
    ...(point && { point: shift(point) }),
    ...(target?.box && { target: { ...target, box: shift(target.box) } }),
    ...(to_point && kind !== "scroll" && { to_point: shift(to_point) }),
  };
}

/** @param {Action} action */
const isPlaced = ({ target, point }) => Boolean(target?.box || point);

/** A screen without elements tells only whether it is the same page.
 * @param {Action} action
 * @param {Observation | null | undefined} before
 * @param {Observation} after */
function stands({ target }, before, after) {
  const box = target?.box;
  if (!box || !after.elements?.length) return (before?.url ?? "") === (after.url ?? "");
  return after.elements.some(
    (one) =>
      one.box?.every((side, at) => Math.abs(side - box[at]) <= MAX_BOX_SHIFT_PX) &&
      (one.text ?? "") === (target.text ?? ""),
  );
}
