// What is told of a request's address is the same as in Python: both are held to tests/store/request_paths.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { requestPath } from "../../../extension/request_paths.js";
import { Requests } from "../../../extension/requests.js";

const { paths } = JSON.parse(readFileSync(new URL("../../store/request_paths.json", import.meta.url), "utf8"));

for (const [url, page, expected] of paths) test(`a path is expected without its values: ${url}`, () => assert.equal(requestPath(url, page), expected));

const sent = (id, more = {}) => ({ id, tabId: 1, url: "http://a.test/orders?x=1", method: "POST", initiator: "http://a.test", at_ms: 5, began: true, ...more });

test("a request is told when it is sent and when it is answered", () => {
  const requests = new Requests();
  assert.deepEqual(requests.take(sent("1")), { method: "POST", path: "/orders", at_ms: 5 });
  assert.deepEqual(requests.take(sent("1", { began: false, at_ms: 89.5, status: 201 })), { method: "POST", path: "/orders", at_ms: 5, took_ms: 84.5, status: 201 });
  assert.equal(requests.take(sent("1", { began: false, status: 200 })), null);
});

test("what changes nothing is not told, and two at once are two", () => {
  const requests = new Requests();
  assert.equal(requests.take(sent("1", { method: "GET" })), null);
  assert.deepEqual(["2", "3"].map((id) => requests.take(sent(id)).at_ms), [5, 6]);
});

test("a request that failed says why", () => {
  const requests = new Requests();
  requests.take(sent("1"));
  const expected = requests.take(sent("1", { began: false, at_ms: 6, failed: "net::ERR_FAILED" }));
  assert.deepEqual(expected, { method: "POST", path: "/orders", at_ms: 5, took_ms: 1, failed: "net::ERR_FAILED" });
});
