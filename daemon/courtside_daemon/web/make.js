// Makes elements. Text is always text, never markup.
// @ts-check

/** @param {string} tag @param {Record<string, any>} [props] @param {...(Node | string | null | undefined | false)} inside */
export function make(tag, props = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "left") element.style.left = value;
    else if (name === "width") element.style.width = value;
    else element.setAttribute(name, value);
  }
  for (const one of inside) if (one) element.append(one);
  return element;
}

/** @param {string} selector @returns {any} */
export const $ = (selector) => document.querySelector(selector);

/** @param {number} at_ms */
export function age(at_ms) {
  const s = Math.max(0, (Date.now() - at_ms) / 1000);
  return s < 60 ? `${s.toFixed(0)} s` : s < 3600 ? `${(s / 60).toFixed(0)} min` : s < 86400 ? `${(s / 3600).toFixed(0)} h` : `${(s / 86400).toFixed(0)} d`;
}

/** @param {number} n */
export const bytes = (n) => (n > 1e9 ? `${(n / 1e9).toFixed(1)} GB` : `${(n / 1e6).toFixed(1)} MB`);
