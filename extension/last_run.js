// Which run was recorded last: what is said late of an earlier one is not shown over it.
// @ts-check

export class LastRun {
  /** @param {{load(key: string): Promise<any>, save(values: Record<string, any>): Promise<void>}} storage it outlives
   * the worker and the browser */
  constructor(storage) {
    this.storage = storage;
    this.run = "";
    this.ready = this.restore();
  }

  async restore() {
    const kept = (await this.storage.load("lastRun")) ?? (await this.storage.load("recording"))?.run ?? "";
    this.run ||= kept;
  }

  /** A recording begins. @param {string} run */
  async begins(run) {
    this.run = run;
    await this.storage.save({ lastRun: run });
  }

  /** Whether that run was recorded last, as far as is known. @param {string} run */
  async is(run) {
    await this.ready;
    return !this.run || this.run === run;
  }
}
