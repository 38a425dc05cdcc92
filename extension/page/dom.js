// Asks elements by the browser's own methods: a form's fields hide the form's own ones by their names. Knows no secrets and no events.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (world.courtsideDom) return;

  /** Taken once, before anybody can change them. */
  const nameOf = getterOf("nodeName");
  const typeOf = getterOf("nodeType");
  const prototype = world.HTMLFormElement?.prototype;

  /** @param {string} name @returns {(this: any) => any} */
  function getterOf(name) {
    const found = world.Node && Object.getOwnPropertyDescriptor(world.Node.prototype, name)?.get;
    return found ?? (() => undefined);
  }

  /** A node that answers for itself. Only to be asked: it is another object than the node, where that is a form.
   * @template T @param {T} node @returns {T} */
  function ask(node) {
    const name = nameOf.call(node);
    return name === "FORM" || name === "form" ? /** @type {any} */ (new Proxy(/** @type {any} */ (node), OWN)) : node;
  }

  /** @type {ProxyHandler<any>} */
  const OWN = {
    get(form, name) {
      const value = Reflect.get(prototype, name, form);
      return typeof value === "function" ? value.bind(form) : value;
    },
  };

  /** @param {any} one what an event passed @returns {Element | null} */
  function asElement(one) {
    try { return typeOf.call(one) === 1 ? one : null; } catch { return null; } // a window is no node
  }

  world.courtsideDom = { ask, asElement };
})();
