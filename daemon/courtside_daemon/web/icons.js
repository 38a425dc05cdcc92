// The icons of the surfaces, drawn: a machine may have no font for them.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = /** @type {Record<string, string>} */ ({
  web: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM1.5 8h13M8 1c-4 4-4 10 0 14M8 1c4 4 4 10 0 14",
  android: "M3 7v5a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V7ZM3 6a5 5 0 0 1 10 0ZM5 3 4 1M11 3l1-2M6 13v2M10 13v2",
  ios: "M5 1h6a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V2a1 1 0 0 1 1-1ZM7 13h2",
  desktop: "M2 2h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1ZM8 11v3M5 14h6",
});

/** @param {string} surface */
export function icon(surface) {
  const icon = document.createElementNS(SVG, "svg");
  const known = { viewBox: "0 0 16 16", class: "icon", role: "img", "aria-label": surface };
  for (const [name, value] of Object.entries(known)) icon.setAttribute(name, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[surface] ?? SHAPES.web);
  icon.append(path);
  return icon;
}
