// Finds every element of a page, through shadow roots and same-origin frames. Knows no secrets.
// An element may be of another window, whose classes are not ours: it is asked for its name, never for its class.
// @ts-check
/** Where a secret field stands. @typedef {{field: Element, root: Node, parent: Node | null, index: number, form:
 * Element | null,   formIndex: number, formSize: number, name: string, id: string, address: string}} Place */
/** `closed`: closed shadow roots by their host. `shut`: hosts of closed roots that nobody has handed over. `secret`:
 * fields that were a secret once. `plain`: fields that were none. `places`: where secret fields stand. `values`: what
 * is in them.
 * @typedef {{closed: WeakMap<Element, ShadowRoot>, shut: WeakSet<Element>, secret: WeakSet<Element>, plain:
 * WeakSet<Element>,   places: Place[], values: string[], seen: Seen}} Shared `seen`: at the last look. */
/** Where each thing lay on the screen that was looked at last, and how far that was scrolled.
 * @typedef {{boxes: WeakMap<Element, number[]>, scrolled: number[] | null}} Seen */
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideTree")) return;
  const { ask, viewOf, rootOf } = world.courtsideDom;

  const LEFT_OUT = /^(?:script|style|noscript|template|head)$/;
  const FRAMES = /^(?:iframe|frame|object|embed|fencedframe)$/;

  /** What windows that can look into each other know together: an outer one looks at an inner one's elements.
   * @type {Shared} */
  const shared = ofParent() ?? { closed: new WeakMap(), shut: new WeakSet(), secret: new WeakSet(),
    plain: new WeakSet(), places: [], values: [], seen: { boxes: new WeakMap(), scrolled: null } };

  function ofParent() {
    try { return world.parent === world ? null : world.parent.courtsideTree?.shared; } catch { return null; }
  }

  /** @param {Element | null | undefined} element @param {...string} names */
  const is = (element, ...names) => Boolean(element) && names.includes(ask(/** @type {Element} */ (element)).localName);

  /** @param {Element} element @returns {ShadowRoot | null} */
  function shadowOf(element) {
    const known = ask(element).shadowRoot ?? shared.closed.get(element);
    if (known) return known;
    try { return world.chrome?.dom?.openOrClosedShadowRoot?.(element) ?? null; } catch { return null; }
  }

  /** A closed shadow root, from the caller that can see it. @param {ShadowRoot} root */
  function learn(root) {
    shared.closed.set(root.host, root);
    shared.shut.delete(root.host);
  }

  /** What holds the tree that an element is in: a shadow root's host, a frame.
   * @param {Element} element
   * @returns {Element | null} */
  function roundOf(element) {
    const root = /** @type {any} */ (ask(element).getRootNode());
    return root.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? root.host ?? null : viewOf(element)?.frameElement ?? null;
  }

  /** @param {Element} element */
  const isFrame = (element) => FRAMES.test(ask(element).localName);

  /** The document in a frame, where it can be looked into. @param {Element} frame @returns {Document | null} */
  function inside(frame) {
    try { return /** @type {any} */ (frame).contentDocument ?? null; } catch { return null; }
  }

  /** Shows every element below a root, in document order; what is below one for which `see` returns false is left out.
   * @param {ParentNode} root @param {(element: Element) => boolean | void} see */
  function visit(root, see) {
    for (let child = ask(root).firstElementChild; child; child = ask(child).nextElementSibling) {
      if (LEFT_OUT.test(ask(child).localName) || see(child) === false) continue;
      const shadow = shadowOf(child);
      if (shadow) visit(shadow, see);
      const inner = isFrame(child) ? inside(child) : null;
      visit((inner && rootOf(inner)) || child, see);
    }
  }

  world.courtsideTree = { shared, is, shadowOf, learn, roundOf, isFrame, inside, visit };
})();
