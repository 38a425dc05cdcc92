// Keeps messages until the daemon has them: numbered, in storage, with the frames that they need.
// @ts-check

/** @typedef {{load: (key: string, fallback?: any) => Promise<any>, save: (values: Record<string, any>) => Promise<void>, forget: (keys: string | string[]) => Promise<void>, storedKeys: () => Promise<string[]>}} Storage */
/** @typedef {{message: any, frames: Record<string, string>}} Kept `frames`: base64 by hash. */

const LOST = "the daemon has lost this picture, or refused it";

export class Queue {
  /** @param {Storage} storage */
  constructor(storage) {
    this.storage = storage;
    this.seq = 0;
    /** @type {number[]} */ this.waiting = [];
    /** @type {Promise<void>} */ this.ready = this.open();
  }

  async open() {
    const state = await this.storage.load("queue", { seq: 0, waiting: [] });
    this.seq = state.seq;
    this.waiting = state.waiting;
  }

  /** Numbers a message and keeps it with its frames, and in the same write whatever became true with it.
   * @param {any} message @param {Record<string, string>} frames @param {Record<string, any>} kept */
  async add(message, frames = {}, kept = {}) {
    await this.ready;
    this.seq += 1;
    const seq = this.seq;
    this.waiting.push(seq);
    await this.storage.save({ [`m${seq}`]: { message: { ...message, seq }, frames }, queue: { seq, waiting: this.waiting }, ...kept });
    return seq;
  }

  /** @param {number} seq @returns {Promise<Kept | null>} */
  get(seq) {
    return this.storage.load(`m${seq}`);
  }

  /** Everything up to a number is durable at the daemon. @param {number} seq */
  async acknowledge(seq) {
    await this.ready;
    const done = this.waiting.filter((one) => one <= seq);
    if (!done.length) return;
    this.waiting = this.waiting.filter((one) => one > seq);
    await this.storage.save({ queue: { seq: this.seq, waiting: this.waiting } });
    await this.storage.forget(done.map((one) => `m${one}`));
  }

  /** A step goes on without pictures that nobody has any more: the step is worth more than they are.
   * @param {number} seq @param {string[]} lost hashes */
  async giveUp(seq, lost) {
    const kept = await this.get(seq);
    if (!kept) return;
    for (const look of [kept.message.step?.before, kept.message.step?.after]) {
      if (!lost.includes(look?.frame)) continue;
      delete kept.frames[look.frame];
      delete look.frame;
      look.withheld = LOST;
    }
    await this.storage.save({ [`m${seq}`]: kept });
  }

  /** For another daemon, which counts from 1 and knows no run of before. @param {Record<string, any>} kept what became
   * true with it @returns {Promise<number>} messages that nobody will get */
  async restart(kept) {
    await this.ready;
    const left = this.waiting.length;
    this.seq = 0;
    this.waiting = [];
    await this.storage.save({ queue: { seq: 0, waiting: [] }, ...kept });
    await this.storage.forget((await this.storage.storedKeys()).filter((key) => /^m\d+$/.test(key)));
    return left;
  }
}
