import { describe, expect, it } from "vitest";
import {
  centresSolved,
  isSolved,
  isStickers,
  readPosition,
  standardOrientation,
  writePosition,
} from "./position";
import { appendMove, inverse, parseSequence, sayMove, writeSequence } from "./sequence";
import type { StickerCube } from "./stickerCube";
import { applyTurns, solvedCube } from "./stickerCube";
import vectors from "./vectors.json";

function read(text: string): StickerCube {
  const solid = text === "" ? solvedCube() : readPosition(text);
  if (solid === null) throw new Error(`no position: ${text}`);
  return solid;
}

function moves(text: string) {
  const found = parseSequence(text);
  if (found === null) throw new Error(`no sequence: ${text}`);
  return found;
}

function play(start: StickerCube, text: string): StickerCube {
  const turns = moves(text).map((it) => it.turn);
  return applyTurns(start, turns).at(-1) ?? start;
}

describe("the simulator agrees with `gordian cube apply`", () => {
  it.each(vectors)("$from $moves", ({ from, moves: text, to }) => {
    expect(writePosition(play(read(from), text))).toBe(to);
  });
  it.each(vectors)("$to is undone by the inverse", ({ from, moves: text }) => {
    const start = read(from);
    const there = play(start, text);
    expect(writePosition(play(there, writeSequence(inverse(moves(text)))))).toBe(
      writePosition(start),
    );
  });
});

describe("sequences", () => {
  const check = (text: string, written: string | null) =>
    it(text, () => {
      const found = parseSequence(text);
      expect(found === null ? null : writeSequence(found)).toBe(written);
    });
  check("R U2 F'", "R U2 F'");
  check("(RU’)2'", "U R' U R'");
  check("r uu", "r u u");
  check("R2' L3 D1", "R2 L' D");
  check("", "");
  check("R4", null);
  check("(R", null);
  check("R)", null);
  check("(R)0", null);
  check("R Q", null);
  check("(((R)999)999)999", null);
  it("merges consecutive moves", () => {
    const [r] = moves("R");
    if (r === undefined) throw new Error("a move");
    expect(writeSequence(appendMove(moves("U R"), r))).toBe("U R2");
    expect(writeSequence(appendMove(moves("U R'"), r))).toBe("U");
  });
  it("is said in words", () => {
    expect(moves("R' M2 x Fw").map(sayMove)).toEqual([
      "right anticlockwise",
      "the layer behind left by half, as seen from left",
      "the whole cube clockwise, as seen from right",
      "front and the layer behind it clockwise",
    ]);
  });
});

describe("positions", () => {
  it("tells stickers from sequences", () => {
    expect(isStickers("R U R' U'")).toBe(false);
    expect(isStickers("U".repeat(54))).toBe(true);
    expect(isStickers("RUR,000000")).toBe(true);
  });
  it("recognises solved cubes in any orientation", () => {
    expect(isSolved(play(solvedCube(), "x y2 z' "))).toBe(true);
    expect(centresSolved(play(solvedCube(), "x y2 z'"))).toBe(true);
    const turnedCentre = play(solvedCube(), "U R L U2 R' L' U R L U2 R' L'");
    expect(isSolved(turnedCentre)).toBe(true);
    expect(centresSolved(turnedCentre)).toBe(false);
    expect(isSolved(play(solvedCube(), "R"))).toBe(false);
  });
  it("reads nothing else", () => {
    expect(readPosition("R U")).toBeNull();
    expect(readPosition(`${"U".repeat(9)}\n${"R".repeat(45)}`)).toBeNull();
    expect(readPosition(`${"U".repeat(54)},01`)).toBeNull();
  });
  it("finds the standard orientation from all 24", () => {
    for (const first of ["", "x", "x2", "x'", "z", "z'"]) {
      for (const second of ["", "y", "y2", "y'"]) {
        const solid = standardOrientation(play(solvedCube(), `${first} ${second}`));
        expect(writePosition(solid)).toBe(
          `${"U".repeat(9)}${"R".repeat(9)}${"F".repeat(9)}${"D".repeat(9)}${"L".repeat(9)}${"B".repeat(9)},000000`,
        );
      }
    }
  });
});
