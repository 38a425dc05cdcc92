// A frame's name and its bytes on the wire.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { binary, hash, toBase64 } from "../../../extension/frame_bytes.js";

test("a frame's message is its hash, then its bytes", async () => {
  const data = new Uint8Array([255, 216, 7, 0, 9]);
  const sha = await hash(data);
  assert.equal(sha, createHash("sha256").update(data).digest("hex"));
  const message = binary(sha, toBase64(data));
  assert.equal(Buffer.from(message.subarray(0, 32)).toString("hex"), sha);
  assert.deepEqual([...message.subarray(32)], [...data]);
});

test("a frame that is larger than one piece of text keeps every byte", () => {
  const data = Uint8Array.from({ length: 100_003 }, (_, at) => at % 256);
  assert.deepEqual(binary("00".repeat(32), toBase64(data)).subarray(32), data);
});
