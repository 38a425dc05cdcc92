// Runs in each frame of the recorded tab: passes what the recorder sees to the worker.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (world.courtsideContent) return;
  world.courtsideContent = true;
  const recorder = world.courtsideRecorder;
  /** Messages that the worker has not taken yet. @type {Set<Promise<any>>} */
  const underway = new Set();
  /** @param {any} event */
  const tell = (event) => {
    if (event.type === "intent" && !event.look) return;
    const sent = chrome.runtime.sendMessage({ type: "page", event }).catch(() => {}).finally(() => underway.delete(sent));
    underway.add(sent);
  };
  const started = chrome.runtime.sendMessage({ type: "mask" }).then((mask) => recorder.start(tell, true, mask ?? []));
  chrome.runtime.onMessage.addListener((message, _sender, answer) => {
    switch (message.type) {
      case "look":
        started.then(() => recorder.settle(100, 1500)).then(() => answer(recorder.seen()));
        return true;
      case "secrets":
        answer({ secrets: recorder.secrets(), foreign: recorder.foreign() });
        return false;
      case "flush":
        recorder.flush();
        Promise.all(underway).then(() => answer(true));
        return true;
      case "stop-recorder":
        recorder.stop();
        world.courtsideContent = false;
        answer(true);
        return false;
      default:
        return false;
    }
  });
})();
