// Tells of characters that go into no field: a page takes them itself. Knows not what fields hold.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideStrokes")) return;
  const { isSecret } = world.courtsideSecrets;
  const closedRoots = world.courtsideClosedRoots;
  const leaving = world.courtsideLeaving;
  const { GROWING_MS, now, act, close, awaitLeave } = world.courtsideReports;

  /** Characters that go into no field, so soon after some that went into a secret one, may be more of the secret. */
  const SECRET_PAUSE_MS = 2000;
  /** Of one action. */
  const MAX_KEYS = 100;

  /** Those that come one after the other are one action, which grows. `held`: unless a field that nobody sees takes
   * them, which tells of them at once. @type {{target: Element, words: string[], at_ms: number, timer: number,
   * reported: number, held: boolean, action?: any} | null} */
  let stroke = null;
  let lastSecretMs = 0;

  /** A secret is being typed. */
  function secretTyped() {
    lastSecretMs = now();
  }

  /** Whether a character there is an action of its own, and not more of the last one, which has ended then.
   * @param {Element} target */
  function isNew(target) {
    if (stroke && (stroke.target !== target || stroke.words.length >= MAX_KEYS)) flush();
    return !stroke;
  }

  /** @param {Element} target @param {string} word @param {boolean} held */
  function add(target, word, held) {
    clearTimeout(stroke?.timer);
    const { words, at_ms, reported } = stroke ?? { words: [], at_ms: now(), reported: 0 };
    const due = !held && now() - reported >= GROWING_MS.again;
    stroke = {
      held,
      target,
      words: [...words, word],
      at_ms,
      timer: window.setTimeout(reportSoFar, GROWING_MS.paused),
      reported: due ? now() : reported,
    };
    if (due) stroke.action = act("press", target, { text: stroke.words.join(" "), at_ms }, true);
    else if (held) leaving.wait("action");
    else awaitLeave();
  }

  /** What of a character may be reported: nothing of one that may be part of a secret.
   * @param {Element} element that takes it @param {string} word */
  function wordFor(element, word) {
    const hidden = isSecret(element) || closedRoots.mayHide(element) || now() - lastSecretMs < SECRET_PAUSE_MS;
    if (hidden) secretTyped();
    return hidden ? "(secret)" : word;
  }

  function reportSoFar() {
    if (!stroke) return;
    if (stroke.held) return flush();
    stroke.timer = window.setTimeout(flush, GROWING_MS.ended - GROWING_MS.paused);
    stroke.action = act("press", stroke.target, { text: stroke.words.join(" "), at_ms: stroke.at_ms }, true);
  }

  function flush() {
    if (!stroke) return;
    clearTimeout(stroke.timer);
    const { target, words, at_ms, action } = stroke;
    stroke = null;
    close("press", target, { text: words.join(" "), at_ms }, action);
  }

  /** A field has told of them. */
  function dropHeld() {
    if (!stroke?.held) return;
    clearTimeout(stroke.timer);
    stroke = null;
  }

  function reportGrowing() {
    if (stroke?.held) return;
    clearTimeout(stroke?.timer);
    reportSoFar();
  }

  world.courtsideStrokes = { secretTyped, isNew, add, wordFor, dropHeld, reportGrowing, flush };
})();
