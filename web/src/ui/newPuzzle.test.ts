import { afterEach, describe, expect, it, vi } from "vitest";
import { makePuzzle, type PuzzleOrder } from "./newPuzzle";
import { seedOf } from "./seed";

const ORDER: PuzzleOrder = { kind: "grid", rows: 6, columns: 6, level: "easy", seed: 5 };

/** Answers every request with a document, and returns the requests. */
function answerWith(body: unknown): { path: string; request: unknown }[] {
  const asked: { path: string; request: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ path: url, request: JSON.parse(String(init.body)) });
    return new Response(JSON.stringify(body), { status: 200 });
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

describe("a new puzzle", () => {
  it("is a Sudoku", async () => {
    const asked = answerWith({
      puzzle: "12..",
      file: "kind = 'grid'",
      solution: "1234",
      unique: true,
    });
    expect(await makePuzzle(ORDER)).toEqual({
      file: "kind = 'grid'",
      text: "12..",
      solution: "1234",
      rules: null,
    });
    expect(asked).toEqual([
      {
        path: "api/v1/sudoku/generate",
        request: { size: 6, level: "easy", seed: 5 },
      },
    ]);
  });
  it("is a pencil puzzle, with its link if it has one", async () => {
    const made = { puzzle: "kind = 'lits'", link: null, solution: {}, rules: "Shade." };
    const asked = answerWith(made);
    const order = { ...ORDER, kind: "lits", level: "" };
    expect((await makePuzzle(order)).text).toBe("kind = 'lits'");
    expect(asked[0]?.request).toMatchObject({ kind: "lits", rows: 6, difficulty: null, seed: 5 });
    answerWith({ ...made, link: "https://puzz.link/p?lits" });
    expect((await makePuzzle(order)).text).toBe("https://puzz.link/p?lits");
  });
  it("is missing if none was found in the time", async () => {
    answerWith({ puzzle: null, file: null, solution: null, limit: "time" });
    await expect(makePuzzle(ORDER)).rejects.toThrow(
      "no puzzle was found, stopped by a limit: time",
    );
    const unproved = { puzzle: "12..", file: "kind = 'grid'", unique: null, limit: null };
    answerWith(unproved);
    await expect(makePuzzle(ORDER)).rejects.toThrow("no puzzle was found");
  });
});

describe("seeds", () => {
  it("are the same on every machine", () => {
    expect(["", "a", "2026-11-30 lits easy"].map(seedOf)).toEqual([
      2872998923, 444641715, 3542338171,
    ]);
  });
  it("differ for texts that hardly differ", () => {
    const seeds = Array.from({ length: 2000 }, (_, i) => seedOf(`17 ${i}`));
    expect(new Set(seeds).size).toBe(2000);
    expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)).toBe(true);
    // Both halves are used.
    const low = seeds.filter((seed) => seed < 2 ** 31).length;
    expect(Math.abs(low - 1000)).toBeLessThan(150);
  });
});
