// Decides which actions are drawn on the screen that came after them: those whose target still stands there. Draws
// nothing.
// @ts-check
/** @import { Action, Observation } from "../../../docs/reference/protocol" */

const MAX_BOX_SHIFT_PX = 2;

/** An action without a place is only named.
 * @param {Action[]} actions
 * @param {Observation | null | undefined} before
 * @param {Observation} after */
export const actionsInPlace = (actions, before, after) =>
  actions.filter((one) => !isPlaced(one) || stands(one, before, after));

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
