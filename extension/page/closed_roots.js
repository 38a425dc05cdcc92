// Says where a page may have closed shadow roots, for a browser that shows them to no script. Knows no secrets.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideClosedRoots")) return;
  const { ask } = world.courtsideDom;
  const { shared, shadowOf, roundOf } = world.courtsideTree;

  /** What `attachShadow` takes; a `-` is in the name of every custom element. */
  const HOSTS = /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$|-/;
  const hasEyes = Boolean(world.chrome?.dom?.openOrClosedShadowRoot);

  /** How often one element is searched: one that always changes its size, as a progress bar does, is left alone. */
  const MAX_SEARCHES = 5;

  let isSearched = hasEyes;
  /** What a search found to be no host: as it was then, and how often.
   * @type {WeakMap<Element, {form: string, times: number}>} */
  const searched = new WeakMap();
  /** @type {Map<Element, string>} */
  let suspects = new Map();

  /** @param {Element} element */
  function consider(element) {
    if (hasEyes || !HOSTS.test(ask(element).localName) || shadowOf(element)) return;
    const before = searched.get(element);
    const form = shared.shut.has(element) ? "shut" : (before?.times ?? 0) < MAX_SEARCHES && formOf(element);
    if (form && before?.form !== form) suspects.set(element, form);
  }

  /** Whether keys that it takes may go into a field that nobody sees. @param {Element} element */
  function mayHide(element) {
    if (hasEyes || !HOSTS.test(ask(element).localName) || shadowOf(element)) return false;
    if (!isSearched && element !== ask(document).body) return true;
    const form = formOf(element);
    return form !== "" && searched.get(element)?.form !== form;
  }

  /** A custom element attaches its root at once. Any other host shows nothing of its own, unless the root has slots for
   * it, and grows when the root comes. Empty: no host. @param {Element} element */
  function formOf(element) {
    if (ask(element).localName.includes("-") && element.matches(":defined")) return "defined";
    if (showsOwn(element)) return "";
    const { offsetWidth, offsetHeight } = /** @type {HTMLElement} */ (element); // a spinner that turns keeps these
    return `${offsetWidth}x${offsetHeight}`;
  }

  /** @param {Element} element */
  function showsOwn(element) {
    for (let node = element.firstChild; node; node = ask(node).nextSibling) {
      const { nodeType, nodeValue } = ask(node);
      if (nodeType === Node.TEXT_NODE && nodeValue?.trim()) return true;
      if (nodeType === Node.ELEMENT_NODE && ask(/** @type {Element} */ (node)).getClientRects().length) return true;
    }
    return false;
  }

  /** The smallest part of the page that holds all suspects. @returns {Node} */
  function place() {
    if (!isSearched) return document;
    const [first, ...others] = suspects.keys();
    /** @type {Set<Element | null>} */
    const round = new Set();
    for (let one = /** @type {Element | null} */ (first ?? null); one; one = above(one)) round.add(one);
    for (const other of others) {
      let shared = /** @type {Element | null} */ (other);
      while (shared && !round.has(shared)) shared = above(shared);
      for (const one of round) { if (one === shared) break; round.delete(one); }
    }
    return round.values().next().value ?? document;
  }

  /** @param {Element} element @returns {Element | null} */
  const above = (element) => ask(element).parentElement ?? roundOf(element);

  world.courtsideClosedRoots = {
    /** A look at every element begins. */
    begin() { suspects = new Map(); },
    consider,
    mayHide,
    place,
    /** Everything in `place` was searched. */
    done() {
      isSearched = true;
      for (const [element, form] of suspects)
        searched.set(element, { form, times: (searched.get(element)?.times ?? 0) + 1 });
      suspects = new Map();
    },
    /** Whether there may be one that nobody has searched for. */
    isOpen: () => !isSearched || suspects.size > 0,
  };
})();
