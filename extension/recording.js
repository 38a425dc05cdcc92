// One recorded tab and the windows that it opens: tells `steps.js` what happens, looks when it asks. Survives the
// worker's death.
// @ts-check
import { lookAt, TOO_QUICK } from "./camera.js";
import * as api from "./chrome_api.js";
import { goOnFrom, now } from "./clock.js";
import { SecretValues } from "./secret_values.js";
import { Requests } from "./requests.js";
import { BUDGET_MS, ENDED, fresh, Steps } from "./steps.js";
import { cut, MAX_TEXT } from "./texts.js";

const MAX_HANDLED = 200;
/** Which effects of an action are seen here at all. */
const SEES = { requests: [], announced: [] };
const CLOSED = "the page was closed";
const BROWSER_GONE = "the browser was closed before the screen could be looked at";

/** @typedef {{tab: number, run: string, index: number, task: string, paused: boolean, blocked: string, handled:
 * string[], asked: number, windows?: string[], core: import("./steps.js").State, made: any[]}} State
 * `blocked`: a page that Chrome does not let us see. `handled`: what a page tells twice, when the worker died before it
 * could answer, counts once. `windows`: the views by their numbers, from 1. `made`: finished steps that no message
 * carries yet. Screens stand in `core` and `made` as `{ref}`. */
/** @typedef {{look: any, frames: Record<string, string>}} Shown `frames`: base64 by hash, those that no message carries
 * yet. */

/** @param {number} tab */
const viewOf = (tab) => `tab${tab}`;
/** @param {string} view */
const tabOf = (view) => Number(view.slice(3));

export class Recording {
  /** @param {(message: any, frames?: Record<string, string>, become?: () => Record<string, any>) => Promise<void>} send
   * @param {(problem: unknown) => void} complain */
  constructor(send, complain) {
    this.send = send;
    this.complain = complain;
    /** @type {State | null} */ this.state = null;
    this.steps = new Steps();
    this.secretValues = new SecretValues();
    /** @type {Map<number, Shown>} */ this.shown = new Map();
    this.looking = 0;
    /** @type {(() => void)[]} */ this.waiting = [];
    /** @type {any} */ this.timer = null;
    this.working = Promise.resolve();
    /** What is stored of the state. @type {Promise<void>} */ this.writing = Promise.resolve();
    /** @type {Promise<void> | null} */ this.nextWrite = null;
    this.requests = new Requests();
    /** Where the page of a tab itself goes back or forward. @type {Map<number, string>} */
    this.traversing = new Map();
    /** Ends listening to requests. @type {(() => void) | null} */ this.unlisten = null;
    this.ready = this.restore();
  }

  async restore() {
    this.state = await api.load("recording");
    await this.secretValues.restore();
    const sameBrowser = await api.recall("browser", false);
    await api.remember({ browser: true });
    if (!this.state) return;
    for (const key of (await api.storedKeys()).filter((one) => /^look\d+$/.test(one)))
      this.shown.set(Number(key.slice(4)), await api.load(key));
    this.steps = new Steps(this.state.core);
    goOnFrom(this.state.core.now);
    if (!sameBrowser && !(await this.comesBack())) return this.leave(BROWSER_GONE);
    this.listen();
    await this.missClosed();
    if (!sameBrowser) for (const view of Object.keys(this.steps.state.views)) this.feed({ type: "view-opened", view });
    this.feed({ type: "clock" });
    if (!this.watches(this.state.tab)) await this.leave(CLOSED);
  }

  /** Tabs that were closed while no worker lived, or one died that dealt with it. */
  async missClosed() {
    for (const view of Object.keys(this.steps.state.views))
      if (!(await api.tab(tabOf(view)))) this.feed({ type: "gone", view, why: CLOSED });
  }

  /** Whether the extension was loaded anew, or updated, in the middle of a run: the scripts in its pages are cut off.
   * Those that are put there now tell what happens once it is known whether they are recorded: after a crash another
   * browser may give a tab the same number. */
  async comesBack() {
    if (!this.state || !(await api.tab(this.state.tab))) return false;
    await api.follow(true);
    await Promise.all(Object.keys(this.steps.state.views).map((view) => api.inject(tabOf(view))));
    return !(await api.browserBegan());
  }

  /** The recorded tab went, and its number may be another tab's now. @param {string} why */
  async leave(why) {
    if (this.state) this.state.tab = -1;
    this.feed({ type: "ended", why });
    await this.end({}, "tab-closed");
  }

  /** What must be stored together with the message that made it so. */
  kept() {
    return { recording: this.state };
  }

  /** Those who ask while it is being stored share the next write. */
  save() {
    this.nextWrite ??= this.writing.catch(() => {}).then(() => {
      this.nextWrite = null;
      return (this.writing = api.save(this.kept()));
    });
    return this.nextWrite;
  }

  /** @param {number | undefined} tab */
  watches(tab) {
    return Boolean(this.state && tab !== undefined && this.steps.state.views[viewOf(tab)]);
  }

  /** @param {any} begun the run-begin message @param {number} tab */
  async begin(begun, tab) {
    await this.forget([...this.shown.keys()]);
    const core = fresh(SEES);
    this.state = {
      tab,
      run: begun.run,
      index: 0,
      task: begun.task,
      paused: false,
      blocked: "",
      handled: [],
      asked: 0,
      core,
      windows: [],
      made: [],
    };
    this.steps = new Steps(core);
    this.listen();
    await this.send(begun, {}, () => this.kept());
    await api.follow(true);
    await api.inject(tab);
    this.feed({ type: "view-opened", view: viewOf(tab) });
    await this.settled();
  }

  // --- what happens

  /** @param {any} event of steps.js */
  feed(event) {
    if (!this.state) return;
    const seen = event.type === "view-opened" ? { ...event, window: this.windowOf(event.view) } : event;
    this.steps.feed(seen, now());
    this.state.made.push(...this.steps.takeSteps());
    for (const one of this.steps.takeLooks()) this.look(one);
    if (this.state.made.length || this.steps.state.effects.late.length) this.then(() => this.ship());
    clearTimeout(this.timer);
    const { due } = this.steps;
    if (due !== null) this.timer = setTimeout(() => this.feed({ type: "clock" }), Math.max(0, due - now()));
    this.wake();
  }

  /** @param {any} event what the page script reports
   * @param {string} id its number
   * @param {number} tab
   * @param {boolean} whole from the page itself */
  async takeEvent(event, id, tab, whole) {
    const learnt = this.secretValues.learn(event.known);
    if (!this.state || this.state.paused || this.state.handled.includes(id)) return learnt;
    this.state.handled = [...this.state.handled, id].slice(-MAX_HANDLED);
    const view = viewOf(tab);
    if (event.type === "intent")
      this.feed({ type: "intent", view, before: whole ? this.screenBefore(event, view) : null });
    if (event.type === "action") this.acted(view, tab, event);
    if (event.type === "traversed") this.traversing.set(tab, event.url);
    if (event.type === "closing") this.feed({ type: "closing", view });
    if (event.type === "announced")
      this.feed({ type: "effects-reported", view, effects: { announced: [event.announced] } });
    await Promise.all([learnt, this.save()]);
  }

  /** Only while something is recorded: nobody else's requests wake the worker. */
  listen() {
    this.unlisten ??= api.onRequest((seen) => this.requested(seen));
  }

  /** @param {import("./requests.js").Seen} seen */
  requested(seen) {
    if (!this.state || this.state.paused || !this.watches(seen.tabId)) return;
    const request = this.requests.take({ ...seen, url: this.secretValues.address(seen.url) });
    if (!request) return;
    this.feed({ type: "effects-reported", view: viewOf(seen.tabId), effects: { requests: [request] } });
    this.save().catch(this.complain);
  }

  /** The screen that an action begins on, where the page sent it. @param {any} event @param {string} view */
  screenBefore(event, view) {
    return event.look ? this.unpictured(event.look, view) : null;
  }

  /** A screen of which there is no picture yet. @param {any} look @param {string} view */
  unpictured(look, view) {
    return this.keep({ look: { ...look, withheld: TOO_QUICK }, frames: {} }, view);
  }

  /** The number of a window within the run, given when it is first named. @param {string} view */
  windowOf(view) {
    if (!this.state) return undefined;
    const windows = (this.state.windows ??= []);
    if (!windows.includes(view)) windows.push(view);
    return windows.indexOf(view) + 1;
  }

  /** @param {string} view @param {number} tab @param {any} event */
  acted(view, tab, { action, open }) {
    if (!this.state) return;
    const foreign = action.raw?.foreign;
    if (foreign) this.state.asked += 1;
    const number = foreign ? this.state.asked : 0;
    const cleaned = this.secretValues.action(action);
    this.feed({ type: "acted", view, action: cleaned, still_growing: open, place_number: number });
    if (number) this.place(tab, number, action.target?.frame_url ?? "").catch(this.complain);
  }

  /** Where the inner frame of an action lies, as far as its page can tell.
   * @param {number} tab
   * @param {number} number
   * @param {string} url */
  async place(tab, number, url) {
    const offset = await api.askPage(tab, { type: "place", url });
    this.feed({ type: "placed", place_number: number, offset });
  }

  /** The whole page asks for another one, or gave that up. @param {number} tab @param {boolean} on */
  async loading(tab, on) {
    if (this.state?.paused || !this.watches(tab)) return;
    this.feed({ type: "loading", view: viewOf(tab), on });
    await this.save();
  }

  /** The whole page went somewhere.
   * @param {number} tab
   * @param {string} url
   * @param {api.By} how
   * @param {number} asked_ms */
  async navigated(tab, url, how, asked_ms) {
    if (!this.state || !this.watches(tab)) return;
    const by = this.wentBy(tab, how, url);
    const shown = cut(this.secretValues.address(url), MAX_TEXT);
    // A window begins with a blank document, which is nobody's action.
    const begins = url === "about:blank" && tab !== this.state.tab && !this.steps.state.views[viewOf(tab)].url;
    if (!this.state.paused && !begins)
      this.feed({ type: "navigated", view: viewOf(tab), url: shown, by, at_ms: now(), asked_ms });
    const blocked = (await api.mayRecord(url)) || url === "about:blank" ? "" : shown;
    if (!this.state) return;
    if (tab === this.state.tab) this.state.blocked = blocked;
    await this.save();
  }

  /** The whole page is at another address of the same document: its own doing, or its driver went there.
   * @param {number} tab @param {string} address @param {api.By} how */
  async addressChanged(tab, address, how) {
    if (this.state?.paused || !this.watches(tab)) return;
    const [view, url] = [viewOf(tab), cut(this.secretValues.address(address), MAX_TEXT)];
    const by = this.wentBy(tab, how, address);
    if (by === "driver") this.feed({ type: "navigated", view, url, by, at_ms: now() });
    else this.feed({ type: "address-changed", view, url });
    await this.save();
  }

  /** Chrome does not tell who goes back or forward; a page that does it itself tells before it goes.
   * @param {number} tab @param {api.By} how @param {string} url
   * @returns {"page" | "driver" | "refresh"} */
  wentBy(tab, how, url) {
    const byPage = this.traversing.get(tab) === url;
    this.traversing.delete(tab);
    if (how !== "history") return how;
    return byPage ? "page" : "driver";
  }

  /** Chrome lets us into the page that is shown now. */
  async allowed() {
    if (!this.state) return;
    this.state.blocked = "";
    await this.save();
    await api.inject(this.state.tab);
  }

  /** An action opens a window. @param {number} opener @param {number} tab @param {string} url what it will show */
  async opened(opener, tab, url) {
    if (this.state?.paused || !this.watches(opener)) return;
    this.feed({
      type: "window-expected",
      view: viewOf(opener),
      url: url === "about:blank" ? "" : cut(this.secretValues.address(url), MAX_TEXT),
    });
    this.feed({ type: "view-opened", view: viewOf(tab), opener: viewOf(opener) });
    await this.save();
  }

  /** @param {number} tab */
  async closed(tab) {
    this.feed({ type: "gone", view: viewOf(tab), why: CLOSED });
    await this.save();
  }

  // --- looks

  /** @param {import("./steps.js").LookRequest} request */
  look({ view, ticket }) {
    const wanted = () => this.state !== null && this.steps.state.views[view]?.ticket === ticket;
    this.looking += 1;
    const report = (/** @type {any} */ look) => {
      if (wanted()) this.feed({ type: "looked", ticket, look: this.unpictured(look, view), part: true });
    };
    lookAt(tabOf(view), ticket, wanted, report).then(async (shown) => {
      if (!wanted()) return;
      this.feed({ type: "looked", ticket, look: shown?.look ? this.keep(shown, view) : null, why: shown?.why });
      await this.save();
    }).catch(this.complain).finally(() => {
      this.looking -= 1;
      this.wake();
    });
  }

  /** A screen as `steps.js` has it; what it stands for is stored once. @param {Shown} shown @param {string} view */
  keep({ look: shown, frames }, view) {
    const by = this.steps.state.views[view]?.opener;
    const opener = by ? this.windowOf(by) : undefined;
    const look = { ...this.secretValues.look(shown), window: this.windowOf(view), opener };
    const ref = Math.max(0, ...this.shown.keys()) + 1;
    this.shown.set(ref, { look, frames });
    this.then(() => api.save({ [`look${ref}`]: { look, frames } }));
    return { ref };
  }

  /** Those that nothing stands for any more. @param {number[]} refs */
  async forget(refs) {
    for (const ref of refs) this.shown.delete(ref);
    if (refs.length) await api.forget(refs.map((ref) => `look${ref}`));
  }

  // --- steps

  /** @param {() => Promise<void>} act run in order */
  then(act) {
    this.working = this.working.then(act).catch(this.complain);
  }

  async ship() {
    while (this.state?.made.length) {
      const { state } = this;
      const { before, actions, after, effects } = state.made[0];
      const frames = /** @type {Record<string, string>} */ ({});
      const [first, last] = [before, after].map((one) => this.take(one, frames));
      const step = { run: state.run, index: state.index + 1, before: first, actions, after: last, effects };
      await this.send({ type: "step", step }, frames, () => this.shipped(state));
    }
    await this.shipLate();
    const used = JSON.stringify(this.state);
    await this.forget([...this.shown.keys()].filter((ref) => !used.includes(`{"ref":${ref}}`)));
  }

  /** What came of steps that are in messages already. */
  async shipLate() {
    const { late } = this.steps.state.effects;
    const stored = () => {
      late.shift();
      return this.kept();
    };
    while (this.state && late.length) await this.send({ type: "effects", run: this.state.run, ...late[0] }, {}, stored);
  }

  /** Its first step is in a message, from the write on that stores that message: before it, a worker that dies would
   * lose the step.
   * @param {State} state */
  shipped(state) {
    state.made.shift();
    state.index += 1;
    return this.kept();
  }

  /** A screen for a message, and its frame the first time. @param {any} one @param {Record<string, string>} frames */
  take(one, frames) {
    const shown = one?.ref && this.shown.get(one.ref);
    if (!shown) return one?.ref ? null : one;
    Object.assign(frames, shown.frames);
    shown.frames = {};
    return shown.look;
  }

  /** Returns once every look is done and every step is made, or their time is over. */
  settled() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, BUDGET_MS);
      this.waiting.push(() => { clearTimeout(timer); resolve(undefined); });
      this.wake();
    });
  }

  wake() {
    if (!this.looking && this.steps.due === null) for (const resolve of this.waiting.splice(0)) resolve();
  }

  // --- pause and end

  /** What is half done in the page belongs to the side that it began on. @param {boolean} paused */
  async pause(paused) {
    if (!this.state || this.state.paused === paused) return;
    await this.flush();
    if (!this.state) return;
    this.state.paused = paused;
    const tabs = Object.keys(this.steps.state.views);
    if (paused) this.feed({ type: "ended" });
    else for (const view of tabs) this.feed({ type: "view-opened", view });
    await this.settled();
    await this.save();
  }

  async flush() {
    await Promise.all(Object.keys(this.steps.state.views).map((view) => api.askFrames(tabOf(view), { type: "flush" })));
    await this.settled();
  }

  /** @param {any} ending the agent's answer and claim
   * @param {string} by
   * @returns {Promise<string | null>} the run that ended */
  async end(ending, by) {
    if (!this.state) return null;
    const { run } = this.state;
    await this.flush();
    if (this.state?.run !== run) return null; // somebody else ended it meanwhile
    this.feed({ type: "ended", why: ENDED });
    await this.working;
    if (this.state?.run !== run) return null;
    const tabs = Object.keys(this.steps.state.views).map(tabOf);
    this.state = null;
    this.steps = new Steps();
    await this.secretValues.forget();
    this.unlisten?.();
    this.unlisten = null;
    await this.send(
      {
        type: "run-end",
        run,
        at_ms: now(),
        ended_by: by,
        answer: cut(ending.answer, MAX_TEXT),
        claims_success: ending.claims_success ?? null,
      },
      {},
      () => this.kept(),
    );
    await this.forget([...this.shown.keys()]);
    await api.follow(false);
    await Promise.all(tabs.map((tab) => api.askFrames(tab, { type: "stop-recorder" })));
    return run;
  }
}
