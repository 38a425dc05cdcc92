// What the popup says of a state, in one line that names the next thing to do. Knows no document.
// @ts-check

/** @param {any} state @returns {[string, string]} tone and word of the light */
export function lightOf(state) {
  const now = state.recording;
  if (!state.paired) return ["", "not paired"];
  if (now?.paused) return ["wait", "paused"];
  if (now?.blocked) return ["wait", "not recording"];
  if (now) return ["live", "recording"];
  return state.connected ? ["good", "connected"] : ["wait", state.failures ? "no daemon" : "connecting"];
}

/** @param {any} state
 * @param {string} latest what the last thing that was asked led to
 * @returns {[string, string]} tone and line */
export function wordsOf(state, latest) {
  if (latest) return ["bad", latest];
  if (!state.paired) return pairing(state);
  const { blocked, paused } = state.recording ?? {};
  if (blocked && !paused) return ["wait", leftFor(blocked)];
  if (!state.connected && state.failures) return ["wait", away(state)];
  if (state.problem) return ["bad", state.problem];
  if (paused) return ["", "Nothing is recorded until you press Resume."];
  if (state.recording || !state.connected) return ["", ""];
  return ["", "Open your agent's tab, type its task and press Record this tab."];
}

/** @param {any} state @returns {[string, string]} */
function pairing(state) {
  const again =
    state.refusal === "token"
      ? `This browser is not paired any more, unless another program answers at ${state.daemon}: ` +
        "`courtside status` names the daemon's address. "
      : "";
  return [again ? "bad" : "", `${again}Run \`courtside pair\` in a terminal and type the code here, once.`];
}

/** @param {any} state */
function away(state) {
  const waits = state.queued
    ? ` ${state.queued} ${state.queued === 1 ? "message waits" : "messages wait"} here for it.`
    : "";
  if (state.refusal === "connected")
    return "Another browser with a copy of this profile is connected as this one; " +
      `pair again to tell them apart.${waits}`;
  if (state.refusal === "unproven")
    return `What answers at ${state.daemon} did not prove that it is your daemon, and was sent nothing: ` +
      "if `courtside status` names that address, stop the daemon and start it again with the newest Courtside; " +
      `if not, another program has taken its port.${waits}`;
  return `The daemon does not answer at ${state.daemon}: \`courtside up\` starts it.${waits}`;
}

/** @param {string} url */
function leftFor(url) {
  if (/^https?:/.test(url))
    return `The tab went to ${new URL(url).origin}, which Chrome does not let Courtside see: ` +
      "nothing there is recorded until you press Allow this site.";
  return "Chrome lets no extension see this page: nothing in it is recorded.";
}
