// Invalid requests are exceptions with the code, message and hint of the native program.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, GordianError, load } from "gordian";
import { startService } from "./service.js";

const INVALID = [
  ["sudoku/candidates", { puzzle: "123" }],
  ["sudoku/hint", {}],
  ["solve", { puzzle: "kind = 'goishi'\nboard = '...'" }],
  ["solve", { puzzle: "1...............", task: "count", limit: 0 }],
  ["check", []],
  ["cube/solve", { position: "R U2 X" }],
  // Several errors.
  ["solve", { puzzle: "kind = 'grid'\nsteam = 1\ngivens = '''\n1x..\n....\n....\n....\n'''" }],
];

let service;
let gordian;

before(async () => {
  service = await startService();
  gordian = connect();
});

after(async () => {
  gordian?.close();
  await service?.stop();
});

test("errors are those of the native program", async (t) => {
  const direct = await load();
  for (const [name, document] of INVALID) {
    await t.test(name, async () => {
      const problem = await service.answer(name, document);
      const { code, detail: message, hint, line, column } = problem;
      assert.equal(typeof code, "string");
      // The list of errors is there only if there are several.
      const expected = problem.errors ?? [{ code, message, hint, line, column }];
      const check = (error) => {
        assert.ok(error instanceof GordianError && error instanceof Error);
        assert.deepEqual(error.details, expected);
        assert.equal(error.message, expected[0].message);
        return true;
      };
      await assert.rejects(gordian.request(name, document), check);
      assert.throws(() => direct.request(name, document), check);
    });
  }
});

test("an unknown request is an error, not a failure", async () => {
  for (const name of ["sudoku/sing", "sing", "pencil/sing", "perm/sing"]) {
    await assert.rejects(gordian.request(name, {}), { code: "request.unknown-operation" });
  }
});

test("misuse is a TypeError, and the worker stays", async () => {
  const direct = await load(["sudoku"]);
  const puzzle = "1...............";
  const calls = [
    (to) => to.request(undefined, {}),
    (to) => to.request(Symbol("solve"), {}),
    (to) => to.request("sudoku/candidates"),
    (to) => to.request("sudoku/candidates", () => 1),
    (to) => to.request("sudoku/generate", { size: Number.NaN }),
    (to) => to.request("sudoku/rate", { puzzle, time_limit: Number.POSITIVE_INFINITY }),
    (to) => to.sudoku.rate({ puzzle }, { onprogress: () => {} }),
    (to) => to.sudoku.rate({ puzzle }, "fast"),
  ];
  for (const call of calls) {
    await assert.rejects(async () => call(gordian), TypeError);
    assert.throws(() => call(direct), TypeError);
  }
  // A signal stops a worker; on the calling thread it would have no effect.
  const { signal } = new AbortController();
  assert.throws(() => direct.sudoku.read({ text: puzzle }, { signal }), /no option `signal`/);
  assert.equal((await gordian.sudoku.read({ text: puzzle }, { signal })).puzzles.length, 1);
});

test("wrong settings are a TypeError before anything is started", async () => {
  const wrong = [null, 5, { maxMemory: -1 }, { maxMemory: 2 ** 64 }, { seed: 1.5 }, { sead: 1 }];
  for (const options of [...wrong, { preload: null }, { preload: ["sing"] }]) {
    assert.throws(() => connect(options), TypeError);
  }
  for (const options of [...wrong, { preload: ["sudoku"] }]) {
    await assert.rejects(load(["sudoku"], options), TypeError);
  }
  for (const parts of ["sudoku", ["sing"], [null]]) await assert.rejects(load(parts), TypeError);
});
