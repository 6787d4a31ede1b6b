// A panic or a trap ends a request, and nothing else: the next one has another instance.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { connectTo } from "../dist/client.js";
import { GordianError } from "../dist/error.js";
import { loadDirect } from "../dist/direct.js";
import { loadFailures } from "./failures.js";

const FAILURES = [
  ["test/panic", "internal.panic", /^a test asks for a panic \(.*failures\.rs:\d+\)$/],
  ["test/memory", "internal.crash", /unreachable/],
  ["test/stack", "internal.crash", /stopped: /],
];

/** The request that this module answers: by an error, because it has no operations. */
const answers = { code: "request.unknown-operation" };

function startWorker(started) {
  return (receive, failed) => {
    started();
    const worker = new Worker(new URL("failing-worker.js", import.meta.url));
    worker.on("message", receive);
    worker.on("error", (error) => failed(String(error)));
    return {
      post: (message) => worker.postMessage(message),
      end: () => void worker.terminate(),
      keepAlive: () => {},
    };
  };
}

function check(code, message) {
  return (error) => {
    assert.ok(error instanceof GordianError);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    assert.ok(error.hint);
    return true;
  };
}

test("the worker is replaced after a failure", async (t) => {
  let n = 0;
  const gordian = connectTo(startWorker(() => n++));
  for (const [name, code, message] of FAILURES) {
    await t.test(name, async () => {
      const before = n;
      // The request after it waits already, and is answered by the next worker.
      const failing = gordian.request(name, {});
      const next = gordian.request("solve", {});
      await assert.rejects(failing, check(code, message));
      await assert.rejects(next, answers);
      assert.equal(n, before + (before === 0 ? 2 : 1));
      await assert.rejects(gordian.request("solve", {}), answers);
      assert.equal(n, before + (before === 0 ? 2 : 1));
    });
  }
  gordian.close();
});

test("on the calling thread, the instance is replaced", async (t) => {
  const direct = await loadDirect(loadFailures, ["permutations", "puzzles"]);
  for (const [name, code, message] of FAILURES) {
    await t.test(name, () => {
      assert.throws(() => direct.request(name, {}), check(code, message));
      assert.throws(() => direct.request("perm/solve", {}), answers);
    });
  }
});
