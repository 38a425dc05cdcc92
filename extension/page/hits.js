// Finds the element that an event hit, and where in the tab. Knows no actions.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideHits")) return;
  const { ask, asElement, rootOf } = world.courtsideDom;
  const { shadowOf } = world.courtsideTree;
  const { boxOf, movedSinceLook } = world.courtsideBoxes;

  /** What a click inside of it is called by: the thing itself, not the panel round it. */
  const NAMED =
    "a,button,input,select,textarea,label,summary,option,[role=button],[role=link],[role=checkbox]," +
    "[role=radio],[role=tab],[role=menuitem],[role=option],[role=switch],[role=treeitem]";

  /** The innermost element that was hit, then the thing that a person would name. @param {Event} event */
  function hit(event) {
    const element = innermost(event);
    return ask(element).closest(NAMED) ?? element;
  }

  /** Also in closed shadow roots, which the event itself does not tell of. @param {Event} event */
  function innermost(event) {
    let element = event.composedPath().map(asElement).find(Boolean) ?? rootOf(document);
    for (let deeper = closedInside(element, event); deeper; deeper = closedInside(element, event)) element = deeper;
    return element;
  }

  /** @param {Element} element @param {Event} event @returns {Element | null} */
  function closedInside(element, event) {
    const root = shadowOf(element);
    if (!root || event.composedPath().includes(root)) return null;
    const mouse = /** @type {MouseEvent} */ (event);
    const inside =
      mouse.clientX === undefined ? root.activeElement : root.elementFromPoint(mouse.clientX, mouse.clientY);
    return inside && inside !== element ? inside : null;
  }

  /** In the tab's own coordinates, also from an inner frame, as the screen lay at the last look.
   * @param {MouseEvent} event
   * @param {number[]} [moved] how far what was hit has moved since then
   * @returns {number[] | null} null for a click that a script makes, which has no place */
  function pointOf(event, moved = movedSinceLook(innermost(event))) {
    if (!event.isTrusted && !event.clientX && !event.clientY) return null;
    const [x, y] = window === window.top ? [0, 0] : frameOffset();
    return [Math.round(event.clientX + x - moved[0]), Math.round(event.clientY + y - moved[1])];
  }

  function frameOffset() {
    const root = rootOf(document);
    const [x, y] = boxOf(root);
    const own = root.getBoundingClientRect();
    return [x - own.x, y - own.y];
  }

  world.courtsideHits = { hit, innermost, pointOf };
})();
