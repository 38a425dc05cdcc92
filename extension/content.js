// Runs in each frame of the recorded tab: passes what the recorder sees to the worker.
// @ts-check
(() => {
  const world = /** @type {any} */ (globalThis);
  if (Object.hasOwn(world, "courtsideBegin")) return world.courtsideBegin();
  const RETRY_MS = [50, 200, 800, 3000];
  const QUIET_MS = 100;
  const SETTLE_MS = 1000;
  const recorder = world.courtsideRecorder;
  const name = Math.random().toString(36).slice(2);
  let sent = 0;
  /** Set while the recorder runs; resolved once it does. @type {Promise<void> | null} */
  let begun = null;
  /** @type {Document | null} */ let listensIn = null;
  /** Messages that the worker has not taken yet, by number.
   * @type {Map<string, {message: any, answer: (reply: any) => void, answered: Promise<any>}>} */
  const underway = new Map();
  /** To the worker, while it lives. One for all messages: to open one costs more than a message.
   * @type {chrome.runtime.Port | null} */
  let port = null;
  let failures = 0;

  /** Until the worker has it: Chrome may stop it in the middle.
   * @param {any} message
   * @returns {Promise<any>} its answer; null where there is none */
  function deliver(message) {
    sent += 1;
    const id = `${name}-${sent}`;
    /** @type {(reply: any) => void} */ let answer = () => {};
    const answered = new Promise((resolve) => { answer = resolve; });
    underway.set(id, { message, answer, answered });
    if (port) port.postMessage({ id, message });
    else connect();
    return answered;
  }

  /** Tells a new worker what the one before has not answered. */
  function connect() {
    if (port || !underway.size) return;
    if (!chrome.runtime?.id) return giveUp(); // an extension that was reloaded has left this page for good
    const opened = chrome.runtime.connect({ name: "page" });
    port = opened;
    opened.onMessage.addListener(take);
    opened.onDisconnect.addListener(() => { if (port === opened) disconnected(); });
    for (const [id, { message }] of underway) opened.postMessage({ id, message });
  }

  /** @param {{id: string, reply: any}} answer */
  function take({ id, reply }) {
    failures = 0;
    underway.get(id)?.answer(reply);
    underway.delete(id);
  }

  function disconnected() {
    port = null;
    failures = underway.size ? failures + 1 : 0;
    if (!failures) return;
    if (failures > RETRY_MS.length) giveUp();
    else setTimeout(connect, RETRY_MS[failures - 1]);
  }

  function giveUp() {
    failures = 0;
    for (const { answer } of underway.values()) answer(null);
    underway.clear();
  }

  /** Who waits for a look: by its number, how to answer. @type {Map<number, (seen: any) => void>} */
  const looks = new Map();

  /** Only the newest look is answered; one that an action comes before is not. @param {any} event */
  function answerLooks(event) {
    for (const [ticket, answer] of looks)
      answer(event.type === "look" && ticket === event.id && { ...event, acted: navigator.userActivation?.isActive });
    looks.clear();
  }

  /** @param {any} event */
  function report(event) {
    if (event.type === "look" || event.type === "intent") answerLooks(event);
    if (!["action", "intent", "announced", "traversed", "closing"].includes(event.type)) return;
    deliver({ type: "page", event });
  }

  /** Where the inner frame at an address begins in this page; null where that is not clear. @param {string} url */
  function placeOf(url) {
    const frames = Array.from(world.courtsideDom.ask(document).querySelectorAll("iframe")).filter(
      (one) => !one.contentDocument,
    );
    const there = frames.filter((one) => world.courtsideAddresses.clean(one.src) === url);
    const alone = frames.length === 1 && recorder.secrets().foreign.length === 1;
    const frame = there.length === 1 ? there[0] : alone ? frames[0] : null;
    const box = frame?.getBoundingClientRect();
    return frame && box ? [Math.round(box.x + frame.clientLeft), Math.round(box.y + frame.clientTop)] : null;
  }

  /** A frame's first, blank document leaves its window and this script to the next one, without the listeners and the
   * port. */
  function begin() {
    if (listensIn !== document) {
      listensIn = document;
      begun = null;
      addEventListener("pageshow", shown);
      reconnect();
    }
    begun ??= listen();
  }

  /** Until the worker says what is to be hidden, everything is: `*` is a region too. False: this page is in a tab that
   * nobody records. */
  function listen() {
    recorder.start(report, false, ["*"]);
    return deliver({ type: "mask" }).then((mask) => {
      if (mask === false) leave();
      else recorder.start(report, true, mask ?? ["*"]);
    });
  }

  function leave() {
    if (begun) recorder.stop();
    begun = null;
  }

  /** A page that the browser kept, and shows again, has lost its port without a word.
   * @param {PageTransitionEvent} event */
  function shown(event) {
    if (event.persisted) reconnect();
  }

  function reconnect() {
    port?.disconnect();
    port = null;
    connect();
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
        Promise.all(Array.from(underway.values(), (one) => one.answered)).then(() => answer(true));
        return true;
      case "stop-recorder":
        leave();
        answer(true);
        return false;
      default:
        return false;
    }
  });
})();
