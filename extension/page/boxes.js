// Says where an element lies in the main viewport, through frames, and how far it has moved since the last look.
// Knows no names and no events.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideBoxes")) return;
  const { ask, viewOf } = world.courtsideDom;
  const { shared, roundOf } = world.courtsideTree;

  /** Its box in the main viewport, through same-origin frames. @param {Element} element */
  const boxOf = (element) => throughFrames(ask(element).getBoundingClientRect(), element, false);

  /** The same with words that run out of it, and with the whole of a frame that is turned. @param {Element} element */
  function fullBoxOf(element) {
    const own = ask(element).getBoundingClientRect();
    const range = ask(ask(element).ownerDocument).createRange();
    range.selectNodeContents(element);
    const inner = range.getBoundingClientRect();
    if (!inner.width || !inner.height) return throughFrames(own, element, true);
    if (!own.width && !own.height) return throughFrames(inner, element, true);
    const [x, y] = [Math.min(own.x, inner.x), Math.min(own.y, inner.y)];
    return throughFrames(
      new DOMRect(x, y, Math.max(own.right, inner.right) - x, Math.max(own.bottom, inner.bottom) - y),
      element,
      true,
    );
  }

  /** @param {DOMRect} rect @param {Element} element @param {boolean} whole of a frame that is turned */
  function throughFrames({ x, y, width, height }, element, whole) {
    try {
      for (let w = viewOf(element); w && w.frameElement; w = /** @type {any} */ (w.parent)) {
        const frame = /** @type {HTMLElement} */ (w.frameElement);
        const shown = frame.getBoundingClientRect();
        if (whole && isTurned(frame)) ({ x, y, width, height } = shown);
        else [x, y, width, height] = inFrame(frame, shown, [x, y, width, height]);
      }
    } catch { /* a frame of another origin: its own viewport is all it knows */ }
    return [x, y, width, height].map((one) => Math.round(one * 10) / 10);
  }

  /** @param {HTMLElement} frame @param {DOMRect} shown @param {number[]} box */
  function inFrame(frame, shown, [x, y, width, height]) {
    const { paddingLeft, paddingTop } = getComputedStyle(frame);
    const wide = shown.width / frame.offsetWidth || 1;
    const high = shown.height / frame.offsetHeight || 1;
    const left = shown.x + (x + frame.clientLeft + parseFloat(paddingLeft)) * wide;
    return [left, shown.y + (y + frame.clientTop + parseFloat(paddingTop)) * high, width * wide, height * high];
  }

  /** By more than a move and a size: rotated, mirrored, skewed or in space. @param {Element} frame */
  function isTurned(frame) {
    for (let one = /** @type {Element | null} */ (frame); one; one = ask(one).parentElement ?? roundOf(one)) {
      const { transform, rotate, scale, offsetPath } = (viewOf(one) ?? window).getComputedStyle(one);
      const { is2D, a, b, c, d } = new DOMMatrix(transform);
      if (!is2D || b || c || a <= 0 || d <= 0) return true;
      if ([rotate, offsetPath].some((way) => way && way !== "none") || scale?.includes("-")) return true;
    }
    return false;
  }

  /** A look begins: what lies where is remembered anew. */
  function beginLook() {
    shared.seen = { boxes: new WeakMap(), scrolled: [scrollX, scrollY] };
  }

  /** @param {Element} element @param {number[]} box on the screen that is looked at */
  const remember = (element, box) => void shared.seen.boxes.set(element, box);

  /** How far an element has moved since the last look, by itself or by what holds it: a driver scrolls to what it
   * presses. An action lies where its target lay on the screen before it, so that picture, elements and action fit.
   * @param {Element} element
   * @returns {number[]} right and down */
  function movedSinceLook(element) {
    const { boxes, scrolled } = shared.seen;
    if (!ask(element).isConnected) return [0, 0];
    for (let one = /** @type {Element | null} */ (element); one; one = ask(one).parentElement ?? roundOf(one)) {
      const then = boxes.get(one);
      if (!then) continue;
      const [x, y, width, height] = boxOf(one);
      return width || height ? [x - then[0], y - then[1]] : [0, 0];
    }
    return scrolled && window === window.top ? [scrolled[0] - scrollX, scrolled[1] - scrollY] : [0, 0];
  }

  /** Where it lay on the screen that was looked at last. @param {Element} element */
  function boxAtLook(element) {
    const then = shared.seen.boxes.get(element);
    if (then) return then;
    const [right, down] = movedSinceLook(element);
    const [x, y, width, height] = boxOf(element);
    return [x - right, y - down, width, height].map((one) => Math.round(one * 10) / 10);
  }

  world.courtsideBoxes = { boxOf, fullBoxOf, beginLook, remember, movedSinceLook, boxAtLook };
})();
