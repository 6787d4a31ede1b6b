import { describe, expect, it } from "vitest";
import type { SolveResponse, StepDocument } from "../api/generated";
import { newHistory, pushState, undo } from "../ui/history";
import { cellOutline, regionBorders, type Segment } from "../ui/outline";
import {
  applyProgress,
  type Board,
  clearBoard,
  emptyBoard,
  equalCells,
  erase,
  toQuery,
  type,
  values,
} from "./board";
import { conflicts } from "./conflicts";
import {
  basicCandidates,
  boxedLayout,
  cellName,
  cellOf,
  defaultBox,
  isStandard,
  type Layout,
  puzzleFile,
  regionOf,
} from "./layout";
import { packHistory, unpackHistory } from "./saved";
import { candidateRoles, replay, techniqueName } from "./steps";
import { ownLink } from "./useBoard";
import { hintText } from "./useLogic";
import { candidatesOfAnswer } from "./useTrueCandidates";

const four = boxedLayout(4, [2, 2]);
const grid = (text: string) => [...text.replace(/\s/g, "")].map((c) => (c === "." ? 0 : Number(c)));

describe("usualBox", () => {
  const check = (n: number, box: [number, number] | null) =>
    it(String(n), () => expect(defaultBox(n)).toEqual(box));
  check(4, [2, 2]);
  check(6, [2, 3]);
  check(7, null);
  check(9, [3, 3]);
  check(12, [3, 4]);
  check(16, [4, 4]);
  check(25, [5, 5]);
});

describe("layout", () => {
  it("has every cell in one box", () => {
    const regions = regionOf(boxedLayout(6, [2, 3]));
    expect(regions.slice(0, 12).join("")).toBe("000111000111");
    expect(regions.every((region) => region >= 0)).toBe(true);
  });
  it("is plain only with the usual houses and nothing else", () => {
    expect(isStandard(four)).toBe(true);
    expect(isStandard(boxedLayout(6, [3, 2]))).toBe(false);
    expect(isStandard(boxedLayout(9, [3, 3], true))).toBe(false);
    expect(
      isStandard({
        ...four,
        cages: [{ name: "sum cage 1", sum: 3, different: true, cells: [0, 1] }],
      }),
    ).toBe(false);
  });
  it("names cells and reads the names", () => {
    expect(cellName(9, 17)).toBe("r2c9");
    expect(cellOf(9, "r2c9")).toBe(17);
    for (const name of ["r0c1", "r10c1", "r1c10", "x", "r1c1 "]) expect(cellOf(9, name)).toBe(null);
  });
});

describe("puzzleFile", () => {
  const check = (name: string, file: string, has: string[], not: string[] = []) =>
    it(name, () => {
      const text = puzzleFile({ ...four, file }, grid("1... .... .... ...2"));
      for (const part of has) expect(text).toContain(part);
      for (const part of not) expect(text).not.toContain(part);
    });
  const board = "givens = '''\n1...\n....\n....\n...2\n'''";
  check("without givens", 'kind = "grid"\nsize = 4\n', [`kind = "grid"\n${board}`, "size = 4"]);
  check(
    "with givens",
    "kind = \"grid\"\ngivens = '''\n4444\n'''\nbox = [2, 2]",
    [board, "box"],
    ["4444"],
  );
  check("with other quotes", 'kind = "grid"\ngivens = """\n4444\n"""\n', [board], ["4444"]);
  check("with tables", 'kind = "grid"\n\n[[group]]\ncells = [[1, 1]]\n', [`${board}\n\n[[group]]`]);
  check("with a dollar", 'kind = "grid"\ntitle = "$&"\ngivens = "1"\n', [board, '"$&"']);
});

describe("conflicts", () => {
  const check = (name: string, layout: Layout, text: string, expected: string[]) =>
    it(name, () => expect(conflicts(layout, grid(text)).map((c) => c.text)).toEqual(expected));
  check("none", four, "12.. 34.. .... ....", []);
  check("row", four, "1..1 .... .... ....", ["row 1 has 1 twice"]);
  check("column and box", four, "1... 1... .... ....", [
    "column 1 has 1 twice",
    "box 1 has 1 twice",
  ]);
  check("three", four, "111. .... .... ....", ["row 1 has 1 3 times", "box 1 has 1 twice"]);
  const cage: Layout = {
    ...four,
    cages: [{ name: "sum cage 1", sum: 5, different: false, cells: [0, 1] }],
  };
  check("sum right", cage, "14.. .... .... ....", []);
  check("sum wrong", cage, "13.. .... .... ....", ["the cage of 5 adds up to 4"]);
  check("open", cage, "4... .... .... ....", []);
  const small: Layout = {
    ...four,
    cages: [{ name: "sum cage 1", sum: 4, different: true, cells: [0, 1] }],
  };
  const far: Layout = {
    ...four,
    cages: [{ name: "sum cage 1", sum: 2, different: true, cells: [0, 10] }],
  };
  check("repeated in a cage", far, "1... .... ..1. ....", ["the cage of 2 has 1 twice"]);
  check("too much already", small, "4... .... .... ....", ["the cage of 4 is at 4 already"]);
});

describe("basicCandidates", () => {
  it("leaves what no house has", () => {
    const left = basicCandidates(four, grid("1... .2.. .... ...3"));
    expect(left[0]).toEqual([]);
    expect(left[1]).toEqual([3, 4]);
    expect(left[3]).toEqual([2, 4]);
  });
});

describe("board", () => {
  const empty = emptyBoard(four);
  it("types and takes away digits, not over givens", () => {
    const given = type(empty, [0], "given", 1);
    const placed = type(given, [0, 1], "digit", 2);
    expect(values(placed).slice(0, 2)).toEqual([1, 2]);
    expect(values(type(placed, [1], "digit", 2))[1]).toBe(0);
    expect(values(type(given, [0], "given", 1))[0]).toBe(0);
    expect(type(empty, [0], "digit", 5)).toBe(empty);
  });
  it("marks several cells, and takes marks away only when all have them", () => {
    const one = type(empty, [0], "mark", 3);
    const both = type(one, [0, 1], "mark", 3);
    expect(both.marks.slice(0, 2)).toEqual([[3], [3]]);
    expect(type(both, [0, 1], "mark", 3).marks.slice(0, 2)).toEqual([[], []]);
    expect(type(one, [0], "mark", 1).marks[0]).toEqual([1, 3]);
  });
  it("erases the digit first, then the marks", () => {
    const marked = type(type(empty, [0], "mark", 3), [0], "digit", 2);
    const once = erase(marked, [0], "digit");
    expect([once.placed[0], once.marks[0]]).toEqual([0, [3]]);
    expect(erase(once, [0], "digit").marks[0]).toEqual([]);
    const given = type(empty, [0], "given", 1);
    expect(erase(given, [0], "digit").givens[0]).toBe(1);
    expect(erase(given, [0], "given").givens[0]).toBe(0);
  });
  it("survives a round trip through a link", () => {
    const board = type(type(type(empty, [0], "given", 1), [1], "digit", 2), [2, 3], "mark", 4);
    const query = toQuery(board);
    expect(query.p).toBe("1...............");
    const back = applyProgress({ ...empty, givens: board.givens }, query);
    expect(back.placed).toEqual(board.placed);
    expect(back.marks).toEqual(board.marks);
  });
  it("leaves out what does not fit", () => {
    const back = applyProgress(empty, { d: "9".repeat(16), m: "zz", k: "", c: "x" });
    expect(back).toEqual(empty);
    expect(applyProgress(empty, { d: "1" })).toEqual(empty);
    const colours = `1a5${"-".repeat(15)}`;
    expect(applyProgress(empty, { c: colours, k: colours }).colours[0]).toEqual([1, 5]);
    expect(applyProgress(empty, { c: colours, k: colours }).corners[0]).toEqual([1]);
  });
  it("keeps corner marks and colours beside centre marks", () => {
    let board = type(type(empty, [0, 1], "corner", 2), [0], "mark", 3);
    board = type(type(type(board, [0], "colour", 9), [0], "colour", 4), [5], "given", 1);
    expect([board.corners[0], board.marks[0], board.colours[0]]).toEqual([[2], [3], [4, 9]]);
    expect(type(board, [5], "colour", 4).colours[5]).toEqual([4]);
    expect(type(board, [5], "corner", 4).corners[5]).toEqual([]);
    const query = toQuery(board);
    expect([query.k?.slice(0, 3), query.c?.slice(0, 3)]).toEqual(["2-2", "49-"]);
    expect(applyProgress({ ...empty, givens: board.givens }, query)).toEqual(board);
    expect(type(board, [0, 1], "corner", 2).corners.slice(0, 2)).toEqual([[], []]);
    expect(type(board, [0], "colour", 4).colours[0]).toEqual([9]);
    expect(type(board, [0], "colour", 10)).toBe(board);
  });
  it("takes a digit away only where all the cells have it", () => {
    const one = type(empty, [0], "digit", 3);
    const both = type(one, [0, 1], "digit", 3);
    expect(both.placed.slice(0, 2)).toEqual([3, 3]);
    expect(type(both, [0, 1], "digit", 3).placed.slice(0, 2)).toEqual([0, 0]);
  });
  it("erases one layer at a time, first what the mode is for", () => {
    let board = type(type(type(empty, [0], "corner", 1), [0], "mark", 2), [0], "colour", 3);
    expect(erase(board, [0], "corner").corners[0]).toEqual([]);
    expect(erase(board, [0], "corner").marks[0]).toEqual([2]);
    expect(erase(board, [0], "colour").colours[0]).toEqual([]);
    expect(erase(board, [0], "colour").marks[0]).toEqual([2]);
    board = erase(board, [0], "digit");
    expect([board.corners[0], board.marks[0], board.colours[0]]).toEqual([[], [], [3]]);
    board = erase(board, [0], "digit");
    expect(board.colours[0]).toEqual([]);
    expect(erase(board, [0], "digit")).toBe(board);
    // A digit above marks goes first, in any mode for marks.
    const above = type(type(empty, [0], "mark", 2), [0], "digit", 4);
    expect(erase(above, [0], "mark").placed[0]).toBe(0);
    expect(erase(above, [0], "mark").marks[0]).toEqual([2]);
  });
  it("clears what was added, or everything", () => {
    let board = type(type(empty, [3], "given", 1), [0], "mark", 2);
    board = type(type(board, [0], "colour", 2), [1], "digit", 4);
    expect(clearBoard(board, "marks")).toEqual({ ...board, marks: empty.marks });
    expect(clearBoard(board, "colours")).toEqual({ ...board, colours: empty.colours });
    expect(clearBoard(board, "placed")).toEqual({ ...empty, givens: board.givens });
    expect(clearBoard(board, "all")).toEqual(empty);
  });
  it("finds equal digits, or else equal marks", () => {
    let board: Board = type(type(empty, [0], "given", 1), [5], "digit", 1);
    board = type(board, [2, 3], "mark", 2);
    board = type(board, [3], "mark", 4);
    board = type(board, [9, 10], "colour", 4);
    expect([...equalCells(board, 0)]).toEqual([0, 5]);
    expect([...equalCells(board, 2)]).toEqual([2]);
    const more = type(type(board, [7, 8], "mark", 2), [7], "digit", 3);
    expect([...equalCells(more, 2)]).toEqual([2, 8]);
    expect([...equalCells(board, 9)]).toEqual([9, 10]);
    expect([...equalCells(board, 15)]).toEqual([15]);
  });
  it("is kept with its history", () => {
    const other = type(emptyBoard(boxedLayout(6, [2, 3])), [7], "given", 6);
    const marked = type(type(other, [0], "corner", 5), [1], "colour", 7);
    const history = undo(
      pushState(pushState(pushState(newHistory<Board>(empty), other), marked), empty),
    );
    const back = unpackHistory(JSON.parse(JSON.stringify(packHistory(history))));
    expect(back).toEqual(history);
    expect(back?.present).toEqual(marked);
    expect(unpackHistory(null)).toBe(null);
    expect(unpackHistory({ layouts: [], boards: [{ l: 0, g: "" }], at: 0 })).toBe(null);
  });
  it("keeps the last boards of a long history", () => {
    let history = newHistory<Board>(empty);
    for (let i = 0; i < 400; i++) {
      history = pushState(history, type(history.present, [i % 16], "colour", 1 + (i % 9)));
    }
    const back = unpackHistory(packHistory(history));
    expect(back?.past).toHaveLength(150);
    expect(back?.past[149]).toEqual(history.past[399]);
  });
  it("is read from a link of any host", () => {
    const board = type(type(empty, [0], "given", 1), [2], "corner", 4);
    const hash = Object.entries(toQuery(board)).map(([k, v]) => `${k}=${encodeURIComponent(v)}`);
    const query = ownLink(` https://example.org/sub/#/sudoku?${hash.join("&")}\n`);
    expect(query).toEqual(toQuery(board));
    for (const text of [
      "1...............",
      "https://example.org/#/cube?p=R",
      "#/sudoku?d=1",
      "a #/sudoku?p=1",
    ]) {
      expect(ownLink(text)).toBe(null);
    }
  });
});

describe("replay", () => {
  const step = (part: Partial<StepDocument>): StepDocument => ({
    technique: "t",
    name: "t",
    assumes_unique: false,
    text: "",
    eureka: "",
    ...part,
  });
  const start = grid("1... .... .... ....");
  const first = { values: start, candidates: basicCandidates(four, start) };
  it("places digits and removes them from peers", () => {
    const all = replay(four, first, [step({ placements: [{ cell: "r1c2", digit: 2 }] })]);
    expect(all).toHaveLength(2);
    expect(all[0]?.values[1]).toBe(0);
    expect(all[1]?.values[1]).toBe(2);
    expect(all[1]?.candidates[1]).toEqual([]);
    expect(all[1]?.candidates[2]).toEqual([3, 4]);
    expect(all[1]?.candidates[10]).toBe(all[0]?.candidates[10]);
  });
  it("removes candidates", () => {
    const all = replay(four, first, [step({ eliminations: [{ cell: "r4c4", digit: 3 }] })]);
    expect(all[1]?.candidates[15]).toEqual([1, 2, 4]);
  });
  it("gives eliminations precedence over marks", () => {
    const found = candidateRoles(
      9,
      step({
        digits: [5],
        cells: ["r1c1", "r1c2"],
        fins: ["r1c3"],
        eliminations: [{ cell: "r1c2", digit: 5 }],
        placements: [{ cell: "r9c9", digit: 1 }],
      }),
    );
    expect(found.get(0)?.get(5)).toBe("pattern");
    expect(found.get(1)?.get(5)).toBe("out");
    expect(found.get(2)?.get(5)).toBe("fin");
    expect(found.get(80)?.get(1)).toBe("in");
  });
  it("marks the relevant digits of almost locked sets", () => {
    const kind = "almost-locked" as const;
    const sets = [
      { cells: ["r1c1"], digits: [1, 2], kind },
      { cells: ["r1c2", "r1c3"], digits: [1, 2, 3], kind },
    ];
    const end = (cell: string) => ({ digit: 2, cells: [cell] });
    const found = candidateRoles(
      9,
      step({
        sets,
        links: [{ from: end("r1c1"), to: end("r1c2"), strong: false }],
        eliminations: [{ cell: "r1c9", digit: 1 }],
      }),
    );
    expect(found.get(0)).toEqual(
      new Map([
        [1, "pattern"],
        [2, "second"],
      ]),
    );
    expect(found.get(2)?.get(3)).toBe("member");
  });
  it("writes names of techniques", () => {
    const check = (name: string, expected: string) => expect(techniqueName(name)).toBe(expected);
    check("hidden-single", "Hidden single");
    check("finned-x-wing", "Finned X-wing");
    check("x-wing", "X-wing");
    check("als-xz", "ALS XZ");
    check("xyz-wing", "XYZ-wing");
  });
});

describe("outlines", () => {
  const sorted = (lines: Segment[]) => lines.map((line) => line.join(" ")).sort();
  it("draw the borders between regions as long lines", () => {
    expect(sorted(regionBorders(4, regionOf(four)))).toEqual(["0 2 4 2", "2 0 2 4"]);
    expect(sorted(regionBorders(2, [0, 0, 0, 1]))).toEqual(["1 1 1 2", "1 1 2 1"]);
    expect(regionBorders(2, [0, 0, 0, 0])).toEqual([]);
  });
  it("surround one cell", () => {
    expect(sorted(cellOutline(3, [4], 0.25))).toEqual([
      "1.25 1.25 1.25 1.75",
      "1.25 1.25 1.75 1.25",
      "1.25 1.75 1.75 1.75",
      "1.75 1.25 1.75 1.75",
    ]);
  });
  it("close around a corner that points inwards", () => {
    const ends = new Map<string, number>();
    for (const [x1, y1, x2, y2] of cellOutline(3, [0, 3, 4], 0.25)) {
      for (const end of [`${x1} ${y1}`, `${x2} ${y2}`]) ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    expect([...ends.values()].every((count) => count === 2)).toBe(true);
    expect(ends.has("0.75 1.25")).toBe(true);
  });
  it("do not wrap around the side of the grid", () => {
    expect(cellOutline(3, [2, 3], 0.25)).toHaveLength(8);
  });
});

describe("fromSolved", () => {
  const answer = {
    count: null,
    checked: true,
    engine: null,
    seconds: { cpu: 0, wall: 0 },
    limit: null,
  };
  const check = (
    outcome: SolveResponse["outcome"],
    unique: boolean | null,
    solutions: number | null,
  ) =>
    it(`${outcome}, ${unique}`, () => {
      const solution = outcome === "solved" ? [[1, 2]] : null;
      const told = candidatesOfAnswer({ ...answer, outcome, unique, solution });
      expect(told.solutions).toBe(solutions);
      expect(told.candidates).toEqual(unique ? [[1], [2]] : []);
    });
  check("solved", true, 1);
  check("solved", false, 2);
  check("infeasible", null, 0);
  check("stopped", null, null);
});

describe("hintText", () => {
  const nine = emptyBoard(boxedLayout(9, [3, 3]));
  it("is a puzzle file while cells are without marks", () => {
    expect(hintText(type(nine, [0], "mark", 1))).toContain('kind = "grid"');
  });
  it("tells what was placed and what has gone once all cells have marks", () => {
    let board = type(type(nine, [0], "given", 1), [1], "digit", 2);
    const left = basicCandidates(board.layout, values(board));
    board = { ...board, marks: left.map((list, cell) => (cell === 80 ? [9] : list)) };
    const text = hintText(board);
    expect(text.startsWith(":0000:x:1+2....")).toBe(true);
    expect(text.endsWith(":199 299 399 499 599 699 799 899:::")).toBe(true);
  });
});
