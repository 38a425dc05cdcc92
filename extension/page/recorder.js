// Sees what an agent does in a page and what the page shows. Knows nothing of sockets or tabs.
// A classic script: the extension's content script and the CDP observer inject the same file.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideRecorder")) return;

  const { ask, asElement, rootOf } = world.courtsideDom;
  const { shared, is, shadowOf, learn } = world.courtsideTree;
  const closedRoots = world.courtsideClosedRoots;
  const { isSecret, textOf, values } = world.courtsideSecrets;
  const { head, cut, boxOf, targetOf, isEditable, fieldOf } = world.courtsideElements;
  const { look, see, secrets, moves } = world.courtsideScreen;
  const keys = world.courtsideKeys;
  const announcements = world.courtsideAnnouncements;
  const pageState = world.courtsidePageState;
  /** After so long what was typed is told, and the screen looked at. */
  const TYPING_PAUSE_MS = 250;
  /** After so long what is typed next is another action. A driver on a busy machine pauses between two characters. */
  const TYPING_END_MS = 1000;
  const SCROLL_PAUSE_MS = 150;
  /** A driver on a busy machine presses so long after it brought something into view. */
  const UNASKED_SCROLL_MS = 1500;
  /** Of an action that still grows: between two tellings of it. */
  const GROWN_MS = 50;
  const CLICK_SUBMITS_MS = 400;
  const SCROLLED_BY_HAND_MS = 1000;
  /** Characters that go into no field, so soon after some that went into a secret one, may be more of the secret. */
  const SECRET_PAUSE_MS = 2000;
  /** Of one action. */
  const MAX_KEYS = 100;
  const MAX_TEXT = 20_000;
  /** What a click inside of it is called by: the thing itself, not the panel round it. */
  const NAMED =
    "a,button,input,select,textarea,label,summary,option,[role=button],[role=link],[role=checkbox]," +
    "[role=radio],[role=tab],[role=menuitem],[role=option],[role=switch],[role=treeitem]";

  /** Events after which a page closes its own window. */
  const CLOSES = ["click", "keydown", "input"];
  /** Events of which the browser counts how many there were. */
  const COUNTED = ["click", "auxclick", "keydown", "input"];

  /** @type {((event: object) => void) | null} */
  let emit = null;
  /** A frame's first, blank document leaves its window to the next one, without the listeners.
   * @type {Document | null} */
  let listensIn = null;
  /** What the browser is about to put into a field, unless the page keeps it from that. @type {{field: Element, event: Event} | null} */
  let offered = null;
  /** `told`: the action as it was told last. @type {{field: Element, at_ms: number, timer: number, reported: number, told?: any} | null} */
  let typing = null;
  /** @type {{target: EventTarget | null, dx: number, dy: number, at_ms: number, timer: number, asked: boolean, reported: number} | null} */
  let scrolling = null;
  /** Characters that a page takes itself. `held`: unless a field that nobody sees takes them, which tells of them at once.
   * @type {{target: Element, words: string[], at_ms: number, timer: number, reported: number, held: boolean, told?: any} | null} */
  let stroke = null;
  /** @type {WeakSet<object>} */
  const followed = new WeakSet();
  let lastSecretMs = 0;
  let lastWheelMs = 0;
  /** `told`: as a click, since its page went before it was let go of.
   * @typedef {{x: number, y: number, point: number[], at_ms: number, target: Element, told?: boolean}} Press */
  /** @type {Press | null} */
  let pressed = null;
  /** A press that was let go of, while its click may still come. @type {Press | null} */
  let released = null;
  /** A press with the first button, until that is let go of or drags. @type {Press | null} */
  let down = null;
  /** What is being dragged, and where it is. @type {{press: Press, to: number[]} | null} */
  let dragged = null;
  /** Where each part of the page is scrolled to, and how high it was then. @type {WeakMap<Element, number[]>} */
  const places = new WeakMap();
  /** The press that the last click ended. @type {Press | null} */
  let clicked = null;
  /** The field whose next edit was announced. @type {Element | null} */
  let announced = null;
  let lastClickMs = 0;
  /** What a label's click will click next, by itself. @type {Element | null} */
  let labelled = null;
  let lastChange = performance.now();
  let lastLook = 0;
  let looksAhead = false;
  /** The look that was asked for with `want`, and not told yet; 0: none. */
  let wanted = 0;
  let reportedSecret = false;
  /** What secret fields hold, as far as it was told. @type {Set<string>} */
  const reportedValues = new Set();
  /** How many of each the browser counted that were not heard. @type {Record<string, number>} */
  let unhandled = {};
  /** @type {Record<string, number>} */
  const handled = {};
  let complaining = 0;
  const observer = new MutationObserver((changes) => {
    lastChange = performance.now();
    announcements.notice(changes);
    if (changes.some((one) => one.target === document)) listen(); // document.open() takes all listeners away
    if (!complaining && missed().length) complaining = window.setTimeout(complain, TYPING_PAUSE_MS);
    tellOfSecrets();
  });

  const now = () => Math.round(performance.timeOrigin + performance.now());
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
    const inside = mouse.clientX === undefined ? root.activeElement : root.elementFromPoint(mouse.clientX, mouse.clientY);
    return inside && inside !== element ? inside : null;
  }

  /** `open`: the action still grows, and will be told again.
   * @param {string} kind @param {Element} element @param {object} [more] @param {boolean} [open] */
  function act(kind, element, more = {}, open = false) {
    removeEventListener("beforeunload", tellGrown);
    if (kind !== "type" && kind !== "scroll") lastChange = performance.now();
    const action = { kind, at_ms: now(), target: targetOf(element), .../** @type {any} */ (more) };
    if (isForeign()) action.raw = { ...action.raw, foreign: true };
    report({ type: "action", action, open });
    return action;
  }

  /** The end of an action that was told while it grew: as it was told, where nothing came to it. A field
   * that has lost its focus since is no newer state. @param {string} kind @param {Element} element @param {{text: string, at_ms: number}} more @param {any} told */
  function close(kind, element, more, told) {
    if (told?.text === more.text) report({ type: "action", action: told, open: false });
    else act(kind, element, more);
  }

  /** With what secret fields hold: it may be in the address of the next page, which knows nothing of them. @param {object} event */
  function report(event) {
    const known = values().filter((/** @type {string} */ one) => !reportedValues.has(one));
    for (const one of known) reportedValues.add(one);
    emit?.(known.length ? { ...event, known } : event);
  }

  /** Those who wait for quiet. The next action ends their wait before it takes effect.
   * @type {Set<() => void>} */
  const waiting = new Set();

  /** An action is about to take effect. The screen that it acts on is told here, where nobody has
   * looked at it since it changed: the agent is faster than the looks.
   * @param {boolean} [late] It has taken effect already: what is seen now is not the screen that it began on. */
  function intent(late = false) {
    announcements.acted();
    const screen = looksAhead && window === window.top ? screenBefore(late) : {};
    wanted = 0;
    for (const resolve of waiting) resolve();
    report({ type: "intent", at_ms: now(), ...screen });
  }

  function seen() {
    lastLook = performance.now();
    return see();
  }

  /** `same`: the screen is the one that was told last. @param {boolean} late */
  function screenBefore(late) {
    if (!wanted && waiting.size) return {};
    if (!wanted && lastChange <= lastLook) return { same: true };
    return late ? {} : seen();
  }

  /** A frame that its parent cannot look into says that it holds a secret. */
  function tellOfSecrets() {
    if (reportedSecret || !isForeign() || !holdsSecret()) return;
    reportedSecret = true;
    emit?.({ type: "secret-frame" });
  }

  /** Events that a listener of the page, which was there first, kept from us. */
  function missed() {
    return COUNTED.map((type) => ({ type, times: counted(type) - (handled[type] ?? 0) - (unhandled[type] ?? 0) })).filter((one) => one.times > 0);
  }

  /** @param {string} type @returns {number} of those that the browser itself made */
  const counted = (type) => /** @type {any} */ (performance).eventCounts?.get(type) ?? 0;

  /** They were something that the agent did: a step says so. */
  function complain() {
    clearTimeout(complaining);
    complaining = 0;
    const lost = missed();
    const root = rootOf(document);
    if (!lost.length || !root) return;
    for (const { type, times } of lost) unhandled[type] = (unhandled[type] ?? 0) + times;
    const what = lost.map(({ type, times }) => `${type} ${times}`).join(", ");
    act("other", root, { text: `${what}: the page keeps what is done in it from being recorded; watch before it is opened` });
  }

  /** Before anything else, so that no listener of ours can be missed. @param {Event} event */
  function count(event) {
    if (event.isTrusted) handled[event.type] = (handled[event.type] ?? 0) + 1;
  }

  function holdsSecret() {
    const { secrets: found, cut: isCut } = look();
    return isCut || found.length > 0;
  }

  function isForeign() {
    try { return window !== window.top && !window.frameElement; } catch { return true; }
  }

  function flush() {
    announcements.flush();
    complain();
    flushTyping();
    flushKeys();
    flushScroll();
  }

  /** For what comes in a task of its own: no click of an earlier press can follow. */
  function flushAll() {
    if (released) clickless(released);
    flush();
  }

  function flushTyping() {
    takeOffered();
    if (!typing) return;
    const { field, at_ms, timer, told } = typing;
    typing = null;
    clearTimeout(timer);
    close("type", field, { text: typedInto(field), at_ms }, told);
  }

  function tellTyping() {
    if (!typing) return;
    typing.timer = window.setTimeout(flushTyping, TYPING_END_MS - TYPING_PAUSE_MS);
    typing.told = act("type", typing.field, { text: typedInto(typing.field), at_ms: typing.at_ms }, true);
  }

  /** @param {Element} field */
  function typedInto(field) {
    const any = /** @type {any} */ (field);
    return isSecret(field) ? "" : head(String(any.value ?? any.editContext?.text ?? textOf(field, "textContent")), MAX_TEXT);
  }

  /** More was typed. @param {Element} field */
  function grow(field) {
    tellOfSecrets();
    if (isSecret(field)) lastSecretMs = now();
    if (typing && typing.field !== field) flushTyping();
    if (!typing && announced !== field) intent(true);
    announced = null;
    lastChange = performance.now();
    clearTimeout(typing?.timer);
    const at_ms = typing?.at_ms ?? now();
    const due = now() - (typing?.reported ?? 0) >= GROWN_MS;
    typing = { field, at_ms, timer: window.setTimeout(tellTyping, TYPING_PAUSE_MS), reported: due ? now() : typing?.reported ?? 0 };
    if (due) typing.told = act("type", field, { text: typedInto(field), at_ms }, true);
    else awaitLeave();
  }

  /** Some editors and masks put each character in themselves, or refuse it: no `input` will tell of it. */
  function takeOffered() {
    const last = offered;
    offered = null;
    if (last?.event.defaultPrevented) changed(last.field, last.event);
  }

  /** What a field holds has changed, or would have. @param {Element} field @param {Event} event that told of it */
  function changed(field, event) {
    if (stroke?.held) dropKeys();
    if (event.isTrusted && !is(field, "input", "textarea", "select") && !isEditable(field)) shared.shut.add(field);
    if (is(field, "select") || !(isEditable(field) || shared.shut.has(field))) return;
    grow(field);
  }

  /** Editors that draw their text themselves are told of it in an event of their own. @param {Element | null} element */
  function followEditor(element) {
    const context = /** @type {any} */ (element)?.editContext;
    if (!element || !context || followed.has(context)) return;
    followed.add(context);
    context.addEventListener("textupdate", () => { if (emit) grow(element); });
  }

  function flushKeys() {
    if (!stroke) return;
    clearTimeout(stroke.timer);
    const { target, words, at_ms, told } = stroke;
    stroke = null;
    close("press", target, { text: words.join(" "), at_ms }, told);
  }

  function tellKeys() {
    if (!stroke) return;
    if (stroke.held) return flushKeys();
    stroke.timer = window.setTimeout(flushKeys, TYPING_END_MS - TYPING_PAUSE_MS);
    stroke.told = act("press", stroke.target, { text: stroke.words.join(" "), at_ms: stroke.at_ms }, true);
  }

  /** Characters that come one after the other are one action, which grows.
   * @param {Element} target @param {string} word @param {boolean} held */
  function strike(target, word, held) {
    if (stroke && (stroke.target !== target || stroke.words.length >= MAX_KEYS)) flushKeys();
    if (!stroke) {
      flush();
      intent();
    }
    clearTimeout(stroke?.timer);
    const { words, at_ms, reported } = stroke ?? { words: [], at_ms: now(), reported: 0 };
    const due = !held && now() - reported >= GROWN_MS;
    stroke = { held, target, words: [...words, word], at_ms, timer: window.setTimeout(tellKeys, TYPING_PAUSE_MS), reported: due ? now() : reported };
    if (due) stroke.told = act("press", target, { text: stroke.words.join(" "), at_ms }, true);
    else if (!held) awaitLeave();
  }

  /** What has grown since it was told last is told before the page goes: in `pagehide` it is too late, as nobody
   * may listen to the old document any more. Heard only while there is something to tell: where a page listens,
   * the browser asks it before each navigation. */
  function awaitLeave() {
    addEventListener("beforeunload", tellGrown);
  }

  /** A page that goes, or an inner frame that is taken away, while a button is down gets no click, but the agent made one. */
  function tellPress() {
    if (!down) return;
    const { target, point, at_ms } = down;
    down.told = true;
    down = null;
    act("click", target, { point, at_ms });
  }

  /** It may grow on: not every page that is asked goes. */
  function tellGrown() {
    tellPress();
    clearTimeout(typing?.timer);
    tellTyping();
    if (stroke?.held) return;
    clearTimeout(stroke?.timer);
    tellKeys();
  }

  function dropKeys() {
    clearTimeout(stroke?.timer);
    stroke = null;
  }

  /** What of a character may be reported: nothing of one that may be part of a secret.
   * @param {Element} element that takes it @param {string} word */
  function wordFor(element, word) {
    const hidden = isSecret(element) || closedRoots.mayHide(element) || now() - lastSecretMs < SECRET_PAUSE_MS;
    if (hidden) lastSecretMs = now();
    return hidden ? "(secret)" : word;
  }

  function flushScroll() {
    if (!scrolling) return;
    const { target, dx, dy, at_ms, timer } = scrolling;
    scrolling = null;
    clearTimeout(timer);
    if (!dx && !dy) return;
    const element = asElement(target) ?? rootOf(document);
    act("scroll", element, { to_point: [dx, dy], at_ms });
  }

  /** Whether a driver brought into view what is pressed now: the scroll is part of the click.
   * @param {MouseEvent} event */
  function broughtIntoView(event) {
    if (!scrolling || scrolling.asked) return false;
    const [x, y] = [event.clientX + scrolling.dx, event.clientY + scrolling.dy];
    const wasInView = x >= 0 && x < innerWidth && y >= 0 && y < innerHeight;
    return !wasInView || now() - scrolling.at_ms < SCROLL_PAUSE_MS;
  }

  function dropScroll() {
    clearTimeout(scrolling?.timer);
    scrolling = null;
  }

  /** @param {MouseEvent} event */
  const pointOf = (event) => {
    const box = window === window.top ? [0, 0] : frameOffset();
    return [Math.round(event.clientX + box[0]), Math.round(event.clientY + box[1])];
  };
  function frameOffset() {
    const root = rootOf(document);
    const [x, y] = boxOf(root);
    const own = root.getBoundingClientRect();
    return [x - own.x, y - own.y];
  }

  /** A page that takes away what is pressed gets no click, but the agent made one.
   * @param {Press} press */
  function clickless(press) {
    if (press === released) released = null;
    if (press !== pressed || press === clicked) return;
    pressed = null;
    act("click", press.target, { point: press.point, at_ms: press.at_ms });
    lastClickMs = now();
  }

  /** @param {number[]} to_point */
  function dropped(to_point) {
    if (!dragged) return;
    const { target, point, at_ms } = dragged.press;
    dragged = null;
    act("drag", target, { point, to_point, at_ms });
  }

  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    pointerdown(event) {
      if (broughtIntoView(event)) dropScroll();
      flushAll();
      intent();
      pressed = { x: event.clientX, y: event.clientY, point: pointOf(event), at_ms: now(), target: hit(event) };
      down = event.isTrusted && event.button === 0 ? pressed : null;
      if (down) awaitLeave();
    },
    pointerup(event) {
      down = null;
      if (!pressed || pressed.told) return;
      const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
      if (far > 12 && event.button === 0) {
        act("drag", pressed.target, { point: pressed.point, to_point: pointOf(event), at_ms: pressed.at_ms });
        lastClickMs = now() + 50;
      } else if (event.button === 0) {
        const press = (released = pressed);
        setTimeout(() => clickless(press));
      }
    },
    pointercancel() { down = null; },
    click(event) {
      clicked = pressed;
      if (pressed?.told && event.isTrusted) {
        pressed = null;
        return;
      }
      const element = hit(event);
      if (event.detail === 0 && event.isTrusted && now() - lastClickMs < CLICK_SUBMITS_MS) return;
      if (now() <= lastClickMs) return;
      const echo = element === labelled && now() - lastClickMs < CLICK_SUBMITS_MS;
      labelled = is(element, "label") ? /** @type {HTMLLabelElement} */ (element).control : null;
      if (echo) return;
      flush();
      if (!event.isTrusted) intent();
      if (is(element, "option", "select")) return;
      act("click", element, { point: pointOf(event), at_ms: pressed?.at_ms ?? now() });
      lastClickMs = now();
      pressed = null;
    },
    dblclick(event) { act("double-click", hit(event), { point: pointOf(event) }); },
    contextmenu(event) { act("right-click", hit(event), { point: pointOf(event) }); },
    auxclick(event) {
      if (event.button !== 1) return;
      flush();
      if (!event.isTrusted) intent();
      act("click", hit(event), { point: pointOf(event), at_ms: pressed?.at_ms ?? now(), raw: { button: "middle" } });
      pressed = null;
    },
    dragstart(event) {
      const here = { x: event.clientX, y: event.clientY, point: pointOf(event), at_ms: now(), target: hit(event) };
      dragged = { press: pressed ?? here, to: pointOf(event) };
      pressed = down = null;
    },
    dragover(event) {
      if (dragged) dragged.to = pointOf(event);
    },
    drop(event) {
      const files = Array.from(event.dataTransfer?.files ?? [], (/** @type {File} */ one) => one.name);
      if (dragged) dropped(pointOf(event));
      else if (files.length) act("upload", hit(event), { text: files.join(", ") });
    },
    dragend() {
      if (dragged) dropped(dragged.to);
    },
    keydown(event) {
      const element = innermost(event);
      const secret = isSecret(element);
      followEditor(element);
      const kind = keys.kindOf(event, shared.shut.has(element) ? "lines" : fieldOf(element), secret);
      if (kind === "none") return;
      if (secret) lastSecretMs = now();
      if (kind === "character") return strike(hit(event), wordFor(element, keys.nameOf(event, true)), closedRoots.mayHide(element));
      if (kind === "key") flush(); // what was typed before it has a screen of its own
      if (!typing) intent();
      if (kind === "field") return;
      act("press", hit(event), { text: keys.nameOf(event) });
      lastClickMs = now();
    },
    beforeinput(event) {
      const field = innermost(event);
      if (event.inputType === "insertLineBreak" && is(field, "input")) return; // the Enter that was told: no line breaks there
      takeOffered();
      if (typing?.field !== field) {
        flushTyping();
        intent();
        announced = field;
      }
      if (!event.inputType.startsWith("format")) offered = { field, event };
      setTimeout(takeOffered);
    },
    input(event) {
      offered = null;
      changed(innermost(event), event);
    },
    change(event) {
      const field = /** @type {any} */ (event.composedPath()[0]);
      if (is(field, "select")) {
        flush();
        intent(true);
        const chosen = Array.from(field.selectedOptions, (/** @type {HTMLOptionElement} */ o) => cut(o.label || o.text)).join(", ");
        act("select", field, { text: isSecret(field) ? "" : chosen });
      } else if (is(field, "input") && field.type === "file") {
        intent(true);
        act("upload", field, { text: Array.from(field.files ?? [], (/** @type {File} */ f) => f.name).join(", ") });
      }
    },
    focusin(event) {
      followEditor(innermost(event));
      isSecret(innermost(event)); // what takes its place is known then
      tellOfSecrets();
    },
    focusout() { flushTyping(); },
    wheel() {
      if (now() - lastWheelMs > SCROLL_PAUSE_MS) intent();
      lastWheelMs = now();
    },
    touchmove() { lastWheelMs = now(); },
    scroll(event) {
      const target = event.target === document ? ask(document).scrollingElement : event.target;
      const element = asElement(target) ?? rootOf(document);
      const was = places.get(element) ?? [0, 0, 0];
      const { scrollLeft, scrollTop, scrollHeight, clientHeight } = ask(element);
      const here = [scrollLeft, scrollTop, scrollHeight];
      places.set(element, here);
      if (now() - lastClickMs < CLICK_SUBMITS_MS || typing) return;
      // A driver brings into view what it presses at once: the page may hear of the press first.
      if (pressed && now() - pressed.at_ms < CLICK_SUBMITS_MS && now() - lastWheelMs >= SCROLLED_BY_HAND_MS) return;
      const asked = now() - lastWheelMs < SCROLLED_BY_HAND_MS;
      // Parts of a page scroll by themselves (charts that watch their size, lists that follow).
      if (!asked && element !== ask(document).scrollingElement) return;
      // A page that gets shorter moves up to its own end.
      const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1;
      if (!asked && isAtEnd && scrollHeight < was[2] && scrollTop < was[1]) return;
      if (scrolling && scrolling.target !== element) flushScroll();
      if (!scrolling && !asked) intent();
      lastChange = performance.now();
      clearTimeout(scrolling?.timer);
      scrolling = {
        target: element,
        dx: (scrolling?.dx ?? 0) + here[0] - was[0],
        dy: (scrolling?.dy ?? 0) + here[1] - was[1],
        at_ms: scrolling?.at_ms ?? now(),
        timer: window.setTimeout(flushScroll, asked ? SCROLL_PAUSE_MS : UNASKED_SCROLL_MS),
        asked,
        reported: scrolling?.reported ?? 0,
      };
      if (!asked || now() - scrolling.reported < GROWN_MS) return;
      scrolling.reported = now();
      act("scroll", element, { to_point: [scrolling.dx, scrolling.dy], at_ms: scrolling.at_ms }, true);
    },
    pagehide() {
      tellPress();
      flushAll();
    },
  };

  /** @param {number} [quietMs] @param {number} [maxMs] @returns {Promise<void>} */
  function settle(quietMs = 150, maxMs = 1500) {
    const start = performance.now();
    return new Promise((resolve) => {
      const done = () => {
        waiting.delete(done);
        resolve();
      };
      let still = true; // a frame has come since something moved: with it the page is told that it ended
      const look = () => {
        if (!waiting.has(done)) return;
        const t = performance.now();
        const unchanged = ask(document).readyState === "complete" && t - Math.max(lastChange, start) >= quietMs;
        if (unchanged && moves()) still = false;
        else if (unchanged && !still) requestAnimationFrame(() => { still = true; });
        const quiet = unchanged && still;
        if (quiet || t - start >= maxMs) done();
        else setTimeout(look, 20);
      };
      waiting.add(done);
      look();
    });
  }

  /** Tells the screen once it is quiet, unless an action comes first, which tells it then.
   * @param {number} id @param {number} quietMs @param {number} maxMs */
  function want(id, quietMs, maxMs) {
    wanted = id;
    settle(quietMs, maxMs).then(() => {
      if (wanted !== id) return;
      wanted = 0;
      emit?.({ type: "look", id, ...seen() });
    });
  }

  /** After the page's own listeners: one of them has closed its window, which nothing else tells. */
  function tellClosing() {
    if (window !== window.top || !window.closed) return;
    tellGrown();
    emit?.({ type: "closing" });
  }

  /** Those that are there already stay as they are. */
  function listen() {
    for (const type of CLOSES) addEventListener(type, tellClosing, { passive: true });
    for (const type of COUNTED) addEventListener(type, count, { capture: true, passive: true });
    for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, { capture: true, passive: true });
  }

  const watched = { childList: true, subtree: true, attributes: true, characterData: true };
  world.courtsideRecorder = {
    /** `ahead`: tell of the screen before an action that came sooner than a look at it.
     * @param {(event: object) => void} to @param {boolean} [ahead] @param {string[]} [hide] CSS selectors */
    start(to, ahead = false, hide = []) {
      looksAhead = ahead;
      world.courtsideSecrets.mask(hide);
      const isNew = !emit || listensIn !== document;
      emit = to;
      if (!isNew) return;
      listensIn = document;
      for (const type of COUNTED) unhandled[type] = counted(type) - (handled[type] ?? 0);
      listen();
      followEditor(ask(document).activeElement);
      observer.observe(document, watched);
      pageState.start();
      announcements.start((/** @type {object} */ announced) => emit?.({ type: "announced", announced }));
      tellOfSecrets();
    },
    stop() {
      flushAll();
      announcements.stop();
      pageState.stop();
      emit = null;
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener, { capture: true });
      for (const type of COUNTED) removeEventListener(type, count, { capture: true });
      for (const type of CLOSES) removeEventListener(type, tellClosing);
      observer.disconnect();
    },
    flush: flushAll,
    settle,
    want,
    /** A closed shadow root, from the caller that can see it. @param {ShadowRoot} root */
    learn(root) {
      learn(root);
      observer.observe(root, watched);
      tellOfSecrets();
    },
    secrets,
    seen,
    isForeign,
  };
})();
