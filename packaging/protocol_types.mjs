// Writes docs/reference/protocol.d.ts, the protocol's messages as TypeScript types, from its JSON schema.
//
//     node packaging/protocol_types.mjs [--check]
//
// `--check` writes nothing, and fails where the file is not what the schema says.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const FOLDER = new URL("../docs/reference/", import.meta.url);
const TYPES = new URL("protocol.d.ts", FOLDER);
const BANNER = "// Made by `make docs` from protocol.schema.json; do not edit.";

/** The library knows tuples as they were written before JSON Schema 2020-12. @param {any} schema @returns {any} */
function older(schema) {
  if (Array.isArray(schema)) return schema.map(older);
  if (schema === null || typeof schema !== "object") return schema;
  const { prefixItems: items, ...rest } = schema;
  const same = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, older(value)]));
  return items ? { ...same, items: items.map(older), minItems: items.length, maxItems: items.length } : same;
}

const { $defs } = older(JSON.parse(readFileSync(new URL("protocol.schema.json", FOLDER), "utf8")));
const types = await compile({ $defs, type: "object" }, "Protocol", {
  unreachableDefinitions: true,
  additionalProperties: false,
  ignoreMinAndMaxItems: false,
  maxItems: 4,
  bannerComment: BANNER,
});
const text = types.replace("export interface Protocol {}\n", "").replaceAll(/ \*\n \* This interface was referenced by `Protocol`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g, "");
if (!process.argv.includes("--check")) writeFileSync(TYPES, text);
else if (readFileSync(TYPES, "utf8") !== text) {
  console.error("docs/reference/protocol.d.ts is not what protocol.schema.json says; run `make docs`");
  process.exit(1);
}
