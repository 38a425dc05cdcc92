// What a page's script tells the worker arrives once it lives, over one port.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mock, test } from "node:test";
import vm from "node:vm";

const SCRIPT = readFileSync(new URL("../../../extension/content.js", import.meta.url), "utf8");

/** One end of a port; `kill` is the worker's death. */
class Port {
  constructor() { this.posted = []; this.listener = null; this.ended = null; }
  onMessage = { addListener: (listener) => { this.listener = listener; } };
  onDisconnect = { addListener: (ended) => { this.ended = ended; } };
  postMessage(message) { this.posted.push(message); }
  answer(index, reply = null) { this.listener({ id: this.posted[index].id, reply }); }
  kill() { this.ended(); }
}

/** A page with the script in it, whose recorder has begun. `starts`: whether it tells screens, and what is hidden, each time. */
async function page() {
  const ports = [];
  const begun = { starts: [] };
  const asked = [];
  const runtime = { id: "us", connect: () => ports[ports.push(new Port()) - 1], onMessage: { addListener: (one) => asked.push(one) } };
  const world = { courtsideRecorder: { start: (report, ahead, hidden) => { begun.report = report; begun.starts.push([ahead, ...hidden]); }, flush() {} },
    document: {}, chrome: { runtime }, addEventListener() {}, setTimeout, Math };
  vm.runInNewContext(SCRIPT, world);
  ports[0].answer(0, [".balance"]);
  await settled();
  return { ports, runtime, world, starts: begun.starts, report: begun.report, ask: asked[0] };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const actionsOf = (port) => port.posted.filter(({ message }) => message.type === "page").map(({ message }) => message.event.action);
const act = (action) => ({ type: "action", action });

test("all actions of a page go over one port", async () => {
  const { ports, report } = await page();
  for (const action of ["one", "two", "three"]) report(act(action));
  assert.equal(ports.length, 1);
  assert.deepEqual(actionsOf(ports[0]), ["one", "two", "three"]);
});

test("what a worker had not answered when it died is told to the next one, in order", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { ports, report } = await page();
  for (const action of ["one", "two"]) report(act(action));
  ports[0].answer(1);
  ports[0].kill();
  report(act("three"));
  mock.timers.tick(5000);
  assert.equal(ports.length, 2);
  assert.deepEqual(actionsOf(ports[1]), ["two", "three"]);
  mock.timers.reset();
});

test("a worker that sleeps while nothing happens is not woken, and the next action is told", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { ports, report } = await page();
  for (let slept = 0; slept < 8; slept += 1) {
    ports.at(-1).kill();
    mock.timers.tick(5000);
    assert.equal(ports.length, slept + 1);
    report(act("one"));
    assert.deepEqual(actionsOf(ports.at(-1)), ["one"]);
    ports.at(-1).answer(0);
  }
  mock.timers.reset();
});

test("until the worker says what is hidden, actions are recorded and nothing is shown", async () => {
  const { starts } = await page();
  assert.deepEqual(starts, [[false, "*"], [true, ".balance"]]);
});

test("a document that takes over the window of a blank one is recorded, over a port of its own", async () => {
  const { ports, world, starts, report } = await page();
  world.courtsideBegin();
  assert.equal(starts.length, 2, "the same document");
  ports[0].disconnect = () => { ports[0].gone = true; };
  world.document = {};
  world.courtsideBegin();
  report(act("one"));
  assert.ok(ports[0].gone);
  assert.deepEqual(starts.at(-1), [false, "*"]);
  assert.deepEqual(actionsOf(ports[1]), ["one"]);
});

test("a flush is answered when the worker has everything", async () => {
  const { ports, report, ask } = await page();
  report(act("one"));
  const answers = [];
  ask({ type: "flush" }, {}, (reply) => answers.push(reply));
  await settled();
  assert.deepEqual(answers, []);
  ports[0].answer(1);
  await settled();
  assert.deepEqual(answers, [true]);
});

test("a page that a reloaded extension has left drops what it wanted to send", async () => {
  const { ports, runtime, report, ask } = await page();
  runtime.id = undefined;
  ports[0].kill();
  report(act("one"));
  const answers = [];
  ask({ type: "flush" }, {}, (reply) => answers.push(reply));
  await settled();
  assert.deepEqual(answers, [true]);
  assert.equal(ports.length, 1);
});
