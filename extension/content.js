// Runs in each frame of the recorded tab: passes what the recorder sees to the worker.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (world.courtsideContent) return;
  world.courtsideContent = true;
  const recorder = world.courtsideRecorder;
  recorder.start((/** @type {object} */ event) => {
    chrome.runtime.sendMessage({ type: "page", event }).catch(() => {});
  });
  chrome.runtime.onMessage.addListener((message, _sender, answer) => {
    if (message.type === "look") {
      recorder.settle(100, 1500).then(() => answer({ look: recorder.observe(), secrets: recorder.secrets() }));
      return true;
    }
    if (message.type === "secrets") answer(recorder.secrets());
    if (message.type === "flush") { recorder.flush(); answer(true); }
    if (message.type === "stop-recorder") { recorder.stop(); world.courtsideContent = false; answer(true); }
    return false;
  });
})();
