// Cuts ids and tokens out of the path of a request. Knows no browser.
// What it does, store/courtside_store/request_paths.py does once more; tests/store/request_paths.json holds both.
// @ts-check

const MASK = "*";
const MAX_PARTS = 12;
const MAX_PATH = 200;
const WORD = /^[A-Za-z]{1,24}[0-9]{0,2}$/;
const SMALL_NUMBER = /^[0-9]{1,2}$/;

/** What is told of a request's address: its path, after the host where that is not the page's; empty where it has none.
 * @param {string} url @param {string} page its address or origin */
export function requestPath(url, page) {
  const { host, path } = split(url);
  return host ? maskPath((host === split(page).host ? "" : host) + (path || "/")) : "";
}

/** @param {string} path @returns {string} with `*` for each part that does not read as words: `/orders/*` */
function maskPath(path) {
  const [host, ...parts] = path.split(/[?#;]/, 1)[0].split("/");
  return [host.replace(/^.*@/s, ""), ...parts.slice(0, MAX_PARTS).map((part) => (readsAsWords(part) ? part : MASK))]
    .join("/")
    .slice(0, MAX_PATH);
}

/** `order-items`, `v1`, `app.v2.Orders`; not `4711`, `a3f9c2d1`, `ada@example.org`. @param {string} part */
function readsAsWords(part) {
  if (!part || part === MASK) return true;
  const words = part.split(/[._-]/);
  const isKept = (/** @type {string} */ word) => !word || WORD.test(word) || SMALL_NUMBER.test(word);
  return words.some((word) => WORD.test(word)) && words.every(isKept);
}

/** @param {string} url */
function split(url) {
  const found = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)/i.exec(url);
  return { host: (found?.[1] ?? "").replace(/^.*@/, "").toLowerCase(), path: found?.[2] ?? "" };
}
