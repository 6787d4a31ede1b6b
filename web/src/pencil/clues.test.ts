// Which clues can say less, and which single clues can be added.
import { describe, expect, it } from "vitest";
import type { BoardDocument, FormDocument } from "../api/generated";
import { placeName } from "./board";
import { hasSingleClues, singleClues, weakerClues } from "./clues";
import { emptyMarks, withCell } from "./marks";

const FORM: FormDocument = {
  cells: { form: "numbers", min: 1, max: 50, unknown: true },
  black_clues: false,
  holes: true,
  walls: "none",
  room_numbers: false,
  points: null,
  dots: null,
  outside: null,
  pieces: false,
  parameter: null,
  options: [],
  cell_layer: { layer: "shade" },
  edge_layer: null,
};

const BOARD: BoardDocument = {
  rows: 2,
  columns: 2,
  cells: [
    ["3", "?"],
    ["#", "."],
  ],
  walls: { right: ["0", "0"], down: ["00"] },
  points: [],
  dots: [],
  outside: { above: [], below: [], left: [], right: [] },
  pieces: [],
  parameter: null,
  options: [],
};

const NOTHING = { part: null, found: [] };

describe("weaker clues", () => {
  const weaker = (form: FormDocument, board: BoardDocument) =>
    weakerClues(board, form).map(({ place, clue, weaker }) => [placeName(place), clue, ...weaker]);
  it("leave out a clue, or its number alone; missing cells are none", () => {
    expect(weaker(FORM, BOARD)).toEqual([
      ["row 1, column 1", "3", ".", "?"],
      ["row 1, column 2", "?", "."],
    ]);
  });
  it("keep black cells black", () => {
    expect(weaker({ ...FORM, black_clues: true }, BOARD)).toEqual([["row 1, column 1", "3", "?"]]);
    const sums = { ...FORM, cells: { form: "sums" as const }, black_clues: true };
    const cells = [
      ["16\\23", "#"],
      [".", "."],
    ];
    expect(weaker(sums, { ...BOARD, cells })).toEqual([["row 1, column 1", "16\\23", "#"]]);
  });
  it("are also at corners, at dots and outside", () => {
    const form: FormDocument = {
      ...FORM,
      cells: null,
      points: { form: "numbers", min: 0, max: 4, unknown: false },
      dots: { form: "marks", marks: [{ symbol: "o", meaning: "a dot" }] },
      outside: { sides: ["above"], is_list: true, min: 1, is_letter: false },
    };
    const board: BoardDocument = {
      ...BOARD,
      points: [["2"]],
      dots: [[".", "o"]],
      outside: { ...BOARD.outside, above: [".", "1,2"] },
    };
    expect(weaker(form, board)).toEqual([
      ["corner 1, 1", "2", "."],
      ["place 1, 2 of the dots", "o", "."],
      ["above of column 2", "1,2", "."],
    ]);
  });
});

describe("single clues", () => {
  const single = (form: FormDocument, board: BoardDocument, most = 2, known = {}) =>
    singleClues(board, form, { ...NOTHING, ...known }, most).map(
      ({ place, clue }) => `${clue} at ${placeName(place)}`,
    );
  it("are all numbers up to the largest one, in places without a number", () => {
    expect(single(FORM, BOARD)).toEqual([
      "1 at row 1, column 2",
      "2 at row 1, column 2",
      "1 at row 2, column 2",
      "2 at row 2, column 2",
    ]);
  });
  it("begin where solutions differ", () => {
    const part = withCell(emptyMarks(BOARD, FORM), 0, 1, ".");
    expect(single(FORM, BOARD, 1, { part })).toEqual([
      "1 at row 2, column 2",
      "1 at row 1, column 2",
    ]);
  });
  it("leave out numbers that two solutions have, or all", () => {
    const form: FormDocument = { ...FORM, cell_layer: { layer: "numbers", zero: "." } };
    const empty = emptyMarks(BOARD, form);
    const found = ["1", "1", "2"].map((value) => withCell(empty, 1, 1, value));
    const part = withCell(empty, 0, 1, "1");
    expect(single(form, BOARD, 3, { found, part })).toEqual([
      "2 at row 2, column 2",
      "3 at row 2, column 2",
    ]);
    // Without a proof, a place may differ in another solution.
    expect(single(form, BOARD, 1, {})).toContain("1 at row 1, column 2");
  });
  it("are one for each room without a number where rooms have one", () => {
    const form: FormDocument = { ...FORM, walls: "rooms", room_numbers: true };
    const cells = [
      ["3", ".", "."],
      [".", ".", "."],
    ];
    const walls = { right: ["10", "10"], down: ["001"] };
    const board = { ...BOARD, columns: 3, cells, walls };
    // The rooms: the first column, and the rest, whose last row is joined by r2c2.
    expect(single(form, board, 1)).toEqual(["1 at row 1, column 2"]);
    expect(single(form, { ...board, walls: { ...walls, right: ["11", "11"] } }, 1)).toEqual([
      "1 at row 1, column 2",
      "1 at row 1, column 3",
      "1 at row 2, column 3",
    ]);
  });
  it("are marks, and numbers or letters outside", () => {
    const marks = { form: "marks" as const, marks: [{ symbol: "o", meaning: "a circle" }] };
    const outside = { sides: ["left" as const], is_list: false, min: 1, is_letter: true };
    const form: FormDocument = { ...FORM, cells: marks, outside, parameter: null };
    const lines = { ...BOARD.outside, left: [".", "A"] };
    const board = { ...BOARD, outside: lines, parameter: 2 };
    expect(single(form, board)).toEqual([
      "o at row 1, column 2",
      "o at row 2, column 2",
      "A at left of row 1",
      "B at left of row 1",
    ]);
  });
  it("cannot be listed where a clue has several numbers", () => {
    expect(hasSingleClues(FORM)).toBe(true);
    expect(hasSingleClues({ ...FORM, cells: { form: "several" } })).toBe(false);
    const outside = { sides: ["left" as const], is_list: true, min: 1, is_letter: false };
    expect(hasSingleClues({ ...FORM, cells: null, outside })).toBe(false);
  });
});
