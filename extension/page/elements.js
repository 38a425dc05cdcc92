// Describes an element as a person would: its name, role, state and value. Knows no events and no screens.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideElements")) return;
  const { ask, viewOf } = world.courtsideDom;
  const { is } = world.courtsideTree;
  const { boxAtLook } = world.courtsideBoxes;
  const { addressOf, isMasked, isSecret, plainText, textOf, withoutValues, withoutOwnValue } = world.courtsideSecrets;
  const MAX_NAME_CHARS = 200;
  const KNOWS_REFUSED = globalThis.CSS?.supports?.("selector(:user-invalid)");
  /** What may say in words what it shows. */
  const PICTURE = "img[alt]:not([alt='']),img[title],[role=img][aria-label],svg[aria-label],svg title";
  const LINES = /^(?:text|search|email|url|tel|password)$/;
  const TEXT_INPUTS = /^(text|search|email|url|tel|password|number|date|time|month|week|datetime-local|color|range|)$/;

  /** @param {string | null | undefined} text @param {number} [most] */
  const cut = (text, most = MAX_NAME_CHARS) => head((text ?? "").replace(/\s+/g, " ").trim(), most);

  /** The beginning of a text, never half a character: a lone surrogate is no text anywhere else.
   * @param {string} text @param {number} most UTF-16 units */
  function head(text, most) {
    text = withoutValues(text);
    const high = text.charCodeAt(most - 1);
    const begin = text.slice(0, text.length > most && high >= 0xd800 && high < 0xdc00 ? most - 1 : most);
    return begin.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
  }

  /** What a person would call it. @param {Element} element @param {Element[]} [hidden] secrets of the page, where they
   * are known
   * @returns {string} */
  function nameOf(element, hidden) {
    if (isMasked(element)) return "";
    const name = ownNameOf(element, hidden);
    return isSecret(element) ? withoutOwnValue(name, element) : name;
  }

  /** @param {Element} element @param {Element[]} [hidden] @returns {string} */
  function ownNameOf(element, hidden) {
    const any = ask(/** @type {any} */ (element));
    const aria = ask(element).getAttribute("aria-label");
    if (aria) return cut(aria);
    const by = ask(element).getAttribute("aria-labelledby");
    if (by) {
      const root = ask(/** @type {Document | ShadowRoot} */ (ask(element).getRootNode()));
      const named = by
        .split(/\s+/)
        .map((/** @type {string} */ id) => root.getElementById?.(id))
        .filter((/** @type {Element | null} */ one) => one && !isSecret(one));
      const text = named.map((/** @type {Element} */ one) => plainText(one, hidden)).join(" ");
      if (cut(text)) return cut(text);
    }
    if (is(element, "input") && /^(submit|button|reset)$/.test(any.type)) return cut(any.value || any.type);
    if (any.labels?.length) {
      const text = Array.from(any.labels, (/** @type {Element} */ label) => plainText(label, hidden)).join(" ");
      if (cut(text)) return cut(text);
    }
    if (is(element, "input", "textarea")) return cut(any.placeholder || any.title || any.name || ask(element).id);
    if (is(element, "select")) return cut(any.title || any.name || ask(element).id);
    const image = ask(element).matches("img,svg") ? element : ask(element).querySelector(PICTURE);
    return (
      cut(isSecret(element) ? "" : textOf(element, "innerText", hidden)) ||
      cut(wordsOfPicture(image)) ||
      cut(ask(element).getAttribute("title")) ||
      cut(ask(element).getAttribute("data-testid"))
    );
  }

  /** @param {Element | null} picture */
  function wordsOfPicture(picture) {
    if (!picture) return "";
    const written = ["alt", "aria-label", "title"].map((name) => ask(picture).getAttribute(name)).find(Boolean);
    return written ?? (is(picture, "img") ? "" : (ask(picture).querySelector("title") ?? picture).textContent);
  }

  /** @param {Element} element */
  function roleOf(element) {
    const role = ask(element).getAttribute("role");
    if (role) return role;
    const tag = ask(element).tagName.toLowerCase();
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
    const any = ask(/** @type {any} */ (element));
    const states = [];
    if (any.checked === true || ask(element).getAttribute("aria-checked") === "true") states.push("checked");
    if (any.selected === true || ask(element).getAttribute("aria-selected") === "true") states.push("selected");
    if (any.disabled === true || ask(element).getAttribute("aria-disabled") === "true") states.push("disabled");
    if (element === ask(ask(element).ownerDocument).activeElement) states.push("focused");
    if (ask(element).getAttribute("aria-expanded") === "true" || any.open === true) states.push("expanded");
    if (any.required === true) states.push("required");
    if (ask(element).getAttribute("aria-invalid") === "true" || isRefused(element)) states.push("invalid");
    if (secret) states.push("secret");
    return states;
  }

  /** By the browser, after it was edited or sent. @param {Element} element */
  const isRefused = (element) =>
    KNOWS_REFUSED && is(element, "input", "textarea", "select") && ask(element).matches(":user-invalid");

  /** What an action hits, where it lay on the screen before it. @param {Element} element */
  function targetOf(element) {
    return {
      tag: ask(element).tagName.toLowerCase(),
      role: roleOf(element),
      text: nameOf(element),
      box: boxAtLook(element),
      state: stateOf(element, isSecret(element)),
      frame_url: window === window.top ? "" : head(addressOf(location.href), 2000),
    };
  }

  /** @param {Element} element */
  function isEditable(element) {
    if (is(element, "input")) return TEXT_INPUTS.test(/** @type {HTMLInputElement} */ (element).type);
    return is(element, "textarea") || ask(/** @type {any} */ (element)).isContentEditable === true;
  }

  /** What a key goes into, by what it edits there. @param {Element} element @returns {"line" | "lines" | ""} */
  function fieldOf(element) {
    const any = ask(/** @type {any} */ (element));
    if (any.readOnly || !(isEditable(element) || any.editContext)) return "";
    return is(element, "input") && LINES.test(any.type) ? "line" : "lines";
  }

  /** @param {Element} element */
  function isVisible(element) {
    const r = ask(element).getBoundingClientRect();
    return r.width < 1 || r.height < 1 ? is(element, "option") : isShown(element);
  }

  /** Whatever its size. @param {Element} element */
  function isShown(element) {
    const view = viewOf(element) ?? window;
    const style = view.getComputedStyle(element);
    return style.visibility !== "hidden" && style.display !== "none" && Number(style.opacity) > 0.05;
  }

  /** @param {Element} element @param {Element[]} hidden @returns {string} */
  function valueOf(element, hidden) {
    const any = ask(/** @type {any} */ (element));
    if (is(element, "select")) return cut(any.selectedOptions[0]?.label);
    return isEditable(element) ? cut(String(any.value ?? textOf(element, "textContent", hidden))) : "";
  }

  world.courtsideElements = {
    head,
    cut,
    nameOf,
    roleOf,
    stateOf,
    targetOf,
    isEditable,
    fieldOf,
    isVisible,
    isShown,
    valueOf,
  };
})();
