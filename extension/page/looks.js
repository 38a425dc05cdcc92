// Decides when the screen is looked at: once it is quiet, or right before an action. Knows no actions.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideLooks")) return;
  const { ask } = world.courtsideDom;
  const { see, moves } = world.courtsideScreen;

  let lastChange = performance.now();
  let lastLook = 0;
  /** The look that was asked for with `want`, and not told yet; 0: none. */
  let wanted = 0;
  /** Those who wait for quiet. The next action ends their wait before it takes effect.
   * @type {Set<() => void>} */
  const waiting = new Set();

  /** The page is another than at the last look. */
  function changed() {
    lastChange = performance.now();
  }

  function seen() {
    lastLook = performance.now();
    return see();
  }

  /** The screen that an action is about to change. `same`: it is the one that was told last. Empty: none is wanted.
   * @param {boolean} late the action has taken effect already */
  function screenBefore(late) {
    if (!wanted && waiting.size) return {};
    if (!wanted && lastChange <= lastLook) return { same: true };
    return late ? {} : seen();
  }

  /** Nobody waits for quiet any more. */
  function endWaits() {
    wanted = 0;
    for (const resolve of waiting) resolve();
  }

  /** @param {number} [quietMs] @param {number} [maxMs] @returns {Promise<void>} */
  function settle(quietMs = 150, maxMs = 1500) {
    const start = performance.now();
    return new Promise((resolve) => {
      const done = () => {
        waiting.delete(done);
        resolve();
      };
      let still = true; // a frame has come since something moved: with it the page is told that it ended
      const look = () => {
        if (!waiting.has(done)) return;
        const t = performance.now();
        const unchanged = ask(document).readyState === "complete" && t - Math.max(lastChange, start) >= quietMs;
        if (unchanged && moves()) still = false;
        else if (unchanged && !still) requestAnimationFrame(() => { still = true; });
        const quiet = unchanged && still;
        if (quiet || t - start >= maxMs) done();
        else setTimeout(look, 20);
      };
      waiting.add(done);
      look();
    });
  }

  /** Tells the screen once it is quiet, unless an action comes first, which tells it then.
   * @param {number} id @param {number} quietMs @param {number} maxMs @param {(event: object) => void} send */
  function want(id, quietMs, maxMs, send) {
    wanted = id;
    settle(quietMs, maxMs).then(() => {
      if (wanted !== id) return;
      wanted = 0;
      send({ type: "look", id, ...seen() });
    });
  }

  world.courtsideLooks = { changed, seen, screenBefore, endWaits, settle, want };
})();
