// Runs in each frame of the recorded tab: passes what the recorder sees to the worker.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (world.courtsideBegin) return world.courtsideBegin();
  const RETRY_MS = [50, 200, 800, 3000];
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

  /** @param {any} event */
  function tell(event) {
    if (event.open || (event.type !== "action" && !event.look)) return;
    told += 1;
    const sent = deliver({ type: "page", event, id: `${name}-${told}` }).finally(() => underway.delete(sent));
    underway.add(sent);
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
        begun?.then(() => recorder.settle(100, 1500)).then(() => answer(recorder.seen()));
        return true;
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
