// Says what a key is: part of what a field takes, or a press of its own. Knows no screens and no other events.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideKeys")) return;

  /** They do nothing alone, or begin a character that comes later. */
  const SILENT = new RegExp(
    "^(?:Control|Shift|Alt|AltGraph|Meta|CapsLock|NumLock|ScrollLock|Fn|FnLock|Hyper|Super|Symbol|SymbolLock|" +
      "Dead|Process|Compose|Unidentified|)$",
  );
  const EDITS = /^(?:Backspace|Delete|Arrow.*|Home|End)$/;
  const EDITS_LINE = /^(?:Backspace|Delete|ArrowLeft|ArrowRight|Home|End)$/;

  /** @param {KeyboardEvent} event */
  const isCharacter = (event) => Array.from(event.key).length === 1;

  /** With AltGr, and with Alt on a Mac, a key gives another character. @param {KeyboardEvent} event */
  function isPlain(event) {
    if (event.getModifierState("AltGraph")) return true;
    return !event.ctrlKey && !event.metaKey && (!event.altKey || event.key > "~");
  }

  /** `field`: it goes into a field, which tells of it. `character`: what a page answers to that takes keys itself.
   * `key`: any other press.
   * @param {KeyboardEvent} event @param {"line" | "lines" | ""} field what holds the focus @param {boolean} secret
   * @returns {"none" | "field" | "character" | "key"} */
  function kindOf(event, field, secret) {
    if (event.isComposing || SILENT.test(event.key ?? "")) return "none";
    const character = isCharacter(event) && (isPlain(event) || (secret && event.altKey));
    if (!field && (event.repeat || (character && !event.isTrusted))) return "none"; // held down: one press
    if (!field) return character ? "character" : "key";
    const shortcut = (event.ctrlKey || event.metaKey) && /^[acvxz]$/i.test(event.key);
    const edits = !event.altKey && (field === "lines" ? EDITS : EDITS_LINE).test(event.key);
    return character || shortcut || edits ? "field" : "key";
  }

  /** The key with those held down beside it, e.g. `Control+Shift+K`.
   * @param {KeyboardEvent} event
   * @param {boolean} [alone] */
  function nameOf(event, alone = false) {
    const key = event.key === " " ? "Space" : event.key;
    const held = [
      event.ctrlKey && "Control",
      event.metaKey && "Meta",
      event.altKey && "Alt",
      event.shiftKey && "Shift",
    ];
    return alone ? key : [...held, key].filter(Boolean).join("+");
  }

  world.courtsideKeys = { kindOf, nameOf };
})();
