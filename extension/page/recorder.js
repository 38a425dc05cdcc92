// Sees what an agent does in a page and what the page shows. Knows no sockets and no tabs.
// Classic scripts: the extension's content script and the CDP observer inject the same files.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideRecorder")) return;

  const { ask } = world.courtsideDom;
  const { shared, is, learn } = world.courtsideTree;
  const closedRoots = world.courtsideClosedRoots;
  const { isSecret, mask } = world.courtsideSecrets;
  const { cut, fieldOf } = world.courtsideElements;
  const { secrets } = world.courtsideScreen;
  const { hit, innermost, pointOf } = world.courtsideHits;
  const keys = world.courtsideKeys;
  const leaving = world.courtsideLeaving;
  const announcements = world.courtsideAnnouncements;
  const pageState = world.courtsidePageState;
  const looks = world.courtsideLooks;
  const reports = world.courtsideReports;
  const { act, intent, reportSecrets, isForeign } = reports;
  const missedEvents = world.courtsideMissedEvents;
  const presses = world.courtsidePresses;
  const strokes = world.courtsideStrokes;
  const typing = world.courtsideTyping;
  const scrolling = world.courtsideScrolling;

  /** Events after which a page closes its own window. */
  const CLOSES = ["click", "keydown", "input"];
  const WATCHED = { childList: true, subtree: true, attributes: true, characterData: true };

  /** A frame's first, blank document leaves its window to the next one, without the listeners.
   * @type {Document | null} */
  let listensIn = null;

  const observer = new MutationObserver((changes) => {
    looks.changed();
    announcements.notice(changes);
    if (changes.some((one) => one.target === document)) listen(); // document.open() takes all listeners away
    missedEvents.flushSoon();
    reportSecrets();
  });

  /** What was done is told now, before the next action. */
  function flush() {
    announcements.flush();
    missedEvents.flush();
    scrolling.flush(); // it began first: what scrolls while somebody types is part of that
    typing.flush();
    strokes.flush();
  }

  /** For what comes in a task of its own: no click of an earlier press can follow. */
  function flushAll() {
    presses.flush();
    flush();
  }

  /** The page goes. */
  function tellAll() {
    presses.reportDown();
    flushAll();
  }

  /** Before the page may go. They may grow on: not every page that is asked goes. */
  function reportGrowing() {
    presses.reportDown();
    typing.reportGrowing();
    strokes.reportGrowing();
  }

  /** In its own window. @param {Element} element */
  function middleOf(element) {
    const { x, y, width, height } = ask(element).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }

  /** @param {KeyboardEvent} event @param {Element} element that takes it */
  function character(event, element) {
    const target = hit(event);
    const word = strokes.wordFor(element, keys.nameOf(event, true));
    const held = closedRoots.mayHide(element);
    if (strokes.isNew(target)) {
      flush();
      intent();
    }
    strokes.add(target, word, held);
  }

  /** @param {HTMLSelectElement} field */
  function select(field) {
    flush();
    intent(true);
    const chosen = Array.from(field.selectedOptions, (one) => cut(one.label || one.text)).join(", ");
    act("select", field, { text: isSecret(field) ? "" : chosen });
  }

  /** @param {HTMLInputElement} field */
  function upload(field) {
    intent(true);
    act("upload", field, { text: Array.from(field.files ?? [], (one) => one.name).join(", ") });
  }

  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    pointerdown(event) {
      scrolling.dropBroughtIntoView([event.clientX, event.clientY]);
      flushAll();
      intent();
      presses.begin(event);
    },
    pointerup: presses.end,
    pointercancel: presses.cancel,
    click(event) {
      if (!presses.isOwnClick(event)) return;
      flush();
      if (!event.isTrusted) intent();
      presses.click(event);
    },
    dblclick(event) { act("double-click", hit(event), { point: pointOf(event) }); },
    contextmenu(event) { act("right-click", hit(event), { point: pointOf(event) }); },
    auxclick(event) {
      if (event.button !== 1) return;
      flush();
      if (!event.isTrusted) intent();
      presses.middleClick(event);
    },
    dragstart: presses.dragStart,
    dragover: presses.dragOver,
    drop: presses.drop,
    dragend: presses.dragEnd,
    keydown(event) {
      const element = innermost(event);
      const secret = isSecret(element);
      typing.follow(element);
      const field = fieldOf(element);
      const kind = keys.kindOf(event, shared.shut.has(element) ? "lines" : field, secret);
      if (kind === "none") return;
      if (field) scrolling.dropBroughtIntoView(middleOf(element));
      if (secret) strokes.secretTyped();
      if (kind === "character") return character(event, element);
      if (kind === "key") flush(); // what was typed before it has a screen of its own
      if (!typing.isOpen()) {
        scrolling.flush();
        intent();
      }
      if (kind === "field") return;
      act("press", hit(event), { text: keys.nameOf(event) });
      presses.acted();
    },
    beforeinput: typing.beforeInput,
    input: typing.input,
    change(event) {
      const field = event.composedPath()[0];
      if (is(field, "select")) select(field);
      else if (is(field, "input") && field.type === "file") upload(field);
    },
    focusin(event) {
      typing.follow(innermost(event));
      isSecret(innermost(event)); // what takes its place is known then
      reportSecrets();
    },
    focusout: typing.flush,
    wheel: scrolling.wheel,
    touchmove: scrolling.touchMove,
    scroll: scrolling.scroll,
  };

  /** After the page's own listeners: one of them has closed its window, which nothing else tells. */
  function reportClosing() {
    if (window !== window.top || !window.closed) return;
    reportGrowing();
    reports.sendAsIs({ type: "closing" });
  }

  /** Those that are there already stay as they are. */
  function listen() {
    for (const type of CLOSES) addEventListener(type, reportClosing, { passive: true });
    missedEvents.listen();
    for (const [type, listener] of Object.entries(listeners))
      addEventListener(type, listener, { capture: true, passive: true });
  }

  /** A way through the history that the page itself goes: to the browser it looks like its driver's.
   * @param {any} event */
  function traversed(event) {
    if (event.navigationType === "traverse" && !event.userInitiated)
      reports.sendAsIs({ type: "traversed", url: event.destination.url });
  }

  const navigations = () => (window === window.top ? /** @type {any} */ (window).navigation : null);

  world.courtsideRecorder = {
    /** `ahead`: tell of the screen before an action that came sooner than a look at it.
     * @param {(event: object) => void} to @param {boolean} [ahead] @param {string[]} [hide] CSS selectors */
    start(to, ahead = false, hide = []) {
      mask(hide);
      const isNew = !reports.isOn() || listensIn !== document;
      reports.start(to, ahead, reportGrowing);
      if (!isNew) return;
      listensIn = document;
      leaving.start(tellAll);
      missedEvents.start();
      navigations()?.addEventListener("navigate", traversed);
      listen();
      typing.follow(ask(document).activeElement);
      observer.observe(document, WATCHED);
      pageState.start();
      announcements.start((/** @type {object} */ announced) => reports.sendAsIs({ type: "announced", announced }));
      reportSecrets();
    },
    stop() {
      flushAll();
      announcements.stop();
      pageState.stop();
      reports.stop();
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener, { capture: true });
      missedEvents.stop();
      leaving.stop();
      navigations()?.removeEventListener("navigate", traversed);
      for (const type of CLOSES) removeEventListener(type, reportClosing);
      observer.disconnect();
    },
    flush: flushAll,
    settle: looks.settle,
    /** @param {number} id @param {number} quietMs @param {number} maxMs */
    want: (id, quietMs, maxMs) => looks.want(id, quietMs, maxMs, reports.sendAsIs),
    /** A closed shadow root, from the caller that can see it. @param {ShadowRoot} root */
    learn(root) {
      learn(root);
      observer.observe(root, WATCHED);
      reportSecrets();
    },
    secrets,
    seen: looks.seen,
    isForeign,
  };
})();
