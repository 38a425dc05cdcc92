// Finds the events that the page's own listeners kept from ours: the browser counts all. Knows not what they did.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideMissedEvents")) return;
  const { rootOf } = world.courtsideDom;
  const leaving = world.courtsideLeaving;
  const { act } = world.courtsideReports;

  /** Events of which the browser counts how many there were. */
  const COUNTED = ["click", "auxclick", "keydown", "input"];
  const REPORT_DELAY_MS = 250;

  /** @type {Record<string, number>} */
  const handled = {};
  /** How many of each the browser counted that no listener of ours got, and that were reported already.
   * @type {Record<string, number>} */
  const reported = {};
  let timer = 0;

  /** @param {string} type @returns {number} of those that the browser itself made */
  const counted = (type) => /** @type {any} */ (performance).eventCounts?.get(type) ?? 0;

  function missed() {
    return COUNTED.map((type) => ({
      type,
      times: counted(type) - (handled[type] ?? 0) - (reported[type] ?? 0),
    })).filter((one) => one.times > 0);
  }

  /** They were something that the agent did: a step says so. */
  function flush() {
    clearTimeout(timer);
    timer = 0;
    leaving.done("missed");
    const lost = missed();
    const root = rootOf(document);
    if (!lost.length || !root) return;
    for (const { type, times } of lost) reported[type] = (reported[type] ?? 0) + times;
    const what = lost.map(({ type, times }) => `${type} ${times}`).join(", ");
    act("other", root, {
      text: `${what}: the page keeps what is done in it from being recorded; watch before it is opened`,
    });
  }

  /** After a change of the page: what changed it may have been missed. */
  function flushSoon() {
    if (timer || !missed().length) return;
    timer = window.setTimeout(flush, REPORT_DELAY_MS);
    leaving.wait("missed");
  }

  /** Before anything else, so that no listener of ours can be missed. @param {Event} event */
  function count(event) {
    if (event.isTrusted) handled[event.type] = (handled[event.type] ?? 0) + 1;
  }

  /** What came before is not missed. */
  function start() {
    for (const type of COUNTED) reported[type] = counted(type) - (handled[type] ?? 0);
  }

  function listen() {
    for (const type of COUNTED) addEventListener(type, count, { capture: true, passive: true });
  }

  function stop() {
    for (const type of COUNTED) removeEventListener(type, count, { capture: true });
  }

  world.courtsideMissedEvents = { start, listen, stop, flush, flushSoon };
})();
