// Sees what an agent does in a page and what the page shows. Knows nothing of sockets or tabs.
// A classic script: the extension's content script and the CDP observer inject the same file.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (world.courtsideRecorder) return;

  const { clean } = world.courtsideAddresses;
  const { shared, is, shadowOf, isFrame, inside, visit, learn } = world.courtsideTree;
  const closedRoots = world.courtsideClosedRoots;
  const { isMasked, isSecret, plainText, textOf } = world.courtsideSecrets;
  const TYPING_PAUSE_MS = 250;
  const SCROLL_PAUSE_MS = 150;
  /** Of an action that still grows: between two tellings of it. */
  const GROWN_MS = 50;
  const CLICK_SUBMITS_MS = 400;
  const SCROLLED_BY_HAND_MS = 1000;
  /** A longer animation is part of the screen. */
  const MOVEMENT_MS = 1000;
  const MAX_ELEMENTS = 500;
  const MAX_TEXT = 20_000;
  const MAX_NAME = 200;
  const INTERACTABLE =
    "a[href],button,input:not([type=hidden]),select,textarea,summary,label,option," +
    "[role=button],[role=link],[role=checkbox],[role=radio],[role=tab],[role=menuitem]," +
    "[role=option],[role=switch],[role=combobox],[role=textbox],[role=slider],[contenteditable=true]," +
    "[onclick],[tabindex]:not([tabindex='-1'])";
  /** What a click inside of it is called by: the thing itself, not the panel round it. */
  const NAMED =
    "a,button,input,select,textarea,label,summary,option,[role=button],[role=link],[role=checkbox]," +
    "[role=radio],[role=tab],[role=menuitem],[role=option],[role=switch],[role=treeitem]";
  const NAMED_KEYS = new Set([
    "Enter", "Escape", "Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight",
    "PageUp", "PageDown", "Home", "End", "Delete", "Backspace",
  ]);
  const TEXT_INPUTS = /^(text|search|email|url|tel|password|number|date|time|month|week|datetime-local|color|range|)$/;

  /** @type {((event: object) => void) | null} */
  let emit = null;
  /** @type {{field: Element, at_ms: number, timer: number, told: number} | null} */
  let typing = null;
  /** @type {{target: EventTarget | null, dx: number, dy: number, at_ms: number, timer: number, asked: boolean, told: number} | null} */
  let scrolling = null;
  let lastWheelMs = 0;
  /** @typedef {{x: number, y: number, point: number[], at_ms: number, target: Element}} Press */
  /** @type {Press | null} */
  let pressed = null;
  /** The press that the last click ended. @type {Press | null} */
  let clicked = null;
  let lastClickMs = 0;
  /** What a label's click will click next, by itself. @type {Element | null} */
  let labelled = null;
  let lastChange = performance.now();
  let lastLook = 0;
  let looksAhead = false;
  /** The look that was asked for with `want`, and not told yet; 0: none. */
  let wanted = 0;
  let saidSecret = false;
  const observer = new MutationObserver(() => {
    lastChange = performance.now();
    tellOfSecrets();
  });

  const now = () => Math.round(performance.timeOrigin + performance.now());
  /** @param {string | null | undefined} text @param {number} [most] */
  const cut = (text, most = MAX_NAME) => head((text ?? "").replace(/\s+/g, " ").trim(), most);

  /** The beginning of a text, never half a character: a lone surrogate is no text anywhere else.
   * @param {string} text @param {number} most UTF-16 units */
  function head(text, most) {
    const high = text.charCodeAt(most - 1);
    const begin = text.slice(0, text.length > most && high >= 0xd800 && high < 0xdc00 ? most - 1 : most);
    return begin.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
  }

  /** What a person would call it. @param {Element} element @param {Element[]} [hidden] secrets of the page, where they are known
   * @returns {string} */
  function nameOf(element, hidden) {
    if (isMasked(element)) return "";
    const any = /** @type {any} */ (element);
    const aria = element.getAttribute("aria-label");
    if (aria) return cut(aria);
    const by = element.getAttribute("aria-labelledby");
    if (by) {
      const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
      const named = by.split(/\s+/).map((id) => root.getElementById?.(id)).filter((one) => one && !isSecret(one));
      const text = named.map((one) => plainText(one, hidden)).join(" ");
      if (cut(text)) return cut(text);
    }
    if (is(element, "input") && /^(submit|button|reset)$/.test(any.type)) return cut(any.value || any.type);
    if (any.labels?.length) {
      const text = Array.from(any.labels, (/** @type {Element} */ label) => plainText(label, hidden)).join(" ");
      if (cut(text)) return cut(text);
    }
    if (is(element, "input", "textarea")) return cut(any.placeholder || any.title || any.name || element.id);
    if (is(element, "select")) return cut(any.title || any.name || element.id);
    const image = element.matches("img,svg") ? element : element.querySelector("img[alt],svg title");
    return cut(isSecret(element) ? "" : textOf(element, "innerText", hidden)) || cut(image?.getAttribute("alt") ?? image?.textContent) ||
      cut(element.getAttribute("title")) || cut(element.getAttribute("data-testid"));
  }

  /** @param {Element} element */
  function roleOf(element) {
    const role = element.getAttribute("role");
    if (role) return role;
    const tag = element.tagName.toLowerCase();
    if (tag === "input") {
      const { type } = /** @type {HTMLInputElement} */ (element);
      if (type === "checkbox" || type === "radio") return type;
      return /^(submit|button|reset|image)$/.test(type) ? "button" : "textbox";
    }
    const known = /** @type {Record<string, string>} */ ({
      a: "link", button: "button", select: "combobox", textarea: "textbox", option: "option",
      img: "img", summary: "button", h1: "heading", h2: "heading", h3: "heading", h4: "heading",
      label: "label", li: "listitem", td: "cell", th: "columnheader", p: "text", span: "text", div: "text",
    });
    return known[tag] ?? "";
  }

  /** @param {Element} element @param {boolean} secret @returns {string[]} */
  function stateOf(element, secret) {
    const any = /** @type {any} */ (element);
    const states = [];
    if (any.checked === true || element.getAttribute("aria-checked") === "true") states.push("checked");
    if (any.selected === true || element.getAttribute("aria-selected") === "true") states.push("selected");
    if (any.disabled === true || element.getAttribute("aria-disabled") === "true") states.push("disabled");
    if (element === element.ownerDocument.activeElement) states.push("focused");
    if (element.getAttribute("aria-expanded") === "true" || any.open === true) states.push("expanded");
    if (any.required === true) states.push("required");
    if (element.getAttribute("aria-invalid") === "true") states.push("invalid");
    if (secret) states.push("secret");
    return states;
  }

  /** Its box in the main viewport, through same-origin frames. @param {Element} element */
  function boxOf(element) {
    let { x, y, width, height } = element.getBoundingClientRect();
    try {
      for (let w = element.ownerDocument.defaultView; w && w.frameElement; w = /** @type {any} */ (w.parent)) {
        const frame = /** @type {HTMLElement} */ (w.frameElement);
        const shown = frame.getBoundingClientRect();
        const { paddingLeft, paddingTop } = getComputedStyle(frame);
        const wide = shown.width / frame.offsetWidth || 1;
        const high = shown.height / frame.offsetHeight || 1;
        x = shown.x + (x + frame.clientLeft + parseFloat(paddingLeft)) * wide;
        y = shown.y + (y + frame.clientTop + parseFloat(paddingTop)) * high;
        width *= wide;
        height *= high;
      }
    } catch { /* a frame of another origin: its own viewport is all it knows */ }
    return [x, y, width, height].map((one) => Math.round(one * 10) / 10);
  }

  /** @param {Element} element */
  function targetOf(element) {
    return {
      tag: element.tagName.toLowerCase(),
      role: roleOf(element),
      text: nameOf(element),
      box: boxOf(element),
      state: stateOf(element, isSecret(element)),
      frame_url: window === window.top ? "" : head(clean(location.href), 2000),
    };
  }

  /** The innermost element that was hit, then the thing that a person would name. @param {Event} event */
  function hit(event) {
    const element = innermost(event);
    return element.closest(NAMED) ?? element;
  }

  /** Also in closed shadow roots, which the event itself does not tell of. @param {Event} event */
  function innermost(event) {
    let element = event.composedPath().map(asElement).find(Boolean) ?? document.documentElement;
    for (let deeper = closedInside(element, event); deeper; deeper = closedInside(element, event)) element = deeper;
    return element;
  }

  /** @param {any} target @returns {Element | null} */
  const asElement = (target) => (target?.nodeType === Node.ELEMENT_NODE ? target : null);

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
    if (kind !== "type" && kind !== "scroll") lastChange = performance.now();
    const raw = isForeign() ? { raw: { foreign: true } } : {};
    emit?.({ type: "action", action: { kind, at_ms: now(), target: targetOf(element), ...more, ...raw }, open });
  }

  /** Those who wait for quiet. The next action ends their wait before it takes effect.
   * @type {Set<() => void>} */
  const waiting = new Set();

  /** An action is about to take effect. The screen that it acts on is told here, where nobody has
   * looked at it since it changed: the agent is faster than the looks. */
  function intent() {
    const met = looksAhead && window === window.top ? meet() : {};
    wanted = 0;
    for (const resolve of waiting) resolve();
    emit?.({ type: "intent", at_ms: now(), ...met });
  }

  /** `same`: the screen is the one that was told last. */
  function meet() {
    if (!wanted && waiting.size) return {};
    if (!wanted && lastChange <= lastLook) return { same: true };
    return seen();
  }

  /** A frame that its parent cannot look into says that it holds a secret. */
  function tellOfSecrets() {
    if (saidSecret || !isForeign() || !look().secrets.length) return;
    saidSecret = true;
    emit?.({ type: "secret-frame" });
  }

  function isForeign() {
    try { return window !== window.top && !window.frameElement; } catch { return true; }
  }

  function flush() {
    flushTyping();
    flushScroll();
  }

  function flushTyping() {
    if (!typing) return;
    const { field, at_ms, timer } = typing;
    typing = null;
    clearTimeout(timer);
    act("type", field, { text: typedInto(field), at_ms });
  }

  /** @param {Element} field */
  function typedInto(field) {
    const any = /** @type {any} */ (field);
    return isSecret(field) ? "" : head(String(any.value ?? textOf(field, "textContent")), MAX_TEXT);
  }

  function flushScroll() {
    if (!scrolling) return;
    const { target, dx, dy, at_ms, timer } = scrolling;
    scrolling = null;
    clearTimeout(timer);
    if (!dx && !dy) return;
    const element = asElement(target) ?? document.documentElement;
    act("scroll", element, { to_point: [dx, dy], at_ms });
  }

  /** Brought into view for a click by the driver: part of the click. */
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
    const [x, y] = boxOf(document.documentElement);
    const own = document.documentElement.getBoundingClientRect();
    return [x - own.x, y - own.y];
  }

  /** A page that takes away what is pressed gets no click, but the agent made one.
   * @param {Press} press */
  function clickless(press) {
    if (press !== pressed || press === clicked) return;
    pressed = null;
    act("click", press.target, { point: press.point, at_ms: press.at_ms });
    lastClickMs = now();
  }

  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    pointerdown(event) {
      if (scrolling && !scrolling.asked) dropScroll();
      flush();
      intent();
      pressed = { x: event.clientX, y: event.clientY, point: pointOf(event), at_ms: now(), target: hit(event) };
    },
    pointerup(event) {
      if (!pressed) return;
      const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
      if (far > 12 && event.button === 0) {
        act("drag", pressed.target, { point: pressed.point, to_point: pointOf(event), at_ms: pressed.at_ms });
        lastClickMs = now() + 50;
      } else if (event.button === 0) {
        const press = pressed;
        setTimeout(() => clickless(press));
      }
    },
    click(event) {
      clicked = pressed;
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
    keydown(event) {
      const shortcut = event.ctrlKey || event.metaKey || (event.altKey && event.key.length === 1);
      const element = hit(event);
      const editing = isEditable(element) && /^(Backspace|Delete|Arrow|Home|End)/.test(event.key);
      const editingShortcut = isEditable(element) && shortcut && /^[acvxz]$/i.test(event.key);
      const presses = (NAMED_KEYS.has(event.key) || shortcut) && !editing && !editingShortcut;
      if (presses) flush(); // what was typed before it has a screen of its own
      if (!typing) intent();
      if (!presses) return;
      const keys = [event.ctrlKey && "Control", event.metaKey && "Meta", event.altKey && "Alt",
        event.shiftKey && "Shift", event.key].filter(Boolean).join("+");
      act("press", element, { text: keys });
      lastClickMs = now();
    },
    input(event) {
      const field = innermost(event);
      if (event.isTrusted && !is(field, "input", "textarea", "select") && !isEditable(field)) shared.shut.add(field);
      if (is(field, "select") || !(isEditable(field) || shared.shut.has(field))) return;
      tellOfSecrets();
      if (typing && typing.field !== field) flushTyping();
      if (!typing) intent();
      lastChange = performance.now();
      clearTimeout(typing?.timer);
      const at_ms = typing?.at_ms ?? now();
      const due = now() - (typing?.told ?? 0) >= GROWN_MS;
      typing = { field, at_ms, timer: window.setTimeout(flushTyping, TYPING_PAUSE_MS), told: due ? now() : typing?.told ?? 0 };
      if (due) act("type", field, { text: typedInto(field), at_ms }, true);
    },
    change(event) {
      const field = /** @type {any} */ (event.composedPath()[0]);
      if (is(field, "select")) {
        flush();
        intent();
        const chosen = Array.from(field.selectedOptions, (/** @type {HTMLOptionElement} */ o) => cut(o.label || o.text)).join(", ");
        act("select", field, { text: chosen });
      } else if (is(field, "input") && field.type === "file") {
        intent();
        act("upload", field, { text: Array.from(field.files ?? [], (/** @type {File} */ f) => f.name).join(", ") });
      }
    },
    focusin(event) {
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
      const target = event.target === document ? document.scrollingElement : event.target;
      const element = asElement(target) ?? document.documentElement;
      const any = /** @type {any} */ (element);
      const was = any.__courtsideScroll ?? [0, 0];
      const here = [element.scrollLeft, element.scrollTop];
      any.__courtsideScroll = here;
      if (now() - lastClickMs < CLICK_SUBMITS_MS || typing) return;
      const asked = now() - lastWheelMs < SCROLLED_BY_HAND_MS;
      // Parts of a page scroll by themselves (charts that watch their size, lists that follow).
      if (!asked && element !== document.scrollingElement) return;
      if (scrolling && scrolling.target !== element) flushScroll();
      if (!scrolling && !asked) intent();
      lastChange = performance.now();
      clearTimeout(scrolling?.timer);
      scrolling = {
        target: element,
        dx: (scrolling?.dx ?? 0) + here[0] - was[0],
        dy: (scrolling?.dy ?? 0) + here[1] - was[1],
        at_ms: scrolling?.at_ms ?? now(),
        timer: window.setTimeout(flushScroll, SCROLL_PAUSE_MS),
        asked,
        told: scrolling?.told ?? 0,
      };
      if (!asked || now() - scrolling.told < GROWN_MS) return;
      scrolling.told = now();
      act("scroll", element, { to_point: [scrolling.dx, scrolling.dy], at_ms: scrolling.at_ms }, true);
    },
    pagehide() { flush(); },
  };

  /** @param {Element} element */
  function isEditable(element) {
    if (is(element, "input")) return TEXT_INPUTS.test(/** @type {HTMLInputElement} */ (element).type);
    return is(element, "textarea") || /** @type {any} */ (element).isContentEditable === true;
  }

  /** @param {Element} element */
  function isVisible(element) {
    const r = element.getBoundingClientRect();
    if (r.width < 1 || r.height < 1) return is(element, "option");
    const view = element.ownerDocument.defaultView ?? window;
    const style = view.getComputedStyle(element);
    return style.visibility !== "hidden" && style.display !== "none" && Number(style.opacity) > 0.05;
  }

  /** Words that stand directly in an element. @param {Element} element */
  function directText(element) {
    let text = "";
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue;
    return cut(text);
  }

  /** What can be seen, what must not be, and the frames that cannot be looked into from here.
   * @typedef {{visible: Element[], hidden: Element[], secrets: number[][], foreign: number[][]}} Look
   * @returns {Look} */
  function look() {
    closedRoots.begin();
    /** @type {Look} */
    const found = { visible: [], hidden: [], secrets: [], foreign: [] };
    if (document.documentElement) visit(document.documentElement, (/** @type {Element} */ element) => lookAt(element, found));
    if (document.documentElement && isMasked(document.documentElement)) found.secrets.push([0, 0, innerWidth, innerHeight]);
    return found;
  }

  /** @param {Element} element @param {Look} found @returns {boolean} whether to look at what is inside of it */
  function lookAt(element, found) {
    closedRoots.consider(element);
    const visible = isVisible(element);
    const secret = isSecret(element);
    if (visible && !is(element, "body")) found.visible.push(element);
    if (visible && isFrame(element) && !inside(element)) found.foreign.push(boxOf(element));
    if (!secret) return true;
    const outermost = !isMasked(element) || !isMasked(element.parentElement ?? element);
    if (visible && outermost) found.secrets.push(boxOf(element));
    if (outermost && !is(element, "input")) found.hidden.push(element);
    return isMasked(element) || !isEditable(element);
  }

  /** @param {Look} found */
  function observe({ visible, hidden }) {
    lastLook = performance.now();
    const elements = [];
    const texts = [];
    let length = 0;
    for (const element of visible) {
      if (elements.length >= MAX_ELEMENTS && length > MAX_TEXT) break;
      const secret = isSecret(element);
      const words = secret ? "" : directText(element);
      const interactable = element.matches(INTERACTABLE);
      if (words && !is(element, "option")) { texts.push(words); length += words.length + 1; }
      if (elements.length >= MAX_ELEMENTS || (!interactable && !words)) continue;
      elements.push({
        id: elements.length + 1,
        tag: element.tagName.toLowerCase(),
        role: roleOf(element),
        text: interactable ? nameOf(element, hidden) : words,
        value: secret ? "" : valueOf(element, hidden),
        box: boxOf(element),
        interactable,
        state: stateOf(element, secret),
      });
    }
    return {
      at_ms: now(),
      url: head(clean(location.href), 20_000),
      title: cut(/\s/.test(document.title) ? document.title : clean(document.title), 500),
      width: innerWidth,
      height: innerHeight,
      scale: devicePixelRatio,
      text: head(texts.join("\n"), MAX_TEXT),
      elements,
    };
  }

  /** @param {Element} element @param {Element[]} hidden @returns {string} */
  function valueOf(element, hidden) {
    const any = /** @type {any} */ (element);
    if (is(element, "select")) return cut(any.selectedOptions[0]?.label);
    return isEditable(element) ? cut(String(any.value ?? textOf(element, "textContent", hidden))) : "";
  }

  /** Where there is something that must not be seen, now. */
  function secrets() {
    const { secrets: boxes, foreign } = look();
    return { secrets: boxes, foreign, unsearched: closedRoots.isOpen() };
  }

  function seen() {
    const found = look();
    return { look: observe(found), secrets: found.secrets, foreign: found.foreign, unsearched: closedRoots.isOpen() };
  }

  /** A transition runs, which shows another screen at its end, and often changes the page once more. */
  function moves() {
    return document.getAnimations().some((one) => one.playState === "running" && Number(one.effect?.getComputedTiming().endTime) <= MOVEMENT_MS);
  }

  /** @param {number} [quietMs] @param {number} [maxMs] @returns {Promise<void>} */
  function settle(quietMs = 150, maxMs = 1500) {
    const start = performance.now();
    return new Promise((resolve) => {
      const done = () => {
        waiting.delete(done);
        resolve();
      };
      const look = () => {
        if (!waiting.has(done)) return;
        const t = performance.now();
        const loaded = document.readyState === "complete";
        const quiet = loaded && t - Math.max(lastChange, start) >= quietMs && !moves();
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

  const watched = { childList: true, subtree: true, attributes: true, characterData: true };
  world.courtsideRecorder = {
    /** `ahead`: tell of the screen before an action that came sooner than a look at it.
     * @param {(event: object) => void} to @param {boolean} [ahead] @param {string[]} [hide] CSS selectors */
    start(to, ahead = false, hide = []) {
      looksAhead = ahead;
      world.courtsideSecrets.mask(hide);
      if (emit) { emit = to; return; }
      emit = to;
      for (const [type, listener] of Object.entries(listeners)) {
        addEventListener(type, listener, { capture: true, passive: true });
      }
      observer.observe(document, watched);
      tellOfSecrets();
    },
    stop() {
      flush();
      emit = null;
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener, { capture: true });
      observer.disconnect();
    },
    flush,
    settle,
    want,
    /** A closed shadow root, from whoever can see it. @param {ShadowRoot} root */
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
