// Lists what a page states: its heading, and values beside their names. Changes nothing in it.
// @ts-check
() => {
  const MAX_FACTS = 120;
  const MAX_ROWS = 15;
  const MAX_TEXT = 80;
  const PATTERNS = /** @type {[string, RegExp][]} */ ([
    ["email address", /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/],
    ["phone number", /^\+?[\d(][\d ()./-]{6,18}\d$/],
    ["price", /^(?:[$€£]\s?\d[\d,.]*|\d[\d,.]*\s?(?:[$€£]|USD|EUR|GBP))$/],
  ]);

  /** Without the letters of icon fonts, which Unicode keeps for private use.
   * @param {Element | null | undefined} element */
  const words = (element) =>
    (/** @type {any} */ (element)?.innerText ?? "").replace(/\p{Co}/gu, "").replace(/\s+/g, " ").trim();

  /** @param {Element} element */
  const isShown = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;

  /** @param {string} text @param {number} most */
  const isShort = (text, most = MAX_TEXT) => text.length > 0 && text.length <= most;

  const facts = /** @type {{subject: string, label: string, value: string}[]} */ ([]);
  const known = new Set();

  /** @param {string} subject @param {string} label @param {string} value */
  function add(subject, label, value) {
    label = label.replace(/\s*[:?*]\s*$/, "");
    const key = `${subject}|${label}|${value}`.toLowerCase();
    if (facts.length >= MAX_FACTS || known.has(key) || label === value || subject === value) return;
    if (!isShort(label, 40) || !isShort(value) || !/[a-z]/i.test(label) || !/\w/.test(value)) return;
    known.add(key);
    facts.push({ subject, label, value });
  }

  /** Rows by what stands in their first cell. @param {HTMLTableElement} table */
  function readTable(table) {
    const head = table.tHead?.rows[0] ?? table.rows[0];
    if (!head || !Array.from(head.cells).some((cell) => cell.tagName === "TH")) return;
    const labels = Array.from(head.cells, words);
    for (const row of Array.from(table.rows).filter((one) => one !== head).slice(0, MAX_ROWS)) {
      const cells = Array.from(row.cells, (cell) =>
        cell.querySelector("input,select,button,textarea") ? "" : words(cell),
      );
      const at = cells.findIndex((text) => isShort(text, 60) && /[a-z]{2}/i.test(text));
      if (at < 0 || cells.length !== labels.length) continue;
      labels.forEach((label, n) => { if (n !== at) add(cells[at] ?? "", label, cells[n] ?? ""); });
    }
  }

  /** @param {Element} element */
  const isLeaf = (element) => element.children.length === 0;

  /** A name and its value side by side, as the classes of the two say. @param {Element} element */
  function readPair(element) {
    const [name, value, ...more] = element.children;
    if (!name || !value || more.length || !isLeaf(name) || !isLeaf(value)) return;
    if (
      element.matches("tr,select,ul,ol,dl") ||
      value.matches("input,select,textarea,button,a[role=button]") ||
      name.matches("button,a,input")
    )
      return;
    const says = (/** @type {Element} */ one) => `${one.tagName} ${one.getAttribute("class") ?? ""}`;
    const isNamed = words(name).endsWith(":") || /label|key|term|caption|-name\b/i.test(says(name));
    if (isNamed && /value|data|detail|desc|text|content|\bSPAN\b|\bB\b|STRONG/i.test(says(value)))
      add("", words(name), words(value));
  }

  /** Things in a list of their like, by what stands first in each. @param {Element} list */
  function readList(list) {
    const items = Array.from(list.children).filter(
      (one) => one.className === list.children[0]?.className && isShown(one),
    );
    if (items.length < 3 || list.matches("tbody,thead,tr,select")) return;
    for (const item of items.slice(0, MAX_ROWS)) {
      const leaves = Array.from(item.querySelectorAll("*"))
        .filter((one) => isLeaf(one) && isShown(one))
        .map(words)
        .filter((text) => isShort(text));
      const subject = leaves.find((text) => /[a-z]{2}/i.test(text) && text.length <= 60 && !/^[A-Z]{1,3}$/.test(text));
      for (const text of leaves) {
        const found = PATTERNS.find(([, pattern]) => pattern.test(text));
        if (found && subject && text !== subject) add(subject, found[0], text);
      }
    }
  }

  const dialog = Array.from(
    document.querySelectorAll("dialog[open],[role=dialog],[aria-modal=true],[class*=modal]"),
  ).find((one) => isShown(one) && words(one));
  const headings = Array.from(
    (dialog ?? document).querySelectorAll("h1,h2,h3,[role=heading],[class*=modal-title]"),
  ).filter((one) => isShown(one) && isShort(words(one), 60));
  const rank = (/** @type {Element} */ one) => Number(/^H\d/.test(one.tagName) ? one.tagName[1] : 2);
  const heading = headings.sort((one, other) => rank(one) - rank(other))[0];

  for (const table of document.querySelectorAll("table")) if (isShown(table)) readTable(table);
  for (const term of document.querySelectorAll("dt"))
    if (isShown(term) && term.nextElementSibling?.tagName === "DD")
      add("", words(term), words(term.nextElementSibling));
  for (const element of document.querySelectorAll("body *")) {
    if (element.children.length === 2 && isShown(element)) readPair(element);
    if (element.children.length >= 3 && isShown(element)) readList(element);
  }
  return { heading: words(heading), facts };
}
