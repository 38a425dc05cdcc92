// Text that the wire takes: no longer than its fields, no half characters. Knows no message.
// @ts-check

export const MAX_TEXT = 20_000;
export const MAX_SHORT_TEXT = 500;
const MARK = "…";

/** A text of at most so many UTF-16 units; a mark ends one that was longer.
 * @param {unknown} text
 * @param {number} most */
export function cut(text, most) {
  const whole = wellFormed(String(text ?? ""));
  if (whole.length <= most) return whole;
  const begin = whole.slice(0, most - MARK.length);
  return (/[\ud800-\udbff]$/.test(begin) ? begin.slice(0, -1) : begin) + MARK;
}

/** Lone surrogates are no text anywhere else. @param {string} text */
const wellFormed = (text) =>
  text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
