// Text fits the wire, whatever a page or a person wrote.
import assert from "node:assert/strict";
import { test } from "node:test";

import { cut } from "../../../extension/texts.js";

test("a text that is too long is cut with a mark, never inside a character", () => {
  assert.equal(cut("short", 10), "short");
  assert.equal(cut("a".repeat(11), 10), `${"a".repeat(9)}…`);
  assert.equal(cut("a".repeat(8) + "😀😀", 10), `${"a".repeat(8)}…`);
});

test("half a character is replaced, and nothing is an empty text", () => {
  assert.equal(cut("a\ud83d", 10), "a\ufffd");
  assert.equal(cut("\ude00b😀", 10), "\ufffdb😀");
  assert.equal(cut(undefined, 10), "");
});
