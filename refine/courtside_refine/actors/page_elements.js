// Lists what an actor may act on and read in a page, with a handle to each. Changes nothing in it.
// @ts-check
/** @param {{isDisguised: (element: Element) => boolean}} disguises */
({ isDisguised }) => {
  const MAX_ELEMENTS = 700;
  const MAX_NAME = 160;
  const MAX_NEAR = MAX_NAME;
  const CONTROLS =
    "a[href],button,input:not([type=hidden]),select,textarea,summary,label,[role=button],[role=link],[role=checkbox]," +
    "[role=radio],[role=tab],[role=menuitem],[role=option],[role=switch],[role=combobox],[role=textbox]," +
    "[contenteditable=true],[onclick],[data-action],[tabindex]:not([tabindex='-1'])";
  const DRAWING = "canvas,embed,object";
  const DIALOG =
    "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true],[class*=modal]," +
    "[class*=dialog],[role=menu],[class*=dropdown-menu],[class*=popover]";

  /** @param {string} text @param {number} most */
  const cut = (text, most = MAX_NAME) => text.replace(/\s+/g, " ").trim().slice(0, most);

  /** @param {Element | null} element that holds a text */
  const isRead = (element) =>
    element !== null &&
    !/^(SCRIPT|STYLE|OPTION|TEXTAREA)$/.test(element.tagName) &&
    element.checkVisibility() &&
    !isDisguised(element);

  const known = /** @type {Map<Node, string>} */ (new Map());

  /** The words inside of an element, with a space between two parts; found once a look.
   * @param {Node} node @param {number} most @returns {string} */
  function wordsIn(node, most) {
    const found = known.get(node) ?? allWordsIn(node);
    known.set(node, found);
    return found.slice(0, most + 1);
  }

  /** Little more than is ever asked for. @param {Node} node */
  function allWordsIn(node) {
    const most = MAX_NAME + 1;
    let found = "";
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT, {
      acceptNode: (one) => isRead(one.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
    });
    while (walker.nextNode() && found.length <= most) found += " " + cut(walker.currentNode.nodeValue ?? "", most);
    return cut(found, most);
  }

  /** @param {Element} element */
  function isVisible(element) {
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return false;
    const style = getComputedStyle(element);
    return style.visibility !== "hidden" && style.display !== "none" && Number(style.opacity) > 0.05;
  }

  /** Whether its middle lies beyond what a box with a scroll bar shows now.
   * @param {Element} element
   * @param {number} x
   * @param {number} y */
  function isScrolledAway(element, x, y) {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      if (one.scrollHeight <= one.clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(one).overflowY)) continue;
      const shown = one.getBoundingClientRect();
      if (y < shown.top || y > shown.bottom || x < shown.left || x > shown.right) return true;
    }
    return false;
  }

  /** Whether something lies over its middle. @param {Element} element @param {DOMRect} box */
  function isCovered(element, box) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || isScrolledAway(element, x, y)) return false;
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    const top = root.elementFromPoint(x, y);
    if (!top || element.contains(top) || top.contains(element)) return false;
    return !(top instanceof HTMLLabelElement && top.control === element);
  }

  /** @param {any} element @returns {string} */
  function nameOf(element) {
    const by = element
      .getAttribute("aria-labelledby")
      ?.split(/\s+/)
      .map((/** @type {string} */ id) => document.getElementById(id)?.textContent ?? "")
      .join(" ");
    const label = element.getAttribute("aria-label") || by;
    if (label) return cut(label);
    if (element.matches("input[type=submit],input[type=button],input[type=reset]"))
      return cut(element.value || element.type);
    const labels = Array.from(element.labels ?? [], (/** @type {Element} */ one) => wordsIn(one, MAX_NAME)).join(" ");
    if (cut(labels)) return cut(labels);
    if (element.matches("input,textarea,select"))
      return cut(element.placeholder || element.title || before(element) || element.name || element.id || "");
    return cut(wordsIn(element, MAX_NAME)) || cut(element.title || element.querySelector("img[alt]")?.alt || "");
  }

  /** What stands right before a field that has no label. @param {Element} element */
  function before(element) {
    for (
      let one = /** @type {Element | null} */ (element), level = 0;
      one && level < 3;
      one = one.parentElement, level++
    ) {
      for (let prior = one.previousElementSibling; prior; prior = prior.previousElementSibling) {
        const words = wordsIn(prior, 60);
        if (words) return words.length <= 60 ? words : "";
      }
    }
    return "";
  }

  /** @param {Element} element */
  const isRow = (element) =>
    /^(LI|TR|FIELDSET)$/.test(element.tagName) ||
    /(^|[-_ ])(row|item|card|field|group|setting)\b/i.test(element.getAttribute("class") ?? "");

  /** The row, card or group that it stands in: the widest with few words, and with none like it.
   * @param {Element} element */
  function nearOf(element) {
    const own = wordsIn(element, MAX_NAME);
    const alike = (/** @type {Element} */ one) =>
      one.tagName === element.tagName && one.className === element.className && wordsIn(one, MAX_NAME) === own;
    let near = "";
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      const words = wordsIn(one, MAX_NEAR);
      if (words.length > MAX_NEAR)
        return isRow(one) && own.length <= 60 && near.length <= own.length ? words.slice(0, MAX_NEAR) : near;
      if (near.length > own.length && Array.from(one.getElementsByTagName(element.tagName)).filter(alike).length > 1)
        break;
      near = words;
      if (near.length > own.length && isRow(one)) break;
    }
    return near;
  }

  /** Words of its markup, for a button that is only a sign. @param {Element} element */
  function hintOf(element) {
    const given = [
      element.id,
      element.getAttribute("class"),
      ...Object.values(/** @type {any} */ (element).dataset ?? {}),
    ];
    return cut(given.join(" ").replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[^A-Za-z]+/g, " "), 100);
  }

  /** @param {any} element */
  function stateOf(element) {
    const control = element.tagName === "LABEL" ? element.control : null;
    if (control && /^(checkbox|radio)$/.test(control.type)) return stateOf(control);
    const states = [];
    const says = (/** @type {string} */ name) => element.getAttribute(name) === "true";
    if (element.checked === true || says("aria-checked")) states.push("checked");
    if (says("aria-selected") || says("aria-pressed")) states.push("selected");
    if (element.disabled === true || says("aria-disabled")) states.push("disabled");
    if (element === document.activeElement) states.push("focused");
    if (says("aria-expanded")) states.push("expanded");
    if (isDisguised(element)) states.push("secret");
    return states;
  }

  const ATTRIBUTES = ["type", "autocomplete", "name", "id", "aria-label", "placeholder", "title"];

  /** Those that tell whether a field takes a secret. @param {Element} element */
  const attributesOf = (element) =>
    Object.fromEntries(
      ATTRIBUTES.filter((name) => element.getAttribute(name)).map((name) => [name, element.getAttribute(name)]),
    );

  /** @param {any} element */
  function valueOf(element) {
    if (element.type === "password" || isDisguised(element)) return "";
    if (element.matches("select")) return cut(element.selectedOptions[0]?.label ?? "");
    if (element.matches("input:not([type=checkbox]):not([type=radio]):not([type=submit]):not([type=button]),textarea"))
      return cut(String(element.value ?? ""));
    return element.isContentEditable ? cut(element.innerText) : "";
  }

  /** @param {Element} element */
  function roleOf(element) {
    const role = element.getAttribute("role");
    if (role) return role;
    const tag = element.tagName.toLowerCase();
    const type = /** @type {any} */ (element).type ?? "";
    const control = element instanceof HTMLLabelElement ? element.control : null;
    if (control && /^(checkbox|radio)$/.test(/** @type {any} */ (control).type)) return roleOf(control);
    if (tag === "input")
      return /^(checkbox|radio)$/.test(type) ? type : /^(submit|button|reset|image)$/.test(type) ? "button" : "textbox";
    if (/** @type {any} */ (element).isContentEditable) return "textbox";
    return (
      /** @type {Record<string, string>} */ ({
        a: "link",
        button: "button",
        select: "combobox",
        textarea: "textbox",
        summary: "button",
        label: "label",
      })[tag] ?? ""
    );
  }

  const SHORTEST_FREE = 30;

  /** What may be typed into a field, by its type and its limits. @param {Element} element */
  function typedOf(element) {
    if (!(element instanceof HTMLInputElement)) return null;
    const { type, min, max, pattern, maxLength } = element;
    const isFree = !pattern && (maxLength < 0 || maxLength >= SHORTEST_FREE);
    const limit = (/** @type {string} */ text) => (Number.isFinite(parseFloat(text)) ? parseFloat(text) : null);
    return { type: isFree ? type : "restricted", least: limit(min), most: limit(max) };
  }

  /** A thing that shows the pointing hand, and whose parent does not. @param {Element} element */
  function isPointed(element) {
    const hand = (/** @type {Element | null} */ one) => one !== null && getComputedStyle(one).cursor === "pointer";
    return hand(element) && !hand(element.parentElement);
  }

  const forms = /** @type {Element[]} */ ([]);

  /** The number of its form, from 1; 0 where it has none. @param {any} element */
  function formOf(element) {
    const form = element.form ?? element.closest("form");
    if (!(form instanceof HTMLFormElement)) return 0;
    return forms.indexOf(form) + 1 || forms.push(form);
  }

  const elements = /** @type {Element[]} */ ([]);
  const rows = /** @type {object[]} */ ([]);
  /** What `attributesOf` found, one entry a row. */
  const attributes = /** @type {object[]} */ ([]);
  const drawings = /** @type {object[]} */ ([]);

  /** @param {Element} element @param {boolean} inControl */
  function consider(element, inControl) {
    if (rows.length >= MAX_ELEMENTS || /^(SCRIPT|STYLE|TEMPLATE|OPTION|HEAD)$/.test(element.tagName)) return;
    if (getComputedStyle(element).display === "none") return;
    const own = element.matches(CONTROLS) || isPointed(element);
    const words = Array.from(element.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ""))
      .join(" ")
      .trim();
    if (isVisible(element) && (own || (words && !inControl))) add(element, own, words);
    else if (element.matches(DRAWING) && isVisible(element))
      drawings.push({ tag: element.tagName.toLowerCase(), box: boxOf(element) });
    for (const child of element.shadowRoot?.children ?? []) consider(child, inControl || own);
    for (const child of element.children) consider(child, inControl || own);
  }

  /** @param {Element} element */
  function boxOf(element) {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
  }

  /** @param {Element} element @param {boolean} own @param {string} words */
  function add(element, own, words) {
    if (own && isCovered(element, element.getBoundingClientRect())) return;
    elements.push(element);
    attributes.push(own ? attributesOf(element) : {});
    rows.push({
      element: {
        id: elements.length,
        tag: element.tagName.toLowerCase(),
        role: roleOf(element),
        text: own ? nameOf(element) : isDisguised(element) ? "" : cut(words, 300),
        value: own ? valueOf(element) : "",
        box: boxOf(element),
        interactable: own,
        state: stateOf(element),
      },
      near: own ? nearOf(element) : "",
      hint: own ? hintOf(element) : "",
      options: element instanceof HTMLSelectElement ? Array.from(element.options, (one) => cut(one.label)) : [],
      in_dialog: element.closest(DIALOG) !== null,
      typed: typedOf(element),
      form: formOf(element),
      submits: element.matches("button:not([type=button],[type=reset]),input:is([type=submit],[type=image])"),
    });
  }

  if (document.body) consider(document.body, false);
  return {
    elements,
    attributes,
    view: { url: location.href, title: document.title, width: innerWidth, height: innerHeight, rows },
    drawings,
  };
}
