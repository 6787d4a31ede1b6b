// Rules that are broken from the position, pieces of banks, and hints.
import { describe, expect, it } from "vitest";
import type { BoardDocument, FormDocument } from "../api/generated";
import { brokenRules, type CheckBoard, cellsOfRule, closedCells, closedLoops } from "./check";
import { hintFor, newPlaces } from "./hint";
import { emptyMarks, fromSolution, withCell } from "./marks";
import { cellsOfPiece, drawnPieces, isConnected, pieceOf, shapeOf } from "./pieces";
import { isBlank, statusText } from "./status";

const SHADE: FormDocument = {
  cells: { form: "numbers", min: 1, max: 9, unknown: true },
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
  cell_layer: { layer: "shade" },
  edge_layer: null,
};

function boardOf(cells: readonly string[], pieces: readonly string[] = []): BoardDocument {
  const [rows, columns] = [cells.length, cells[0]?.length ?? 0];
  return {
    rows,
    columns,
    cells: cells.map((line) => [...line]),
    walls: {
      right: new Array<string>(rows).fill("0".repeat(columns - 1)),
      down: new Array<string>(rows - 1).fill("0".repeat(columns)),
    },
    points: [],
    dots: [],
    outside: { above: [], below: [], left: [], right: [] },
    pieces: [...pieces],
    parameter: null,
    options: [],
  };
}

const BOARD = boardOf(["....", "..2.", "....", "...."]);

/** Rules for tests: no 2×2 area is shaded, the clue is not, and two cells beside it are. */
const check: CheckBoard = async (solution) => {
  const shade = solution.shade as string[];
  const isShaded = (row: number, column: number) => shade[row]?.[column] === "#";
  const broken: string[] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const cells = [
        [row, column],
        [row, column + 1],
        [row + 1, column],
        [row + 1, column + 1],
      ] as const;
      if (cells.every(([r, c]) => isShaded(r, c))) {
        broken.push(`the 2×2 area at r${row + 1}c${column + 1} is fully shaded`);
      }
    }
  }
  if (isShaded(1, 2)) broken.push("the clue at r2c3 is shaded");
  const n = [isShaded(0, 2), isShaded(2, 2), isShaded(1, 1), isShaded(1, 3)].filter(Boolean).length;
  if (n !== 2) broken.push(`the 2 at r2c3 has ${n} shaded cells beside it`);
  return broken;
};

const EMPTY = emptyMarks(BOARD, SHADE);

function shaded(cells: readonly (readonly [number, number])[], value = "#") {
  return cells.reduce((marks, [row, column]) => withCell(marks, row - 1, column - 1, value), EMPTY);
}

const SOLUTION = fromSolution({ shade: ["..#.", ".#..", "....", "...."] }, BOARD, SHADE);

describe("rules that are broken", () => {
  const broken = async (marks: typeof EMPTY, solution: typeof EMPTY | null = SOLUTION) =>
    (await brokenRules(marks, BOARD, SHADE, solution, check)).map(({ text }) => text);
  it("are named from the position, with their cells", async () => {
    const pool = shaded([
      [3, 1],
      [3, 2],
      [4, 1],
      [4, 2],
    ]);
    expect(await brokenRules(pool, BOARD, SHADE, SOLUTION, check)).toEqual([
      { text: "the 2×2 area at r3c1 is fully shaded", cells: [8, 9, 12, 13] },
    ]);
  });
  it("are not those that open places can still keep", async () => {
    expect(await broken(EMPTY)).toEqual([]);
    expect(await broken(EMPTY, null)).toEqual([]);
    expect(await broken(shaded([[1, 3]]))).toEqual([]);
    // A wrong mark that breaks no rule yet.
    expect(await broken(shaded([[3, 3]]))).toEqual([]);
  });
  it("are those that no open place can keep", async () => {
    const three = shaded([
      [1, 3],
      [2, 2],
      [2, 4],
    ]);
    expect(await broken(three)).toEqual(["the 2 at r2c3 has 3 shaded cells beside it"]);
    expect(await broken(three, null)).toEqual(["the 2 at r2c3 has 3 shaded cells beside it"]);
    const none = shaded(
      [
        [1, 3],
        [2, 2],
        [2, 4],
      ],
      ".",
    );
    expect(await broken(none)).toEqual(["the 2 at r2c3 has 0 shaded cells beside it"]);
  });
  it("are closed loops beside other lines", async () => {
    const form: FormDocument = {
      ...SHADE,
      cell_layer: null,
      edge_layer: { layer: "links", max: 1 },
    };
    const board = boardOf(["...", "...", "..."]);
    const loop = { right: ["1?", "1?", "??"], down: ["11?", "???"] };
    const alone = fromSolution({ links: loop }, board, form);
    expect(closedLoops(alone, form)).toEqual([[0, 1, 3, 4]]);
    const two = fromSolution({ links: { ...loop, right: ["1?", "1?", "1?"] } }, board, form);
    expect(closedLoops(two, form)).toEqual([[0, 1, 3, 4]]);
    const several: CheckBoard = async () => ["the line at r3c1 is not part of the same loop"];
    const none: CheckBoard = async () => [];
    let asked = 0;
    const first: CheckBoard = (solution) => (asked++ === 0 ? several : none)(solution);
    expect(await brokenRules(two, board, form, null, first)).toEqual([
      { text: "the loop at r1c1 is closed, but there are other lines", cells: [0, 1, 3, 4] },
    ]);
    expect(await brokenRules(alone, board, form, null, none)).toEqual([]);
    const outline: FormDocument = { ...form, edge_layer: { layer: "outline" } };
    const edges = { horizontal: ["1??", "1??", "???", "???"], vertical: ["11??", "????", "????"] };
    const square = fromSolution({ edges }, board, outline);
    expect(closedLoops(square, outline)).toEqual([[0, 1, 3, 4]]);
  });
  it("name cells, areas and lines", () => {
    expect(cellsOfRule("the clue at r2c3 is shaded", 4, 4)).toEqual([6]);
    expect(cellsOfRule("row 2 has 3 stars instead of 1", 4, 4)).toEqual([4, 5, 6, 7]);
    expect(cellsOfRule("column 1 has the 3 at r1c1 and r3c1", 4, 4)).toEqual([0, 8]);
    expect(cellsOfRule("column 4 has no A", 4, 3)).toEqual([3, 7, 11]);
    expect(cellsOfRule("there is no loop", 4, 4)).toEqual([]);
  });
});

describe("cells of clues", () => {
  it("are closed if the rules forbid to mark them", async () => {
    expect([...(await closedCells(EMPTY, BOARD, SHADE, check))]).toEqual([6]);
    const free = boardOf(["....", "....", "....", "...."]);
    expect((await closedCells(EMPTY, free, SHADE, check)).size).toBe(0);
  });
});

describe("pieces", () => {
  it("are read and written", () => {
    expect(cellsOfPiece(".#/##")).toEqual([
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    expect(
      pieceOf([
        [3, 4],
        [4, 3],
        [4, 4],
      ] as const),
    ).toBe(".#/##");
    expect(pieceOf([])).toBe("");
    expect(isConnected(cellsOfPiece("#./.#"))).toBe(false);
    expect(isConnected(cellsOfPiece("##/.#"))).toBe(true);
  });
  it("have the same shape in each orientation", () => {
    const shapes = ["#./#./##", "###/#..", ".#/.#/##", "..#/###"].map((it) =>
      shapeOf(cellsOfPiece(it)),
    );
    expect(new Set(shapes).size).toBe(1);
    expect(shapeOf(cellsOfPiece("####"))).not.toBe(shapes[0]);
  });
  it("are drawn as often as groups of their shape", () => {
    const board = boardOf(["....", "....", "....", "...."], ["##", "##", "#/#", "#./##"]);
    const marks = fromSolution({ shade: ["##.#", "...#", "#...", "##.."] }, board, SHADE);
    expect(drawnPieces(board, marks)).toEqual([true, true, false, true]);
  });
});

describe("a hint", () => {
  const steps = [
    {
      reasons: ["the 2 at r2c3"],
      known: [],
      conclusions: ["r2c2 is shaded"],
      text: "r2c2 is shaded, because the 2 at r2c3",
      part: { shade: ["....", ".#..", "????", "????"] },
    },
    {
      reasons: [],
      known: [],
      conclusions: ["r4c4 is shaded"],
      text: "r4c4 is shaded",
      part: { shade: ["....", ".#..", "????", "???#"] },
    },
  ];
  it("is the first step that is not drawn", () => {
    const first = hintFor(EMPTY, steps, BOARD, SHADE);
    expect(first?.conclusions).toEqual(["r2c2 is shaded"]);
    expect([...(first?.cells ?? [])]).toEqual([6]);
    const drawn = fromSolution(steps[0]?.part, BOARD, SHADE);
    const second = hintFor(drawn, steps, BOARD, SHADE);
    expect(second?.conclusions).toEqual(["r4c4 is shaded"]);
    // Its reasons name no cell: the place is where something follows.
    expect([...(second?.cells ?? [])]).toEqual([15]);
    expect([...(second?.fresh.cells ?? [])]).toEqual([15]);
    expect(hintFor(second?.after ?? drawn, steps, BOARD, SHADE)).toBe(null);
  });
  it("and a step add nothing to printed cells", () => {
    const form: FormDocument = {
      ...SHADE,
      cells: { form: "sums" },
      black_clues: true,
      cell_layer: { layer: "numbers", zero: "." },
    };
    const board = {
      ...boardOf(["..", ".."]),
      cells: [
        ["\\3", "."],
        ["#", "."],
      ],
    };
    const after = fromSolution({ numbers: ["# 1", "# ?"] }, board, form);
    const fresh = newPlaces(after, emptyMarks(board, form), board, form);
    expect([...fresh.cells]).toEqual([1]);
  });
});

describe("an empty board", () => {
  it("is no mistake", () => {
    const blank = boardOf(["....", "...."]);
    expect(isBlank(blank)).toBe(true);
    expect(isBlank(BOARD)).toBe(false);
    expect(isBlank({ ...blank, walls: { right: ["010", "000"], down: ["0000"] } })).toBe(false);
    const answer = { outcome: "infeasible" } as never;
    const status = { written: null, error: null, asking: false, answer };
    expect(statusText({ ...status, board: blank })?.kind).toBe("plain");
    expect(statusText({ ...status, board: BOARD })?.text).toBe("No solution, proved");
  });
});
