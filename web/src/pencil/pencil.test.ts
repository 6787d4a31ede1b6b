import { describe, expect, it } from "vitest";
import type { BoardDocument, ClueForm, FormDocument } from "../api/generated";
import { cellsIn } from "../ui/cells";
import {
  clueAt,
  clueParts,
  hasWall,
  type Place,
  resized,
  STEPS,
  sideOf,
  typed,
  withClue,
  withPart,
  withWall,
} from "./board";
import { edgeBetween, frameOf, hitAt } from "./geometry";
import {
  countMarks,
  differences,
  edgeAt,
  emptyMarks,
  fromSolution,
  isOpen,
  toComplete,
  toSolution,
  withCell,
  withEdge,
} from "./marks";
import { loadMarks, saveMarks } from "./saved";
import { NOTHING, placesIn, statusText } from "./status";

const NONE: FormDocument = {
  cells: null,
  black_clues: false,
  holes: false,
  walls: "none",
  room_numbers: false,
  points: null,
  dots: null,
  outside: null,
  pieces: false,
  parameter: null,
  options: [],
  cell_layer: null,
  edge_layer: null,
};

const NUMBERS = { form: "numbers", min: 1, max: 12, unknown: true } as const;

function blank(rows: number, columns: number): BoardDocument {
  const map = (r: number, c: number) =>
    Array.from({ length: r }, () => new Array<string>(c).fill("."));
  return {
    rows,
    columns,
    cells: map(rows, columns),
    walls: {
      right: new Array<string>(rows).fill("0".repeat(columns - 1)),
      down: new Array<string>(rows - 1).fill("0".repeat(columns)),
    },
    points: [],
    dots: [],
    outside: {
      above: new Array<string>(columns).fill("."),
      below: [],
      left: new Array<string>(rows).fill("."),
      right: [],
    },
    pieces: [],
    parameter: null,
    options: [],
  };
}

const cell = (row: number, column: number): Place => ({ kind: "cell", row, column });

describe("clues", () => {
  const check = (cells: FormDocument["cells"], keys: string, expected: string) =>
    it(`${cells?.form}: ${keys}`, () => {
      const form = { ...NONE, cells, holes: true };
      const text = [...keys].reduce((old, key) => typed(form, cell(0, 0), old, key) ?? old, ".");
      expect(text).toBe(expected);
    });
  check(NUMBERS, "12", "12");
  // 13 is too large, so that 3 is a new number.
  check(NUMBERS, "13", "3");
  check(NUMBERS, "?", "?");
  check({ ...NUMBERS, unknown: false }, "?", ".");
  check(NUMBERS, "3.", ".");
  check(NUMBERS, "#", "#");
  check(NUMBERS, "##", ".");
  check({ form: "marks", marks: [{ symbol: "o", meaning: "white" }] }, "o", "o");
  check({ form: "marks", marks: [{ symbol: "o", meaning: "white" }] }, "  ", ".");
  check({ form: "circles" }, "*5", "*5");
  check({ form: "circles" }, "7", "o7");
  check({ form: "circles" }, "o1*", "*1");
  check({ form: "arrows", coloured: false }, "2<", "2<");
  check({ form: "arrows", coloured: false }, "2", "2>");
  check({ form: "arrows", coloured: true }, "*3^", "*3^");
  check({ form: "arrows", coloured: false }, "o", ".");
  check({ form: "sums" }, "#", "#");
  check({ form: "several" }, "13", "1,3");
  check({ form: "several" }, "12345", "5");
  it("stand outside too", () => {
    const form: FormDocument = {
      ...NONE,
      outside: { sides: ["above"], is_list: true, min: 1, is_letter: false },
    };
    const place: Place = { kind: "outside", side: "above", index: 1 };
    expect(typed(form, place, ".", "3")).toBe("3");
    expect(typed(form, place, "3", ",")).toBe("3,");
    expect(typed(form, place, "3,", "1")).toBe("3,1");
    const board = withClue(blank(2, 2), place, "3,1");
    expect(board.outside.above).toEqual([".", "3,1"]);
    expect(clueAt(withClue(board, place, ""), place)).toBe(".");
  });
});

describe("clues with a number at several sides", () => {
  const compass: ClueForm = { form: "compass" };
  const sums: ClueForm = { form: "sums" };
  it("are read and written number by number", () => {
    expect(clueParts(compass, "1,-,12,-")).toEqual(["1", "", "12", ""]);
    expect(clueParts(compass, ".")).toEqual(["", "", "", ""]);
    expect(withPart(compass, ".", 1, "0")).toBe("-,0,-,-");
    expect(withPart(compass, "1,-,-,-", 0, "")).toBe("-,-,-,-");
    expect(clueParts(sums, "16\\23")).toEqual(["16", "23"]);
    expect(withPart(sums, ".", 1, "23")).toBe("\\23");
    expect(withPart(sums, "\\23", 0, "16")).toBe("16\\23");
    expect(withPart(sums, "16\\", 0, "")).toBe("#");
  });
});

describe("walls", () => {
  it("are set between cells, and never on the outline", () => {
    const right = sideOf(0, 1, STEPS.ArrowRight ?? { down: 0, across: 1 });
    const below = sideOf(0, 1, STEPS.ArrowDown ?? { down: 1, across: 0 });
    let board = withWall(blank(2, 3), right, true);
    board = withWall(board, below, true);
    expect(board.walls).toEqual({ right: ["01", "00"], down: ["010"] });
    expect(hasWall(board, right)).toBe(true);
    expect(hasWall(withWall(board, right, false), right)).toBe(false);
    const above = sideOf(0, 0, STEPS.ArrowUp ?? { down: -1, across: 0 });
    expect(withWall(board, above, true)).toBe(board);
  });
  it("stay when the size changes", () => {
    let board = withWall(blank(2, 3), { level: true, row: 1, column: 2 }, true);
    board = withClue(board, cell(1, 1), "4");
    const larger = resized(board, blank(3, 4));
    expect(larger.walls).toEqual({ right: ["000", "000", "000"], down: ["0010", "0000"] });
    expect(clueAt(larger, cell(1, 1))).toBe("4");
    expect(resized(larger, blank(1, 1)).cells).toEqual([["."]]);
  });
});

describe("points of the drawing", () => {
  const board = blank(2, 3);
  const frame = frameOf(board, NONE, false);
  it("are in cells, near edges", () => {
    const hit = hitAt(board, frame, frame.left + 79, frame.above + 20);
    expect(hit.cell).toEqual({ row: 0, column: 1 });
    expect(hit.edge).toEqual({ level: false, row: 0, column: 2 });
    expect(hit.distance).toBeLessThan(0.05);
    expect(hitAt(board, frame, 0, 0).cell).toBe(null);
  });
  it("cross the edge between adjacent cells", () => {
    const from = { row: 0, column: 1 };
    expect(edgeBetween(board, from, { row: 1, column: 1 })).toEqual({
      level: true,
      row: 1,
      column: 1,
    });
    expect(edgeBetween(board, from, { row: 0, column: 0 })).toEqual({
      level: false,
      row: 0,
      column: 1,
    });
    expect(edgeBetween(board, from, { row: 1, column: 2 })).toBe(null);
  });
});

describe("marks", () => {
  const board = blank(2, 2);
  const shade: FormDocument = { ...NONE, cell_layer: { layer: "shade" } };
  const links: FormDocument = { ...NONE, edge_layer: { layer: "links", max: 2 } };
  const outline: FormDocument = { ...NONE, edge_layer: { layer: "outline" } };
  const borders: FormDocument = { ...NONE, edge_layer: { layer: "borders" } };
  const upper = { level: true, row: 1, column: 0 };
  const between = { level: false, row: 0, column: 1 };
  it("of cells have the form of solutions", () => {
    const marks = withCell(withCell(emptyMarks(board, shade), 0, 1, "#"), 1, 0, ".");
    expect(toSolution(marks, shade)).toEqual({ shade: ["?#", ".?"] });
    expect(toComplete(marks, board, shade)).toEqual({ shade: [".#", ".."] });
    expect(fromSolution(toSolution(marks, shade), board, shade)).toEqual(marks);
    expect(countMarks(marks, emptyMarks(board, shade))).toBe(2);
  });
  it("of lines have the form of solutions", () => {
    const marks = withEdge(withEdge(emptyMarks(board, links), upper, 2), between, 0);
    expect(toSolution(marks, links)).toEqual({ links: { right: ["0", "?"], down: ["2?"] } });
    expect(toComplete(marks, board, links)).toEqual({ links: { right: ["0", "0"], down: ["20"] } });
    expect(fromSolution(toSolution(marks, links), board, links)).toEqual(marks);
    const along = withEdge(emptyMarks(board, outline), { level: true, row: 0, column: 1 }, 1);
    expect(toSolution(along, outline)).toEqual({
      edges: { horizontal: ["?1", "??", "??"], vertical: ["???", "???"] },
    });
    expect(fromSolution(toSolution(along, outline), board, outline)).toEqual(along);
  });
  it("of borders make blocks", () => {
    const holed = withClue(board, cell(1, 1), "#");
    const marks = withEdge(emptyMarks(holed, borders), upper, 1);
    expect(toSolution(marks, borders)).toEqual({ borders: { right: ["?", "?"], down: ["1?"] } });
    expect(toComplete(marks, holed, borders)).toEqual({ regions: ["0 0", "1 ."] });
    const read = fromSolution({ regions: ["0 0", "1 ."] }, holed, borders);
    expect(edgeAt(read, upper)).toBe(1);
    expect(edgeAt(read, between)).toBe(0);
  });
  it("begin with the borders that are given", () => {
    const form: FormDocument = { ...borders, walls: "borders" };
    const given = withWall(board, between, true);
    expect(edgeAt(emptyMarks(given, form), between)).toBe(1);
  });
  it("of numbers leave printed ones and missing cells alone", () => {
    const form: FormDocument = { ...NONE, cell_layer: { layer: "numbers", zero: "." } };
    const printed = withClue(withClue(board, cell(0, 0), "3"), cell(1, 1), "#");
    expect(isOpen(form, printed, 0, 0)).toBe(false);
    expect(isOpen(form, printed, 1, 1)).toBe(false);
    const marks = withCell(emptyMarks(printed, form), 0, 1, "12");
    expect(toComplete(marks, printed, form)).toEqual({ numbers: ["3 12", ". ."] });
    expect(fromSolution({ numbers: ["3 12", "? #"] }, printed, form).cells).toEqual([
      "3",
      "12",
      "?",
      "#",
    ]);
  });
  it("leave black cells alone", () => {
    const form: FormDocument = {
      ...NONE,
      cells: { form: "sums" },
      black_clues: true,
      cell_layer: { layer: "numbers", zero: "." },
    };
    const printed = withClue(withClue(board, cell(0, 0), "\\3"), cell(1, 1), "#");
    expect(isOpen(form, printed, 0, 0)).toBe(false);
    const marks = withCell(emptyMarks(printed, form), 0, 1, "3");
    expect(toComplete(marks, printed, form)).toEqual({ numbers: ["# 3", ". #"] });
  });
  it("differ where both are known", () => {
    const one = withCell(withCell(emptyMarks(board, shade), 0, 0, "#"), 0, 1, "#");
    const other = withCell(emptyMarks(board, shade), 0, 0, ".");
    expect([...differences(one, other).cells]).toEqual([0]);
    expect([...differences(one, other, true).cells]).toEqual([0, 1]);
    const line = withEdge(emptyMarks(board, links), upper, 1);
    const none = withEdge(emptyMarks(board, links), upper, 0);
    expect(differences(line, none).edges).toEqual([upper]);
  });
  it("are kept by puzzle", () => {
    saveMarks("a", { shade: ["#"] });
    saveMarks("b", { shade: ["."] });
    expect(loadMarks("a")).toEqual({ shade: ["#"] });
    saveMarks("a", null);
    expect(loadMarks("a")).toBe(undefined);
    expect(loadMarks("b")).toEqual({ shade: ["."] });
  });
});

describe("status", () => {
  it("finds the cells that a text names", () => {
    expect(cellsIn("the clue 3 at r2c1, and r1c12", 12)).toEqual([12, 11]);
  });
  it("says what was proved, and no more", () => {
    const determined = { part: {}, common: 3, varying: 2, proved: true };
    const answer = { outcome: "solved", unique: true, determined, limit: null, solution: {} };
    const text = (changes: object) =>
      statusText({
        ...NOTHING,
        answer: { ...answer, ...changes } as never,
      })?.text;
    expect(text({})).toBe("Exactly one solution, proved");
    expect(text({ unique: false })).toMatch(/^Several solutions: 3 places/);
    expect(text({ outcome: "infeasible" })).toBe("No solution, proved");
    expect(
      text({ unique: null, limit: "time", determined: { ...determined, proved: false } }),
    ).toBe("A solution; stopped: time");
  });
  it("keeps that there are several solutions where a limit was reached", () => {
    const answer = {
      outcome: "solved",
      unique: false,
      determined: null,
      limit: "time",
      solution: {},
    };
    const said = statusText({ ...NOTHING, answer: answer as never });
    expect(said?.text).toBe(
      "Several solutions; what all have in common is not known, stopped: time",
    );
    expect(statusText({ ...NOTHING, stopped: true })?.text).toBe("Stopped: nothing is known yet");
  });
});

describe("places that a conflict names", () => {
  const size = { rows: 3, columns: 3 };
  const outside = {
    above: [".", "2", "."],
    below: [],
    left: ["1", ".", "."],
    right: ["3", ".", "."],
  };
  const board = { ...size, outside } as unknown as BoardDocument;
  const others = (name: string) => placesIn([name], board).others;
  it("are cells, and corners instead of their cells", () => {
    const { cells, others } = placesIn(
      ["the 2 at r2c1", "3 diagonals end at the lower right corner of r1c2"],
      board,
    );
    expect([...cells]).toEqual([3]);
    expect(others).toEqual([{ kind: "point", row: 1, column: 2 }]);
  });
  it("are clues outside, on the side that is named", () => {
    const [left, right] = (["left", "right"] as const).map((side) => ({
      kind: "outside",
      side,
      index: 0,
    }));
    expect(others("row 1 has 2 tents")).toEqual([left, right]);
    expect(others("3 buildings of row 1 are visible from right")).toEqual([right]);
    expect(others("column 2 has 2 shaded cells")).toEqual([
      { kind: "outside", side: "above", index: 1 },
    ]);
  });
  it("are named once", () => {
    const both = placesIn(["column 2 has 2 tents", "column 2 has 1 tent"], board);
    expect(both.others.length).toBe(1);
  });
  it("are the cells of a line without a clue", () => {
    const { cells, others } = placesIn(["column 3 has 1 star"], board);
    expect([...cells]).toEqual([2, 5, 8]);
    expect(others).toEqual([]);
  });
});
