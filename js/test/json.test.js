// Documents as JSON.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "gordian";
import { parseJson, writeJson } from "../dist/json.js";

test("integers beyond 2^53 - 1 are exact", () => {
  const text =
    '{"a":9007199254740993,"b":-9223372036854775808,"c":9007199254740991,"d":1e300,"e":"9007199254740993","f":["\\"9007199254740993"]}';
  assert.deepEqual(parseJson(text), {
    a: 9007199254740993n,
    b: -9223372036854775808n,
    c: 9007199254740991,
    d: 1e300,
    e: "9007199254740993",
    f: ['"9007199254740993'],
  });
  assert.equal(parseJson("1234567.0000000000000001"), 1234567);
  const value = { a: [9007199254740993n, 1], b: "9007199254740993" };
  assert.equal(writeJson(value), '{"a":[9007199254740993,1],"b":"9007199254740993"}');
  assert.deepEqual(parseJson(writeJson(value)), value);
  assert.equal(writeJson(undefined), undefined);
  assert.throws(() => writeJson({ limit: Number.NaN }), TypeError);
});

test("an objective beyond 2^53 - 1 is exact", async () => {
  const gordian = await load(["puzzles"]);
  const variables =
    '[{"name": "x", "domain": [9007199254740990, 9007199254740992]}, {"name": "y", "domain": [0, 7]}]';
  const puzzle = `{"schema": 1, "variables": ${variables}, "constraints": [], "goal": {"maximise": ["add", "x", "y"]}}`;
  const answer = gordian.solve({ puzzle });
  assert.equal(answer.objective, 9007199254740999n);
  assert.deepEqual(answer.solution, { x: 9007199254740992n, y: 7 });
  assert.equal(gordian.check({ puzzle, solution: answer.solution }).right, true);
});
