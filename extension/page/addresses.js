// Cuts passwords, tokens and keys out of addresses. Knows no page.
// A classic script: the worker, the content script and the CDP observer load the same file.
// What it does, store/courtside_store/addresses.py does once more; tests/store/addresses.json holds both.
// @ts-check
(() => {
  const MARK = "***";
  const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
  /** A word of a name that makes its value a secret. */
  const SECRET = new RegExp(`^(?:${[
    "[a-z]*(?:token|secrets?|passwords?|passwd|passcode|passphrase|sessionid|sessid)",
    "(?:api|access|private|session|auth|licen[cs]e|signing|client|shared)key",
    "(?:auth|access|security|login|reset|verification|recovery|authorization)code",
    "session|sess|sid|pass|pwd|pw|pin|otp|totp|jwt|sig|signature|hmac|o?auth|authorization",
    "bearer|credentials?|saml|csrf|xsrf",
  ].join("|")})$`);
  /** The same, unless a word beside it says what kind of code or key it is. */
  const PERHAPS = new Set(["code", "key"]);
  const HARMLESS = new RegExp(`^(?:${[
    "post|postal|zip|country|lang|language|locale|currency|area|dial|dialing|region|state|city",
    "airport|station|colou?r|product|item|bar|error|status|exit|response|promo|coupon|discount",
    "voucher|course|category|industry|branch|sort|order|group|partition|primary|foreign|public",
    "row|column|translation",
  ].join("|")})$`);
  /** A value that a `key` may have in the address of a single-page app, e.g. #/settings?key=general */
  const PLAIN = /^(?:[a-z]{1,20}(?:-[a-z]{1,20})*|\d{1,9})$/;
  /** What stands between names and values, also percent-encoded: an address inside of an address. */
  const SIGN = /([?&;#/!=]|%(?:25)*(?:3F|26|3B|23|2F|21|3D))/i;
  const USER =
    /((?:^|:)\/\/)[^/?#\\\s@]*(?:@[^/?#\\\s@]*)*@|(%(?:25)*2F%(?:25)*2F)(?:(?!%(?:25)*(?:2F|3F|23))[^/?#&\s])*?(%(?:25)*40)/gi;

  /** The words of a name, in small letters. @param {string} name @returns {string[]} */
  const wordsOf = (name) => (name.match(WORD) ?? []).map((word) => word.toLowerCase());

  /** Whether a value of this name in an address is a secret. @param {string} name */
  function isSecretName(name) {
    const words = wordsOf(name);
    if (words.some((word) => SECRET.test(word))) return true;
    return words.some((word) => PERHAPS.has(word)) && !words.some((word) => HARMLESS.test(word));
  }

  /** The same address, but for `user:password@` and values with telling names. @param {string} address */
  function clean(address) {
    const known = address.replace(USER, (_, slashes, inner, at) => (slashes ? `${slashes}${MARK}@` : `${inner}${MARK}${at}`));
    if (!/[=%]/.test(known)) return known;
    const [, path, query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(known) ?? [];
    return cut(path, "/;") + cut(query, "&") + cut(fragment, "&", /^#[/!]/.test(fragment));
  }

  /** One part of an address. A secret goes on to the next of `ends` of its own depth.
   * @param {string} part @param {string} ends @param {boolean} [isRoute] */
  function cut(part, ends, isRoute = false) {
    const told = part.split(SIGN);
    let out = told[0];
    for (let at = 1, end = 3; at < told.length; at = end) {
      const [sign, depth] = readSign(told[at]);
      const name = decode(told[at - 1]);
      end = at + 2;
      const secret = sign === "=" && isSecretName(name);
      while (secret && end < told.length && !isEnd(told[end], depth, ends)) end += 2;
      const value = told.slice(at + 1, end).join("");
      const kept = !secret || !value || (isRoute && name === "key" && PLAIN.test(value));
      out += told[at] + (kept ? value : MARK);
    }
    return out;
  }

  /** A sign and how often it is percent-encoded. @param {string} sign @returns {[string, number]} */
  const readSign = (sign) =>
    sign[0] === "%" ? [decode("%" + sign.slice(-2)), sign.split("25").length] : [sign, 0];

  /** @param {string} sign @param {number} depth @param {string} ends */
  function isEnd(sign, depth, ends) {
    const [what, itsDepth] = readSign(sign);
    return itsDepth <= depth && (itsDepth ? "&#" : ends).includes(what);
  }

  /** @param {string} text */
  function decode(text) {
    return text.replace(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)));
  }

  /** A shorter value may well be a part of an address by chance, and so may be one inside of a part. */
  const LEAST_PART = 3;
  const LEAST_INSIDE = 6;
  /** So often an address inside of an address is percent-encoded. */
  const MOST_ENCODED = 3;
  const SITE = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/[^/?#]*/;

  /** The address without parts that are one of these values, or have a longer one inside. @param {string} address @param {string[]} values */
  function without(address, values) {
    if (!values.length) return address;
    const [site = ""] = SITE.exec(address) ?? [];
    const long = values.filter((one) => one.length >= LEAST_INSIDE).sort((one, other) => other.length - one.length);
    const rest = long.reduce((left, one) => left.replaceAll(one, MARK).replaceAll(encoded(one), MARK), address.slice(site.length));
    return site + rest.split(/([/?&;#=!])/).map((part) => (formsOf(part).some((form) => hides(form, values)) ? MARK : part)).join("");
  }

  /** @param {string} value */
  function encoded(value) {
    try { return encodeURI(value); } catch { return value; } // half a character
  }

  /** @param {string} text @param {string[]} values */
  const hides = (text, values) => values.some((one) => one.length >= LEAST_PART && (text === one || (one.length >= LEAST_INSIDE && text.includes(one))));

  /** A part of an address as it may be meant. @param {string} part */
  function formsOf(part) {
    if (!/[%+]/.test(part)) return [part];
    const forms = new Set([part]);
    for (let times = 0; times < MOST_ENCODED; times += 1) for (const form of [...forms]) forms.add(meant(form)).add(form.replaceAll("+", " "));
    return [...forms];
  }

  /** @param {string} form */
  function meant(form) {
    try { return decodeURIComponent(form); } catch { return form; }
  }

  /** @type {any} */ (globalThis).courtsideAddresses = { clean, without, isSecretName, wordsOf };
})();
