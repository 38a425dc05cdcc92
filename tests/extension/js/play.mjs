// Plays events, as JSON on the standard input, and prints the steps and looks that come of them.
import { readFileSync } from "node:fs";

import { Steps } from "../../../extension/steps.js";

const traces = JSON.parse(readFileSync(0, "utf8"));
const played = traces.map((events) => {
  const core = new Steps();
  const steps = [];
  const looks = [];
  for (const event of events) {
    core.feed(event, event.at);
    steps.push(...core.takeSteps());
    looks.push(...core.takeLooks());
  }
  return { steps, looks };
});
console.log(JSON.stringify(played));
