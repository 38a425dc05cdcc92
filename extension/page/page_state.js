// Tells which object a page shows, which of its fields are edited and not as they were, and which dialog waits. Knows
// no sockets.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsidePageState")) return;
  const { ask, asElement } = world.courtsideDom;
  const { is, shared } = world.courtsideTree;
  const { isMasked, isSecret, plainText } = world.courtsideSecrets;
  const { cut, nameOf, isEditable, isVisible } = world.courtsideElements;
  const DIALOG = "dialog,[role=dialog],[role=alertdialog]";
  const HEADING = "h2,h3,h4,h5,h6,[role=heading]";
  const TRAIL = "[aria-label*=breadcrumb i],[class*=breadcrumb i],[itemtype*=BreadcrumbList]";
  /** What stands between the parts of a trail, and no part of it. */
  const SEPARATORS = /^[\s/\\|>›»→·•]+|[\s/\\|>›»→·•]+$/g;
  const MAX_HEADINGS = 30;
  const MAX_PARTS = 10;
  const MAX_DIRTY_FIELDS = 20;

  /** What windows that can look into each other know together: what fields held before they were edited, and which
   * were.
   * @type {{loaded: WeakMap<Element, string>, edited: WeakSet<Element>}} */
  const edits = (shared.edits ??= { loaded: new WeakMap(), edited: new WeakSet() });

  /** @param {Element} field */
  function valueOf(field) {
    const any = ask(/** @type {any} */ (field));
    if (is(field, "select"))
      return Array.from(any.selectedOptions, (/** @type {HTMLOptionElement} */ one) => one.index).join(",");
    if (is(field, "input") && /^(checkbox|radio)$/.test(any.type)) return String(any.checked);
    return String(any.value ?? any.textContent ?? "");
  }

  /** As the page came, where nobody has looked since. @param {Element} field */
  function defaultOf(field) {
    const any = ask(/** @type {any} */ (field));
    if (is(field, "select"))
      return (
        Array.from(any.options)
          .flatMap((/** @type {any} */ one) => (one.defaultSelected ? [one.index] : []))
          .join(",") || "0"
      );
    if (is(field, "input") && /^(checkbox|radio)$/.test(any.type)) return String(any.defaultChecked);
    return String(any.defaultValue ?? "");
  }

  /** @param {Element | null} element */
  const isField = (element) =>
    Boolean(element) && (is(element, "select") || is(element, "input") || isEditable(element));

  /** What a field holds before it is edited is what it was loaded with: pages fill their fields by scripts.
   * @param {Element | null} field */
  function learn(field) {
    if (field && isField(field) && !edits.edited.has(field)) edits.loaded.set(field, valueOf(field));
  }

  /** @param {Event} event */
  const before = (event) => learn(asElement(event.composedPath()[0]));

  /** @param {Event} event */
  function edited(event) {
    const field = asElement(event.composedPath()[0]);
    if (!isField(field) || edits.edited.has(/** @type {Element} */ (field))) return;
    const known = /** @type {Element} */ (field);
    if (!edits.loaded.has(known)) edits.loaded.set(known, defaultOf(known));
    edits.edited.add(known);
  }

  /** @param {Element} field */
  const isDirty = (field) => edits.edited.has(field) && edits.loaded.get(field) !== valueOf(field);

  /** @param {Element} element @param {Element[]} [hidden] @returns {string} */
  const wordsIn = (element, hidden) =>
    isMasked(element) || isSecret(element) ? "" : cut(plainText(element, hidden, " "));

  /** Its first, else the largest of the lesser ones. @param {Element[]} hidden */
  function heading(hidden) {
    const first = Array.from(ask(document).querySelectorAll("h1"))
      .slice(0, MAX_HEADINGS)
      .find((one) => isVisible(one) && wordsIn(one, hidden));
    if (first) return wordsIn(first, hidden);
    let [largest, size] = ["", 0];
    for (const one of Array.from(ask(document).querySelectorAll(HEADING)).slice(0, MAX_HEADINGS)) {
      const its = isVisible(one) ? parseFloat(getComputedStyle(one).fontSize) : 0;
      if (its > size && wordsIn(one, hidden)) [largest, size] = [wordsIn(one, hidden), its];
    }
    return largest;
  }

  /** @param {Element[]} hidden @returns {string[]} */
  function breadcrumb(hidden) {
    const trail = Array.from(ask(document).querySelectorAll(TRAIL)).slice(0, MAX_PARTS).find((one) => isVisible(one));
    if (!trail) return [];
    const listed = Array.from(trail.querySelectorAll("li"));
    const parts = listed.length
      ? listed
      : Array.from(trail.querySelectorAll("*")).filter((one) => !one.firstElementChild);
    const words = parts
      .slice(0, 2 * MAX_PARTS)
      .map((one) => wordsIn(one, hidden).replace(SEPARATORS, ""))
      .filter(Boolean);
    return words.filter((one, at) => one !== words[at - 1]).slice(0, MAX_PARTS);
  }

  /** @param {Element} dialog @param {Element[]} [hidden] @returns {string} */
  function titleOf(dialog, hidden) {
    if (isMasked(dialog)) return "";
    const by = ask(dialog).getAttribute("aria-labelledby")?.split(/\s+/)[0];
    const head =
      (by && ask(document).getElementById(by)) || ask(dialog).querySelector("h1,h2,h3,h4,[role=heading],legend");
    return cut(ask(dialog).getAttribute("aria-label")) || (head ? wordsIn(head, hidden) : "");
  }

  /** The one that was opened last. @param {Element[]} hidden */
  function dialog(hidden) {
    const open = Array.from(ask(document).querySelectorAll(DIALOG)).filter((one) => isVisible(one)).at(-1);
    return open ? titleOf(open, hidden) || "dialog" : "";
  }

  /** @param {Element[]} fields that can be seen @param {Element[]} hidden secrets of the page */
  function see(fields, hidden) {
    for (const field of fields) learn(field);
    const dirty = fields.filter(isDirty);
    return {
      heading: heading(hidden),
      breadcrumb: breadcrumb(hidden),
      dialog: dialog(hidden),
      dirty: dirty.slice(0, MAX_DIRTY_FIELDS).map((one) => nameOf(one, hidden)),
      dirty_count: dirty.length,
    };
  }

  const listeners = /** @type {[string, (event: Event) => void][]} */ ([
    ["focusin", before],
    ["beforeinput", before],
    ["input", edited],
    ["change", edited],
  ]);
  world.courtsidePageState = {
    start() {
      for (const [type, listener] of listeners) addEventListener(type, listener, { capture: true, passive: true });
    },
    stop() {
      for (const [type, listener] of listeners) removeEventListener(type, listener, { capture: true });
    },
    isField,
    see,
    titleOf,
    DIALOG,
  };
})();
