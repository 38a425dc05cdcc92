// The connection to the daemon: hello, resend, acknowledge, verdicts.
// @ts-check
import { binary } from "./frames.js";

const PROTOCOL = 1;
const PING_MS = 20_000;
const LAST_PAUSE_MS = 5000;

export class Link {
  /** @param {import("./queue.js").Queue} queue @param {() => Promise<any>} identity @param {(message: any) => void} hear */
  constructor(queue, identity, hear) {
    this.queue = queue;
    this.identity = identity;
    this.hear = hear;
    /** @type {WebSocket | null} */ this.socket = null;
    this.connected = false;
    this.problem = "";
    this.pause = 250;
    this.next = 1;
    this.sending = false;
    /** @type {Set<string>} */ this.sent = new Set();
    this.timer = setInterval(() => this.connected && this.socket?.send('{"type":"ping"}'), PING_MS);
  }

  async connect() {
    if (this.socket && this.socket.readyState <= 1) return;
    const who = await this.identity();
    if (!who?.token) return;
    const socket = new WebSocket(`${who.daemon.replace(/^http/, "ws")}/v1/ingest`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, token: who.token, session: who.session, source: "extension", name: who.name, version: who.version }));
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => {
      this.connected = false;
      if (this.socket === socket) this.socket = null;
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, LAST_PAUSE_MS);
    };
  }

  /** @param {any} message */
  async take(message) {
    if (message.type === "welcome") {
      this.connected = true;
      this.problem = "";
      this.pause = 250;
      this.sent.clear();
      this.hear(message);
      await this.queue.acknowledge(message.acked ?? 0);
      this.next = (message.acked ?? 0) + 1;
      return this.flush();
    }
    if (message.type === "ack" || (message.type === "nack" && !message.retry && message.seq)) await this.queue.acknowledge(message.seq);
    else if (message.type === "nack" && message.retry) {
      for (const sha of message.missing ?? []) this.sent.delete(sha);
      this.next = this.queue.waiting[0] ?? this.next;
      setTimeout(() => this.flush(), 100);
    } else if (message.type === "refused") this.problem = message.reason;
    this.hear(message);
  }

  /** Sends what waits, in order. */
  async flush() {
    if (this.sending) return;
    this.sending = true;
    try {
      await this.queue.ready;
      while (this.connected && this.next <= this.queue.seq) {
        const kept = await this.queue.get(this.next);
        this.next += 1;
        if (!kept) continue;
        for (const [sha, data] of Object.entries(kept.frames)) {
          if (this.sent.has(sha)) continue;
          this.sent.add(sha);
          this.socket?.send(binary(sha, data));
        }
        this.socket?.send(JSON.stringify(kept.message));
      }
    } finally { this.sending = false; }
  }
}
