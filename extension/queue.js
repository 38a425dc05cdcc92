// Keeps messages until the daemon has them: numbered, in storage, with the frames that they need.
// @ts-check

/** @typedef {{load: (key: string, fallback?: any) => Promise<any>, save: (values: Record<string, any>) =>
 * Promise<void>, forget: (keys: string | string[]) => Promise<void>, storedKeys: () => Promise<string[]>}} Storage */
/** @typedef {{message: any, frames: Record<string, string>}} Kept `frames`: base64 by hash. */

const LOST = "the daemon has lost this picture, or refused it";

export class Queue {
  /** @param {Storage} storage */
  constructor(storage) {
    this.storage = storage;
    this.seq = 0;
    /** @type {number[]} */ this.waiting = [];
    /** One change at a time: ends when the last one that was asked for is stored. @type {Promise<any>} */
    this.ready = this.open();
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  inTurn(work) {
    const done = this.ready.then(work);
    this.ready = done.catch(() => {});
    return done;
  }

  async open() {
    const state = await this.storage.load("queue", { seq: 0, waiting: [] });
    await this.forget(state.done ?? []);
    this.seq = state.seq;
    this.waiting = state.waiting;
  }

  /** Numbers a message and keeps it with its frames, and in the same write whatever becomes true with it, which
   * `become` makes so.
   * @param {any} message @param {Record<string, string>} frames @param {() => Record<string, any>} become */
  add(message, frames = {}, become = () => ({})) {
    return this.inTurn(async () => {
      const seq = this.seq + 1;
      await this.keep(seq, [...this.waiting, seq], {
        [`m${seq}`]: { message: { ...message, seq }, frames },
        ...become(),
      });
      return seq;
    });
  }

  /** Messages that wait no longer are forgotten; where the worker dies in between, by the next one, which reads `done`.
   * @param {number} seq @param {number[]} waiting @param {Record<string, any>} [more] */
  async keep(seq, waiting, more = {}) {
    const done = this.waiting.filter((one) => !waiting.includes(one));
    await this.storage.save({ queue: { seq, waiting, done }, ...more });
    await this.forget(done);
    this.seq = seq;
    this.waiting = waiting;
  }

  /** @param {number[]} done */
  async forget(done) {
    if (done.length) await this.storage.forget(done.map((seq) => `m${seq}`));
  }

  /** @param {number} seq @returns {Promise<Kept | null>} */
  get(seq) {
    return this.storage.load(`m${seq}`);
  }

  /** Everything up to a number is durable at the daemon. @param {number} seq */
  acknowledge(seq) {
    return this.inTurn(async () => {
      const waiting = this.waiting.filter((one) => one > seq);
      if (waiting.length < this.waiting.length) await this.keep(this.seq, waiting);
    });
  }

  /** The daemon has lost what it had: what waits follows what it has now, and so does what comes.
   * @param {number} acked */
  follow(acked) {
    return this.inTurn(async () => {
      if (acked + 1 >= (this.waiting[0] ?? this.seq + 1)) return;
      const kept = (await Promise.all(this.waiting.map((seq) => this.get(seq)))).filter((one) => one !== null);
      const moved = kept.map(({ message, frames }, at) => ({ message: { ...message, seq: acked + 1 + at }, frames }));
      const waiting = moved.map((one) => one.message.seq);
      await this.keep(
        acked + moved.length,
        waiting,
        Object.fromEntries(moved.map((one) => [`m${one.message.seq}`, one])),
      );
    });
  }

  /** A step goes on without pictures that nobody has any more: the step is worth more than they are.
   * @param {number} seq @param {string[]} lost hashes */
  giveUp(seq, lost) {
    return this.inTurn(async () => {
      const kept = await this.get(seq);
      if (!kept) return;
      for (const look of [kept.message.step?.before, kept.message.step?.after]) {
        if (!lost.includes(look?.frame)) continue;
        delete kept.frames[look.frame];
        delete look.frame;
        look.withheld = LOST;
      }
      await this.storage.save({ [`m${seq}`]: kept });
    });
  }

  /** For another daemon, which counts from 1 and knows no run of before. @param {Record<string, any>} kept what became
   * true with it @returns {Promise<number>} messages that nobody will get */
  restart(kept) {
    return this.inTurn(async () => {
      const left = this.waiting.length;
      await this.keep(0, [], kept);
      await this.storage.forget((await this.storage.storedKeys()).filter((key) => /^m\d+$/.test(key)));
      return left;
    });
  }
}
