// Which fields hold a secret, by what they are called: `store/field_names.json`, which Python reads too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "../../../extension/page/addresses.js";
import "../../../extension/page/dom.js";
import "../../../extension/page/tree.js";
import "../../../extension/page/disguises.js";
import "../../../extension/page/secrets.js";

const { isSecretField } = globalThis.courtsideSecrets;

const NAMES = JSON.parse(readFileSync(new URL("../../store/field_names.json", import.meta.url), "utf8"));

test("camelCase, snake_case, kebab-case and plain words are read alike", () => {
  for (const name of NAMES.secret) assert.ok(isSecretField(name), name);
});

test("a name that only holds the letters of a secret one is none", () => {
  for (const name of NAMES.plain) assert.ok(!isSecretField(name), name);
});
