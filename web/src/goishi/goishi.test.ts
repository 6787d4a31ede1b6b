import { describe, expect, it } from "vitest";
import {
  boardLines,
  emptyCoins,
  fromLink,
  linkFile,
  puzzleFile,
  readFile,
  resizeBoard,
  toggleCoin,
  toggleStart,
  toLink,
} from "./board";
import { legs, type Place } from "./walk";

const board = fromLink(".X.-1XX-.XX");

describe("boards", () => {
  it("survive round trips through links and files", () => {
    if (!board) throw new Error("no board");
    expect(board.start).toBe(3);
    expect(toLink(board)).toBe(".X.-1XX-.XX");
    expect(readFile(puzzleFile(board))).toEqual(board);
    const any = toggleStart(board, 3);
    expect(any.start).toBe(null);
    expect(puzzleFile(any)).toContain('start = "any"');
    expect(readFile(puzzleFile(any))).toEqual(any);
  });
  it("take the start from its key", () => {
    expect(readFile("board = '''\nX.\n.X\n'''\nstart = [2, 2]")?.start).toBe(3);
    expect(readFile("board = '''\nX.\n.X\n'''\nstart = [1, 2]")?.start).toBe(null);
  });
  const bad = (text: string) =>
    it(`is none: ${text.slice(0, 20)}`, () => expect(fromLink(text)).toBe(null));
  bad("");
  bad("X.-X");
  bad("XY");
  bad("1-1");
  bad("X".repeat(31));
  it("are sent to the server if they are not boards", () => {
    expect(linkFile("X?-1")).toContain("board = '''\nX?\n1\n'''");
    expect(linkFile("kind = 1")).toBe("kind = 1");
  });
  it("toggle coins", () => {
    const one = toggleCoin(emptyCoins(2, 2), 1);
    expect(boardLines(one)).toEqual([".X", ".."]);
    expect(boardLines(toggleStart(one, 2))).toEqual([".X", "1."]);
    expect(toggleCoin(toggleStart(one, 1), 1).start).toBe(null);
  });
  it("keep the coins inside a new size", () => {
    if (!board) throw new Error("no board");
    expect(boardLines(resizeBoard(board, 2, 4))).toEqual([".X..", "1XX."]);
    expect(boardLines(resizeBoard(board, 1, 2))).toEqual([".X"]);
    expect(resizeBoard(board, 1, 2).start).toBe(null);
  });
});

describe("legs", () => {
  const walk = (places: Place[]) => legs(places).map((leg) => leg.line);
  it("reach from edge to edge of coins", () => {
    expect(
      walk([
        [1, 1],
        [1, 3],
      ]),
    ).toEqual(["M33 20L86 20"]);
    expect(
      walk([
        [2, 1],
        [1, 1],
      ]),
    ).toEqual(["M20 47L20 34"]);
  });
  it("are shifted where they overlap", () => {
    const lines = walk([
      [1, 2],
      [1, 3],
      [1, 1],
    ]);
    expect(lines[1]).toBe("M87 16L34 16");
  });
});
