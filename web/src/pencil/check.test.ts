// Rules that are broken from the position, pieces of banks, and hints.
import { describe, expect, it } from "vitest";
import type { BoardDocument, CheckResponse, FormDocument } from "../api/generated";
import { brokenRules, type CheckSolution, closedCells } from "./check";
import { hintFor, newPlaces } from "./hint";
import { emptyMarks, fromSolution, withCell } from "./marks";
import { cellsOfPiece, drawnPieces, isConnected, pieceOf, shapeOf } from "./pieces";
import { isBlank, NOTHING, statusText } from "./status";

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

const EMPTY = emptyMarks(BOARD, SHADE);

function shaded(cells: readonly (readonly [number, number])[], value = "#") {
  return cells.reduce((marks, [row, column]) => withCell(marks, row - 1, column - 1, value), EMPTY);
}

/** A server that gives this answer, and keeps what it was asked. */
function server(answer: Partial<CheckResponse>) {
  const asked: Record<string, unknown>[] = [];
  const check: CheckSolution = async (solution) => {
    asked.push(solution);
    const none = { broken: [], violations: [], conflicts: [], possible: null, limit: null };
    return { schema: 1, right: false, complete: false, ...none, ...answer };
  };
  return { asked, check };
}

describe("rules that are broken", () => {
  it("are those that exclude marks, with the cells of these", async () => {
    const pool = shaded([
      [3, 1],
      [3, 2],
      [4, 1],
      [4, 2],
    ]);
    const { asked, check } = server({
      possible: false,
      conflicts: [
        {
          reasons: ["the 2×2 area at r3c1 is not fully shaded"],
          values: ["r3c1 is shaded", "r3c2 is shaded"],
          part: { shade: ["????", "????", "##??", "##??"] },
          minimal: true,
        },
        { reasons: ["a", "b"], values: [], part: { shade: ["#???"] }, minimal: true },
      ],
    });
    expect((await brokenRules(pool, BOARD, SHADE, check)).broken).toEqual([
      {
        text: "the 2×2 area at r3c1 is not fully shaded (r3c1 is shaded; r3c2 is shaded)",
        cells: [8, 9, 12, 13],
        alone: true,
      },
      { text: "no solution has these marks: a; b", cells: [0], alone: false },
    ]);
    // What is not marked is not known.
    expect(asked).toEqual([{ shade: ["????", "????", "##??", "##??"] }]);
  });
  it("are about the cells on both sides of edges", async () => {
    const form: FormDocument = {
      ...SHADE,
      cell_layer: null,
      edge_layer: { layer: "links", max: 1 },
    };
    const board = boardOf(["...", "..."]);
    const part = { links: { right: ["1?", "??"], down: ["??1"] } };
    const { check } = server({
      conflicts: [{ reasons: ["one loop"], values: [], part, minimal: true }],
    });
    const marks = fromSolution(part, board, form);
    const [rule] = (await brokenRules(marks, board, form, check)).broken;
    expect([...(rule?.cells ?? [])].sort()).toEqual([0, 1, 2, 5]);
  });
  it("are named of complete drawings", async () => {
    const violations = [{ rule: "shaded-square", message: "it is full", cells: ["r1c1", "r2c2"] }];
    const { check } = server({ complete: true, violations });
    expect((await brokenRules(EMPTY, BOARD, SHADE, check)).broken).toEqual([
      { text: "it is full", cells: [0, 5], alone: true },
    ]);
  });
});

it("a check says that a limit was reached", async () => {
  const { check } = server({ limit: "time" });
  expect(await brokenRules(EMPTY, BOARD, SHADE, check)).toEqual({ broken: [], limit: "time" });
});

describe("cells that the rules keep empty", () => {
  it("are those of clues whose mark breaks a rule about clues", async () => {
    const { asked, check } = server({
      violations: [
        { rule: "clue-shaded", message: "the clue at r2c3 is shaded", cells: ["r2c3"] },
        { rule: "shaded-square", message: "full", cells: ["r1c1"] },
      ],
    });
    expect([...(await closedCells(EMPTY, BOARD, SHADE, check))]).toEqual([6]);
    expect(asked).toEqual([{ shade: ["....", "..#.", "....", "...."] }]);
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
    const status = { ...NOTHING, answer };
    expect(statusText({ ...status, board: blank })?.kind).toBe("plain");
    expect(statusText({ ...status, board: BOARD })?.text).toBe("No solution, proved");
  });
});
