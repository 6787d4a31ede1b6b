// Givens that are left out or added, and what is said of them.
import { describe, expect, it } from "vitest";
import { type Board, emptyBoard, puzzleText } from "./board";
import { boxedLayout } from "./layout";
import {
  countsText,
  givensOf,
  givenTags,
  type SolveGivens,
  singleGivens,
  singleTags,
  tryGiven,
  tryWithout,
  withGiven,
} from "./setting";

const EMPTY = emptyBoard(boxedLayout(4, [2, 2]));
const BOARD = withGiven(withGiven(EMPTY, 0, 1), 5, 2);
const SOLUTION = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
const { signal } = new AbortController();

/** A solver with one answer, which keeps the givens that it was asked about. */
function solver(answer: object) {
  const asked: (readonly number[])[] = [];
  const rows = [0, 4, 8, 12].map((at) => SOLUTION.slice(at, at + 4));
  const solve: SolveGivens = async ({ givens }: Board) => {
    asked.push(givens);
    return { outcome: "solved", unique: true, solution: rows, ...answer };
  };
  return { asked, solve };
}

describe("a given", () => {
  const given = { cell: 5, digit: 2 };
  const without = (answer: object) =>
    tryWithout(BOARD, SOLUTION, given, solver(answer).solve, 1, signal);
  it("is left out alone", async () => {
    const { asked, solve } = solver({});
    await tryWithout(BOARD, SOLUTION, given, solve, 1, signal);
    expect(asked).toEqual([[1, ...new Array<number>(15).fill(0)]]);
  });
  it("is not needed only if the same solution is the only one still", async () => {
    expect(await without({})).toEqual({ verdict: "same" });
    expect(await without({ unique: false })).toEqual({ verdict: "several" });
    expect(await without({ unique: null })).toEqual({ verdict: "undecided" });
    expect(await without({ solution: [[2], [1]] })).toEqual({ verdict: "other" });
  });
  it("takes the place of a placed digit", () => {
    const placed = { ...BOARD, placed: BOARD.placed.map((_, cell) => (cell === 3 ? 4 : 0)) };
    const board = withGiven(placed, 3, 3);
    expect(board.placed[3]).toBe(0);
    expect(puzzleText(board, true)).toContain("3");
    expect(givensOf(board)).toEqual([
      { cell: 0, digit: 1 },
      { cell: 3, digit: 3 },
      { cell: 5, digit: 2 },
    ]);
  });
  it("is enough if there is exactly one solution with it", async () => {
    const { asked, solve } = solver({});
    expect(await tryGiven(EMPTY, given, solve, 1, signal)).toEqual({ verdict: "same" });
    expect(asked[0]?.[5]).toBe(2);
    expect(await tryGiven(EMPTY, given, solver({ unique: false }).solve, 1, signal)).toEqual({
      verdict: "several",
    });
  });
});

describe("single givens that are tried", () => {
  const all = (cell: number) => (cell === 2 ? [3] : [3, 4]);
  const candidates = BOARD.givens.map((digit, cell) => (digit ? [digit] : all(cell)));
  it("are digits that some solution has, and another one has not", () => {
    const list = singleGivens(BOARD, { limit: null, candidates }, []);
    expect(list.length).toBe(2 * 13);
    expect(list.some(({ cell }) => cell === 0 || cell === 2)).toBe(false);
  });
  it("are not those that two solutions have", () => {
    const found = [3, 3, 4].map((digit) => BOARD.givens.map(() => digit));
    const list = singleGivens(BOARD, { limit: null, candidates }, found);
    expect(new Set(list.map(({ digit }) => digit))).toEqual(new Set([4]));
  });
  it("are all that peers allow where not all candidates are known", () => {
    const list = singleGivens(BOARD, { limit: "time", candidates }, []);
    expect(list.filter(({ cell }) => cell === 15).map(({ digit }) => digit)).toEqual([1, 2, 3, 4]);
    expect(list.filter(({ cell }) => cell === 2).map(({ digit }) => digit)).toEqual([2, 3, 4]);
    expect(singleGivens(BOARD, null, []).length).toBe(list.length);
  });
});

describe("what is said", () => {
  const base = { state: "done", seconds: 1, error: null } as const;
  it("has a sign for each result", () => {
    const givens = [0, 1, 2, 3].map((cell) => ({ cell, digit: 1 }));
    const verdicts = ["same", "several", "undecided"] as const;
    const results = new Map(verdicts.map((verdict, i) => [i, { verdict }]));
    const signs = givenTags({ ...base, all: givens, results }).map(({ sign }) => sign);
    expect(signs).toEqual(["−", "✓", "…"]);
    const same = new Map([0, 1].map((i) => [i, { verdict: "same" as const }]));
    const two = [1, 3].map((digit) => ({ cell: 4, digit }));
    const [tag, ...others] = singleTags({ ...base, all: two, results: same });
    expect([tag?.sign, tag?.words, others.length]).toEqual(["+", "unique with 1 or 3", 0]);
  });
  it("counts the digits of a cell", () => {
    expect(countsText([[3], [1], [3]], 0)).toBe("1 in 1, 3 in 2");
  });
});
