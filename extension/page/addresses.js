// Cuts passwords, tokens and keys out of addresses. Knows no page.
// A classic script: the worker, the content script and the CDP observer load the same file.
// What it does, addresses.py and secret_names.py in store/courtside_store do once more; tests/store/addresses.json
// holds all.
// @ts-check
(() => {
  const MARK = "***";
  const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
  /** A word of a name that makes its value a secret. */
  const SECRET = new RegExp(`^(?:${[
    "[a-z]*(?:token(?:id)?|secrets?|passwords?|passwd|passcodes?|passphrases?|sessionid|sessid)",
    "(?:api|access|private|session|auth|licen[cs]e|signing|client|shared|secret|master|pass|hash|encryption)keys?",
    "(?:auth|access|security|login|reset|verification|recovery|authorization|mfa|sms|device)codes?",
    "session|sess|sid|pass|pwd|pw|pin|otp|totp|jwt|sig|signature|hmac|o?auth|authorization",
    "bearer|credentials?|saml|csrf|xsrf|sesskey|userpass|userpwd|cvv|cvc|cvn|csc|mfa",
  ].join("|")})$`);
  /** Words that do so together. */
  const PHRASE = new RegExp(`(?:^| )(?:${[
    "cards? ?(?:num|number|no|nr|code|cvc|cvv|pan)|(?:credit|debit) ?cards?(?: ?(?:num|number|no|nr|code|cvc|cvv))?",
    "cc ?(?:num|number|no|nr|csc|cvc|cvv)|2 ?fa|o t p|(?:seed|recovery) ?phrase",
    "(?:security|verification|verify|access|auth|authentication|authenticator|login|sms|recovery|backup|reset) ?codes",
    "(?:api|access|private|recovery|encryption|licen[cs]e|ssh) ?keys",
  ].join("|")})(?= |$)`);
  /** The same, unless a word beside it says what kind of code or key it is. */
  const PERHAPS = new Set(["code", "key"]);
  const HARMLESS = new RegExp(`^(?:${[
    "post|postal|zip|country|lang|language|locale|currency|area|dial|dialing|region|state|city",
    "airport|station|colou?r|product|item|bar|error|status|exit|response|promo|coupon|discount",
    "voucher|course|category|industry|branch|sort|order|group|partition|primary|foreign|public",
    "row|column|translation",
  ].join("|")})$`);
  /** Names that say secret only of a value that is a card number: a board has cards too. */
  const CARD = new Set(["card", "cards", "cc", "pan"]);
  const CARD_NUMBER = /^["'`]?(?:\d[\s+-]*){12,19}(?!\d)/;
  /** How much of a value is searched for a card number. */
  const MAX_CARD_NUMBER_CHARS = 80;
  /** A value that a `key` may have in the address of a single-page app, e.g. #/settings?key=general */
  const PLAIN = /^(?:[a-z]{1,20}(?:-[a-z]{1,20})*|\d{1,9})$/;
  /** What stands between names and values, also percent-encoded: an address inside of an address. */
  const SIGN = /([?&;#/!=]|%(?:25)*(?:3F|26|3B|23|2F|21|3D))/i;
  /** What stands between the parts of which one may be a host with its user. */
  const BEFORE_HOST = /([/?#\\\s]+)/;
  /** A browser takes any number of slashes, in both directions, before the host of these schemes. */
  const SCHEME = /(?<![A-Za-z])(?:https?|wss?|ftp):/i;
  const ENDS_AS_SCHEME = new RegExp(`${SCHEME.source}$`, "i");
  /** The length of `https:` and of the character before it. */
  const SCHEME_TAIL_CHARS = 7;
  const ENCODED_USER = /(%(?:25)*2F%(?:25)*2F)(?:(?!%(?:25)*(?:2F|3F|23))[^/?#&\s])*?(%(?:25)*40)/gi;

  /** A character of ASCII, percent-encoded once or more, or as JSON writes it. */
  const CODE = /(?:%(?:25)*|\\u00)([0-7][0-9a-f])/gi;
  /** How often a name is decoded at most. */
  const MAX_DECODINGS = 8;
  /** A name in JSON, or in what is written like it. */
  const FIELD = /[{,([]["'`]?([A-Za-z0-9_$.\-[\]]{1,100})["'`]?:/g;

  /** The words of a name, in small letters. @param {string} name @returns {string[]} */
  const wordsOf = (name) => (decoded(name).match(WORD) ?? []).map((word) => word.toLowerCase());

  /** Whether a value of this name in an address is a secret, however the name is encoded. @param {string} name */
  function isSecretName(name) {
    const words = wordsOf(name);
    if (words.some((word) => SECRET.test(word)) || PHRASE.test(words.join(" "))) return true;
    return words.some((word) => PERHAPS.has(word)) && !words.some((word) => HARMLESS.test(word));
  }

  /** Whether a name speaks of a card, and its value, however encoded, reads like its number.
   * @param {string} name
   * @param {string} value */
  const isCardNumber = (name, value) =>
    wordsOf(name).some((word) => CARD.has(word)) && CARD_NUMBER.test(decoded(value));

  /** As it is meant: decoded until nothing changes, a bounded number of times. @param {string} text */
  function decoded(text) {
    for (let times = 0; times < MAX_DECODINGS; times += 1) {
      const was = text;
      text = was.replace(CODE, (_, code) => String.fromCharCode(parseInt(code, 16)));
      if (text === was) break;
    }
    return text;
  }

  /** Whether JSON in a decoded text has a field with such a name. @param {string} text */
  function hasSecretField(text) {
    const flat = text.replace(/[\s+\\]+/g, "");
    const valueAfter = (/** @type {RegExpExecArray} */ field) =>
      flat.substring(field.index + field[0].length, field.index + field[0].length + MAX_CARD_NUMBER_CHARS);
    return [...flat.matchAll(FIELD)].some(
      (field) => isSecretName(field[1]) || isCardNumber(field[1], valueAfter(field)),
    );
  }

  /** The same address, but for `user:password@` and values with telling names. @param {string} address */
  function clean(address) {
    const known = withoutNamed(address);
    if (!/[%{,]/.test(known)) return known;
    const [path, query, fragment] = partsOf(known);
    return (
      withoutHiddenEnd(path) +
      query
        .split(/([&?])/)
        .map(withoutHidden)
        .join("") +
      fragment
        .split(/([&#])/)
        .map(withoutHidden)
        .join("")
    );
  }

  /** Without users, and without values whose names say that they are secrets. @param {string} address */
  function withoutNamed(address) {
    const known = withoutUsers(address).replace(ENCODED_USER, `$1${MARK}$2`);
    if (!/[=%]/.test(known)) return known;
    const [path, query, fragment] = partsOf(known);
    return cut(path, "/;") + cut(query, "&") + cut(fragment, "&", /^#[/!]/.test(fragment));
  }

  /** Without what a browser reads as `user:password` before a host. Part by part, as one expression for all of it would
   * take the square of the length. @param {string} address */
  function withoutUsers(address) {
    if (!address.includes("@")) return address;
    const parts = address.split(BEFORE_HOST);
    for (let at = 0; at < parts.length; at += 2) {
      const last = parts[at].lastIndexOf("@");
      const begin = last < 0 ? -1 : userBegins(parts, at, last);
      if (begin >= 0) parts[at] = parts[at].slice(0, begin) + MARK + parts[at].slice(last);
    }
    return parts.join("");
  }

  /** Where in a part the user begins that ends at `last`; -1 where there is none.
   * @param {string[]} parts @param {number} at @param {number} last */
  function userBegins(parts, at, last) {
    if (at && /^[/\\]+$/.test(parts[at - 1])) {
      const before = parts[at - 2];
      if (parts[at - 1].length === 2 && (before.endsWith(":") || (at === 2 && !before))) return 0;
      if (ENDS_AS_SCHEME.test(before.slice(-SCHEME_TAIL_CHARS))) return 0;
    }
    const scheme = SCHEME.exec(parts[at].slice(0, last));
    return scheme ? scheme.index + scheme[0].length : -1;
  }

  /** Path, query and fragment, the last two with their signs. @param {string} address */
  function partsOf(address) {
    const [, path = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(address) ?? [];
    return [path, query, fragment];
  }

  /** A path up to where a part of it hides a secret. @param {string} path */
  function withoutHiddenEnd(path) {
    const parts = path.split(/([/;])/);
    const hiding = parts.findIndex(hides);
    return hiding < 0 ? path : parts.slice(0, hiding).join("") + MARK;
  }

  /** A field of a query without a value in which a secret is hidden. @param {string} part */
  function withoutHidden(part) {
    const end = (part.indexOf("=") + 1) || part.length;
    if (hides(part.slice(0, end))) return MARK;
    return hides(part.slice(end)) ? part.slice(0, end) + MARK : part;
  }

  /** Whether JSON, or what is encoded in another way than `SIGN` knows, has a secret inside. @param {string} text */
  function hides(text) {
    const meant = decoded(text);
    return hasSecretField(meant) || (meant !== text && withoutNamed(meant) !== meant);
  }

  /** One part of an address. A secret goes on to the next of `ends` of its own depth.
   * @param {string} part @param {string} ends @param {boolean} [isRoute] */
  function cut(part, ends, isRoute = false) {
    const pieces = part.split(SIGN);
    let out = pieces[0];
    for (let at = 1, end = 3; at < pieces.length; at = end) {
      const [sign, depth] = readSign(pieces[at]);
      const name = decoded(pieces[at - 1]);
      end = at + 2;
      const secret = sign === "=" && (isSecretName(name) || isCardNumber(name, pieces[at + 1]));
      while (secret && end < pieces.length && !isEnd(pieces[end], depth, ends)) end += 2;
      const value = pieces.slice(at + 1, end).join("");
      const kept = !secret || !value || (isRoute && name === "key" && PLAIN.test(value));
      out += pieces[at] + (kept ? value : MARK);
    }
    return out;
  }

  /** A sign and how often it is percent-encoded. @param {string} sign @returns {[string, number]} */
  const readSign = (sign) =>
    sign[0] === "%" ? [decoded(sign), sign.split("25").length] : [sign, 0];

  /** @param {string} sign @param {number} depth @param {string} ends */
  function isEnd(sign, depth, ends) {
    const [what, itsDepth] = readSign(sign);
    return itsDepth <= depth && (itsDepth ? "&#" : ends).includes(what);
  }

  /** A shorter value may be a whole part of an address by chance. */
  const MIN_PART_CHARS = 3;
  /** A shorter value may stand inside a part of an address by chance. */
  const MIN_SUBSTRING_CHARS = 6;
  /** How many times an address inside an address is decoded at most. */
  const MAX_NESTED_ADDRESSES = 3;
  const SITE = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/[^/?#]*/;

  /** The address without parts that are one of these values, or have a longer one inside.
   * @param {string} address
   * @param {string[]} values */
  function without(address, values) {
    if (!values.length) return address;
    const [site = ""] = SITE.exec(address) ?? [];
    const long = values
      .filter((one) => one.length >= MIN_SUBSTRING_CHARS)
      .sort((one, other) => other.length - one.length);
    const rest = long.reduce(
      (left, one) => left.replaceAll(one, MARK).replaceAll(encoded(one), MARK),
      address.slice(site.length),
    );
    return (
      site +
      rest
        .split(/([/?&;#=!])/)
        .map((part) => (formsOf(part).some((form) => isOneOf(form, values)) ? MARK : part))
        .join("")
    );
  }

  /** @param {string} value */
  function encoded(value) {
    try { return encodeURI(value); } catch { return value; } // half a character
  }

  /** @param {string} text @param {string[]} values */
  const isOneOf = (text, values) =>
    values.some(
      (one) =>
        one.length >= MIN_PART_CHARS && (text === one || (one.length >= MIN_SUBSTRING_CHARS && text.includes(one))),
    );

  /** A part of an address as it may be meant. @param {string} part */
  function formsOf(part) {
    if (!/[%+]/.test(part)) return [part];
    const forms = new Set([part]);
    for (let times = 0; times < MAX_NESTED_ADDRESSES; times += 1)
      for (const form of [...forms]) forms.add(meant(form)).add(form.replaceAll("+", " "));
    return [...forms];
  }

  /** @param {string} form */
  function meant(form) {
    try { return decodeURIComponent(form); } catch { return form; }
  }

  /** @type {any} */ (globalThis).courtsideAddresses = { clean, without, isSecretName, wordsOf };
})();
