// Cancellation, order, progress and the end of the worker.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { connect, load } from "gordian";
import { ENDLESS, MODEL, SUDOKU } from "./requests.js";

test("a signal ends a request, and those after it are answered", async () => {
  const gordian = connect();
  const controller = new AbortController();
  let n = 0;
  const endless = gordian.solve(ENDLESS, {
    signal: controller.signal,
    // It is running when it is stopped.
    onProgress: () => n++ === 0 && controller.abort(),
  });
  const next = gordian.solve({ puzzle: SUDOKU });
  await assert.rejects(endless, { name: "AbortError" });
  assert.equal((await next).unique, true);
  assert.ok(n > 0);
  gordian.close();
});

test("waiting requests can be stopped, and an aborted signal sends none", async () => {
  const gordian = connect();
  const [first, second] = [new AbortController(), new AbortController()];
  const running = gordian.solve(ENDLESS, { signal: first.signal });
  const waiting = gordian.solve(ENDLESS, { signal: second.signal });
  const reason = new Error("no longer needed");
  second.abort(reason);
  await assert.rejects(waiting, reason);
  await assert.rejects(gordian.solve(ENDLESS, { signal: second.signal }), reason);
  first.abort();
  await assert.rejects(running, { name: "AbortError" });
  gordian.close();
});

test("requests are answered in their order", async () => {
  const gordian = connect({ preload: ["puzzles"] });
  const order = [];
  await Promise.all([
    gordian.solve({ puzzle: MODEL }).then(() => order.push(1)),
    gordian.sudoku.read({ text: SUDOKU }).then(() => order.push(2)),
    gordian.draw({ puzzle: SUDOKU }).then(() => order.push(3)),
  ]);
  assert.deepEqual(order, [1, 2, 3]);
  gordian.close();
});

test("close rejects what was not answered", async () => {
  const gordian = connect();
  const calls = [gordian.solve(ENDLESS), gordian.solve(ENDLESS)];
  gordian.close();
  for (const call of calls) await assert.rejects(call, { code: "worker.closed" });
  await assert.rejects(gordian.solve(ENDLESS), { code: "worker.closed" });
});

test("progress stops work on the calling thread", async () => {
  const direct = await load(["puzzles"]);
  let n = 0;
  const answer = direct.solve(ENDLESS, { onProgress: () => ++n < 3 });
  assert.equal(answer.limit, "interrupted");
  assert.ok(answer.count > 0);
  assert.equal(n, 3);
  const error = new Error("of the page");
  const onProgress = () => {
    throw error;
  };
  assert.throws(() => direct.solve(ENDLESS, { onProgress }), error);
  assert.equal(direct.solve({ puzzle: SUDOKU }).unique, true);
});

test("a time limit stops work", async () => {
  const gordian = connect();
  const answer = await gordian.solve({ ...ENDLESS, time_limit: 0.2 });
  assert.equal(answer.limit, "time");
  assert.ok(answer.count > 0);
  gordian.close();
});

test("a process ends although a worker is idle", () => {
  const code = `import { connect } from "gordian";
    const gordian = connect();
    const answer = await gordian.solve({ puzzle: "1..............." });
    console.log(answer.outcome);`;
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const run = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: folder,
    encoding: "utf8",
    timeout: 120_000,
  });
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stdout, /^\w+\n$/);
});
