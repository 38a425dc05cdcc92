// The top: honest numbers of the daemon and the judge, and what is wrong, each in a line that can be read whole.
// @ts-check
/** @import { Status } from "../../../docs/reference/protocol" */
import { isBlind } from "./blind.js";
import { $, make, redraw } from "./make.js";
import { state } from "./state.js";
import { bytes, count, span } from "./words.js";

const LAG_SHOWN_MS = 1_000;
const TROUBLE_CHARS = 200;

export function paintHeader() {
  const { away, wrong, problem, status } = state;
  const worst = away || wrong || problem;
  $("#problem").hidden = !worst;
  redraw($("#problem"), worst, () => [worst]);
  $("#blind").setAttribute("aria-pressed", String(isBlind()));
  $("#status").classList.toggle("stale", Boolean(away));
  if (!status) return;
  const parts = numbers(status);
  redraw($("#status"), parts, () =>
    parts.flatMap(([words, alarm], n) => [n ? " · " : "", make("span", alarm ? { class: "alarm" } : {}, words)]),
  );
  $("#status").title = parts.map(([words]) => words).join("\n");
}

/** What the daemon says of itself, and whether a person should look into it.
 * @param {Status} status
 * @returns {[string, boolean][]} */
function numbers(status) {
  const { judge, judge_state: is, judge_lag_ms: lag, judge_queue: queue } = status;
  const late = lag > LAG_SHOWN_MS;
  const { judge_trouble: trouble, models } = status;
  return /** @type {[string, boolean][]} */ (
    [
      [
        trouble ? `judge ${judge}: not ready` : `judge ${judge}: ${is}`,
        Boolean(trouble) || is === "off" || is === "restarting",
      ],
      trouble && [trouble.slice(0, TROUBLE_CHARS), true],
      status.store_trouble && [status.store_trouble.slice(0, TROUBLE_CHARS), true],
      status.thresholds_trouble && [status.thresholds_trouble.slice(0, TROUBLE_CHARS), true],
      status.false_success && [`false successes: ${status.false_success}`, false],
      models && [
        `${(models.names ?? []).join(" + ")}: ${Math.round(models.tokens_per_s ?? 0)} tokens/s, ` +
          `${Math.round(100 * (models.kept_share ?? 0))} % of prompt tokens cached`,
        false,
      ],
      models?.captions && [`captions ${models.captions_known ?? 0}/${models.captions} cached`, false],
      late && [`judge lags ${span(lag)}, ${count(queue, "run")} pending`, true],
      status.dropped_steps && [`${count(status.dropped_steps, "step")} refused`, true],
      status.dropped_frames && [`${count(status.dropped_frames, "frame")} dropped`, true],
      status.overrides && [
        `judge agrees with ${status.agree} of ${count(status.overrides, "label")} of runs and steps`,
        false,
      ],
      [`disk: ${bytes(status.disk_bytes)} of ${bytes(status.budget_bytes)}`, status.disk_bytes > status.budget_bytes],
    ].filter(Boolean)
  );
}
