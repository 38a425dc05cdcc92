// What happens becomes steps by the same rules as in Python: both are held to tests/wire/recording/.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { fresh, Steps } from "../../../extension/steps.js";

const TRACES = new URL("../../wire/recording/", import.meta.url);
/** What an agent that is watched from its own process tells of itself, and what phones tell: no extension hears it. */
const OTHERS = ["step-announced", "hold", "release", "thought", "command-started", "command-ended", "stale"];

const traces = readdirSync(TRACES).map((file) => [file, JSON.parse(readFileSync(new URL(file, TRACES), "utf8"))]);
const ours = traces.filter(([, { events }]) => !events.some(({ type }) => OTHERS.includes(type)));
const named = (look) => (look.withheld ? `withheld: ${look.withheld}` : look.title);
const asJson = ({ before, actions, after, effects }) => ({ before: named(before), actions: actions.map((one) => one.text), after: named(after), ...(effects && { effects }) });

/** As a worker does that Chrome stops after every event: all that is left is JSON. */
function stopped(core) {
  const next = Object.assign(new Steps(), { state: JSON.parse(JSON.stringify(core.state)) });
  next.looks = core.looks;
  return next;
}

for (const [file, { events, steps, sees, urls, late = [] }] of ours) {
  test(`a trace gives its steps: ${file}`, () => {
    const found = [];
    const came = [];
    let core = new Steps(fresh(sees));
    for (const event of events) {
      core.feed(event, event.at);
      core.takeLooks();
      found.push(...core.takeSteps());
      came.push(...core.takeLate());
      core = stopped(core);
    }
    assert.deepEqual(found.map(asJson), steps);
    if (urls) assert.deepEqual(found.map(({ after }) => after.url), urls);
    assert.deepEqual(came, late);
    assert.equal(core.due, null);
  });
}

test("there are traces", () => assert.ok(ours.length > 15));

test("a look that was under way when the worker died is asked for again", () => {
  const core = new Steps();
  core.feed({ type: "view-opened", view: "page" }, 0);
  const [first] = core.takeLooks();
  const again = new Steps(core.state);
  const [second] = again.takeLooks();
  assert.notEqual(first.ticket, second.ticket);
  again.feed({ type: "looked", ticket: second.ticket, look: { at_ms: 5, title: "late" } }, 5);
  again.feed({ type: "intent", view: "page" }, 6);
  again.feed({ type: "acted", view: "page", action: { kind: "click", at_ms: 6, text: "A" } }, 6);
  again.feed({ type: "ended" }, 7);
  assert.equal(again.takeSteps()[0].before.title, "late");
});

test("the place of an inner frame moves the points of its action, a scroll's way it does not", () => {
  const core = new Steps();
  const action = (kind) => ({ kind, at_ms: 1, point: [1, 2], to_point: [3, 4], target: { text: "A", box: [0, 0, 5, 5] } });
  core.feed({ type: "view-opened", view: "page" }, 0);
  core.feed({ type: "acted", view: "page", place_number: 1, action: action("drag") }, 1);
  core.feed({ type: "acted", view: "page", place_number: 2, action: action("scroll") }, 2);
  core.feed({ type: "acted", view: "page", place_number: 3, action: action("click") }, 3);
  for (const number of [1, 2]) core.feed({ type: "placed", place_number: number, offset: [10, 20] }, 4);
  core.feed({ type: "placed", place_number: 3, offset: null }, 4);
  core.feed({ type: "ended" }, 5);
  const [drag, scroll, click] = core.takeSteps().map((step) => step.actions[0]);
  assert.deepEqual([drag.point, drag.to_point, drag.target.box], [[11, 22], [13, 24], [10, 20, 5, 5]]);
  assert.deepEqual([scroll.point, scroll.to_point], [[11, 22], [3, 4]]);
  assert.deepEqual(click, { kind: "click", at_ms: 1, target: { text: "A" } });
});
