// The page on which a person keeps, fixes or drops descriptions of screens.
// @ts-check
/** @import { CaptionsToReview, CaptionToReview } from "../../../docs/reference/protocol" */
import { ask, login, token } from "./api.js";
import { $, make } from "./make.js";
import { listen as listenTheme, theme } from "./theme.js";

const WHO = "courtside.captions.who";
const SHELL = "courtside captions";

/** @type {CaptionToReview[]} Decided here, as they were left. */ const before = [];
/** @type {CaptionToReview | null} */ let current = null;
/** @type {CaptionToReview | null} What the folder has next. */ let next = null;
let busy = false;

/** @param {string} words */
function complain(words) {
  $("#problem").textContent = words;
  $("#problem").hidden = !words;
}

/** @param {CaptionsToReview} now */
function take(now) {
  next = now.next ?? null;
  $("#status").textContent = now.folder ? `${now.left ?? 0} of ${now.total ?? 0} left in ${now.folder}` : "";
  show(next);
  if (!now.folder) say("No captions are under review.", `${SHELL} review FOLDER --page`);
  else if (!next) say("All are reviewed.", `${SHELL} export ${now.folder} --out captions/`);
}

/** @param {string} words @param {string} command */
function say(words, command) {
  $("#nothing").replaceChildren(
    make("b", {}, words),
    make("span", { class: "way" }, "Next, in a terminal:", make("code", {}, command)),
  );
}

/** @param {CaptionToReview | null} one */
function show(one) {
  current = one;
  $("#describing").hidden = !one;
  $("#shown").hidden = true;
  $("#nothing").replaceChildren();
  $("#back").disabled = !before.length;
  if (!one) return;
  $("#domain").textContent = one.domain;
  $("#model").textContent = one.model;
  $("#caption").value = one.caption;
  $("#caption").blur();
  changed();
  showPicture(one.frame);
}

/** @param {string} frame */
async function showPicture(frame) {
  const response = await fetch(`/v1/captions/${frame}/picture`, { headers: { Authorization: `Bearer ${token()}` } });
  if (current?.frame !== frame) return;
  if (!response.ok) return complain("Its picture is gone; drop it.");
  const image = $("#shown");
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(await response.blob());
  image.hidden = false;
}

const isChanged = () => current !== null && $("#caption").value.trim() !== current.caption.trim();

/** Keeping is for what stands there as it was, fixing for what was changed. */
function changed() {
  $("#keep").disabled = isChanged();
  $("#fix").disabled = !isChanged() || !$("#caption").value.trim();
}

/** @param {"keep" | "fix" | "drop"} decision */
async function decide(decision) {
  if (!current || busy) return;
  const [one, caption] = [current, $("#caption").value.trim()];
  busy = true;
  try {
    /** @type {CaptionsToReview} */
    const now = await ask(`/v1/captions/${one.frame}`, {
      decision,
      caption: decision === "fix" ? caption : "",
      who: sessionStorage.getItem(WHO) ?? "",
    });
    before.push(decision === "fix" ? { ...one, caption } : one);
    complain("");
    take(now);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
  } finally { busy = false; }
}

function back() {
  const one = before.pop();
  if (one) show(one);
}

/** @param {KeyboardEvent} event */
function press(event) {
  const writing = event.target === $("#caption");
  if (writing && event.key === "Enter" && (event.ctrlKey || event.metaKey)) return $("#fix").click();
  if (writing && event.key === "Escape") return $("#caption").blur();
  if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = /** @type {Record<string, string>} */ ({ k: "#keep", d: "#drop", b: "#back" })[event.key];
  if (button) $(button).click();
  if (event.key === "f" && current) { event.preventDefault(); $("#caption").focus(); }
}

async function begin() {
  theme();
  listenTheme($("#theme"));
  const words = new URLSearchParams(location.hash.slice(1));
  if (words.get("who")) sessionStorage.setItem(WHO, words.get("who") ?? "");
  for (const decision of /** @type {("keep" | "fix" | "drop")[]} */ (["keep", "fix", "drop"]))
    $(`#${decision}`).onclick = () => decide(decision);
  $("#back").onclick = back;
  $("#caption").oninput = changed;
  addEventListener("keydown", press);
  try {
    await login(words);
    take(await ask("/v1/captions"));
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    say("Log in with a new link.", `${SHELL} review FOLDER --page`);
  }
}

begin();
