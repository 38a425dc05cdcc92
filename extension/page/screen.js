// Tells what a page shows, and where that must not be seen. Knows no events.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideScreen")) return;
  const { ask, rootOf } = world.courtsideDom;
  const { is, isFrame, inside, visit } = world.courtsideTree;
  const closedRoots = world.courtsideClosedRoots;
  const pageState = world.courtsidePageState;
  const { isField } = pageState;
  const { isMasked, isSecret, addressOf } = world.courtsideSecrets;
  const { boxOf, fullBoxOf, beginLook, remember } = world.courtsideBoxes;
  const { head, cut, nameOf, roleOf, stateOf, isEditable, isVisible, isShown, valueOf } = world.courtsideElements;
  /** A longer animation is part of the screen. */
  const MOVEMENT_MS = 1000;
  /** A look costs the agent's own page time: no more elements are looked at, and none after so long. */
  const MAX_LOOKED = 10_000;
  const LOOK_MS = 1000;
  const MAX_ELEMENTS = 500;
  const MAX_TEXT = 20_000;
  /** What shows a picture of its own making, from so many square units on: what is on it has no elements. */
  const DRAWING = "canvas,embed,object";
  const MIN_DRAWING_AREA_PX = 10_000;
  const INTERACTABLE =
    "a[href],button,input:not([type=hidden]),select,textarea,summary,label,option," +
    "[role=button],[role=link],[role=checkbox],[role=radio],[role=tab],[role=menuitem]," +
    "[role=option],[role=switch],[role=combobox],[role=textbox],[role=slider],[contenteditable=true]," +
    "[onclick],[tabindex]:not([tabindex='-1'])";

  const PICTURE = "img[alt],[role=img][aria-label],svg[aria-label],svg:has(> title)";

  /** What a picture shows, in the page's own words; one inside of a control is that control's name.
   * @param {Element} element */
  function captionOf(element) {
    if (!ask(element).matches(PICTURE) || ask(element).parentElement?.closest(INTERACTABLE)) return "";
    return cut(
      ask(element).getAttribute("alt") ||
        ask(element).getAttribute("aria-label") ||
        ask(element).querySelector("title")?.textContent,
    );
  }

  /** Words that stand directly in an element. @param {Element} element */
  function directText(element) {
    let text = "";
    for (const node of ask(element).childNodes) if (ask(node).nodeType === Node.TEXT_NODE) text += ask(node).nodeValue;
    return cut(text);
  }

  /** @param {Element} element */
  function isDrawing(element) {
    if (!ask(element).matches(DRAWING)) return false;
    const [, , width, height] = boxOf(element);
    return width * height >= MIN_DRAWING_AREA_PX;
  }

  /** While a view transition runs, the browser still shows the old screen, whose elements are gone.
   * @param {Document} shown */
  const changes = (shown) => Boolean(ask(shown).querySelector(":active-view-transition"));

  /** Somebody has zoomed in with two fingers: the picture shows a part of what boxes are measured in. Scroll bars are
   * up to 40 wide. */
  function isPinched() {
    const seen = window.visualViewport;
    if (!seen) return false;
    return seen.scale > 1.001 || seen.offsetLeft > 0.5 || seen.offsetTop > 0.5 || seen.width < innerWidth - 40;
  }

  /** What all boxes are measured in. A picture of another view than its boxes' has its secrets elsewhere. */
  function view() {
    const { scale, offsetLeft, offsetTop } = window.visualViewport ?? { scale: 1, offsetLeft: 0, offsetTop: 0 };
    return [performance.timeOrigin, innerWidth, innerHeight, devicePixelRatio, scale, offsetLeft, offsetTop].join(" ");
  }

  /** What can be seen, what must not be, and the frames that cannot be looked into from here.
   * @typedef {{visible: Element[], hidden: Element[], secrets: number[][], foreign: number[][],
   *   looked: number, until: number, cut: boolean}} Look `cut`: the page is larger than what was looked at.
   * @returns {Look} */
  function look() {
    closedRoots.begin();
    /** @type {Look} */
    const found = {
      visible: [],
      hidden: [],
      secrets: [],
      foreign: [],
      looked: 0,
      until: performance.now() + LOOK_MS,
      cut: false,
    };
    const root = rootOf(document);
    if (root) visit(root, (/** @type {Element} */ element) => lookSafely(element, found));
    const hidesSome = found.secrets.length > 0 || found.foreign.length > 0;
    if (root && (isMasked(root) || changes(document) || (hidesSome && isPinched()))) {
      found.secrets.push([0, 0, innerWidth, innerHeight]);
    }
    return found;
  }

  /** One that cannot be looked at costs no look: it is hidden, with all that is inside of it.
   * @param {Element} element
   * @param {Look} found */
  function lookSafely(element, found) {
    found.looked += 1;
    if (found.looked > MAX_LOOKED || (found.looked % 500 === 0 && performance.now() > found.until)) found.cut = true;
    if (found.cut) return false;
    try { return lookAt(element, found); } catch {
      found.secrets.push(fullBoxOf(element));
      found.hidden.push(element);
      return false;
    }
  }

  /** @param {Element} element @param {Look} found @returns {boolean} whether to look at what is inside of it */
  function lookAt(element, found) {
    closedRoots.consider(element);
    const visible = isVisible(element);
    const secret = isSecret(element);
    if (visible) found.visible.push(element);
    const inner = isFrame(element) ? inside(element) : null;
    if (visible && isFrame(element) && !inner) found.foreign.push(fullBoxOf(element));
    if (inner && changes(inner)) found.secrets.push(fullBoxOf(element));
    if (!secret) return true;
    const outermost = !isMasked(element) || !isMasked(ask(element).parentElement ?? element);
    const box = fullBoxOf(element);
    if (outermost && isShown(element) && box[2] >= 1 && box[3] >= 1) found.secrets.push(box);
    if (outermost && !is(element, "input")) found.hidden.push(element);
    return isMasked(element) || !(isEditable(element) || is(element, "select"));
  }

  /** @param {Look} found */
  function observe({ visible, hidden, cut: isCut }) {
    const elements = [];
    /** @type {Element[]} */ const fields = [];
    const texts = [];
    let length = 0;
    let more = isCut;
    beginLook();
    for (const element of visible) {
      if (more && elements.length >= MAX_ELEMENTS && length > MAX_TEXT) break;
      const secret = isSecret(element);
      const words = secret ? "" : directText(element);
      const interactable = ask(element).matches(INTERACTABLE) && (!is(element, "body") || isEditable(element));
      const caption = secret || interactable ? "" : captionOf(element);
      if (interactable && isField(element)) fields.push(element);
      if (words && !is(element, "option")) { texts.push(words); length += words.length + 1; }
      if (!interactable && !words && !caption && (more || secret || !isDrawing(element))) continue;
      if (elements.length >= MAX_ELEMENTS) { more = true; continue; }
      const box = boxOf(element);
      remember(element, box);
      elements.push({
        id: elements.length + 1,
        tag: ask(element).tagName.toLowerCase(),
        role: roleOf(element),
        text: interactable ? nameOf(element, hidden) : words,
        value: secret ? "" : valueOf(element, hidden),
        ...(caption && { caption }),
        box,
        interactable,
        state: stateOf(element, secret),
      });
    }
    return {
      at_ms: Math.round(performance.timeOrigin + performance.now()),
      url: head(addressOf(location.href), 20_000),
      title: cut(/\s/.test(ask(document).title) ? ask(document).title : addressOf(ask(document).title), 500),
      width: innerWidth,
      height: innerHeight,
      scale: devicePixelRatio,
      text: head(texts.join("\n"), MAX_TEXT),
      page: pageState.see(fields, hidden),
      elements,
      elements_cut: more,
    };
  }

  /** Where there is something that must not be seen. @param {Look} found */
  function hiddenParts(found) {
    return {
      secrets: found.secrets,
      foreign: found.foreign,
      cut: found.cut,
      view: view(),
      unsearched: closedRoots.isOpen(),
    };
  }

  const secrets = () => hiddenParts(look());

  function see() {
    const found = look();
    return { look: observe(found), ...hiddenParts(found) };
  }

  /** A transition runs, which shows another screen at its end, and often changes the page once more. */
  function moves() {
    return (
      changes(document) ||
      ask(document)
        .getAnimations()
        .some(
          (/** @type {Animation} */ one) =>
            one.playState === "running" && Number(one.effect?.getComputedTiming().endTime) <= MOVEMENT_MS,
        )
    );
  }

  world.courtsideScreen = { look, see, secrets, moves };
})();
