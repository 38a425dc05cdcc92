// What waits for the daemon outlives the worker, in one write with what it stands for.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Queue } from "../../../extension/queue.js";
import { golden, RUN, Storage } from "./fakes.mjs";

const task = golden("run-task");

test("what it gives back is the golden message with its own number", async () => {
  const queue = new Queue(new Storage());
  await queue.add(golden("run-begin"));
  await queue.add(golden("step"));
  assert.deepEqual((await queue.get(1)).message, golden("run-begin"));
  assert.deepEqual((await queue.get(2)).message, { ...golden("step"), seq: 2 });
});

test("a queue outlives its worker, with its numbers", async () => {
  const storage = new Storage();
  const first = new Queue(storage);
  await first.add(task);
  await first.add(task);
  await first.acknowledge(1);
  const second = new Queue(storage);
  await second.ready;
  assert.deepEqual(second.waiting, [2]);
  assert.equal(await second.add(task), 3);
  assert.equal((await second.get(2)).message.seq, 2);
  assert.equal(await second.get(1), null);
});

test("a worker that dies before it forgets what is durable leaves that to the next one", async () => {
  const storage = new Storage();
  const first = new Queue(storage);
  await first.add(task);
  await first.add(task);
  const forget = storage.forget;
  storage.forget = () => new Promise(() => {});
  first.acknowledge(1);
  await new Promise(setImmediate);
  assert.deepEqual(first.waiting, [1, 2]);
  storage.forget = forget;
  await new Queue(storage).ready;
  assert.deepEqual(Object.keys(storage.kept).sort(), ["m2", "queue"]);
});

test("a message and what became true with it are one write", async () => {
  const storage = new Storage();
  const queue = new Queue(storage);
  await queue.ready;
  await queue.add(task, { aa: "jpeg" }, () => ({ recording: { index: 1 } }));
  assert.equal(storage.writes, 1);
  assert.deepEqual(Object.keys(storage.kept).sort(), ["m1", "queue", "recording"]);
});

test("what becomes true with a message is not true before its own write", async () => {
  const queue = new Queue(new Storage());
  const state = { shipped: 0 };
  const become = () => { state.shipped += 1; return { state }; };
  const first = queue.add(task, {}, become);
  const second = queue.add(task, {}, become);
  await first;
  assert.equal(queue.storage.kept.state.shipped, 1);
  await second;
  assert.equal(queue.storage.kept.state.shipped, 2);
});

test("messages that are added at the same time have different numbers", async () => {
  const queue = new Queue(new Storage());
  assert.deepEqual(await Promise.all([queue.add(task), queue.add(task), queue.add(task)]), [1, 2, 3]);
  assert.deepEqual(queue.waiting, [1, 2, 3]);
});

test("a picture that is given up leaves its step, and the other picture", async () => {
  const queue = new Queue(new Storage());
  const look = (frame) => ({ at_ms: 1, frame, elements: [{ id: 1 }] });
  await queue.add({ type: "step", step: { run: RUN, index: 1, before: look("aa"), actions: [], after: look("bb") } }, { bb: "jpeg" });
  await queue.giveUp(1, ["aa"]);
  const { message, frames } = await queue.get(1);
  assert.equal(message.step.before.frame, undefined);
  assert.match(message.step.before.withheld, /lost/);
  assert.deepEqual(message.step.before.elements, [{ id: 1 }]);
  assert.equal(message.step.after.frame, "bb");
  assert.deepEqual(frames, { bb: "jpeg" });
});

test("for another daemon it counts from 1, leaves nothing behind and says what it drops", async () => {
  const storage = new Storage();
  await storage.save({ mask: [".balance"], m99: "left by an earlier version" });
  const queue = new Queue(storage);
  await queue.add(task);
  await queue.add(task);
  assert.equal(await queue.restart({ identity: { token: "t" } }), 2);
  assert.deepEqual(Object.keys(storage.kept).sort(), ["identity", "mask", "queue"]);
  assert.equal(await queue.add(task), 1);
});

test("what waits follows what the daemon still has, and so does what comes", async () => {
  const storage = new Storage();
  const queue = new Queue(storage);
  for (const words of ["a", "b", "c", "d"]) await queue.add({ ...task, task: words });
  await queue.acknowledge(2);
  const added = queue.follow(0).then(() => queue.seq);
  const late = queue.add({ ...task, task: "e" });
  assert.deepEqual([await added, await late], [2, 3]);
  assert.deepEqual(Object.keys(storage.kept).sort(), ["m1", "m2", "m3", "queue"]);
  const kept = await Promise.all([1, 2, 3].map((seq) => queue.get(seq)));
  assert.deepEqual(kept.map(({ message }) => [message.seq, message.task]), [[1, "c"], [2, "d"], [3, "e"]]);
});

test("a message that could not be stored uses up no number", async () => {
  const storage = new Storage();
  const queue = new Queue(storage);
  const { save } = storage;
  storage.save = async () => { throw new Error("the disk is full"); };
  await assert.rejects(queue.add(task), /full/);
  storage.save = save;
  assert.equal(await queue.add(task), 1);
  assert.deepEqual(queue.waiting, [1]);
});
