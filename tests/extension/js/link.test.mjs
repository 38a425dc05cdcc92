// The extension's own end of the wire, held to the golden messages that Python reads too.
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { connected, fieldsOf, GOLDEN, golden, RUN, settled, Socket, welcome } from "./fakes.mjs";

const SHA = "ab".repeat(32);
const step = (frame = SHA) => ({ type: "step", step: { run: RUN, index: 1, before: null, actions: [], after: { at_ms: 1, frame } } });

/** Lets a timer's time pass. */
async function pass(ms) {
  mock.timers.tick(ms);
  await settled();
}

test("its hello has the golden hello's fields, and no field that the daemon does not know", async () => {
  const { socket } = await connected();
  const hello = JSON.parse(socket.said[0]);
  for (const field of ["type", "protocol", "token", "session", "source", "name"]) assert.equal(hello[field], golden("hello")[field]);
  assert.deepEqual(Object.keys(hello).filter((field) => !fieldsOf("Hello").includes(field)), []);
  assert.equal(socket.url, "ws://127.0.0.1:4780/v1/ingest");
});

test("golden messages go over the wire as they are", async () => {
  const { queue, socket, hear } = await connected();
  const own = GOLDEN.filter((one) => one.direction === "from-source" && one.valid && one.message.seq).map((one) => one.message);
  assert.ok(own.length >= 4);
  for (const message of own) await queue.add(message);
  await hear(welcome());
  assert.deepEqual(socket.said.slice(1).map((text) => JSON.parse(text)), own.map((message, at) => ({ ...message, seq: at + 1 })));
});

test("it understands every golden message to a source", async () => {
  const { heard, hear } = await connected();
  const toSource = GOLDEN.filter((one) => one.direction === "to-source" && one.valid).map((one) => one.message);
  assert.ok(toSource.length >= 3);
  for (const message of toSource) await hear(message);
  assert.deepEqual(heard, toSource);
});

test("what is not acknowledged is sent again after a welcome, what is, never", async () => {
  const { queue, socket, hear } = await connected();
  for (let n = 0; n < 3; n += 1) await queue.add({ type: "run-task", run: RUN, task: "x" });
  await hear(welcome(1));
  assert.deepEqual(socket.numbers, [2, 3]);
  await hear({ type: "ack", seq: 3 });
  assert.deepEqual(queue.waiting, []);
});

test("a daemon that has lost what it had is sent what waits, from its own number on", async () => {
  const { queue, socket, hear } = await connected();
  for (let n = 0; n < 4; n += 1) await queue.add({ type: "run-task", run: RUN, task: "x" });
  await hear(welcome(3));
  await hear(welcome(0));
  assert.deepEqual(socket.numbers, [4, 1]);
  await hear({ type: "ack", seq: 1 });
  await hear(welcome(0)); // lost again, with nothing that waits
  assert.equal(await queue.add({ type: "run-task", run: RUN, task: "x" }), 1);
});

test("whoever asks at the same time gets the same connection", async () => {
  const { link } = await connected();
  link.close();
  await Promise.all([link.connect(), link.connect(), link.connect()]);
  assert.equal(Socket.made.length, 2);
});

test("a welcome in the middle of a message leaves out no message", async () => {
  const { link, queue, storage, socket, hear } = await connected();
  for (let n = 0; n < 3; n += 1) await queue.add({ type: "run-task", run: RUN, task: "x" });
  const read = storage.load.bind(storage);
  let open = () => {};
  storage.load = async (key) => { await new Promise((resolve) => { open = resolve; }); return read(key); };
  await hear(welcome(1)); // it is reading message 2
  storage.load = read;
  await link.welcome(1); // a second one, before that message was read
  open();
  await settled();
  assert.deepEqual(socket.numbers, [2, 3]);
});

test("a refusal for a missing frame sends that frame again", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { queue, socket, hear } = await connected();
  await queue.add(step(), { [SHA]: btoa("jpeg") });
  await hear(welcome());
  await hear({ ...golden("nack"), seq: 1, missing: [SHA] });
  await pass(250);
  assert.deepEqual(socket.numbers, [SHA, 1, SHA, 1]);
});

test("a frame that nobody has any more is given up, and its step goes on", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { queue, socket, hear } = await connected();
  await queue.add(step());
  await hear(welcome());
  await hear({ ...golden("nack"), seq: 1, missing: [SHA] });
  await pass(250);
  const { after } = JSON.parse(socket.said.at(-1)).step;
  assert.equal(after.frame, undefined);
  assert.match(after.withheld, /lost/);
});

test("a frame that the daemon refuses for good is sent once more at most", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { queue, socket, hear, link } = await connected();
  await queue.add(step(), { [SHA]: btoa("no jpeg") });
  await hear(welcome());
  await hear(golden("nack-frame"));
  await hear({ ...golden("nack"), seq: 1, missing: [SHA] });
  await pass(250);
  assert.deepEqual(socket.numbers, [SHA, 1, 1]);
  assert.match(link.problem, /refused a picture/);
});

test("many refusals at once are one going back, and each one waits longer", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { queue, socket, hear } = await connected();
  for (let n = 0; n < 3; n += 1) await queue.add({ type: "run-task", run: RUN, task: "x" });
  await hear(welcome());
  const full = { type: "nack", reason: "the disk refused", retry: true };
  for (const seq of [1, 2, 3]) await hear({ ...full, seq });
  await pass(250);
  assert.deepEqual(socket.numbers, [1, 2, 3, 1, 2, 3]);
  await hear({ ...full, seq: 1 });
  await pass(250);
  assert.equal(socket.numbers.length, 6);
  await pass(250);
  assert.equal(socket.numbers.length, 9);
});

test("a message that is refused for good is said, and the next one goes on", async () => {
  const { queue, hear, link } = await connected();
  await queue.add({ type: "run-task", run: "mine", task: "x" });
  await hear(welcome());
  await hear({ type: "nack", seq: 1, reason: "run is 'mine'" });
  assert.deepEqual(queue.waiting, []);
  assert.match(link.problem, /refused a message: run is 'mine'/);
});

test("a token that the daemon does not know is not shown again and again", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { link, socket, who, hear } = await connected();
  await hear(golden("refused-token"));
  socket.onclose();
  await pass(5000);
  assert.equal(Socket.made.length, 1);
  who.token = "another";
  await link.connect();
  assert.equal(Socket.made.length, 2);
});

test("any other refusal is tried again", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { socket, hear } = await connected();
  await hear({ type: "refused", reason: "too many wrong tokens; wait a minute" });
  socket.onclose();
  await pass(250);
  assert.equal(Socket.made.length, 2);
});
