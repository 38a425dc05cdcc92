// One recorded tab: what happens in it becomes steps. Survives the worker's death. Knows no socket.
// @ts-check
import * as api from "./chrome_api.js";
import { hash, mask, toBase64 } from "./frames.js";

const CAPTURE_GAP_MS = 510;
const LOOK_TRIES = 4;
const NAVIGATION_MS = 250;
const FRESH_MS = 2000;
const MOVED = "the page moved while its secret fields were masked";
const NO_PICTURE = "Chrome gave no picture: the tab was not in front, or the extension was not clicked on this site";
const TOO_QUICK = "the agent acted before the screen could be pictured";

/** @typedef {{look: any, secrets: number[][], foreign: number[][]}} Seen */
/** @typedef {{kind: "action", action: any} | {kind: "met", look: any}} Happening */
/** @typedef {{tab: number, run: string, index: number, task: string, paused: boolean, secretFrames: boolean,
 *   before: any, frames: Record<string, string>}} State `frames`: those of `before` that no message carries yet. */

export class Recording {
  /** @param {(message: any, frames?: Record<string, string>, kept?: Record<string, any>) => Promise<void>} send @param {(problem: unknown) => void} complain */
  constructor(send, complain) {
    this.send = send;
    this.complain = complain;
    /** @type {State | null} */ this.state = null;
    /** @type {Happening[]} */ this.waiting = [];
    this.working = Promise.resolve();
    this.lastCaptureMs = 0;
    this.ready = this.restore();
  }

  async restore() {
    this.state = await api.load("recording");
    this.waiting = await api.load("waiting", []);
    if (this.state && this.waiting.length) this.work();
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
    this.state = { tab, run: begun.run, index: 0, task: begun.task, paused: false, secretFrames: false, before: null, frames: {} };
    this.waiting = [];
    await this.send(begun);
    await api.inject(tab);
    const { look, frames } = await this.look();
    this.state.before = look;
    this.state.frames = frames;
    await this.save();
  }

  /** @param {boolean} paused */
  async pause(paused) {
    if (!this.state) return;
    this.state.paused = paused;
    await this.save();
  }

  /** @param {any} event what the page script told @param {boolean} whole from the page itself */
  async heard(event, whole) {
    if (!this.state || this.state.paused) return;
    if (event.type === "secret-frame") this.state.secretFrames = true;
    else if (event.type === "action") this.waiting.push({ kind: "action", action: event.action });
    else if (event.look && whole) this.waiting.push({ kind: "met", look: { ...event.look, withheld: TOO_QUICK } });
    else return;
    await this.save();
    if (event.type === "action") this.work();
  }

  /** The whole page went somewhere: by a person's address bar, that is an action. @param {string} url @param {boolean} typed */
  async navigated(url, typed) {
    if (!this.state) return;
    this.state.secretFrames = false;
    await api.inject(this.state.tab);
    if (typed) await this.heard({ type: "action", action: { kind: "navigate", at_ms: Date.now(), text: url } }, true);
  }

  work() {
    this.working = this.working.then(() => this.makeSteps()).catch(this.complain);
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
    return this.look();
  }

  /** The screen once it is quiet, with its masked frame. @returns {Promise<{look: any, frames: Record<string, string>}>} */
  async look() {
    let why = "";
    let look = null;
    for (let attempt = 0; attempt < LOOK_TRIES && this.state; attempt += 1) {
      const seen = await this.ask("look");
      if (!seen) {
        await new Promise((resolve) => setTimeout(resolve, NAVIGATION_MS));
        continue;
      }
      look = seen.look;
      const shot = await this.capture();
      const after = await this.ask("secrets");
      const boxes = this.hidden(seen);
      if (this.waiting.length > 1) return { look: { ...look, withheld: TOO_QUICK }, frames: {} };
      if (shot && after && JSON.stringify(this.hidden(after)) === JSON.stringify(boxes)) {
        const [masked, scale] = await mask(shot, boxes, seen.look.width);
        const data = new Uint8Array(await masked.arrayBuffer());
        const sha = await hash(data);
        return { look: { ...seen.look, scale, frame: sha }, frames: { [sha]: toBase64(data) } };
      }
      why = shot ? MOVED : NO_PICTURE;
      if (!shot) break;
    }
    return { look: look && { ...look, withheld: why }, frames: {} };
  }

  /** @param {"look" | "secrets"} what @returns {Promise<Seen | null>} */
  async ask(what) {
    if (!this.state) return null;
    const said = await api.askPage(this.state.tab, { type: what });
    if (said) return said;
    await api.inject(this.state.tab);
    return api.askPage(this.state.tab, { type: what });
  }

  /** @param {Seen} seen */
  hidden(seen) {
    return [...seen.secrets, ...(this.state?.secretFrames ? seen.foreign : [])];
  }

  /** Within what the browser allows: two a second. */
  async capture() {
    const wait = this.lastCaptureMs + CAPTURE_GAP_MS - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    this.lastCaptureMs = Date.now();
    return this.state ? api.capture(this.state.tab) : null;
  }

  /** @param {any} said the agent's answer and claim @param {string} by @returns {Promise<string | null>} the run that ended */
  async end(said, by) {
    if (!this.state) return null;
    const { run, tab } = this.state;
    if (by === "finish") await api.askPage(tab, { type: "flush" });
    await this.working;
    this.state = null;
    this.waiting = [];
    await this.send({ type: "run-end", run, at_ms: Date.now(), ended_by: by, answer: said.answer ?? "", claims_success: said.claims_success ?? null }, {}, this.kept());
    if (by === "finish") await api.askPage(tab, { type: "stop-recorder" });
    return run;
  }
}
