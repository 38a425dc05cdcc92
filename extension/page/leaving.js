// Hears that the page goes, while something waits to be told. Knows not what waits.
// Never longer: a page that listens must be asked before its window closes, and Chromium forgets to close one that
// shows another page meanwhile. The driver would wait for ever.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideLeaving")) return;

  /** @type {Set<string>} */
  const waiting = new Set();
  let tellAll = () => {};

  const goes = () => tellAll();

  /** Something waits. @param {string} who */
  function wait(who) {
    waiting.add(who);
    addEventListener("pagehide", goes, { capture: true, passive: true });
  }

  /** It was told. @param {string} who */
  function done(who) {
    waiting.delete(who);
    if (!waiting.size) stop();
  }

  /** @param {() => void} tell everything that waits */
  function start(tell) {
    tellAll = tell;
  }

  function stop() {
    waiting.clear();
    removeEventListener("pagehide", goes, { capture: true });
  }

  world.courtsideLeaving = { start, stop, wait, done };
})();
