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

const SHAPES = /** @type {Record<string, string>} */ ({
  web: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM1.5 8h13M8 1c-4 4-4 10 0 14M8 1c4 4 4 10 0 14",
  android: "M3 7v5a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V7ZM3 6a5 5 0 0 1 10 0ZM5 3 4 1M11 3l1-2M6 13v2M10 13v2",
  ios: "M5 1h6a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V2a1 1 0 0 1 1-1ZM7 13h2",
  desktop: "M2 2h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1ZM8 11v3M5 14h6",
});
const SVG = "http://www.w3.org/2000/svg";

/** A surface's sign, drawn: a machine may have no font for it. @param {string} surface */
export function icon(surface) {
  const sign = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 16 16", class: "icon", role: "img", "aria-label": surface })) sign.setAttribute(name, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[surface] ?? SHAPES.web);
  sign.append(path);
  return sign;
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
