// Tells the recording of each action and of the screen before it. Knows not which events make an action.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideReports")) return;
  const { targetOf } = world.courtsideElements;
  const { movedSinceLook } = world.courtsideBoxes;
  const { look } = world.courtsideScreen;
  const { values } = world.courtsideSecrets;
  const leaving = world.courtsideLeaving;
  const announcements = world.courtsideAnnouncements;
  const looks = world.courtsideLooks;

  /** An action that grows, typing for instance. `paused`: after so long it is told, and the screen looked at. `ended`:
   * after so long what comes next is another action; a driver on a busy machine pauses between two characters. `again`:
   * between two tellings of it. */
  const GROWING_MS = { paused: 250, ended: 1000, again: 50 };

  /** @type {((event: object) => void) | null} */
  let emit = null;
  let looksAhead = false;
  let reportedSecret = false;
  /** What secret fields hold, as far as it was told. @type {Set<string>} */
  const reportedValues = new Set();
  /** Reports the actions that still grow. */
  let reportGrowing = () => {};

  const now = () => Math.round(performance.timeOrigin + performance.now());

  /** `ahead`: report the screen before an action that came sooner than a look at it. `growing`: reports the actions
   * that still grow.
   * @param {(event: object) => void} to @param {boolean} ahead @param {() => void} growing */
  function start(to, ahead, growing) {
    emit = to;
    looksAhead = ahead;
    reportGrowing = growing;
  }

  function stop() {
    emit = null;
  }

  const isOn = () => Boolean(emit);

  /** As it is, to whom listens. @param {object} event */
  const sendAsIs = (event) => emit?.(event);

  /** With what secret fields hold: it may be in the address of the next page, which knows nothing of them.
   * @param {object} event */
  function report(event) {
    const known = values().filter((/** @type {string} */ one) => !reportedValues.has(one));
    for (const one of known) reportedValues.add(one);
    sendAsIs(known.length ? { ...event, known } : event);
  }

  /** `open`: the action still grows, and will be told again. `first`: it was told so before, and lies where it lay
   * then, on the screen before it: others have been looked at since. `moved`: by how much, where it has moved itself.
   * @param {string} kind @param {Element} element @param {any} [more] @param {boolean} [open] @param {any} [first] */
  function act(kind, element, { moved = movedSinceLook(element), ...more } = {}, open = false, first = null) {
    stopAwaiting();
    if (kind !== "type" && kind !== "scroll") looks.changed();
    const action = { kind, at_ms: now(), target: targetOf(element), ...more };
    if (first) action.target.box = first.target.box;
    if (isForeign()) action.raw = { ...action.raw, foreign: true };
    const way = first ? first.raw?.moved ?? [] : moved.map(Math.round);
    if (way.some(Boolean)) action.raw = { ...action.raw, moved: way };
    report({ type: "action", action, open });
    return action;
  }

  /** The end of an action that was reported while it grew: as it was then, where nothing came to it. A field that has
   * lost its focus since is no newer state. @param {string} kind @param {Element} element @param
   * {{text: string, at_ms: number}} more @param {any} action */
  function close(kind, element, more, action) {
    if (action?.text !== more.text) return void act(kind, element, more, false, action);
    stopAwaiting();
    report({ type: "action", action, open: false });
  }

  /** An action is about to take effect. The screen that it acts on is told here, where nobody has
   * looked at it since it changed: the agent is faster than the looks.
   * @param {boolean} [late] It has taken effect already: what is seen now is not the screen that it began on. */
  function intent(late = false) {
    announcements.acted();
    const screen = looksAhead && window === window.top ? looks.screenBefore(late) : {};
    looks.endWaits();
    report({ type: "intent", at_ms: now(), ...screen });
  }

  /** A frame that its parent cannot look into says that it holds a secret. */
  function reportSecrets() {
    if (reportedSecret || !isForeign() || !holdsSecret()) return;
    reportedSecret = true;
    sendAsIs({ type: "secret-frame" });
  }

  function holdsSecret() {
    const { secrets, cut } = look();
    return cut || secrets.length > 0;
  }

  function isForeign() {
    try { return window !== window.top && !window.frameElement; } catch { return true; }
  }

  /** What has grown since the last report is reported before the page goes: in `pagehide` it is too late, as nobody
   * may listen to the old document any more. It listens only while there is something to report: where a page
   * listens, the browser asks it before each navigation. */
  function awaitLeave() {
    leaving.wait("action");
    addEventListener("beforeunload", leaves);
  }

  const leaves = () => reportGrowing();

  /** Nothing of an action waits any more. */
  function stopAwaiting() {
    leaving.done("action");
    removeEventListener("beforeunload", leaves);
  }

  world.courtsideReports = {
    GROWING_MS,
    start,
    stop,
    isOn,
    now,
    sendAsIs,
    act,
    close,
    intent,
    reportSecrets,
    isForeign,
    awaitLeave,
  };
})();
