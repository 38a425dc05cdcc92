// Knows which elements of a page hold a secret. Knows no events and no pictures.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideSecrets")) return;
  const { ask } = world.courtsideDom;
  const { isDisguised } = world.courtsideDisguises;
  const { clean, without, wordsOf } = world.courtsideAddresses;
  const { is, shadowOf, roundOf } = world.courtsideTree;
  const shared = /** @type {Shared} */ (world.courtsideTree.shared);

  const FIELDS = "input,select,textarea,[contenteditable]:not([contenteditable=false]),[role=textbox],[role=searchbox]";
  const TEXT_INPUTS = /^(text|search|email|url|tel|password|number|date|time|month|week|datetime-local|color|range|)$/;
  const SECRET_HINT = /^(?:cc-.*|one-time-code|current-password|new-password)$/;
  /** A field's name, in words: `creditCardNumber`, `credit_card-number` and "Credit card number" are the same three. */
  const SECRET_FIELD = new RegExp(
    // "pass" and "card" in a sentence are a boarding pass, and a card on a board
    `^(?:cards?|(?:(?!boarding|bus|day|season|guest|press|ski)[a-z]+ )?pass)$|(?:^| )(?:${[
      "pass ?(?:words?|wd|codes?|phrases?|keys?)|pwd|pw|pin|pin ?(?:code|number)|o ?t ?p|totp|one ?time|2 ?fa|mfa",
      "(?:credit|debit) ?cards?",
      "cards?(?:name| ?(?:num|number|no|nr|code|cvc|cvv|holder|holdername|exp|expiry|data|details))",
      "cc ?(?:num|number|no|nr|csc|cvc|cvv|exp)",
      "cvc|cvv|cvn|csc",
      "(?:security|verification|verify|access|auth|authentication|authenticator|authorization|login|" +
        "sms|recovery|backup|reset) ?codes?",
      "secret|(?:api|access|private|recovery|encryption|licen[cs]e|ssh) ?keys?|(?:seed|recovery) ?phrase",
      "(?:access|api|auth|bearer|refresh|personal|session|security|id) ?token",
    ].join("|")})(?= |$)`,
  );
  /** What says that a field takes one character of a code. */
  const DIGIT = /(?:^| )(?:digit|code|char|character|otp)s?(?= |$)/;
  const BOX = "input[maxlength='1']";
  /** How many boxes of one character make a field for a code. */
  const MIN_CODE_BOXES = 4;
  /** How many parents up those boxes may have their common ancestor. */
  const MAX_LEVELS_UP = 3;
  const MAX_NAMES = 500;
  const MAX_PLACES = 20;
  const MAX_VALUES = 50;
  /** A shorter text may well be the same by chance. */
  const MIN_VALUE_CHARS = 6;
  /** A shorter value may be a part of a name or of an address by chance. */
  const MIN_PART_CHARS = 3;
  const MARK = "***";

  /** CSS selectors of what else is hidden. @type {string[]} */
  let masks = [];
  /** What each secret field was seen to hold last. @type {WeakMap<Element, string>} */
  const held = new WeakMap();

  /** Inside of a region that a person wants hidden. A selector that cannot be read hides all.
   * @param {Element} element @returns {boolean} */
  function isMasked(element) {
    if (!masks.length) return false;
    const regions = masks.join(",");
    try {
      for (let one = /** @type {Element | null} */ (element); one; one = roundOf(one))
        if (ask(one).closest(regions)) return true;
      return false;
    } catch { return true; }
  }

  /** @param {Element} element @returns {boolean} */
  function isSecret(element) {
    if (isMasked(element)) {
      if (!masks.includes("*") && isField(element)) learnValue(element);
      return true;
    }
    if (shared.shut.has(element) && !shadowOf(element)) return true;
    const known = shared.secret.has(element);
    if (!known && !isField(element)) return hasText(element) && isDisguised(element);
    const secret =
      known ||
      isNamedSecret(element) ||
      isDisguised(element) ||
      tookPlace(element) ||
      isKnown(element) ||
      isInCode(element);
    if (secret) remember(element);
    else shared.plain.add(element);
    return secret;
  }

  /** What can be typed into. @param {Element} element */
  function isField(element) {
    return (
      ask(element).matches(FIELDS) &&
      (!is(element, "input") || TEXT_INPUTS.test(/** @type {HTMLInputElement} */ (element).type))
    );
  }

  /** By its kind, its autocomplete or what it is called. @param {Element} element */
  function isNamedSecret(element) {
    if (ask(/** @type {any} */ (element)).type === "password") return true;
    const hints = (ask(element).getAttribute("autocomplete") ?? "").toLowerCase().split(/\s+/);
    return hints.some((/** @type {string} */ hint) => SECRET_HINT.test(hint)) || namesOf(element).some(isSecretField);
  }

  /** One of several fields that take a code character by character: one of them says so, or all do by what they take.
   * @param {Element} element */
  function isInCode(element) {
    if (!ask(element).matches(BOX)) return false;
    for (
      let [round, up] = [ask(element).parentElement, 0];
      round && up < MAX_LEVELS_UP;
      round = ask(round).parentElement, up++
    ) {
      const boxes = Array.from(ask(round).querySelectorAll(BOX));
      if (boxes.length < MIN_CODE_BOXES) continue;
      return (
        Array.from(ask(round).querySelectorAll("input")).some((one) => shared.secret.has(one) || isNamedSecret(one)) ||
        boxes.every(takesDigits)
      );
    }
    return false;
  }

  /** @param {Element} element */
  function takesDigits(element) {
    const { inputMode, type } = /** @type {HTMLInputElement} */ (element);
    return (
      inputMode === "numeric" ||
      type === "tel" ||
      type === "number" ||
      namesOf(element).some((name) => DIGIT.test(wordsOf(name).join(" ")))
    );
  }

  /** @param {string} name */
  const isSecretField = (name) => SECRET_FIELD.test(wordsOf(name).join(" "));

  /** @param {Element} element @returns {string[]} */
  function namesOf(element) {
    const attributes = ["name", "id", "aria-label", "placeholder", "title"].map(
      (name) => ask(element).getAttribute(name) ?? "",
    );
    const labels = Array.from(
      ask(/** @type {any} */ (element)).labels ?? [],
      (/** @type {Element} */ label) => label.textContent ?? "",
    );
    return [...attributes, ...labels].filter(Boolean).map((name) => name.slice(0, MAX_NAMES));
  }

  /** @param {Element} element */
  function hasText(element) {
    for (let node = ask(element).firstChild; node; node = ask(node).nextSibling)
      if (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) return true;
    return false;
  }

  /** Holds what a secret field holds. @param {Element} element */
  const isKnown = (element) =>
    shared.values.length > 0 && valueOf(element).length >= MIN_VALUE_CHARS && shared.values.includes(valueOf(element));

  /** @param {Element} element @returns {string} */
  const valueOf = (element) => String(ask(/** @type {any} */ (element)).value ?? ask(element).textContent ?? "");

  /** "Show password" changes a field's type, or puts another field in its place, or shows one beside it.
   * @param {Element} element */
  function remember(element) {
    shared.secret.add(element);
    learnValue(element);
    if (ask(element).isConnected)
      shared.places = [...shared.places.filter((place) => place.field !== element), placeOf(element)].slice(
        -MAX_PLACES,
      );
  }

  /** What it holds now; not the beginnings of it, while it is typed. @param {Element} element */
  function learnValue(element) {
    const value = valueOf(element);
    if (value.length < MIN_PART_CHARS || is(element, "select") || shared.values.includes(value)) return;
    const was = held.get(element);
    held.set(element, value);
    shared.values = [...shared.values.filter((one) => one !== was || !value.startsWith(one)), value].slice(-MAX_VALUES);
  }

  /** @param {Element} field @returns {Place} */
  function placeOf(field) {
    const { form = null, name = "", id, parentNode: parent } = ask(/** @type {any} */ (field));
    const others = form ? Array.from(ask(form).elements).filter((/** @type {any} */ one) => isField(one)) : [];
    const index = parent ? Array.prototype.indexOf.call(ask(parent).children, field) : -1;
    return {
      field,
      root: ask(field).getRootNode(),
      parent,
      index,
      form,
      formIndex: others.indexOf(field),
      formSize: others.length,
      name,
      id,
      address: location.href,
    };
  }

  /** Of a secret field that is gone, on the same page; not one that stood beside it. @param {Element} element */
  function tookPlace(element) {
    shared.places = shared.places.filter((place) => place.address === location.href);
    const left = shared.places.filter((place) => !ask(place.field).isConnected);
    if (!left.length || shared.plain.has(element)) return false;
    const here = placeOf(element);
    return left.some((gone) =>
      (gone.root === here.root && ((gone.name && gone.name === here.name) || (gone.id && gone.id === here.id))) ||
      (gone.parent === here.parent && gone.index === here.index) ||
      (gone.form && gone.form === here.form && gone.formIndex === here.formIndex && gone.formSize === here.formSize));
  }

  /** @param {string} value */
  function inAddress(value) {
    try { return encodeURIComponent(value); } catch { return value; } // half a character
  }

  /** A text without what secret fields hold. @param {string} text */
  function withoutValues(text) {
    const values = shared.values.filter((one) => one.length >= MIN_VALUE_CHARS);
    if (!values.some((one) => text.includes(one) || text.includes(inAddress(one)))) return text;
    const longest = [...values].sort((one, other) => other.length - one.length);
    return longest.reduce((left, one) => left.replaceAll(one, MARK).replaceAll(inAddress(one), MARK), text);
  }

  /** An address without secrets. @param {string} address */
  const addressOf = (address) => without(clean(address), shared.values);

  /** The name of a secret field without as much of its value as stands there: a page may be behind with copying it.
   * @param {string} name @param {Element} field */
  function withoutOwnValue(name, field) {
    const value = valueOf(field);
    const from = value.length >= MIN_PART_CHARS ? name.indexOf(value.slice(0, MIN_PART_CHARS)) : -1;
    if (from < 0) return name;
    let end = from + MIN_PART_CHARS;
    while (end < name.length && name[end] === value[end - from]) end += 1;
    return name.slice(0, from) + MARK + name.slice(end);
  }

  /** Elements below one whose words are secret. @param {Element} element @returns {Element[]} */
  const secretsIn = (element) =>
    Array.from(ask(element).querySelectorAll("*")).filter((one) => !is(one, "input") && isSecret(one));

  /** Words of an element without those of the secrets, choices and scripts inside it.
   * @param {Element} element @param {Element[]} [hidden] secrets of the page, where they are known
   * @param {string} [between] each two pieces of text */
  function plainText(element, hidden = secretsIn(element), between = "") {
    const words = [];
    const nodes = ask(ask(element).ownerDocument).createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (
        (node.parentElement && ask(node.parentElement).closest("select,textarea,script,style")) ||
        hidden.some((one) => ask(one).contains(node))
      )
        continue;
      words.push(node.nodeValue);
    }
    return words.join(between);
  }

  /** The text of an element as it gives it itself, unless a secret is inside.
   * @param {Element} element @param {"innerText" | "textContent"} form @param {Element[]} [hidden] @returns {string} */
  function textOf(element, form, hidden = secretsIn(element)) {
    if (hidden.some((one) => ask(element).contains(one))) return plainText(element, hidden);
    return ask(/** @type {any} */ (element))[form] ?? ask(element).textContent ?? "";
  }

  world.courtsideSecrets = {
    /** @param {string[]} regions CSS selectors */
    mask(regions) { masks = regions; },
    values: () => shared.values,
    isMasked, isSecret, isField, isSecretField, plainText, textOf, withoutValues, withoutOwnValue, addressOf,
  };
})();
