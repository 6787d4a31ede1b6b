import { describe, expect, it } from "vitest";
import type { Colours, Piece, Position } from "./position";
import {
  applyStep,
  canTwist,
  coloursOf,
  layerOf,
  missingPieces,
  parsePosition,
  piecesOf,
  replay,
  solved,
  writePosition,
} from "./position";
import type { Notation } from "./sequence";
import {
  appendStep,
  inverse,
  parseSequence,
  sayStep,
  sequenceLength,
  writeSequence,
} from "./sequence";
import vectors from "./vectors.json";

function read(text: string, colours: Colours = "six"): Position {
  const position = text === "" ? solved(colours) : parsePosition(text);
  if (position === null) throw new Error(`no position: ${text}`);
  return position;
}

function steps(text: string, notation: Notation = "wca") {
  const found = parseSequence(text, notation);
  if (found === null) throw new Error(`no sequence: ${text}`);
  return found;
}

describe("the simulator agrees with `gordian square1 apply`", () => {
  it.each(vectors)("$from $moves", ({ colours, notation, from, moves, to }) => {
    const start = read(from, colours as Colours);
    const sequence = steps(moves, notation as Notation);
    const passed = replay(start, sequence);
    expect(passed).toHaveLength(sequence.length + 1);
    expect(writePosition(passed.at(-1) ?? start)).toBe(to);
    expect(coloursOf(start)).toBe(colours);
  });
  it.each(vectors)("$to is undone by the inverse", ({ colours, notation, from, moves, to }) => {
    const back = inverse(steps(moves, notation as Notation));
    const passed = replay(read(to), back);
    expect(writePosition(passed.at(-1) ?? read(to))).toBe(
      writePosition(read(from, colours as Colours)),
    );
  });
});

describe("positions", () => {
  const check = (text: string, written: string | null) =>
    it(text, () => {
      const position = parsePosition(text);
      expect(position === null ? null : writePosition(position)).toBe(written);
    });
  check("01234567-F89ABCDE,S", "01234567-F89ABCDE,S");
  check(" 0123 4567-f89abcde,k", "01234567-F89ABCDE,K");
  check("+23456701-F89ABCDE,S", "+23456701-F89ABCDE,S");
  check("+34567012-F89ABCDE,S", null);
  check("0123456-F89ABCDE,S", null);
  check("01234566-F89ABCDE,S", null);
  check("01234567-F89ABCDE", null);
  it("blocks a twist", () => {
    const blocked = read("+23456701-F89ABCDE,S");
    expect(canTwist(blocked)).toBe(false);
    expect(applyStep(blocked, { kind: "twist" })).toBeNull();
    expect(replay(blocked, [{ kind: "twist" }])).toHaveLength(1);
  });
  it("knows what is missing", () => {
    const pieces: Piece[] = piecesOf(solved("silver").top);
    expect(missingPieces("silver", pieces)).toEqual([8, 8, 9, 11, 12, 12, 13, 15]);
    expect(missingPieces("six", [0, 0, 1])).toHaveLength(14);
    expect(layerOf([1, 3, 5, 7, 9])).toBeNull();
  });
});

describe("sequences", () => {
  const check = (text: string, notation: Notation, wca: string | null) =>
    it(`${text} in ${notation}`, () => {
      const found = parseSequence(text, notation);
      expect(found === null ? null : writeSequence(found, "wca")).toBe(wca);
    });
  check(" (1, 0) / (3,-3) /", "wca", "(1,0)/(3,-3)/");
  check("(1,0)/!", "cube21", "(-1,0)/!");
  check("!", "wca", null);
  check("(13,0)", "wca", null);
  check("(-6,6)", "wca", "(6,6)");
  check("(7,-11)", "wca", "(-5,1)");
  check("(1,0", "wca", null);
  check("", "wca", "");
  it("merges consecutive moves", () => {
    const one = appendStep(steps("(1,0)"), { kind: "turn", top: -1, bottom: 0 });
    expect(one).toEqual([]);
    expect(appendStep(steps("/"), { kind: "twist" })).toEqual([]);
    expect(
      writeSequence(appendStep(steps("/(5,0)"), { kind: "turn", top: 3, bottom: 1 }), "wca"),
    ).toBe("/(-4,1)");
  });
  it("counts in all metrics", () => {
    const sequence = steps("(1,0)/(2,-1)/(0,0)/");
    expect((["twist", "wca", "face"] as const).map((m) => sequenceLength(sequence, m))).toEqual([
      3, 5, 6,
    ]);
  });
  it("is said in words", () => {
    expect(sayStep({ kind: "turn", top: 3, bottom: -1 })).toBe(
      "top 90° clockwise, bottom 30° anticlockwise",
    );
  });
});
