// Addresses are cut at the source as the daemon cuts them: one table for both.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "../../../extension/page/addresses.js";

const { clean, without, isSecretName } = globalThis.courtsideAddresses;
const table = JSON.parse(readFileSync(new URL("../../store/addresses.json", import.meta.url), "utf8"));

test("secrets are cut from an address, once", () => {
  for (const [address, cut] of table.cut) {
    assert.equal(clean(address), cut);
    assert.equal(clean(cut), cut);
  }
});

test("an address without secrets is kept as it is", () => {
  for (const address of table.kept) assert.equal(clean(address), address);
});

test("values that are known to be secret are cut, whatever they are called", () => {
  for (const [address, values, cut] of table.known) {
    assert.equal(without(address, values), cut);
    assert.equal(without(cut, values), cut);
  }
});

test("a name is a secret one by its words, not by its letters", () => {
  for (const name of table.secret_names) assert.ok(isSecretName(name), name);
  for (const name of table.plain_names) assert.ok(!isSecretName(name), name);
});

test("the time for a long address grows with its length only", () => {
  for (const address of ["http:".repeat(40_000), `https://a.example/@${"http:".repeat(40_000)}`]) {
    const began = process.cpuUsage();
    assert.equal(clean(address), address);
    assert.ok(process.cpuUsage(began).user < 2e6); // microseconds; it was 8 s
  }
});
