// Rules that are drawn: the puzzle file says the same as the layout.
import { describe, expect, it } from "vitest";
import { boxedLayout, type Layout, puzzleFile } from "./layout";
import {
  canSwapRegions,
  hasDiagonal,
  sumRange,
  withCage,
  withDiagonal,
  withGroup,
  withoutCage,
  withoutGroup,
  withSwappedRegions,
} from "./rules";

const PLAIN = boxedLayout(4, [2, 2]);

/** The tables of a file, each as its first lines. */
function tables({ file }: Layout): readonly string[] {
  return file.split("\n").filter((line) => /^(\[\[|name|sum|cells|different|diagonals)/.test(line));
}

describe("cages", () => {
  it("are written with their cells in order, and a name of their own", () => {
    const layout = withCage(withCage(PLAIN, [1, 0], 5, true), new Set([4, 5, 6]), 9, false);
    expect(layout.cages.map(({ name, cells }) => [name, ...cells])).toEqual([
      ["cage 1", 0, 1],
      ["cage 2", 4, 5, 6],
    ]);
    expect(tables(layout)).toEqual([
      "[[rule]]",
      'name = "cage 1"',
      "sum = 5",
      "cells = [[1, 1], [1, 2]]",
      "[[rule]]",
      'name = "cage 2"',
      "sum = 9",
      "different = false",
      "cells = [[2, 1], [2, 2], [2, 3]]",
    ]);
  });
  it("are removed one by one, and names are not used twice", () => {
    const two = withCage(withCage(PLAIN, [0, 1], 5, true), [2, 3], 6, true);
    const one = withoutCage(two, 0);
    expect(one.cages.map(({ sum }) => sum)).toEqual([6]);
    expect(tables(one)).toContain("sum = 6");
    expect(tables(one)).not.toContain("sum = 5");
    expect(withCage(one, [4, 5], 3, true).cages.map(({ name }) => name)).toEqual([
      "cage 2",
      "cage 1",
    ]);
    expect(withoutCage(one, 0).file).toBe(PLAIN.file);
  });
  it("have sums that their cells allow", () => {
    expect(sumRange(9, 2, true)).toEqual([3, 17]);
    expect(sumRange(9, 9, true)).toEqual([45, 45]);
    expect(sumRange(9, 10, true)).toBe(null);
    expect(sumRange(9, 2, false)).toEqual([2, 18]);
  });
});

describe("groups", () => {
  it("are written before cages, and removed without them", () => {
    const caged = withCage(PLAIN, [0, 1], 5, true);
    const layout = withGroup(withGroup(caged, [0, 15]), [3, 12]);
    expect(tables(layout).filter((line) => line.startsWith("[["))).toEqual([
      "[[group]]",
      "[[group]]",
      "[[rule]]",
    ]);
    const rest = withoutGroup(layout, 0);
    expect(rest.houses.filter(({ kind }) => kind === "group")).toEqual([
      { kind: "group", name: "group 2", cells: [3, 12] },
    ]);
    expect(tables(rest)).toContain("cells = [[1, 4], [4, 1]]");
    expect(tables(rest)).not.toContain("cells = [[1, 1], [4, 4]]");
    expect(rest.cages).toEqual(caged.cages);
  });
});

describe("diagonals", () => {
  it("are added and removed in the file and among the houses", () => {
    const one = withDiagonal(PLAIN, "anti-diagonal", true);
    expect(hasDiagonal(one, "anti-diagonal")).toBe(true);
    expect(one.houses.at(-1)).toEqual(boxedLayout(4, [2, 2], true).houses.at(-1));
    expect(tables(one)).toEqual(['diagonals = ["anti"]']);
    const both = withDiagonal(one, "main-diagonal", true);
    expect(tables(both)).toEqual(['diagonals = ["main", "anti"]']);
    const none = withDiagonal(withDiagonal(both, "anti-diagonal", false), "main-diagonal", false);
    expect(none.file).toBe(PLAIN.file);
    expect(none.houses.length).toBe(PLAIN.houses.length);
  });
  it("stay with givens and cages", () => {
    const layout = withDiagonal(withCage(PLAIN, [0, 1], 5, true), "main-diagonal", true);
    const file = puzzleFile(layout, [1, ...new Array<number>(15).fill(0)]);
    expect(file).toMatch(/^kind = "grid"\n/);
    expect(file.indexOf("givens")).toBeLessThan(file.indexOf("[[rule]]"));
    expect(file.indexOf("diagonals")).toBeLessThan(file.indexOf("[[rule]]"));
  });
});

describe("regions", () => {
  const regions = ({ houses }: Layout) => houses.filter(({ kind }) => kind === "region");
  it("are swapped between two cells, and written as a board", () => {
    const layout = withSwappedRegions(PLAIN, 1, 2);
    expect(regions(layout)).toEqual([
      { kind: "region", name: "region A", cells: [0, 2, 4, 5] },
      { kind: "region", name: "region B", cells: [1, 3, 6, 7] },
      { kind: "region", name: "region C", cells: [8, 9, 12, 13] },
      { kind: "region", name: "region D", cells: [10, 11, 14, 15] },
    ]);
    const board = "ABAB\nAABB\nCCDD\nCCDD";
    expect(layout.file).toBe(`kind = "grid"\nregions = '''\n${board}\n'''\nsize = 4\n`);
    // Back again: the boxes, by other names.
    const back = withSwappedRegions(layout, 1, 2);
    expect(regions(back).map(({ cells }) => cells)).toEqual(regions(PLAIN).map((it) => it.cells));
    expect(back.file.match(/regions/g)?.length).toBe(1);
  });
  it("stay where there is nothing to swap", () => {
    expect(canSwapRegions(PLAIN, 0, 1)).toBe(false);
    expect(withSwappedRegions(PLAIN, 0, 1)).toBe(PLAIN);
    const none = boxedLayout(5, null);
    expect(canSwapRegions(none, 0, 9)).toBe(false);
  });
});
