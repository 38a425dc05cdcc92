// Tells of the requests by which a recorded page may change something: method, path, status, time. Knows no runs, and
// reads no header and no body.
// The same as device_bridges/courtside_bridges/web/requests.py.
// @ts-check
import { requestPath } from "./request_paths.js";

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const READING = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);
/** Requests that wait for their answer; one that waits longer than so many others is forgotten. */
const MAX_OPEN = 200;

/** @typedef {{id: string, tabId: number, url: string, method: string, initiator?: string, at_ms: number, status?:
 * number, failed?: string, began: boolean}} Seen What the browser says of a request: that it `began`, or how it went.
 */

export class Requests {
  constructor() {
    /** @type {Map<string, any>} */ this.open = new Map();
    this.lastMs = 0;
  }

  /** What is to be told of it now; null where that is nothing. @param {Seen} seen */
  take(seen) {
    return seen.began ? this.sent(seen) : this.over(seen);
  }

  /** @param {Seen} seen */
  sent({ id, url, method, initiator = "", at_ms }) {
    const path = READING.has(method) ? "" : requestPath(url, initiator);
    if (!path) return null;
    // Two at once stay two: what is told again is known by its time.
    this.lastMs = Math.max(this.lastMs + 1, Math.round(at_ms));
    const request = { method: method.slice(0, 40), path, at_ms: this.lastMs };
    this.open.set(id, { request, began: at_ms });
    if (this.open.size > MAX_OPEN) this.open.delete(/** @type {string} */ (this.open.keys().next().value));
    return request;
  }

  /** @param {Seen} seen */
  over({ id, at_ms, status, failed }) {
    const was = this.open.get(id);
    if (!was) return null;
    this.open.delete(id);
    const took_ms = Math.round(Math.max(0, at_ms - was.began) * 10) / 10;
    return { ...was.request, took_ms, ...(failed ? { failed: failed.slice(0, 100) } : { status }) };
  }
}
