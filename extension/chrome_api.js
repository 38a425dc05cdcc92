// The one wrapper over chrome.*: promises in, plain values out.
// @ts-check

export const manifest = () => chrome.runtime.getManifest();

/** @param {string} key @param {any} [fallback] @returns {Promise<any>} */
export async function load(key, fallback = null) {
  return (await chrome.storage.local.get(key))[key] ?? fallback;
}

/** @param {Record<string, any>} values */
export const save = (values) => chrome.storage.local.set(values);

/** @param {string | string[]} keys */
export const forget = (keys) => chrome.storage.local.remove(keys);

/** What is stored, the token among it, is not for scripts in pages. */
export const keepFromPages = () => chrome.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });

/** @param {string} origin */
export const mayRecord = (origin) => chrome.permissions.contains({ origins: [`${origin}/*`] });

/** Only from a person's click. @param {string} origin */
export const askToRecord = (origin) => chrome.permissions.request({ origins: [`${origin}/*`] });

/** @param {number} tabId @returns {Promise<chrome.tabs.Tab | null>} */
export const tab = (tabId) => chrome.tabs.get(tabId).catch(() => null);

/** @param {string} [url] @returns {Promise<chrome.tabs.Tab | undefined>} */
export async function findTab(url) {
  const all = await chrome.tabs.query(url ? {} : { active: true, lastFocusedWindow: true });
  return url ? all.find((one) => one.url?.startsWith(url)) : all[0];
}

/** Puts the page script into every frame, now and after navigations. @param {number} tabId */
export const inject = (tabId) =>
  chrome.scripting.executeScript({ target: { tabId, allFrames: true }, files: ["page/recorder.js", "content.js"], injectImmediately: true }).catch(() => []);

/** @param {number} tabId @param {any} message @returns {Promise<any>} */
export const askPage = (tabId, message) => chrome.tabs.sendMessage(tabId, message, { frameId: 0 }).catch(() => null);

/** The visible tab's picture, or null where it is not the one. @param {number} tabId @returns {Promise<Blob | null>} */
export async function capture(tabId) {
  const shown = await tab(tabId);
  if (!shown?.active || shown.windowId === undefined) return null;
  const url = await chrome.tabs.captureVisibleTab(shown.windowId, { format: "jpeg", quality: 80 }).catch(() => null);
  return url ? (await fetch(url)).blob() : null;
}

/** @param {string} text @param {string} colour @param {string} title */
export async function badge(text, colour, title) {
  await chrome.action.setBadgeText({ text });
  await chrome.action.setBadgeBackgroundColor({ color: colour });
  await chrome.action.setTitle({ title });
}
