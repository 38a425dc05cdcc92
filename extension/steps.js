// Turns events into steps: the screen before each action, and the one after it. Knows no browser and no clock.
// The same rules as device_bridges/courtside_bridges/recording/core.py; both are held to tests/wire/recording/.
// @ts-check
import { beginEffects, endEffects, noEffects, takeIn, numberStep } from "./effects.js";

export const BUDGET_MS = 2000;
const LOAD_MS = 10_000;
const WINDOW_MS = 3000;
const OPENING_MS = 500;
const CAUSED_MS = 2000;
const LONG_AGO_MS = -1_000_000;
export const TOO_QUICK = "the agent acted again before the screen could be looked at";
const WENT_ON = "the agent went to another page before this one could be looked at";
const TOO_SLOW = "the screen could not be looked at in time";
const NO_LOOK = "the screen could not be looked at";
export const ENDED = "the run ended before the screen could be looked at";

/** @typedef {{id: number, view: string, before: any, action: any, after: any, due: number, growing: boolean, closed:
 * boolean, opens: boolean, seen: boolean, unplaced: number, reported?: string, effects?:
 * import("./effects.js").Effects}} Draft
 * A step that is being made. `growing`: its action may still change; `closed`: no more, the next one was announced;
 * `opens`: a window is coming, whose screen is the one after; `unplaced`: above 0, the number by which its place was
 * asked for. */
/** @typedef {{url: string, screen: any, part: any, before: any, intended: boolean, ticket: number, draft: number,
 * grown: number, grownBy: string, acted: number, opening: number, opens: string, opener?: string, openedBy?: number,
 * loading: boolean, closing: boolean, arriving: boolean, window?: number}} View
 * `screen`: as it is now, null where something happened since; `part`: what the look under way has told so far;
 * `ticket`: the look under way; `draft`: the last action's, while its screen is not known; `grown`: of the last action
 * that could still change (0: none); `opens`: the address of the window that it opened last;
 * `opener`: the view that opened it; `openedBy`: the draft of the action that opened it; `closing`: it closes itself;
 * `arriving`: it was opened by another view, and its first page has not come yet. */
/** @typedef {{now: number, views: Record<string, View>, front: string, drafts: Draft[], drafted: number, tickets:
 * number, effects: import("./effects.js").Kept}} State */
/** @typedef {{view: string, ticket: number}} LookRequest look at a view once it is quiet, and answer with "looked" */

/** @param {import("./effects.js").Effects} [sees] which effects of an action the caller sees at all: empty ones
 * @returns {State} */
export const fresh = (sees) => ({
  now: 0,
  views: {},
  front: "",
  drafts: [],
  drafted: 0,
  tickets: 0,
  effects: noEffects(sees),
});

export class Steps {
  /** @param {State} [state] plain JSON: what a worker that died had stored goes on from here */
  constructor(state = fresh()) {
    this.state = state;
    state.effects ??= noEffects(); // stored by a version that saw none
    /** @type {LookRequest[]} */ this.looks = [];
    for (const [name, view] of Object.entries(state.views)) if (view.ticket) this.want(name);
  }

  /** When a "clock" event is needed; null while nothing waits. */
  get due() {
    const waiting = this.state.drafts.filter((one) => !done(one)).map((one) => this.dueOf(one));
    return waiting.length ? Math.min(...waiting) : null;
  }

  /** The looks to begin now; each is handed out once. */
  takeLooks() {
    const looks = this.looks.filter((one) => this.state.views[one.view]?.ticket === one.ticket);
    this.looks = [];
    return looks;
  }

  /** The steps that are finished, in the order of their actions. */
  takeSteps() {
    const { drafts } = this.state;
    const open = drafts.findIndex((one) => !done(one));
    const taken = drafts.splice(0, open < 0 ? drafts.length : open);
    for (const draft of taken) numberStep(this.state.effects, draft);
    return taken.map(({ before, action, after, effects }) => bare({ before, actions: [action], after, effects }));
  }

  /** What came of steps after they were handed out, by their numbers. */
  takeLate() {
    return this.state.effects.late.splice(0);
  }

  /** One event. Those about views that are gone, or were never told, change nothing.
   * @param {any} event
   * @param {number} now */
  feed(event, now) {
    this.state.now = Math.max(this.state.now, now);
    this.take(event, this.state.views[event.view]);
    this.expire();
  }

  /** @param {any} event @param {View | undefined} view */
  take(event, view) {
    switch (event.type) {
      case "view-opened":
        return this.open(event.view, event.opener ?? "", event.window);
      case "window-expected":
        return view && this.expectWindow(view, event.url ?? "");
      case "intent":
        return view && this.intend(view, event.before ?? null);
      case "acted":
        return view && this.act(event.view, view, event);
      case "placed":
        return this.place(event.place_number, event.offset ?? null);
      case "looked":
        return this.seen(event);
      case "loading":
        return view && this.load(view, event.on ?? true);
      case "navigated":
        return view && this.navigate(event.view, view, event);
      case "address-changed":
        return view && this.nameAddress(view, event.url);
      case "effects-reported":
        return takeIn(this.state.effects, this.state.drafts, event.effects, Boolean(view?.intended), this.state.now);
      case "closing":
        return view && Object.assign(view, { closing: true });
      case "gone":
        return view && this.close(event.view, view, event.why);
      case "ended":
        return this.end(event.why ?? ENDED);
      case "clock":
        return undefined;
      default:
        throw new Error(`event ${event.type} is unknown`);
    }
  }

  // --- views

  /** @param {string} name @param {string} by @param {number} [window] its number in the run */
  open(name, by, window) {
    const { views, now } = this.state;
    const opener = views[by];
    views[name] = {
      window,
      url: "",
      screen: null,
      part: null,
      before: null,
      intended: false,
      ticket: 0,
      draft: 0,
      grown: 0,
      grownBy: "",
      acted: opener?.acted ?? LONG_AGO_MS,
      opening: LONG_AGO_MS,
      opens: "",
      opener: by,
      openedBy: 0,
      loading: false,
      closing: false,
      arriving: Boolean(opener?.opens),
    };
    this.state.front = name;
    const draft = opener && this.draft(opener.draft);
    if (opener && draft?.opens) {
      opener.draft = opener.ticket = 0;
      Object.assign(draft, { view: name, opens: false, due: now + BUDGET_MS });
      views[name].draft = views[name].openedBy = draft.id;
    }
    this.want(name);
  }

  /** @param {View} view @param {string} url what the window will show; empty for a blank window */
  expectWindow(view, url) {
    view.opens = url;
    const draft = this.draft(view.draft);
    if (!draft) { view.opening = this.state.now; return; }
    Object.assign(draft, { opens: true, due: this.state.now + WINDOW_MS });
    view.ticket = 0;
  }

  /** @param {string} name @param {View} view @param {string} why */
  close(name, view, why) {
    delete this.state.views[name];
    const { opener = "" } = view;
    if (this.state.front === name)
      this.state.front = this.state.views[opener] ? opener : (Object.keys(this.state.views).at(-1) ?? "");
    this.closeGrown(view);
    if (view.closing || isUnseen(view)) this.handBack(view);
    this.settle(view, null, why);
  }

  /** The last action in a view that closed itself has its screen on the view in front now; so has the one that opened a
   * view which went before anybody looked at it. Not where the agent has gone on since, or is about to on that one.
   * What it loads it still loads. @param {View} view */
  handBack(view) {
    const { views, front, drafts } = this.state;
    const [draft, other] = [this.draft(view.draft), views[front]];
    if (!draft || draft !== drafts.at(-1) || !other || other.intended || this.draft(other.draft)) return;
    view.draft = 0;
    const { loading } = other;
    this.touch(other);
    other.loading = loading;
    draft.view = front;
    other.draft = draft.id;
    this.beginLook(front, other, draft);
  }

  // --- actions

  /** @param {number} id @returns {Draft | undefined} */
  draft(id) {
    return id ? this.state.drafts.find((one) => one.id === id) : undefined;
  }

  /** @param {View} view @param {any} before */
  intend(view, before) {
    this.closeGrown(view);
    this.arrive(view, before);
    this.settle(view, before, TOO_QUICK);
    view.ticket = 0;
    view.before = view.screen = before ?? view.screen ?? view.part;
    view.intended = true;
  }

  /** @param {string} name @param {View} view @param {any} event */
  act(name, view, event) {
    const grown = view.grown ? this.draft(view.grown) : undefined;
    const grows = view.grown && view.grownBy === keyOf(event.action);
    if (grows) return grown && this.grow(name, view, grown, event);
    if (!view.intended) this.intend(view, null);
    this.state.front = name;
    const draft = this.add(name, view, event.action);
    beginEffects(this.state.effects, this.state.drafts, draft, this.state.now);
    if (event.place_number) draft.unplaced = event.place_number;
    this.touch(view);
    if (event.still_growing) {
      Object.assign(draft, { growing: true, reported: JSON.stringify(event.action) });
      Object.assign(view, { grown: draft.id, grownBy: keyOf(event.action) });
    }
    this.beginLook(name, view, draft);
  }

  /** A newer state of the last action.
   * @param {string} name
   * @param {View} view
   * @param {Draft} draft
   * @param {any} event */
  grow(name, view, draft, event) {
    const reported = JSON.stringify(event.action);
    const changed = draft.reported !== reported;
    Object.assign(draft, { action: event.action, reported });
    if (event.place_number) draft.unplaced = event.place_number;
    if (draft.closed) return;
    draft.growing = Boolean(event.still_growing);
    if (!changed) return;
    draft.seen = false;
    this.touch(view);
    view.draft = draft.id;
    this.beginLook(name, view, draft);
  }

  /** An action changed the view: what was known of it is history. @param {View} view */
  touch(view) {
    Object.assign(view, {
      before: null,
      screen: null,
      part: null,
      intended: false,
      loading: false,
      acted: this.state.now,
      ticket: 0,
    });
  }

  /** @param {string} name @param {View} view @param {any} action @returns {Draft} */
  add(name, view, action) {
    const { now } = this.state;
    this.state.drafted += 1;
    const draft = {
      id: this.state.drafted,
      view: name,
      before: view.before ?? this.withheld(view, TOO_QUICK),
      action,
      after: null,
      due: now + BUDGET_MS,
      growing: false,
      closed: false,
      opens: now - view.opening <= OPENING_MS,
      seen: false,
      unplaced: 0,
    };
    view.opening = LONG_AGO_MS;
    this.state.drafts.push(draft);
    view.draft = draft.id;
    return draft;
  }

  /** @param {string} name @param {View} view @param {Draft} draft */
  beginLook(name, view, draft) {
    draft.due = this.state.now + (draft.opens ? WINDOW_MS : BUDGET_MS);
    if (!draft.opens) this.want(name);
  }

  /** Where the inner frame of an action lies; null where nobody could say.
   * @param {number} number
   * @param {number[] | null} offset */
  place(number, offset) {
    const draft = this.state.drafts.find((one) => one.unplaced === number);
    if (!draft) return;
    draft.unplaced = 0;
    draft.action = moved(draft.action, offset);
  }

  // --- screens

  /** @param {string} name */
  want(name) {
    this.state.tickets += 1;
    Object.assign(this.state.views[name], { ticket: this.state.tickets, part: null });
    this.looks.push({ view: name, ticket: this.state.tickets });
  }

  /** @param {{ticket: number, look?: any, why?: string, part?: boolean}} event */
  seen(event) {
    const view = Object.values(this.state.views).find((one) => one.ticket && one.ticket === event.ticket);
    if (!view) return;
    this.arrive(view, event.look);
    if (event.part) { view.part = event.look ?? null; return; }
    Object.assign(view, { ticket: 0, screen: event.look ?? null, part: null });
    if (!view.loading) this.settle(view, event.look ?? null, event.why || NO_LOOK);
  }

  /** A look with an address is one at its first page: what it shows next is another one.
   * @param {View} view
   * @param {any} look */
  arrive(view, look) {
    if (look?.url && look.url !== "about:blank") view.arriving = false;
  }

  /** The address of what it shows is known without a look. @param {View} view @param {string} url */
  nameAddress(view, url) {
    view.url = url;
    if (!["", "about:blank"].includes(url.split("#", 1)[0])) view.arriving = false;
  }

  /** @param {View} view @param {boolean} on */
  load(view, on) {
    view.loading = on;
    if (!on && !view.ticket) this.settle(view, view.screen, NO_LOOK);
  }

  /** The last action's screen is known, or will never be. @param {View} view @param {any} look @param {string} why */
  settle(view, look, why) {
    const draft = this.draft(view.draft);
    view.draft = 0;
    if (draft) finish(draft, look ?? view.screen ?? view.part ?? this.withheld(view, why));
  }

  /** Something else happened: the last action does not grow any more. @param {View} view */
  closeGrown(view) {
    const draft = this.draft(view.grown);
    if (draft) Object.assign(draft, { growing: false, closed: true });
  }

  /** @param {View | null} view @param {string} why */
  withheld(view, why) {
    const { url, window } = view ?? {};
    return { at_ms: this.state.now, withheld: why, ...(url ? { url } : {}), ...(window ? { window } : {}) };
  }

  /** @param {string} name @param {View} view @param {any} event */
  navigate(name, view, event) {
    const caused = event.by === "page" && (event.asked_ms ?? this.state.now) - view.acted <= CAUSED_MS;
    if (!(caused || view.arriving || event.by === "refresh")) {
      this.settle(view, null, WENT_ON);
      this.act(name, view, { action: { kind: "navigate", at_ms: event.at_ms, text: event.url } });
    }
    Object.assign(view, { url: event.url, screen: null, part: null, loading: false, arriving: false });
    const draft = this.draft(view.draft);
    if (draft) draft.due = this.state.now + BUDGET_MS;
    this.want(name);
  }

  // --- time

  /** A page that still loads is waited for while the agent does. @param {Draft} draft */
  dueOf(draft) {
    const view = this.state.views[draft.view];
    const waited = view?.draft === draft.id && view.loading && draft === this.state.drafts.at(-1);
    return draft.due + (waited ? LOAD_MS - BUDGET_MS : 0);
  }

  expire() {
    for (const draft of [...this.state.drafts])
      if (!done(draft) && this.state.now >= this.dueOf(draft)) this.giveUp(draft);
  }

  /** @param {Draft} draft */
  giveUp(draft) {
    for (const [name, view] of Object.entries(this.state.views)) {
      if (view.draft !== draft.id) continue;
      if (draft.opens) {
        draft.opens = false;
        return this.beginLook(name, view, draft);
      }
      this.settle(view, null, TOO_SLOW);
    }
    return abandon(draft, this.withheld(null, TOO_SLOW));
  }

  /** @param {string} why */
  end(why) {
    endEffects(this.state.effects, this.state.drafts);
    for (const view of Object.values(this.state.views)) this.settle(view, null, why);
    for (const draft of this.state.drafts) abandon(draft, this.withheld(null, why));
  }
}

/** It has shown nothing of what the action led to that opened it. @param {View} view */
const isUnseen = ({ draft, openedBy, screen, part }) => draft === openedBy && !screen && !part;

/** Nothing of it will change any more. @param {Draft} draft */
const done = (draft) => draft.seen && !draft.growing && !draft.unplaced;

/** A second screen changes nothing. @param {Draft} draft @param {any} after */
function finish(draft, after) {
  if (!draft.seen) Object.assign(draft, { after, seen: true });
}

/** It has waited long enough: for its screen, its place and its action's end.
 * @param {Draft} draft
 * @param {any} after */
function abandon(draft, after) {
  finish(draft, after);
  Object.assign(draft, { growing: false, closed: true });
  if (draft.unplaced) Object.assign(draft, { unplaced: 0, action: moved(draft.action, null) });
}

/** An action that grows is told again with the same. @param {any} action */
const keyOf = (action) => `${action.kind} ${action.at_ms}`;

/** From a frame's own units to the view's. A scroll's end is a distance, the same in every frame.
 * @param {any} action
 * @param {number[] | null} offset */
function moved(action, offset) {
  const { point, to_point: end, target, ...rest } = action;
  const fixed = action.kind === "scroll" ? end : undefined;
  if (!offset) return bare({ ...rest, target: target && bare({ ...target, box: undefined }), to_point: fixed });
  const [dx, dy] = offset;
  const shift = (/** @type {number[] | undefined} */ at) => at && [at[0] + dx, at[1] + dy, ...at.slice(2)];
  return bare({
    ...rest,
    target: target && bare({ ...target, box: shift(target.box) }),
    point: shift(point),
    to_point: fixed ?? shift(end),
  });
}

/** Without what is not there. @template {object} T @param {T} record @returns {T} */
const bare = (record) =>
  /** @type {T} */ (Object.fromEntries(Object.entries(record).filter(([, value]) => value != null)));
