// What secret fields of a run held: cut out of the addresses of the pages that come. Kept in memory only. Knows no
// tabs.
// @ts-check
import { recall, remember } from "./chrome_api.js";
import "./page/addresses.js";

const MAX_VALUES = 200;
const { clean, without } = /** @type {any} */ (globalThis).courtsideAddresses;

export class SecretValues {
  constructor() {
    /** @type {string[]} */ this.values = [];
  }

  /** For a worker that begins: what the one before knew. */
  async restore() {
    this.values = await recall("known", []);
  }

  /** @param {string[]} [values] */
  async learn(values = []) {
    const news = values.filter((one) => !this.values.includes(one));
    if (!news.length) return;
    this.values = [...this.values, ...news].slice(-MAX_VALUES);
    await remember({ known: this.values });
  }

  /** The run is over. */
  async forget() {
    this.values = [];
    await remember({ known: [] });
  }

  /** @param {string} address */
  address(address) {
    return without(clean(address), this.values);
  }

  /** @param {any} look @returns {any} */
  look(look) {
    if (!look || !this.values.length) return look;
    const title = /\s/.test(look.title ?? "") ? look.title : without(look.title ?? "", this.values);
    return { ...look, url: without(look.url ?? "", this.values), title };
  }

  /** @param {any} action @returns {any} */
  action(action) {
    const { target } = action;
    return target?.frame_url
      ? { ...action, target: { ...target, frame_url: without(target.frame_url, this.values) } }
      : action;
  }
}
