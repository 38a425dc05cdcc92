// Makes elements, and keeps those that have not changed. Text is always text, never markup.
// @ts-check

/** @param {string} tag
 * @param {Record<string, string | number | ((event: never) => unknown)>} [props]
 * @param {...(Node | string | null | undefined | false)} inside */
export function make(tag, props = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, String(value));
  }
  for (const one of inside) if (one) element.append(one);
  return element;
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/** Fills a box again only where what it shows has changed.
 * @param {HTMLElement} box
 * @param {unknown} fingerprint
 * @param {() => (Node | string)[]} build */
export function redraw(box, fingerprint, build) {
  const now = JSON.stringify(fingerprint);
  if (drawn.get(box) === now) return;
  box.replaceChildren(...build());
  drawn.set(box, now);
}

/**
 * Makes a box hold one child for each item, in order. A child stays the same element for as long as its
 * key is there: one that was made again at each message would lose the focus, and a click half done.
 * @template T @param {HTMLElement} box @param {T[]} items
 * @param {{ key: (one: T) => string, fingerprint: (one: T) => string, create: (one: T) => HTMLElement, fill: (child:
 * HTMLElement, one: T) => void }} how
 */
export function keep(box, items, { key, fingerprint, create, fill }) {
  const old = new Map([...box.children].map((child) => [/** @type {HTMLElement} */ (child).dataset.key, child]));
  let at = box.firstElementChild;
  for (const one of items) {
    const name = key(one);
    let child = /** @type {HTMLElement | undefined} */ (old.get(name));
    old.delete(name);
    if (!child) {
      child = create(one);
      child.dataset.key = name;
    }
    const now = fingerprint(one);
    if (drawn.get(child) !== now) {
      drawn.set(child, now);
      fill(child, one);
    }
    if (child === at) at = at.nextElementSibling;
    else box.insertBefore(child, at);
  }
  for (const gone of old.values()) gone.remove();
}

/** Scrolls a box so far that a child stands in it; nothing around the box moves.
 * @param {HTMLElement} box
 * @param {HTMLElement | null} child */
export function reveal(box, child) {
  if (!child) return;
  const [outer, inner] = [box.getBoundingClientRect(), child.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

/**
 * The elements of the pages that are more than an HTMLElement.
 * @typedef {Record<"#filter" | "#who" | "#single", HTMLInputElement>
 *   & Record<"#caption" | "#note textarea" | "#tasking textarea", HTMLTextAreaElement>
 *   & Record<"#note form" | "#tasking form", HTMLFormElement>
 *   & Record<"#help" | "#note" | "#tasking", HTMLDialogElement>
 *   & Record<"#back" | "#keep" | "#fix" | "#drop", HTMLButtonElement>
 *   & Record<"#screen" | "#marks", HTMLCanvasElement> & Record<"#shown", HTMLImageElement>} Known
 */

/** An element that the page has. @template {string} S @param {S} selector */
export const $ = (selector) =>
  /** @type {S extends keyof Known ? Known[S] : HTMLElement} */ (document.querySelector(selector));
