// One recorded tab: what happens in it becomes steps. Survives the worker's death. Knows no socket.
// @ts-check
import { lookAt, TOO_QUICK } from "./camera.js";
import * as api from "./chrome_api.js";
import "./page/addresses.js";

const FRESH_MS = 2000;
const HEARD = 50;
const MAX_TEXT = 20_000;
const { clean } = /** @type {any} */ (globalThis).courtsideAddresses;

/** @typedef {{kind: "action", action: any} | {kind: "met", look: any}} Happening */
/** @typedef {{tab: number, run: string, index: number, task: string, paused: boolean, blocked: string, heard: string[],
 *   before: any, frames: Record<string, string>}} State
 * `frames`: those of `before` that no message carries yet. `blocked`: a page that Chrome does not let us see.
 * `heard`: what a page tells twice, when the worker died before it could answer, counts once. */

export class Recording {
  /** @param {(message: any, frames?: Record<string, string>, kept?: Record<string, any>) => Promise<void>} send @param {(problem: unknown) => void} complain */
  constructor(send, complain) {
    this.send = send;
    this.complain = complain;
    /** @type {State | null} */ this.state = null;
    /** @type {Happening[]} */ this.waiting = [];
    this.working = Promise.resolve();
    this.ready = this.restore();
  }

  async restore() {
    this.state = await api.load("recording");
    this.waiting = await api.load("waiting", []);
    const sameBrowser = await api.recall("browser", false);
    await api.remember({ browser: true });
    if (!this.state) return;
    if (sameBrowser) return this.state.before ? this.work() : this.meet();
    // The tab went with its browser, and its number may be another tab's now.
    this.state.tab = -1;
    this.work();
    await this.end({}, "tab-closed");
  }

  /** What must be stored together with the message that made it so. */
  kept() {
    return { recording: this.state, waiting: this.waiting };
  }

  save() {
    return api.save(this.kept());
  }

  /** @param {any} begun the run-begin message @param {number} tab */
  async begin(begun, tab) {
    this.state = { tab, run: begun.run, index: 0, task: begun.task, paused: false, blocked: "", heard: [], before: null, frames: {} };
    this.waiting = [];
    await this.send(begun, {}, this.kept());
    await api.inject(tab);
    this.meet();
    await this.working;
  }

  /** Looks at the screen that the next action will meet. */
  meet() {
    this.then(async () => {
      const { run, tab } = this.state ?? { run: "", tab: -1 };
      const { look, frames } = await lookAt(tab, () => false);
      if (this.state?.run !== run) return;
      this.state.before = look;
      this.state.frames = frames;
      await this.save();
    });
    this.work();
  }

  /** What is half done in the page belongs to the side that it began on. @param {boolean} paused */
  async pause(paused) {
    if (!this.state || this.state.paused === paused) return;
    await api.askFrames(this.state.tab, { type: "flush" });
    await this.working;
    if (!this.state) return;
    if (!paused) {
      this.meet();
      await this.working;
    }
    this.state.paused = paused;
    await this.save();
  }

  /** @param {any} event what the page script told @param {string} id its number @param {boolean} whole from the page itself */
  async heard(event, id, whole) {
    if (!this.state || this.state.paused || this.state.heard.includes(id)) return;
    if (event.type === "action") this.waiting.push({ kind: "action", action: event.action });
    else if (whole) this.waiting.push({ kind: "met", look: { ...event.look, withheld: TOO_QUICK } });
    else return;
    this.state.heard = [...this.state.heard, id].slice(-HEARD);
    await this.save();
    if (event.type === "action") this.work();
  }

  /** The whole page went somewhere: by a person's address bar, that is an action. @param {string} url @param {boolean} typed */
  async navigated(url, typed) {
    if (!this.state) return;
    const text = clean(url).slice(0, MAX_TEXT);
    if (typed) await this.heard({ type: "action", action: { kind: "navigate", at_ms: Date.now(), text } }, `at-${Date.now()}`, true);
    await this.enter(url);
  }

  /** Goes along to a page, if Chrome lets us. @param {string} url */
  async enter(url) {
    const blocked = (await api.mayRecord(url)) || url === "about:blank" ? "" : clean(url).slice(0, MAX_TEXT);
    if (!this.state) return;
    this.state.blocked = blocked;
    await this.save();
    if (!blocked) await api.inject(this.state.tab);
  }

  /** @param {() => Promise<void>} act in its turn */
  then(act) {
    this.working = this.working.then(act).catch(this.complain);
  }

  work() {
    this.then(() => this.makeSteps());
  }

  async makeSteps() {
    while (this.state && this.waiting.length) {
      const happening = this.waiting[0];
      if (happening.kind === "met") {
        this.state.before = this.met(happening.look);
        this.waiting.shift();
        continue;
      }
      const seen = await this.after();
      if (!this.state) return;
      const step = { run: this.state.run, index: this.state.index + 1, before: this.state.before, actions: [happening.action], after: seen.look };
      const frames = { ...this.state.frames, ...seen.frames };
      this.waiting.shift();
      this.state.index += 1;
      this.state.before = seen.look ?? this.state.before;
      this.state.frames = {};
      await this.send({ type: "step", step }, frames, this.kept());
    }
  }

  /** The screen that an action met, with the picture that was taken of it just before, if there is one. @param {any} look */
  met(look) {
    const last = this.state?.before;
    const fresh = last?.frame && last.url === look.url && look.at_ms - last.at_ms < FRESH_MS;
    return fresh ? { ...look, withheld: undefined, frame: last.frame, scale: last.scale } : look;
  }

  /** What the next action met, where it has come already; else what is there once it is quiet. */
  async after() {
    const next = this.waiting[1];
    if (next?.kind === "met") return { look: next.look, frames: {} };
    if (next?.kind === "action") return { look: this.state?.before, frames: {} };
    return lookAt(this.state?.tab ?? -1, () => this.waiting.length > 1);
  }

  /** @param {any} said the agent's answer and claim @param {string} by @returns {Promise<string | null>} the run that ended */
  async end(said, by) {
    if (!this.state) return null;
    const { run, tab } = this.state;
    await api.askFrames(tab, { type: "flush" });
    await this.working;
    if (this.state?.run !== run) return null; // somebody else ended it meanwhile
    this.state = null;
    this.waiting = [];
    const answer = String(said.answer ?? "").slice(0, MAX_TEXT);
    await this.send({ type: "run-end", run, at_ms: Date.now(), ended_by: by, answer, claims_success: said.claims_success ?? null }, {}, this.kept());
    await api.askFrames(tab, { type: "stop-recorder" });
    return run;
  }
}
