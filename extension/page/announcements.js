// Tells what a page says of itself: live regions, toasts, dialogs, refused fields, also those that are soon gone. Knows
// no actions.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideAnnouncements")) return;
  const { ask, asElement } = world.courtsideDom;
  const { isSecret, isMasked, plainText } = world.courtsideSecrets;
  const { cut, nameOf, isShown } = world.courtsideElements;
  const { titleOf, DIALOG } = world.courtsidePageState;
  const leaving = world.courtsideLeaving;
  const LIVE = "[role=status],[role=alert],[role=log],[aria-live=polite],[aria-live=assertive],output";
  const SPEAKS = `${LIVE},${DIALOG}`;
  const WRONG = "[aria-invalid=true]";
  const TOAST = "[class*=toast i],[class*=snackbar i],[class*=flash i],[class*=notification i]";
  /** Things of which one more or less is no message. */
  const LISTED =
    "table,ul,ol,select,[role=list],[role=grid],[role=tree],[role=menu],[role=listbox],[role=tooltip],pre," +
    "[contenteditable]";
  const SHOWS = new Set(["class", "style", "hidden", "open", "aria-hidden"]);
  /** So many changes, nodes that they add and elements whose words are read for them, in each second: a few
   * milliseconds of the agent's own page time. Beyond it the page is looked over once, when the second is over or an
   * action or the end comes. Counted, not timed: on a busy machine a message would be lost to the time that other
   * programs took. */
  const MAX_CHANGES = 1000;
  const SECOND_MS = 1000;
  const PAUSE_MS = 100;
  const MAX_WORDS = 300;
  const MAX_TOAST = 160;
  /** A larger element is a part of the page, no message. */
  const MAX_DESCENDANTS = 200;
  const MAX_WAITING_ELEMENTS = 40;
  const MAX_SCANNED = 20;
  /** How many reports of one element are sent between two actions. */
  const MAX_REPORTS_OF_ONE = 3;
  /** How many reports of the whole page are sent between two actions. */
  const MAX_REPORTED = 20;
  /** So old is a message when it goes away by itself. */
  const TOAST_MS = [700, 20_000];

  /** @typedef {{kind: string, text: string, field?: string, at_ms: number}} Announcement */
  /** @type {((one: Announcement) => void) | null} */ let report = null;
  /** What was read and not told yet, by element. @type {Map<Element, Announcement[]>} */ const read = new Map();
  /** Elements to be looked at once the page has drawn them. @type {Set<Element>} */ const fresh = new Set();
  /** Fields that say that they are wrong. @type {Set<Element>} */ const wrong = new Set();
  /** Those that were told, or were so from the start. @type {WeakSet<Element>} */ const wrongBefore = new WeakSet();
  /** What each element said last. @type {WeakMap<Element, string>} */ const lastText = new WeakMap();
  /** @type {WeakMap<Element, number>} */ const born = new WeakMap();
  /** @type {WeakSet<Element>} */ const shown = new WeakSet();
  /** Of each element since the last action. @type {Map<Element, number>} */ const counts = new Map();
  let reportedSince = 0;
  let timer = 0;
  let second = 0;
  /** Of this second's changes. */
  let spent = 0;
  let over = 0;

  const now = () => Math.round(performance.timeOrigin + performance.now());

  /** @param {MutationRecord[]} changes */
  function notice(changes) {
    if (!report || ask(document).readyState === "loading") return; // it is looked over once it is there
    const began = performance.now();
    if (began - second > SECOND_MS) [second, spent] = [began, 0];
    for (const change of changes) {
      if (spent >= MAX_CHANGES) { lookOverSoon(); break; }
      spent += 1;
      try { consider(change); } catch { /* an element that cannot be asked says nothing */ }
    }
  }

  /** More happened than was looked at. */
  function lookOverSoon() {
    over ||= window.setTimeout(flush, SECOND_MS);
    leaving.wait("announced");
  }

  /** @param {MutationRecord} change */
  function consider({ type, target: node, attributeName, addedNodes, removedNodes }) {
    const target = asElement(node) ?? node.parentElement;
    if (!target) return;
    if (type === "attributes") return attribute(target, attributeName ?? "");
    const region = ask(target).closest(LIVE);
    if (region) return regionChanged(region, addedNodes);
    for (const one of addedNodes) {
      if ((spent += 1) > MAX_CHANGES) return lookOverSoon();
      if (asElement(one)) added(/** @type {Element} */ (one));
    }
    if (removedNodes.length === 1 && !addedNodes.length) removed(asElement(removedNodes[0]), target);
  }

  /** @param {Element} target @param {string} name */
  function attribute(target, name) {
    if (name === "aria-invalid" && ask(target).matches(WRONG)) later(wrong, target);
    if (SHOWS.has(name) && ask(target).matches(SPEAKS)) later(fresh, target);
  }

  /** @param {Set<Element>} waiting @param {Element} element */
  function later(waiting, element) {
    if (waiting.size < MAX_WAITING_ELEMENTS) waiting.add(element);
    else lookOverSoon();
    wake();
  }

  function wake() {
    timer ||= window.setTimeout(flush, PAUSE_MS);
    leaving.wait("announced");
  }

  /** @param {Element} region @param {NodeList} nodes */
  function regionChanged(region, nodes) {
    if (!ask(region).matches("[role=log]")) return noteText(region, kindOf(region), wordsIn(region));
    for (const one of nodes)
      if (asElement(one)) noteText(/** @type {Element} */ (one), "log", wordsIn(/** @type {Element} */ (one)));
  }

  /** @param {Element} element */
  function added(element) {
    born.set(element, performance.now());
    for (const one of [element, ...Array.from(ask(element).querySelectorAll(SPEAKS)).slice(0, MAX_SCANNED)]) {
      if (ask(one).matches(LIVE)) noteText(one, kindOf(one), wordsIn(one));
    }
    later(fresh, element);
  }

  /** @param {Element | null} element @param {Element} from */
  function removed(element, from) {
    const age = element ? performance.now() - (born.get(element) ?? -Infinity) : Infinity;
    if (
      !element ||
      age < TOAST_MS[0] ||
      age > TOAST_MS[1] ||
      lastText.has(element) ||
      ask(from).closest(LISTED) ||
      isMasked(from)
    )
      return;
    if (!ask(element).matches(LISTED) && !ask(element).matches(SPEAKS))
      noteText(element, "toast", short(wordsIn(element)));
  }

  /** @param {Element} element */
  function kindOf(element) {
    if (ask(element).matches(DIALOG)) return "dialog";
    if (ask(element).matches("[role=log]")) return "log";
    return ask(element).matches("[role=alert],[aria-live=assertive]") ? "alert" : "status";
  }

  /** What stands in an element, without secrets. @param {Element} element @returns {string} */
  function wordsIn(element) {
    const descendants = ask(element).getElementsByTagName("*").length;
    if (isMasked(element) || isSecret(element) || descendants > MAX_DESCENDANTS) return "";
    spent += descendants;
    return cut(plainText(element, undefined, " "), MAX_WORDS);
  }

  /** @param {string} text */
  const short = (text) => (text.length <= MAX_TOAST ? text : "");

  /** Text that is still being put together is one message.
   * @param {Element} element
   * @param {string} kind
   * @param {string} text
   * @param {string} [field] */
  function noteText(element, kind, text, field) {
    if (!text) lastText.delete(element);
    if (!text || lastText.get(element) === text) return;
    const was = lastText.get(element) ?? "";
    lastText.set(element, text);
    const waiting = read.get(element) ?? [];
    if (waiting.length && was && text.startsWith(was)) waiting.pop();
    const count = counts.get(element) ?? 0;
    if (count + waiting.length >= MAX_REPORTS_OF_ONE) return;
    read.set(element, [...waiting, { kind, text, ...(field && { field }), at_ms: now() }]);
    wake();
  }

  /** What was added or shown, once the page has drawn it. */
  function lookAtFresh() {
    for (const element of fresh) {
      if (!ask(element).isConnected) continue;
      const speakers = ask(element).matches(SPEAKS)
        ? [element]
        : Array.from(ask(element).querySelectorAll(SPEAKS)).slice(0, MAX_SCANNED);
      for (const one of speakers) appear(one);
      if (!speakers.length && isToast(element)) noteText(element, "toast", short(wordsIn(element)));
    }
    fresh.clear();
  }

  /** @param {Element} element */
  function appear(element) {
    const there = isShown(element) && ask(element).getClientRects().length > 0;
    const isDialog = ask(element).matches(DIALOG);
    if (!there) { shown.delete(element); if (isDialog) lastText.delete(element); return; }
    if (shown.has(element) && isDialog) return;
    shown.add(element);
    noteText(element, kindOf(element), isDialog ? wordsOfDialog(element) : wordsIn(element));
  }

  /** @param {Element} dialog */
  function wordsOfDialog(dialog) {
    const name = titleOf(dialog);
    const words = wordsIn(dialog);
    return words.startsWith(name) ? words : cut(`${name}: ${words}`, MAX_WORDS);
  }

  /** Lies over the page, or is called so. @param {Element} element */
  function isToast(element) {
    if (ask(element).closest(TOAST)) return true;
    for (
      let [one, up] = [/** @type {Element | null} */ (element), 0];
      one && one !== ask(document).body && up < 3;
      one = ask(one).parentElement, up += 1
    ) {
      if (getComputedStyle(one).position === "fixed") return !ask(element).closest(LISTED);
    }
    return false;
  }

  /** @param {Element} field */
  function wrongField(field) {
    wrongBefore.add(field);
    const ids = [ask(field).getAttribute("aria-errormessage"), ask(field).getAttribute("aria-describedby")]
      .join(" ")
      .split(/\s+/);
    const texts = ids.map((id) => id && ask(document).getElementById(id)).map((one) => (one ? wordsIn(one) : ""));
    refuse(field, texts.filter(Boolean).join(" "));
  }

  /** @param {Element} field @param {string} why */
  function refuse(field, why) {
    const text = isSecret(field) ? "" : cut(why, MAX_WORDS);
    lastText.delete(field);
    noteText(field, "validation", text || "invalid", cut(nameOf(field)) || undefined);
  }

  /** The browser refuses to send a form. @param {Event} event */
  function invalid(event) {
    const field = asElement(event.composedPath()[0]);
    if (report && field) refuse(field, /** @type {any} */ (field).validationMessage ?? "");
  }

  function begin() {
    for (const field of ask(document).querySelectorAll(WRONG)) wrongBefore.add(field);
    scan();
  }

  /** Everything that is there. */
  function scan() {
    if (!report || !ask(document).body) return;
    for (const one of found(SPEAKS)) later(fresh, one);
  }

  /** What was not looked at when it came. */
  function lookOver() {
    clearTimeout(over);
    over = 0;
    for (const one of found(SPEAKS)) appear(one);
    for (const field of found(WRONG)) if (!wrongBefore.has(field)) wrongField(field);
  }

  /** @param {string} selector */
  const found = (selector) => Array.from(ask(document).querySelectorAll(selector)).slice(0, MAX_SCANNED);

  /** Whatever was noticed is told now. */
  function flush() {
    clearTimeout(timer);
    timer = 0;
    if (!report) return;
    try {
      lookAtFresh();
      for (const field of wrong) wrongField(field);
      if (over) lookOver();
    } catch { fresh.clear(); }
    wrong.clear();
    clearTimeout(timer);
    timer = 0;
    for (const [element, waiting] of read) {
      counts.set(element, (counts.get(element) ?? 0) + waiting.length);
      for (const one of waiting) if ((reportedSince += 1) <= MAX_REPORTED) report(one);
    }
    read.clear();
    leaving.done("announced");
  }

  world.courtsideAnnouncements = {
    /** @param {(one: Announcement) => void} to */
    start(to) {
      report = to;
      addEventListener("invalid", invalid, { capture: true, passive: true });
      ask(document).addEventListener("DOMContentLoaded", begin, { once: true });
      if (ask(document).readyState !== "loading") begin();
    },
    stop() {
      flush();
      report = null;
      removeEventListener("invalid", invalid, { capture: true });
      ask(document).removeEventListener("DOMContentLoaded", begin);
      for (const one of [timer, over]) clearTimeout(one);
      timer = over = 0;
    },
    notice,
    flush,
    /** What comes from now on comes of another action. */
    acted() {
      flush();
      counts.clear();
      reportedSince = 0;
    },
  };
})();
