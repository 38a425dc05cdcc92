// Tells what an agent scrolls: not what a page, or a driver before a press, scrolls by itself.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideScrolling")) return;
  const { ask, asElement, rootOf } = world.courtsideDom;
  const looks = world.courtsideLooks;
  const leaving = world.courtsideLeaving;
  const { GROWING_MS, now, act, intent } = world.courtsideReports;
  const presses = world.courtsidePresses;
  const typing = world.courtsideTyping;

  const PAUSE_MS = 150;
  /** A driver on a busy machine presses so long after it brought something into view. */
  const UNASKED_MS = 1500;
  const BY_HAND_MS = 1000;

  /** `asked`: by a wheel or a finger.
   * @type {{target: Element, dx: number, dy: number, at_ms: number, timer: number, asked: boolean, reported: number,
   * action: any} |
   * null} */
  let scrolling = null;
  /** Where each part of the page is scrolled to, and how high it was then. @type {WeakMap<Element, number[]>} */
  const places = new WeakMap();
  let lastWheelMs = 0;

  function wheel() {
    if (now() - lastWheelMs > PAUSE_MS) {
      typing.flush();
      intent();
    }
    touchMove();
  }

  function touchMove() {
    lastWheelMs = now();
  }

  /** @param {Event} event */
  function scroll(event) {
    const asked = now() - lastWheelMs < BY_HAND_MS;
    const target = event.target === document ? ask(document).scrollingElement : event.target;
    const element = asElement(target) ?? rootOf(document);
    const was = places.get(element) ?? [0, 0, 0];
    const { scrollLeft, scrollTop, scrollHeight } = ask(element);
    places.set(element, [scrollLeft, scrollTop, scrollHeight]);
    if (isPartOfAction(asked) || (!asked && isByItself(element, was))) return;
    if (scrolling && scrolling.target !== element) flush();
    if (!scrolling && !asked) intent();
    looks.changed();
    grow(element, scrollLeft - was[0], scrollTop - was[1], asked);
  }

  /** Typing scrolls, and so does a press, unless a wheel was turned after it: a driver brings into view what it presses
   * at once, and the page may hear of the press first.
   * @param {boolean} asked */
  const isPartOfAction = (asked) =>
    presses.hasActed(asked ? lastWheelMs : 0) || typing.isOpen() || (!asked && presses.isBegun());

  /** Parts of a page scroll by themselves (charts that watch their size, lists that follow), and one that gets shorter
   * moves up to its own end. @param {Element} element @param {number[]} was where, and how high */
  function isByItself(element, was) {
    const { scrollTop, scrollHeight, clientHeight } = ask(element);
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1;
    return element !== ask(document).scrollingElement || (isAtEnd && scrollHeight < was[2] && scrollTop < was[1]);
  }

  /** @param {Element} target @param {number} dx @param {number} dy @param {boolean} asked */
  function grow(target, dx, dy, asked) {
    clearTimeout(scrolling?.timer);
    const before = scrolling ?? { dx: 0, dy: 0, at_ms: now(), reported: 0, action: null };
    const timer = window.setTimeout(flush, asked ? PAUSE_MS : UNASKED_MS);
    scrolling = {
      target,
      dx: before.dx + dx,
      dy: before.dy + dy,
      at_ms: before.at_ms,
      timer,
      asked,
      reported: before.reported,
      action: before.action,
    };
    if (!asked || now() - scrolling.reported < GROWING_MS.again) return leaving.wait("action");
    scrolling.reported = now();
    const more = { to_point: [scrolling.dx, scrolling.dy], at_ms: scrolling.at_ms };
    scrolling.action = act("scroll", target, more, true, scrolling.action);
  }

  function flush() {
    if (!scrolling) return;
    const { target, dx, dy, at_ms, timer, action } = scrolling;
    scrolling = null;
    clearTimeout(timer);
    if (dx || dy) act("scroll", target, { to_point: [dx, dy], at_ms }, false, action);
  }

  /** A driver brought into view what is pressed or typed into now: that scroll is part of it.
   * @param {number[]} point in the window, of the press or the field's middle */
  function dropBroughtIntoView(point) {
    if (!scrolling || scrolling.asked) return;
    const [x, y] = [point[0] + scrolling.dx, point[1] + scrolling.dy];
    const wasInView = x >= 0 && x < innerWidth && y >= 0 && y < innerHeight;
    if (wasInView && now() - scrolling.at_ms >= PAUSE_MS) return;
    clearTimeout(scrolling.timer);
    scrolling = null;
  }

  world.courtsideScrolling = { wheel, touchMove, scroll, dropBroughtIntoView, flush };
})();
