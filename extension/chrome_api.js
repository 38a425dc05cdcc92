// The one wrapper over chrome.*: promises in, plain values out. (content.js, no module, has its own few calls.)
// @ts-check

import { now } from "./clock.js";

const ANSWER_MS = 3000;
const STARTUP_MS = 2000;

export const version = () => chrome.runtime.getManifest().version;

// --- what is stored: `local` outlives the browser, `session` only the worker

/** @param {string} key @param {any} [fallback] @returns {Promise<any>} */
export async function load(key, fallback = null) {
  return (await chrome.storage.local.get(key))[key] ?? fallback;
}

/** @param {Record<string, any>} values */
export const save = (values) => chrome.storage.local.set(values);

/** @param {string | string[]} keys */
export const forget = (keys) => chrome.storage.local.remove(keys);

export const storedKeys = async () => Object.keys(await chrome.storage.local.get(null));
export const storedBytes = () => chrome.storage.local.getBytesInUse(null);

/** What is stored, the token among it, is not for scripts in pages. */
export const keepFromPages = () => chrome.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });

/** @param {string} key @param {any} [fallback] @returns {Promise<any>} */
export async function recall(key, fallback = null) {
  return (await chrome.storage.session.get(key))[key] ?? fallback;
}

/** @param {Record<string, any>} values */
export const remember = (values) => chrome.storage.session.set(values);

// --- sites and tabs

/** @param {string} url */
const pattern = (url) => (/^https?:/.test(url) ? `${new URL(url).origin}/*` : "");

/** May this page's site be recorded? Chrome shows its own pages to no extension. @param {string} url */
export const mayRecord = async (url) =>
  Boolean(pattern(url)) && chrome.permissions.contains({ origins: [pattern(url)] });

/** Only from a person's click. @param {string} url */
export const askToRecord = async (url) =>
  Boolean(pattern(url)) && chrome.permissions.request({ origins: [pattern(url)] });

/** Null where there is none: also for a number that Chrome gives no tab.
 * @param {number} tabId
 * @returns {Promise<chrome.tabs.Tab | null>} */
export const tab = async (tabId) => (tabId < 0 ? null : chrome.tabs.get(tabId).catch(() => null));

/** The tab in front; or the one at this address, else the one in front of those whose address begins like it.
 * @param {string} [url] @returns {Promise<chrome.tabs.Tab | undefined>} */
export async function findTab(url) {
  if (!url) return (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0];
  const like = (await chrome.tabs.query({})).filter((one) => one.url?.startsWith(url));
  const same = like.filter((one) => one.url === url);
  const found = same.length ? same : like;
  return found.find((one) => one.active) ?? found[0];
}

/** What comes of it; null where it fails, or takes too long: a page may hang, in a dialog for instance.
 * @template T @param {Promise<T>} promise @param {number} ms @returns {Promise<T | null>} */
async function within(promise, ms) {
  /** @type {any} */ let timer;
  const late = new Promise((resolve) => { timer = setTimeout(() => resolve(null), ms); });
  const first = await Promise.race([promise.catch(() => null), late]);
  clearTimeout(timer);
  return first;
}

/** In this order; `page_scripts.py` has the first of them too. */
const PAGE_SCRIPTS = [
  "page/addresses.js",
  "page/dom.js",
  "page/tree.js",
  "page/disguises.js",
  "page/secrets.js",
  "page/closed_roots.js",
  "page/boxes.js",
  "page/elements.js",
  "page/page_state.js",
  "page/screen.js",
  "page/keys.js",
  "page/leaving.js",
  "page/announcements.js",
  "page/looks.js",
  "page/hits.js",
  "page/reports.js",
  "page/missed_events.js",
  "page/presses.js",
  "page/strokes.js",
  "page/typing.js",
  "page/scrolling.js",
  "page/recorder.js",
  "content.js",
];

const FOLLOWING = "page";

/** From now on, or no longer, Chrome itself puts the page scripts into every new document, before anything can happen
 * in it, of the sites that it lets us into. @param {boolean} on */
export async function follow(on) {
  const there = (await chrome.scripting.getRegisteredContentScripts({ ids: [FOLLOWING] })).length > 0;
  if (there === on) return;
  if (!on) await chrome.scripting.unregisterContentScripts({ ids: [FOLLOWING] });
  else
    await chrome.scripting.registerContentScripts([
      {
        id: FOLLOWING,
        js: PAGE_SCRIPTS,
        matches: ["<all_urls>"],
        allFrames: true,
        matchOriginAsFallback: true,
        runAt: "document_start",
        persistAcrossSessions: false,
      },
    ]);
}

/** Puts the page scripts into every frame that Chrome lets us into. @param {number} tabId */
export const inject = (tabId) =>
  within(
    chrome.scripting.executeScript({
      target: { tabId, allFrames: true },
      files: PAGE_SCRIPTS,
      injectImmediately: true,
    }),
    ANSWER_MS,
  );

/** What one frame answers; null from one without our script.
 * @param {number} tabId
 * @param {any} message
 * @param {number} [frameId]
 * @returns {Promise<any>} */
export const askPage = (tabId, message, frameId = 0, ms = ANSWER_MS) =>
  within(chrome.tabs.sendMessage(tabId, message, { frameId }), ms);

/** What every frame answers, the main one first. @param {number} tabId @param {any} message @param {number} [ms] @param
 * {boolean} [main] it too
 * @returns {Promise<any[]>} */
export async function askFrames(tabId, message, ms = ANSWER_MS, main = true) {
  const frames = tabId < 0 ? [] : ((await chrome.webNavigation.getAllFrames({ tabId }).catch(() => null)) ?? []);
  const ids = frames.map((one) => one.frameId).filter((id) => main || id).sort((a, b) => a - b);
  return Promise.all(ids.map((id) => askPage(tabId, message, id, id ? ms : ANSWER_MS)));
}

/** How often another tab came to the front of a window, or one was moved to another window. */
let switches = 0;
chrome.tabs.onActivated.addListener(() => { switches += 1; });
chrome.tabs.onAttached.addListener(() => { switches += 1; });

/** What the main frame answers, and the tab's picture, or why there is none. Chrome does not count a picture that is
 * asked for while an answer is taken in which a page tells that somebody acts in it: it is asked for there, before
 * anything else.
 * @param {number} tabId @param {any} message @returns {Promise<{answer: any, taken: {shot: Blob} | {why: string}}>} */
export async function capture(tabId, message) {
  const inFront = async () => { const one = await tab(tabId); return one?.active ? one : null; };
  const switchesBefore = switches;
  const shown = await inFront();
  if (!shown) return { answer: null, taken: { why: "the tab was not in front" } };
  let late = false;
  const { answer, url, why } = (await within(
    answered(tabId, shown.windowId, message, () => late),
    ANSWER_MS,
  )) ?? { answer: null, url: "", why: "no answer" };
  late = true;
  // Another tab may have come to the front meanwhile, and gone again: then it may be another tab's picture.
  const stayed = switches === switchesBefore && (await inFront())?.windowId === shown.windowId;
  if (url && !stayed) return { answer, taken: { why: "the tab was not in front" } };
  if (url) return { answer, taken: { shot: await (await fetch(url)).blob() } };
  return {
    answer,
    taken: {
      why: /activeTab/.test(why)
        ? "Chrome gives a picture only after a click on the extension's icon at this site"
        : `Chrome gave no picture: ${why.slice(0, 300)}`,
    },
  };
}

/** Resolves in a later task, so that what the caller does next does not pass the page's user activation on.
 * `isLate`: nobody waits for it any more. @param {number} tabId @param {number} windowId @param {any} message @param
 * {() => boolean} isLate
 * @returns {Promise<{answer: any, url: string, why: string}>} */
function answered(tabId, windowId, message, isLate) {
  return new Promise((resolve) => {
    chrome.tabs.sendMessage(tabId, message, { frameId: 0 }, (answer) => {
      const silent = chrome.runtime.lastError?.message;
      if (silent || isLate()) return resolve({ answer: null, url: "", why: silent ?? "no answer" });
      chrome.tabs.captureVisibleTab(windowId, { format: "jpeg", quality: 80 }, (url) => {
        const why = chrome.runtime.lastError?.message ?? "";
        setTimeout(() => resolve({ answer, url, why }));
      });
    });
  });
}

// --- what a person sees

/** @param {string} text @param {string} colour @param {string} title */
export async function badge(text, colour, title) {
  await chrome.action.setBadgeText({ text });
  await chrome.action.setBadgeBackgroundColor({ color: colour });
  await chrome.action.setTitle({ title });
}

// --- what happens

/** From the popup. @param {any} message @returns {Promise<any>} */
export const askWorker = (message) => chrome.runtime.sendMessage(message);

/** Messages of our own pages. @param {(message: any) => Promise<any>} handle */
export function onMessage(handle) {
  chrome.runtime.onMessage.addListener((message, sender, answer) => {
    if (sender.id !== chrome.runtime.id || !sender.url?.startsWith(chrome.runtime.getURL(""))) return false;
    handle(message).then(answer, (error) => answer({ error: error instanceof Error ? error.message : String(error) }));
    return true;
  });
}

/** What the scripts in watched pages say. Each message is answered once it is dealt with: until then its page tells it
 * again to whatever worker comes next. @param {(message: any, id: string, tabId: number, frameId: number) =>
 * Promise<any>} handle */
export function onPage(handle) {
  chrome.runtime.onConnect.addListener((port) => {
    const { tab: of, frameId = 0 } = port.sender ?? {};
    port.onMessage.addListener(async ({ id, message }) => {
      const reply = await handle(message, id, of?.id ?? -1, frameId).catch(() => null);
      try { port.postMessage({ id, reply }); } catch { /* the page is gone */ }
    });
  });
}

/** @typedef {"page" | "driver" | "refresh" | "history"} By `history`: back or forward, whoever asked for it */
/** @typedef {{tabId: number, frameId: number, url: string, by: By, asked_ms: number}} Went */

/** By an address, a bookmark or a reload; a page that does the same is a "link" to Chrome. */
const DRIVEN = ["typed", "auto_bookmark", "start_page", "reload"];

/** Chrome keeps for each page how it was reached first, and tells the same when somebody comes back to it.
 * @param {{transitionType: string, transitionQualifiers: string[]}} transition @returns {By} */
function wentBy({ transitionType, transitionQualifiers }) {
  if (transitionQualifiers.includes("forward_back")) return "history";
  if (DRIVEN.includes(transitionType)) return "driver";
  return transitionQualifiers.includes("client_redirect") ? "refresh" : "page";
}

/** A frame shows another document. @param {(went: Went) => void} report */
export function onNavigation(report) {
  /** @type {Map<number, number>} */ const asked = new Map();
  chrome.webNavigation.onBeforeNavigate.addListener(({ tabId, frameId }) => {
    if (!frameId) asked.set(tabId, now());
  });
  chrome.webNavigation.onCommitted.addListener((went) => {
    const { tabId, frameId, url } = went;
    report({ tabId, frameId, url, by: wentBy(went), asked_ms: asked.get(tabId) ?? now() });
    if (!frameId) asked.delete(tabId);
  });
}

/** A tab is at another address of the same document. @param {(tabId: number, url: string, by: By) => void} report */
export function onAddress(report) {
  const { onHistoryStateUpdated: pushed, onReferenceFragmentUpdated: jumped } = chrome.webNavigation;
  for (const changed of [pushed, jumped])
    changed.addListener((went) => {
      if (!went.frameId) report(went.tabId, went.url, wentBy(went));
    });
}

/** A tab asks for another document, or gave that up. @param {(tabId: number, on: boolean) => void} report */
export function onLoading(report) {
  chrome.webNavigation.onBeforeNavigate.addListener(({ tabId, frameId }) => { if (!frameId) report(tabId, true); });
  chrome.webNavigation.onErrorOccurred.addListener(({ tabId, frameId }) => { if (!frameId) report(tabId, false); });
}

/** What becomes of requests, of the sites that Chrome lets us into; neither headers nor bodies are asked for.
 * @param {(seen: import("./requests.js").Seen) => void} report @returns {() => void} ends it */
export function onRequest(report) {
  const filter = { urls: ["<all_urls>"] };
  const {
    onBeforeRequest: sent,
    onBeforeRedirect: moved,
    onCompleted: answered,
    onErrorOccurred: failed,
  } = chrome.webRequest;
  /** @param {{requestId: string, timeStamp: number, tabId: number, url: string, method: string, initiator?: string}}
   * details */
  const seen = ({ requestId: id, timeStamp: at_ms, tabId, url, method, initiator }) => ({
    id,
    at_ms,
    tabId,
    url,
    method,
    initiator,
  });
  const began = (/** @type {chrome.webRequest.OnBeforeRequestDetails} */ one) => {
    report({ ...seen(one), began: true });
    return undefined;
  };
  const over = (/** @type {chrome.webRequest.OnCompletedDetails} */ one) =>
    report({ ...seen(one), began: false, status: one.statusCode });
  const lost = (/** @type {chrome.webRequest.OnErrorOccurredDetails} */ one) =>
    report({ ...seen(one), began: false, failed: one.error });
  sent.addListener(began, filter);
  moved.addListener(over, filter);
  answered.addListener(over, filter);
  failed.addListener(lost, filter);
  return () => {
    sent.removeListener(began);
    moved.removeListener(over);
    answered.removeListener(over);
    failed.removeListener(lost);
  };
}

/** A page opens a window or a tab. @param {(opener: number, tabId: number, url: string) => void} report */
export const onWindow = (report) =>
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId, url }) =>
    report(sourceTabId, tabId, url),
  );

/** @param {(tabId: number) => void} report */
export const onTabClosed = (report) => chrome.tabs.onRemoved.addListener(report);

const began = new Promise((resolve) => {
  chrome.runtime.onStartup.addListener(() => resolve(true));
  setTimeout(() => resolve(false), STARTUP_MS);
});

/** Whether the browser has just begun: Chrome tells it to the first worker. @returns {Promise<boolean>} */
export const browserBegan = () => began;

/** Every half a minute, and when the browser starts: also a stopped worker is started for it.
 * @param {() => void} act */
export function onWake(act) {
  chrome.alarms.create("wake", { periodInMinutes: 0.5 });
  chrome.alarms.onAlarm.addListener(act);
  chrome.runtime.onStartup.addListener(act);
}
