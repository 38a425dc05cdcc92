// What the extension's modules stand on, without a browser: storage, a socket, the golden messages.
import { createHash, createHmac } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";

import { Link } from "../../../extension/link.js";
import { Queue } from "../../../extension/queue.js";

const WIRE = new URL("../../wire/", import.meta.url);
const SCHEMA = JSON.parse(readFileSync(new URL("../../../docs/reference/protocol.schema.json", import.meta.url), "utf8"));
export const RUN = "run_00000000000000000000";

/** Every golden message that Python reads too. */
export const GOLDEN = readdirSync(WIRE).filter((file) => file.endsWith(".json")).map((file) => JSON.parse(readFileSync(new URL(file, WIRE), "utf8")));
export const golden = (name) => structuredClone(GOLDEN.find((one) => one.name === name).message);

/** Fields that a record may have, by the daemon's own schema. */
export function fieldsOf(name) {
  const found = [SCHEMA];
  while (found.length) {
    const one = found.pop();
    if (one?.title === name) return Object.keys(one.properties);
    if (one && typeof one === "object") found.push(...Object.values(one));
  }
  throw new Error(`no ${name} in the schema`);
}

/** chrome.storage, in memory; a new Queue on it is what a restarted worker sees. `writes` counts. */
export class Storage {
  constructor() { this.kept = {}; this.writes = 0; }
  async load(key, fallback = null) { return structuredClone(this.kept[key]) ?? fallback; }
  async save(values) { this.writes += 1; Object.assign(this.kept, structuredClone(values)); }
  async forget(keys) { for (const key of [keys].flat()) delete this.kept[key]; }
  async storedKeys() { return Object.keys(this.kept); }
}

export class Socket {
  static made = [];
  constructor(url) { this.url = url; this.readyState = 1; this.bufferedAmount = 0; this.messages = []; Socket.made.push(this); }
  send(data) { this.messages.push(data); }
  close() { this.readyState = 3; }
  /** What was sent after the question and the hello: a message's number, or a frame's hash. */
  get numbers() {
    return this.messages.slice(2).map((one) => (typeof one === "string" ? JSON.parse(one).seq : Buffer.from(one.subarray(0, 32)).toString("hex")));
  }
}

/** A link that asked for a proof. @param {Storage} storage */
export async function asked(storage = new Storage()) {
  globalThis.WebSocket = Socket;
  Socket.made = [];
  const received = [];
  const who = { daemon: "http://127.0.0.1:4780", token: golden("hello").token, session: golden("hello").session, name: "Chrome", version: "0.1.0" };
  const queue = new Queue(storage);
  const link = new Link(queue, async () => who, (message) => received.push(message));
  clearInterval(link.timer);
  await link.connect();
  const socket = Socket.made[0];
  socket.onopen();
  /** As the daemon would say it. */
  const receive = async (message) => { socket.onmessage({ data: JSON.stringify(message) }); await settled(); };
  return { link, queue, storage, received, socket, who, receive };
}

/** A link that said hello. @param {Storage} [storage] */
export async function connected(storage) {
  const all = await asked(storage);
  await all.receive(proofFor(all));
  await until(() => all.socket.messages.length === 2);
  return all;
}

/** What the daemon answers to the question. */
export function proofFor({ socket, who }, address = "127.0.0.1:4780") {
  const { nonce } = JSON.parse(socket.messages[0]);
  const key = createHash("sha256").update(who.token).digest();
  return { type: "proof", mac: createHmac("sha256", key).update(`courtside-daemon ${nonce} ${address}`).digest("hex") };
}

/** For what other threads do, such as cryptography: something that will be so. @param {() => boolean} test */
export async function until(test) {
  while (!test()) await settled();
}

/** Everything that needs no timer and no other thread has happened. */
export const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

export const welcome = (acked = 0) => ({ type: "welcome", protocol: 1, session: "s", acked });
