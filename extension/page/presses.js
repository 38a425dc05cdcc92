// Tells presses of a pointer as clicks and drags: also those of which the page leaves no click. Knows no keys and no
// scrolling.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsidePresses")) return;
  const { is } = world.courtsideTree;
  const { hit, innermost, pointOf } = world.courtsideHits;
  const { movedSinceLook } = world.courtsideBoxes;
  const leaving = world.courtsideLeaving;
  const { now, act, awaitLeave } = world.courtsideReports;

  /** So soon after an action the browser may click or scroll by itself, as part of it. */
  const ECHO_MS = 400;
  const AFTER_DRAG_MS = 50;
  /** A press that moves further is a drag. */
  const DRAG_PIXELS = 12;

  /** `moved`: how far what was pressed had moved since the last look. `reported`: as a click, since its page went
   * before it was let go of.
   * @typedef {{x: number, y: number, moved: number[], point: number[], at_ms: number, target: Element, reported?:
   * boolean}} Press */
  /** @type {Press | null} */
  let pressed = null;
  /** A press that was let go of, while its click may still come. @type {Press | null} */
  let released = null;
  /** A press with the first button, until that is let go of or drags. @type {Press | null} */
  let down = null;
  /** What is being dragged, and where it is. @type {{press: Press, to: number[]} | null} */
  let dragged = null;
  /** The press that the last click ended. @type {Press | null} */
  let clicked = null;
  /** What a label's click will click next, by itself. @type {Element | null} */
  let labelled = null;
  let lastActMs = 0;

  /** What the browser clicks or scrolls now is part of an action. */
  function acted() {
    lastActMs = now();
  }

  /** Just now. @param {number} [since] and not before that */
  const hasActed = (since = 0) => lastActMs >= since && now() - lastActMs < ECHO_MS;

  /** A press has just begun, and is no click yet. */
  const isBegun = () => pressed !== null && now() - pressed.at_ms < ECHO_MS;

  /** @param {MouseEvent} event @returns {Press} */
  function pressOf(event) {
    const { clientX: x, clientY: y } = event;
    const moved = movedSinceLook(innermost(event));
    return { x, y, moved, point: pointOf(event, moved), at_ms: now(), target: hit(event) };
  }

  /** @param {MouseEvent} event */
  function begin(event) {
    pressed = pressOf(event);
    down = event.isTrusted && event.button === 0 ? pressed : null;
    if (down) awaitLeave();
  }

  /** @param {MouseEvent} event */
  function end(event) {
    down = null;
    if (!pressed || pressed.reported || event.button !== 0) return;
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG_PIXELS) {
      const { target, point, moved, at_ms } = pressed;
      act("drag", target, { point, to_point: pointOf(event, moved), at_ms, moved });
      lastActMs = now() + AFTER_DRAG_MS;
    } else {
      const press = (released = pressed);
      leaving.wait("action");
      setTimeout(() => clickless(press));
    }
  }

  function cancel() {
    down = null;
  }

  /** A page that takes away what is pressed gets no click, but the agent made one.
   * @param {Press} press */
  function clickless(press) {
    if (press === released) released = null;
    if (press !== pressed || press === clicked) return;
    pressed = null;
    act("click", press.target, { point: press.point, at_ms: press.at_ms });
    acted();
  }

  /** No click of an earlier press can follow. */
  function flush() {
    if (released) clickless(released);
  }

  /** A page that goes, or an inner frame that is taken away, while a button is down gets no click, but the agent made
   * one. */
  function reportDown() {
    if (!down) return;
    const { target, point, at_ms } = down;
    down.reported = true;
    down = null;
    act("click", target, { point, at_ms });
  }

  /** Whether a click is an action of its own: none that a key, a label or a drag makes, and none that was reported
   * already.
   * @param {MouseEvent} event */
  function isOwnClick(event) {
    clicked = pressed;
    if (pressed?.reported && event.isTrusted) {
      pressed = null;
      return false;
    }
    if (event.detail === 0 && event.isTrusted && hasActed()) return false;
    if (now() <= lastActMs) return false;
    const element = hit(event);
    const echo = element === labelled && hasActed();
    labelled = is(element, "label") ? /** @type {HTMLLabelElement} */ (element).control : null;
    return !echo;
  }

  /** @param {MouseEvent} event */
  function click(event) {
    const element = hit(event);
    if (is(element, "option", "select")) return;
    act("click", element, { point: pointOf(event, pressed?.moved), at_ms: pressed?.at_ms ?? now() });
    acted();
    pressed = null;
  }

  /** @param {MouseEvent} event */
  function middleClick(event) {
    const raw = { button: "middle" };
    act("click", hit(event), { point: pointOf(event, pressed?.moved), at_ms: pressed?.at_ms ?? now(), raw });
    pressed = null;
  }

  /** @param {MouseEvent} event */
  function dragStart(event) {
    const press = pressed ?? pressOf(event);
    dragged = { press, to: pointOf(event, press.moved) };
    pressed = down = null;
  }

  /** @param {MouseEvent} event */
  function dragOver(event) {
    if (dragged) dragged.to = pointOf(event, dragged.press.moved);
  }

  function dragEnd() {
    if (!dragged) return;
    const { press: { target, point, at_ms, moved }, to } = dragged;
    dragged = null;
    act("drag", target, { point, to_point: to, at_ms, moved });
  }

  /** Files that are dropped from outside of the page are an upload. @param {DragEvent} event */
  function drop(event) {
    const files = Array.from(event.dataTransfer?.files ?? [], (one) => one.name);
    dragOver(event);
    if (dragged) dragEnd();
    else if (files.length) act("upload", hit(event), { text: files.join(", ") });
  }

  world.courtsidePresses = {
    acted,
    hasActed,
    isBegun,
    begin,
    end,
    cancel,
    isOwnClick,
    click,
    middleClick,
    dragStart,
    dragOver,
    dragEnd,
    drop,
    reportDown,
    flush,
  };
})();
