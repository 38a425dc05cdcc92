// The time as it passes, whatever becomes of the computer's clock meanwhile. Knows no browser.
// @ts-check

let ahead = 0;

/** Unix time in ms, by the clock as it was when this worker began. */
export const now = () => Math.round(performance.timeOrigin + performance.now() + ahead);

/** An earlier worker was that far already: the clock was set back between the two. @param {number} ms */
export function goOnFrom(ms) {
  ahead += Math.max(0, ms - now());
}
