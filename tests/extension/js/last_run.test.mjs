// A late verdict or lesson is shown only where its run is the one that was recorded last.
import assert from "node:assert/strict";
import { test } from "node:test";

import { LastRun } from "../../../extension/last_run.js";
import { RUN, Storage } from "./fakes.mjs";

const LATER = "run_11111111111111111111";

test("a late word on an earlier run is not shown once another was begun, also after the worker has died", async () => {
  const storage = new Storage();
  const last = new LastRun(storage);
  await last.begins(RUN);
  assert.ok(await last.is(RUN));
  await last.begins(LATER);
  for (const one of [last, new LastRun(storage)]) {
    assert.ok(!(await one.is(RUN)));
    assert.ok(await one.is(LATER));
  }
});

test("a run that begins while the worker reads what was stored is the last", async () => {
  const storage = new Storage();
  await storage.save({ lastRun: RUN });
  const last = new LastRun(storage);
  await last.begins(LATER);
  assert.ok(!(await last.is(RUN)));
});

test("what an earlier version left says which run is recorded, or nothing", async () => {
  const storage = new Storage();
  assert.ok(await new LastRun(storage).is(RUN));
  await storage.save({ recording: { run: LATER } });
  assert.ok(!(await new LastRun(storage).is(RUN)));
});
