// The answers of the modules are those of the native program.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, load } from "gordian";
import { NAMES } from "../dist/documents.js";
import { Module } from "../dist/module.js";
import { PARTS, partOf } from "../dist/parts.js";
import { load as loadPart } from "../dist/read.js";
import { MODEL, puzzleFiles, SUDOKU } from "./requests.js";
import { examples, requests, startService, timeless } from "./service.js";

let service;
let openapi;
let gordian;

before(async () => {
  service = await startService();
  openapi = await service.openapi();
  gordian = connect();
});

after(async () => {
  gordian?.close();
  await service?.stop();
});

/** Compares the answers to a request. */
async function compare(name, document) {
  const [found, expected] = await Promise.all([
    gordian.request(name, document),
    service.answer(name, document),
  ]);
  assert.deepEqual(timeless(found), timeless(expected));
}

test("the functions are the requests of the OpenAPI document", () => {
  const names = requests(openapi).map(({ name }) => name);
  assert.deepEqual([...NAMES], names);
  for (const name of names) {
    const [subject, method] = name.split("/");
    const found = method === undefined ? gordian[subject] : gordian[subject][method];
    assert.equal(typeof found, "function", name);
  }
});

test("each request is in one part", async () => {
  const found = new Map();
  for (const part of PARTS) {
    const module = await Module.load(loadPart, part, undefined, {});
    for (const { name } of module.operations()) {
      assert.equal(found.get(name), undefined, name);
      assert.equal(partOf(name), part, name);
      found.set(name, part);
    }
  }
  assert.deepEqual([...found.keys()].sort(), [...NAMES].sort());
});

test("examples of the OpenAPI document", async (t) => {
  for (const { name, document } of examples(openapi)) {
    await t.test(name, () => compare(name, document));
  }
});

test("puzzle files", async (t) => {
  for (const { name, text } of puzzleFiles()) {
    await t.test(name, () => compare("solve", { puzzle: text }));
  }
});

test("models", async (t) => {
  await t.test("optimum", () => compare("solve", { puzzle: MODEL }));
  await t.test("all solutions", () => compare("solve", { puzzle: MODEL, task: "all" }));
});

test("a seed gives a puzzle with one solution, its rating and its steps", async () => {
  const generated = await gordian.sudoku.generate({ seed: 7, level: "hard" });
  assert.deepEqual(
    timeless(generated),
    timeless(await service.answer("sudoku/generate", { seed: 7, level: "hard" })),
  );
  const { puzzle } = generated;
  const solved = await gordian.solve({ puzzle });
  assert.equal(solved.unique, true);
  await compare("sudoku/rate", { puzzle });
  await compare("sudoku/explain", { puzzle });
});

test("the calling thread answers as the worker does", async () => {
  const direct = await load(["sudoku", "puzzles"]);
  const document = { puzzle: SUDOKU };
  for (const name of ["solve", "sudoku/hint", "sudoku/explain"]) {
    const expected = await gordian.request(name, document);
    assert.deepEqual(timeless(direct.request(name, document)), timeless(expected), name);
  }
  assert.throws(() => direct.perm.solve({ puzzle: "floppy", sequence: "R" }), {
    code: "request.unknown-operation",
    hint: 'load it: `load(["permutations"])`',
  });
});
