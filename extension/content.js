// Runs in each frame of the recorded tab: passes what the recorder sees to the worker.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (world.courtsideBegin) return world.courtsideBegin();
  const RETRY_MS = [50, 200, 800, 3000];
  const QUIET_MS = 100;
  const SETTLE_MS = 1000;
  const recorder = world.courtsideRecorder;
  const name = Math.random().toString(36).slice(2);
  let told = 0;
  /** Set while the recorder runs; resolved once it does. @type {Promise<void> | null} */
  let begun = null;
  /** Messages that the worker has not taken yet. @type {Set<Promise<any>>} */
  const underway = new Set();

  /** Until the worker has it: Chrome may stop it in the middle. @param {any} message @returns {Promise<any>} */
  async function deliver(message) {
    for (const pause of [...RETRY_MS, 0]) {
      try {
        return await chrome.runtime.sendMessage(message);
      } catch {
        if (!pause || !chrome.runtime?.id) return null; // an extension that was reloaded has left this page for good
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    return null;
  }

  /** Who waits for a look: by its number, how to answer. @type {Map<number, (seen: any) => void>} */
  const looks = new Map();

  /** Only the newest look is answered; one that an action comes before is not. @param {any} event */
  function answerLooks(event) {
    for (const [ticket, answer] of looks) answer(event.type === "look" && ticket === event.id ? event : null);
    looks.clear();
  }

  /** @param {any} event */
  function tell(event) {
    if (event.type === "look" || event.type === "intent") answerLooks(event);
    if (event.type !== "action" && event.type !== "intent") return;
    told += 1;
    const sent = deliver({ type: "page", event, id: `${name}-${told}` }).finally(() => underway.delete(sent));
    underway.add(sent);
  }

  /** Where the inner frame at an address begins in this page; null where that is not clear. @param {string} url */
  function placeOf(url) {
    const frames = Array.from(document.querySelectorAll("iframe")).filter((one) => !one.contentDocument);
    const there = frames.filter((one) => world.courtsideAddresses.clean(one.src) === url);
    const alone = frames.length === 1 && recorder.secrets().foreign.length === 1;
    const frame = there.length === 1 ? there[0] : alone ? frames[0] : null;
    const box = frame?.getBoundingClientRect();
    return frame && box ? [Math.round(box.x + frame.clientLeft), Math.round(box.y + frame.clientTop)] : null;
  }

  function begin() {
    // Without a word of the worker everything is hidden: `*` is a region too.
    begun ??= deliver({ type: "mask" }).then((mask) => recorder.start(tell, true, Array.isArray(mask) ? mask : ["*"]));
  }
  world.courtsideBegin = begin;
  begin();

  chrome.runtime.onMessage.addListener((message, _sender, answer) => {
    switch (message.type) {
      case "look":
        begin();
        begun?.then(() => {
          answerLooks({});
          looks.set(message.ticket, answer);
          recorder.want(message.ticket, QUIET_MS, SETTLE_MS);
        });
        return true;
      case "place":
        answer(placeOf(message.url));
        return false;
      case "secrets":
        begin();
        begun?.then(() => answer({ ...recorder.secrets(), apart: recorder.isForeign() }));
        return true;
      case "flush":
        recorder.flush();
        Promise.all(underway).then(() => answer(true));
        return true;
      case "stop-recorder":
        if (begun) recorder.stop();
        begun = null;
        answer(true);
        return false;
      default:
        return false;
    }
  });
})();
