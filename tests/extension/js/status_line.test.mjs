// What the popup says in states that a browser does not come into at will.
import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf } from "../../../extension/pairing.js";
import { lightOf, wordsOf } from "../../../extension/status_line.js";

const idle = { paired: true, connected: true, failures: 0, problem: "", refusal: "", queued: 0, daemon: "http://127.0.0.1:4780", recording: null };
const live = { ...idle, recording: { paused: false, blocked: "" } };

test("before the first answer it is connecting, not in trouble", () => {
  const state = { ...idle, connected: false };
  assert.deepEqual(lightOf(state), ["wait", "connecting"]);
  assert.deepEqual(wordsOf(state, ""), ["", ""]);
});

test("what the last click led to is said first, then what keeps the run from being seen, then the daemon", () => {
  const all = { ...live, connected: false, failures: 2, recording: { paused: false, blocked: "https://bank.example/x" } };
  assert.equal(wordsOf(all, "the code is wrong")[1], "the code is wrong");
  assert.match(wordsOf(all, "")[1], /https:\/\/bank\.example,/);
  assert.match(wordsOf({ ...all, recording: live.recording }, "")[1], /courtside up/);
});

test("a page of Chrome's own is not one to allow", () => {
  const state = { ...live, recording: { paused: false, blocked: "chrome://settings" } };
  assert.match(wordsOf(state, "")[1], /no extension/);
});

test("a copied profile is told apart from a daemon that is away", () => {
  const state = { ...idle, connected: false, failures: 1, refusal: "connected" };
  assert.match(wordsOf(state, "")[1], /copy of this profile/);
});

test("what did not prove to be the daemon is told apart from one that is away", () => {
  const state = { ...idle, connected: false, failures: 1, refusal: "unproven", queued: 2 };
  assert.match(wordsOf(state, "")[1], /4780 did not prove that it is your daemon, and was sent nothing: .* 2 messages wait here for it\.$/);
});

test("an address is on this machine, as the manifest lets us reach it", () => {
  for (const typed of ["http://localhost:4780/", "127.0.0.1:4780", " http://[::1]:4780 "]) assert.equal(addressOf(typed), "http://127.0.0.1:4780");
  for (const typed of ["https://example.com", "http://127.0.0.1:4780/v1", "http://127.0.0.1.example.com:1", ""]) assert.throws(() => addressOf(typed), /not an address on this machine/);
});
