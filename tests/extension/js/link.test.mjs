// The extension's own end of the wire, held to the golden messages that Python reads too.
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { challenge } from "../../../extension/proof.js";
import { asked, connected, fieldsOf, GOLDEN, golden, proofFor, RUN, settled, Socket, until, welcome } from "./fakes.mjs";

const SHA = "ab".repeat(32);
const step = (frame = SHA) => ({ type: "step", step: { run: RUN, index: 1, before: null, actions: [], after: { at_ms: 1, frame } } });

/** Lets a timer's time pass. */
async function pass(ms) {
  mock.timers.tick(ms);
  await settled();
}

test("its hello has the golden hello's fields, and no field that the daemon does not know", async () => {
  const { socket } = await connected();
  const hello = JSON.parse(socket.messages[1]);
  for (const field of ["type", "protocol", "token", "session", "source", "name"]) assert.equal(hello[field], golden("hello")[field]);
  assert.deepEqual(Object.keys(hello).filter((field) => !fieldsOf("Hello").includes(field)), []);
  assert.equal(socket.url, "ws://127.0.0.1:4780/v1/ingest");
});

test("golden messages go over the wire as they are", async () => {
  const { queue, socket, receive } = await connected();
  const own = GOLDEN.filter((one) => one.direction === "from-source" && one.valid && one.message.seq).map((one) => one.message);
  assert.ok(own.length >= 4);
  for (const message of own) await queue.add(message);
  await receive(welcome());
  assert.deepEqual(socket.messages.slice(2).map((text) => JSON.parse(text)), own.map((message, at) => ({ ...message, seq: at + 1 })));
});

test("it understands every golden message to a source", async () => {
  const { received, receive } = await connected();
  const toSource = GOLDEN.filter((one) => one.direction === "to-source" && one.valid).map((one) => one.message);
  assert.ok(toSource.length >= 3);
  for (const message of toSource) await receive(message);
  assert.deepEqual(received, toSource);
});

test("what is not acknowledged is sent again after a welcome, what is, never", async () => {
  const { queue, socket, receive } = await connected();
  for (let n = 0; n < 3; n += 1) await queue.add({ type: "run-task", run: RUN, task: "x" });
  await receive(welcome(1));
  assert.deepEqual(socket.numbers, [2, 3]);
  await receive({ type: "ack", seq: 3 });
  assert.deepEqual(queue.waiting, []);
});

test("a daemon that has lost what it had is sent what waits, from its own number on", async () => {
  const { queue, socket, receive } = await connected();
  for (let n = 0; n < 4; n += 1) await queue.add({ type: "run-task", run: RUN, task: "x" });
  await receive(welcome(3));
  await receive(welcome(0));
  assert.deepEqual(socket.numbers, [4, 1]);
  await receive({ type: "ack", seq: 1 });
  await receive(welcome(0)); // lost again, with nothing that waits
  assert.equal(await queue.add({ type: "run-task", run: RUN, task: "x" }), 1);
});

test("whoever asks at the same time gets the same connection", async () => {
  const { link } = await connected();
  link.close();
  await Promise.all([link.connect(), link.connect(), link.connect()]);
  assert.equal(Socket.made.length, 2);
});

test("a welcome in the middle of a message leaves out no message", async () => {
  const { link, queue, storage, socket, receive } = await connected();
  for (let n = 0; n < 3; n += 1) await queue.add({ type: "run-task", run: RUN, task: "x" });
  const read = storage.load.bind(storage);
  let open = () => {};
  storage.load = async (key) => { await new Promise((resolve) => { open = resolve; }); return read(key); };
  await receive(welcome(1)); // it is reading message 2
  storage.load = read;
  await link.welcome(1); // a second one, before that message was read
  open();
  await settled();
  assert.deepEqual(socket.numbers, [2, 3]);
});

test("a refusal for a missing frame sends that frame again", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { queue, socket, receive } = await connected();
  await queue.add(step(), { [SHA]: btoa("jpeg") });
  await receive(welcome());
  await receive({ ...golden("nack"), seq: 1, missing: [SHA] });
  await pass(250);
  assert.deepEqual(socket.numbers, [SHA, 1, SHA, 1]);
});

test("a frame that nobody has any more is given up, and its step goes on", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { queue, socket, receive } = await connected();
  await queue.add(step());
  await receive(welcome());
  await receive({ ...golden("nack"), seq: 1, missing: [SHA] });
  await pass(250);
  const { after } = JSON.parse(socket.messages.at(-1)).step;
  assert.equal(after.frame, undefined);
  assert.match(after.withheld, /lost/);
});

test("a frame that the daemon refuses for good is sent once more at most", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { queue, socket, receive, link } = await connected();
  await queue.add(step(), { [SHA]: btoa("no jpeg") });
  await receive(welcome());
  await receive(golden("nack-frame"));
  await receive({ ...golden("nack"), seq: 1, missing: [SHA] });
  await pass(250);
  assert.deepEqual(socket.numbers, [SHA, 1, 1]);
  assert.match(link.problem, /refused a picture/);
});

test("many refusals at once are one going back, and each one waits longer", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { queue, socket, receive } = await connected();
  for (let n = 0; n < 3; n += 1) await queue.add({ type: "run-task", run: RUN, task: "x" });
  await receive(welcome());
  const full = { type: "nack", reason: "the disk refused", retry: true };
  for (const seq of [1, 2, 3]) await receive({ ...full, seq });
  await pass(250);
  assert.deepEqual(socket.numbers, [1, 2, 3, 1, 2, 3]);
  await receive({ ...full, seq: 1 });
  await pass(250);
  assert.equal(socket.numbers.length, 6);
  await pass(250);
  assert.equal(socket.numbers.length, 9);
});

test("why the daemon takes nothing for now is said until it takes something", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { queue, receive, link } = await connected();
  for (let n = 0; n < 2; n += 1) await queue.add({ type: "run-task", run: RUN, task: "x" });
  await receive(welcome());
  const full = { type: "nack", reason: "the disk is full: free some space", retry: true };
  await receive({ ...full, seq: 1 });
  await pass(250);
  await receive({ ...full, seq: 2, reason: "out of order" });
  assert.equal(link.held, full.reason);
  await receive({ type: "ack", seq: 1 });
  assert.equal(link.held, "");
  await receive({ ...full, frame: SHA });
  assert.equal(link.held, full.reason);
});

test("a message that is refused for good is said, and the next one goes on", async () => {
  const { queue, receive, link } = await connected();
  await queue.add({ type: "run-task", run: "mine", task: "x" });
  await receive(welcome());
  await receive({ type: "nack", seq: 1, reason: "run is 'mine'" });
  assert.deepEqual(queue.waiting, []);
  assert.match(link.problem, /refused a message: run is 'mine'/);
});

test("its question has the golden one's fields, another nonce each time, and the golden answer holds at one address only", async () => {
  const { token, nonce, address } = GOLDEN.find((one) => one.name === "proof").answers;
  const { question, holds } = await challenge(token, address, nonce);
  assert.deepEqual(question, golden("prove"));
  assert.equal(await holds(golden("proof").mac), true);
  const elsewhere = await challenge(token, "127.0.0.1:4781", nonce);
  assert.equal(await elsewhere.holds(golden("proof").mac), false);
  assert.notEqual((await challenge(token, address)).question.nonce, (await challenge(token, address)).question.nonce);
});

test("what does not prove that it knows the token gets no token, and nothing that it says is taken", async () => {
  const wrong = [{}, { mac: null }, { mac: "" }, { mac: "zz" }, { mac: "ab".repeat(32) }].map((one) => ({ type: "proof", ...one }));
  const another = (all) => proofFor(all, "127.0.0.1:4781");
  const toward = [welcome(1), { type: "ack", seq: 1 }, { type: "refused", reason: "the first message must be a hello", kind: "other" }, ...wrong, another];
  for (const answer of toward) {
    const all = await asked();
    const { link, queue, received, socket, receive } = all;
    await queue.add({ type: "run-task", run: RUN, task: "x" });
    await receive(typeof answer === "function" ? answer(all) : answer);
    await until(() => socket.readyState === 3);
    assert.deepEqual([link.refusal, queue.waiting, received, socket.messages.length], ["unproven", [1], [], 1]);
    assert.doesNotMatch(socket.messages[0], new RegExp(`"${golden("hello").token}"`));
  }
});

test("who stays silent is left after a while, and asked again", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { link, socket } = await asked();
  await pass(5000);
  assert.deepEqual([link.refusal, socket.readyState], ["unproven", 3]);
  socket.onclose();
  mock.timers.tick(250);
  await until(() => Socket.made.length === 2);
  Socket.made[1].onclose(); // nobody answers any more
  assert.equal(link.refusal, "");
});

test("a token that the daemon does not know is not shown, and asked for again until it does", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { link, socket, receive } = await asked();
  await receive(golden("refused-token"));
  socket.onclose();
  mock.timers.tick(250);
  await until(() => Socket.made.length === 2);
  assert.equal(link.refusal, "token");
  assert.equal(socket.messages.length, 1);
});

test("any other refusal is tried again", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { socket, receive } = await connected();
  await receive({ type: "refused", reason: "too many wrong tokens; wait a minute" });
  socket.onclose();
  mock.timers.tick(250);
  await until(() => Socket.made.length === 2);
});

test("what is no message of the daemon's acknowledges nothing, before the proof and after it", async () => {
  for (const open of [asked, connected]) {
    for (const data of ["hello", "null", "3", "{}", '{"type":3}', '{"type":"welcome","acked":1.5}', '{"type":"ack","seq":"1"}', '{"type":"ack","seq":-1}', new Blob(["x"])]) {
      const { link, queue, socket, received } = await open();
      await queue.add({ type: "run-task", run: RUN, task: "x" });
      socket.onmessage({ data });
      await settled();
      assert.equal(link.refusal, "unproven");
      assert.deepEqual([queue.waiting, received], [[1], []]);
    }
  }
});
