// The extension's own end of the wire, held to the golden messages that Python reads too.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { binary, hash, toBase64 } from "../../extension/frames.js";
import { Link } from "../../extension/link.js";
import { Queue } from "../../extension/queue.js";

const WIRE = new URL("../wire/", import.meta.url);
const golden = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, WIRE), "utf8")).message;

/** A record's schema, wherever it stands. */
function definition(schema, name) {
  const found = [schema];
  while (found.length) {
    const one = found.pop();
    if (one?.title === name) return one;
    if (one && typeof one === "object") found.push(...Object.values(one));
  }
  throw new Error(`no ${name} in the schema`);
}

/** chrome.storage, in memory; a new Queue on it is what a restarted worker sees. */
class Storage {
  constructor() { this.kept = {}; }
  async load(key, fallback = null) { return structuredClone(this.kept[key]) ?? fallback; }
  async save(values) { Object.assign(this.kept, structuredClone(values)); }
  async forget(keys) { for (const key of [keys].flat()) delete this.kept[key]; }
}

class Socket {
  static last;
  constructor(url) { this.url = url; this.readyState = 1; this.said = []; Socket.last = this; }
  send(data) { this.said.push(data); }
  close() { this.readyState = 3; }
}

async function connected(storage = new Storage()) {
  globalThis.WebSocket = Socket;
  const heard = [];
  const who = { daemon: "http://127.0.0.1:4780", token: golden("hello").token, session: golden("hello").session, name: "Chrome", version: "0.1.0" };
  const queue = new Queue(storage);
  const link = new Link(queue, async () => who, (message) => heard.push(message));
  clearInterval(link.timer);
  await link.connect();
  Socket.last.onopen();
  return { link, queue, heard, socket: Socket.last };
}

test("its hello has the golden hello's fields, and no field that the daemon does not know", async () => {
  const { socket } = await connected();
  const hello = JSON.parse(socket.said[0]);
  for (const field of ["type", "protocol", "token", "session"]) assert.equal(hello[field], golden("hello")[field]);
  const schema = JSON.parse(readFileSync(new URL("../../docs/protocol.schema.json", import.meta.url), "utf8"));
  assert.deepEqual(Object.keys(hello).filter((field) => !(field in definition(schema, "Hello").properties)), []);
  assert.equal(socket.url, "ws://127.0.0.1:4780/v1/ingest");
});

test("it understands every golden message to a source", async () => {
  const { link, heard } = await connected();
  const names = readdirSync(WIRE).map((file) => JSON.parse(readFileSync(new URL(file, WIRE), "utf8")));
  const toSource = names.filter((one) => one.direction === "to-source" && one.valid);
  assert.ok(toSource.length >= 3);
  for (const one of toSource) await link.take(one.message);
  assert.deepEqual(heard.map((message) => message.type).sort(), toSource.map((one) => one.message.type).sort());
});

test("what is not acknowledged is sent again after a welcome, what is, never", async () => {
  const { link, queue, socket } = await connected();
  for (let n = 0; n < 3; n += 1) await queue.add({ type: "run-task", run: golden("run-task").run, task: "x" });
  await link.take({ type: "welcome", protocol: 1, session: "s", acked: 1 });
  const sent = socket.said.slice(1).map((text) => JSON.parse(text).seq);
  assert.deepEqual(sent, [2, 3]);
  await link.take({ type: "ack", seq: 3 });
  assert.deepEqual(queue.waiting, []);
});

test("a refusal for a missing frame sends that frame again", async () => {
  const { link, queue, socket } = await connected();
  await queue.add({ type: "step" }, { ["ab".repeat(32)]: btoa("jpeg") });
  await link.take({ type: "welcome", protocol: 1, session: "s", acked: 0 });
  const before = socket.said.length;
  await link.take({ type: "nack", seq: 1, retry: true, missing: ["ab".repeat(32)], reason: "frame is missing" });
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.equal(socket.said.length, before + 2);
});

test("a queue outlives its worker, with its numbers", async () => {
  const storage = new Storage();
  const first = new Queue(storage);
  await first.add({ type: "run-task" });
  await first.add({ type: "run-task" });
  await first.acknowledge(1);
  const second = new Queue(storage);
  await second.ready;
  assert.deepEqual(second.waiting, [2]);
  assert.equal(await second.add({ type: "run-task" }), 3);
  assert.equal((await second.get(2)).message.seq, 2);
  assert.equal(await second.get(1), null);
});

test("a frame's message is its hash, then its bytes", async () => {
  const data = new Uint8Array([255, 216, 7, 0, 9]);
  const sha = await hash(data);
  const message = binary(sha, toBase64(data));
  assert.equal(Buffer.from(message.subarray(0, 32)).toString("hex"), sha);
  assert.deepEqual([...message.subarray(32)], [...data]);
});
