// The connection to the daemon: hello, resend, acknowledge, verdicts.
// @ts-check
import { binary } from "./frame_bytes.js";
import { challenge } from "./proof.js";

const PROTOCOL = 1;
const PING_MS = 20_000;
const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 5000;
const MAX_BUFFERED = 16 * 1024 * 1024;
const DRAIN_MS = 50;
const PROOF_MS = 5000;

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A message with numbers that can be; null for anything else. @param {any} data */
function messageOf(data) {
  try {
    const message = JSON.parse(data);
    const numbers = [message.acked ?? 0, message.seq ?? 0];
    return typeof message.type === "string" && numbers.every((one) => Number.isSafeInteger(one) && one >= 0)
      ? message
      : null;
  } catch { return null; }
}

export class Link {
  /** @param {import("./queue.js").Queue} queue
   * @param {() => Promise<any>} identity
   * @param {(message: any) => void} receive */
  constructor(queue, identity, receive) {
    this.queue = queue;
    this.identity = identity;
    this.receive = receive;
    /** @type {WebSocket | null} */ this.socket = null;
    /** @type {Promise<void> | null} */ this.opening = null;
    this.connected = false;
    /** Times it has not come through since it last did. */
    this.failures = 0;
    this.problem = "";
    /** Why the daemon takes nothing for now, such as a full disk; else empty. */
    this.held = "";
    /** Why the daemon did not let it in, in the protocol's word, or "unproven" where what answers did not prove to be
     * the daemon; else empty. */
    this.refusal = "";
    /** What answers has proved that it knows the token. Until then it gets nothing, and nothing of what it says is
     * taken. */
    this.proven = false;
    this.pause = FIRST_PAUSE_MS;
    this.next = 1;
    /** Raised with every new beginning: what was about to be sent before it is not. */
    this.turn = 0;
    this.sending = false;
    this.retrying = false;
    this.retryPause = FIRST_PAUSE_MS;
    /** @type {Set<string>} */ this.sent = new Set();
    /** Frames that the daemon will not have. @type {Set<string>} */ this.bad = new Set();
    this.timer = setInterval(() => this.connected && this.socket?.send('{"type":"ping"}'), PING_MS);
  }

  /** Callers that ask while it connects wait for the same socket: the daemon lets a session in once. */
  connect() {
    this.opening ??= this.open().finally(() => { this.opening = null; });
    return this.opening;
  }

  async open() {
    if (this.socket) return;
    const who = await this.identity();
    if (!who?.token) return;
    const { question, holds } = await challenge(who.token, new URL(who.daemon).host);
    const socket = new WebSocket(`${who.daemon.replace(/^http/, "ws")}/v1/ingest`);
    this.socket = socket;
    this.proven = false;
    let opened = false;
    const late = setTimeout(() => { if (!this.proven) this.distrust(socket); }, PROOF_MS);
    socket.onopen = () => { opened = true; socket.send(JSON.stringify(question)); };
    socket.onmessage = (event) => { if (this.socket === socket) this.read(messageOf(event.data), socket, holds, who); };
    socket.onclose = () => {
      clearTimeout(late);
      if (this.socket === socket) this.closed(opened);
    };
  }

  /** @param {boolean} opened whether anything answered */
  closed(opened) {
    if (!opened && this.refusal === "unproven") this.refusal = "";
    this.socket = null;
    this.connected = false;
    this.failures += 1;
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LAST_PAUSE_MS);
  }

  /** Says hello, with the token, to what has proved that it knows the token. What else answers is another program, or
   * an older daemon.
   * @param {any} message @param {WebSocket} socket @param {(mac: any) => Promise<boolean>} holds @param {any} who */
  async read(message, socket, holds, who) {
    if (this.proven && message) return this.take(message);
    if (message?.type === "refused" && message.kind === "token") { this.refusal = "token"; return undefined; }
    if (message?.type !== "proof" || !(await holds(message.mac))) return this.distrust(socket);
    if (this.socket !== socket || this.proven) return undefined;
    this.proven = true;
    socket.send(
      JSON.stringify({
        type: "hello",
        protocol: PROTOCOL,
        token: who.token,
        session: who.session,
        source: "extension",
        name: who.name,
        version: who.version,
      }),
    );
    return undefined;
  }

  /** Ends a connection to what is not, or has not proved to be, the daemon; it is tried again later.
   * @param {WebSocket} socket */
  distrust(socket) {
    if (this.socket !== socket) return;
    this.refusal = "unproven";
    socket.close();
  }

  /** Lets go of the daemon, for another one. */
  close() {
    const old = this.socket;
    this.socket = null;
    this.connected = false;
    this.turn += 1;
    this.failures = 0;
    this.problem = this.refusal = this.held = "";
    old?.close();
  }

  /** @param {any} message */
  async take(message) {
    this.receive(message);
    switch (message.type) {
      case "welcome": return this.welcome(message.acked ?? 0);
      case "ack":
        this.retryPause = FIRST_PAUSE_MS;
        this.held = "";
        return this.queue.acknowledge(message.seq);
      case "nack": return message.retry ? this.again(message) : this.drop(message);
      case "refused":
        this.problem = message.reason;
        this.refusal = message.kind ?? "other";
        return undefined;
      default: return undefined;
    }
  }

  /** @param {number} acked */
  async welcome(acked) {
    this.failures = 0;
    this.problem = this.refusal = this.held = "";
    this.pause = FIRST_PAUSE_MS;
    this.sent.clear();
    await this.queue.acknowledge(acked);
    await this.queue.follow(acked);
    this.next = acked + 1;
    this.turn += 1;
    this.connected = true;
    return this.flush();
  }

  /** Refused for good: its number is used up. @param {any} nack */
  async drop(nack) {
    if (nack.frame) this.bad.add(nack.frame);
    this.problem = `The daemon refused ${nack.seq ? "a message" : "a picture"}: ${nack.reason}`;
    if (nack.seq) await this.queue.acknowledge(nack.seq);
  }

  /** Goes back to the first message that is not durable. Those behind it are refused too: one going back is
   * for all of them. @param {any} nack */
  async again(nack) {
    const lacking = nack.missing ?? [];
    if (!lacking.length && (!nack.seq || nack.seq === this.queue.waiting[0])) this.held = nack.reason;
    if (this.retrying) return;
    this.retrying = true;
    this.turn += 1;
    const kept = nack.seq ? await this.queue.get(nack.seq) : null;
    const lost = lacking.filter((/** @type {string} */ sha) => !kept?.frames[sha] || this.bad.has(sha));
    if (lost.length) await this.queue.giveUp(nack.seq, lost);
    for (const sha of lacking) this.sent.delete(sha);
    await sleep(this.retryPause);
    this.retryPause = Math.min(this.retryPause * 2, LAST_PAUSE_MS);
    this.retrying = false;
    this.next = this.queue.waiting[0] ?? this.next;
    return this.flush();
  }

  /** Sends what waits, in order. */
  async flush() {
    if (this.sending) return;
    this.sending = true;
    try {
      await this.queue.ready;
      while (this.connected && !this.retrying && this.next <= this.queue.seq) await this.sendNext();
    } finally { this.sending = false; }
  }

  async sendNext() {
    const { turn, socket } = this;
    const kept = await this.queue.get(this.next);
    if (turn !== this.turn || socket !== this.socket) return;
    this.next += 1;
    if (!kept || !socket) return;
    for (const [sha, data] of Object.entries(kept.frames)) {
      if (this.sent.has(sha)) continue;
      this.sent.add(sha);
      socket.send(binary(sha, data));
    }
    socket.send(JSON.stringify(kept.message));
    while (socket.readyState === 1 && socket.bufferedAmount > MAX_BUFFERED) await sleep(DRAIN_MS);
  }
}
