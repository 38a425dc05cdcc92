// Asks elements and documents by the browser's own methods: a page's fields, forms and pictures hide them by their
// names. Knows no secrets and no events.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideDom")) return;

  /** Taken once, before anybody can change them. */
  const nameOf = getterOf("Node", "nodeName");
  const typeOf = getterOf("Node", "nodeType");
  const documentOf = getterOf("Node", "ownerDocument");
  const windowOf = getterOf("Document", "defaultView");
  const elementOf = getterOf("Document", "documentElement");
  const asForm = answeringBy("HTMLFormElement");
  /** By the name of their nodes: what a page can give names to that hide its own properties. */
  const HIDDEN = new Map([["FORM", asForm], ["form", asForm], ["#document", answeringBy("Document")]]);

  /** @param {string} type @param {string} name @returns {(this: any) => any} */
  function getterOf(type, name) {
    const found = world[type] && Object.getOwnPropertyDescriptor(world[type].prototype, name)?.get;
    return found ?? (() => undefined);
  }

  /** @param {string} type @returns {ProxyHandler<any>} */
  function answeringBy(type) {
    const prototype = world[type]?.prototype;
    return {
      get(node, name) {
        const value = Reflect.get(prototype, name, node);
        return typeof value === "function" ? value.bind(node) : value;
      },
    };
  }

  /** A node that answers for itself. Only to be asked: it is another object than the node, where that is a form or a
   * document.
   * @template T @param {T} node @returns {T} */
  function ask(node) {
    const own = HIDDEN.get(nameOf.call(node));
    return own ? /** @type {any} */ (new Proxy(/** @type {any} */ (node), own)) : node;
  }

  /** @param {any} one what an event passed @returns {Element | null} */
  function asElement(one) {
    try { return typeOf.call(one) === 1 ? one : null; } catch { return null; } // a window is no node
  }

  /** The window that shows an element; null where none does.
   * @param {Element} element
   * @returns {(Window & typeof globalThis) | null} */
  const viewOf = (element) => windowOf.call(documentOf.call(element));

  /** The element that holds all others; null in an empty document.
   * @param {Document} shown
   * @returns {HTMLElement | null} */
  const rootOf = (shown) => elementOf.call(shown);

  world.courtsideDom = { ask, asElement, viewOf, rootOf };
})();
