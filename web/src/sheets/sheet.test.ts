import { describe, expect, it } from "vitest";
import { formatHash, parseHash } from "../shell/route";
import type { NewPuzzle, PuzzleOrder } from "../ui/newPuzzle";
import { firstRule, type Maker, makeSheet, queryOf, type Sheet, sheetOf } from "./sheet";

const SHEET: Sheet = { kind: "lits", rows: 6, columns: 7, level: "hard", count: 4, seed: 17 };

describe("a sheet", () => {
  it("is the same after it was written into a link", () => {
    const linked = (sheet: Sheet) => {
      const { query } = parseHash(formatHash("sheets", queryOf(sheet)));
      return sheetOf(query);
    };
    expect(linked(SHEET)).toEqual(SHEET);
    const any = { ...SHEET, level: "" };
    expect(linked(any)).toEqual(any);
    const grid: Sheet = { ...SHEET, kind: "grid", rows: 9, columns: 9, level: "unfair" };
    expect(linked(grid)).toEqual(grid);
  });
  it("has usual values where the link has none, or some that cannot be", () => {
    const usual = { kind: "grid", rows: 9, columns: 9, level: "easy", count: 4, seed: 0 };
    expect(sheetOf({})).toEqual(usual);
    expect(sheetOf({ k: "lits" })).toEqual({ ...usual, kind: "lits", rows: 6, columns: 6 });
    const broken = { k: "lits", s: "99x-3", d: "unfair", n: "many", x: "-4" };
    expect(sheetOf(broken)).toEqual({
      kind: "lits",
      rows: 20,
      columns: 2,
      level: "",
      count: 6,
      seed: 0,
    });
    expect(sheetOf({ s: "7x9", n: "3" })).toMatchObject({ rows: 8, columns: 8, count: 4 });
  });
});

describe("its puzzles", () => {
  /** Makes puzzles named by their seeds modulo some number. */
  const makerOf = (orders: PuzzleOrder[], modulus: number): Maker => ({
    make: async (order) => {
      orders.push(order);
      const file = `puzzle ${order.seed % modulus}`;
      return { file, text: file, solution: "the solution", rules: null };
    },
    draw: async ({ file }: NewPuzzle, withSolution) => ({
      schema: 1,
      kind: "lits",
      title: null,
      text: withSolution ? `${file}, solved` : file,
      svg: "",
      notes: [],
    }),
  });
  const texts = async (sheet: Sheet, orders: PuzzleOrder[], modulus: number) => {
    const found: [string, string][] = [];
    for await (const { drawing, answer } of makeSheet(sheet, makerOf(orders, modulus))) {
      found.push([drawing.text, answer.text]);
    }
    return found;
  };

  it("are those of the seed, each with its answer", async () => {
    const orders: PuzzleOrder[] = [];
    const first = await texts(SHEET, orders, 2 ** 32);
    expect(first).toHaveLength(4);
    for (const [puzzle, answer] of first) expect(answer).toBe(`${puzzle}, solved`);
    for (const { kind, rows, columns, level } of orders) {
      expect({ kind, rows, columns, level }).toEqual({
        kind: "lits",
        rows: 6,
        columns: 7,
        level: "hard",
      });
    }
    expect(await texts(SHEET, [], 2 ** 32)).toEqual(first);
    const other = (await texts({ ...SHEET, seed: 18 }, [], 2 ** 32)).flat();
    expect(other.filter((text) => first.flat().includes(text))).toEqual([]);
  });
  it("are different, as far as there are enough", async () => {
    const few = (await texts(SHEET, [], 4)).map(([puzzle]) => puzzle);
    expect(new Set(few).size).toBe(4);
    const orders: PuzzleOrder[] = [];
    expect(await texts(SHEET, orders, 3)).toHaveLength(3);
    expect(orders.length).toBeLessThan(50);
  });
});

it("the rule on a sheet is the first sentence of the rules", () => {
  expect(firstRule("Shade some `#` cells\nso that it fits.\n\n- All are connected.\n")).toBe(
    "Shade some # cells so that it fits.",
  );
});
