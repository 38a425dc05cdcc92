// Opens the run that a person chose, wherever that was. Runs that arrive by themselves do not come here.
// @ts-check
import { $ } from "./make.js";
import { select, state } from "./state.js";

/** Leaves what is followed, and brings the run into view where the window is too small for all of the page.
 * @param {string} run @param {number | null} [step] */
export async function open(run, step) {
  state.follow = state.grid = false;
  await select(run, step ?? undefined);
  requestAnimationFrame(() => { if (state.run === run) bringIntoView(); });
}

/** Where what was pressed is out of sight now, the focus goes along to the run's title. */
function bringIntoView() {
  $("#stage").scrollIntoView({ block: "start" });
  const pressed = document.activeElement;
  if (!pressed?.closest("#left")) return;
  const { top, bottom } = pressed.getBoundingClientRect();
  if (bottom <= 0 || top >= innerHeight) $("#task").focus({ preventScroll: true });
}
