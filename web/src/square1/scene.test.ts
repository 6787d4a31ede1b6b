import { describe, expect, it } from "vitest";
import {
  EMPTY_POSITION,
  firstSlotOfPiece,
  freeSlots,
  nextFreeSlot,
  type PartialPosition,
  palette,
  placed,
  problems,
  removePiece,
  toPosition,
  withColours,
  writeBuild,
} from "./builder";
import { capFace, nameOf, sidesOf } from "./colours";
import { middleOutline, PIECE_JOINT_RADIUS, pieceOutline, polar } from "./geometry";
import { parsePosition, solved, writePosition } from "./position";
import { heights, maxDistance, meanDistance, shapeName, totalPositions } from "./report";
import { writeStep } from "./sequence";
import { blockedReason, fromLink, isUpsideDown, readText, toLink } from "./state";

function put(
  build: PartialPosition,
  side: "top" | "bottom",
  slot: number,
  piece: number,
): PartialPosition {
  const next = placed(build, side, slot, piece, "six");
  if (typeof next === "string") throw new Error(next);
  return next;
}

describe("building a position", () => {
  it("places pieces and takes them away", () => {
    const one = put(EMPTY_POSITION, "top", 3, 1);
    expect(firstSlotOfPiece(one.top, 3)).toBe(3);
    expect(firstSlotOfPiece(one.top, 4)).toBe(3);
    expect(firstSlotOfPiece(one.top, 5)).toBeNull();
    expect(palette(one, "six")).not.toContain(1);
    expect(freeSlots(one.top)).toHaveLength(10);
    expect(nextFreeSlot(one.top, 3)).toBe(5);
    expect(removePiece(one, "top", 4)).toEqual(EMPTY_POSITION);
  });
  it("lets a big piece lie across the cut", () => {
    const one = put(EMPTY_POSITION, "bottom", 11, 15);
    expect(firstSlotOfPiece(one.bottom, 0)).toBe(11);
    expect(writeBuild(one)).toBe("-+F,S");
  });
  it("says why a piece does not fit", () => {
    const one = put(EMPTY_POSITION, "top", 3, 1);
    expect(placed(one, "top", 2, 3, "six")).toMatch(/needs two slots/);
    expect(placed(one, "top", 6, 1, "six")).toMatch(/already placed/);
    expect(typeof placed(one, "top", 3, 3, "six")).toBe("object");
  });
  it("fits the colours of the puzzle", () => {
    expect(withColours(solved("six"), "silver")).toEqual(solved("silver"));
    expect(withColours(solved("six"), "six")).toEqual(solved("six"));
    expect(withColours(solved("silver"), "six")).toEqual(EMPTY_POSITION);
  });
  it("knows when it is complete", () => {
    const whole = solved("silver");
    expect(toPosition(whole, "silver")).toEqual(whole);
    expect(problems(whole, "silver")).toEqual([]);
    expect(toPosition(removePiece(whole, "top", 0), "silver")).toBeNull();
    expect(problems(removePiece(whole, "top", 0), "silver")).toEqual([
      "the top layer has 1 free slot",
      "left: 0",
    ]);
  });
  it("reports what makes a complete position impossible", () => {
    // Two big pieces are left, and two gaps: of one slot and of three.
    const whole: PartialPosition = solved("six");
    const half = [0, 1, 3, 4].reduce((build, slot) => removePiece(build, "top", slot), whole);
    const text = problems(put(put(half, "top", 1, 0), "top", 2, 2), "six");
    expect(text[0]).toBe("the top layer has 4 free slots");
    expect(text[1]).toBe("left: 1 3");
    expect(text[2]).toMatch(
      /^2 gaps have an odd number of slots, but only 0 small pieces are left/,
    );
    expect(problems(put(half, "top", 1, 0), "six")).toHaveLength(2);
  });
});

describe("pieces and their outlines", () => {
  it("have the colours of their places", () => {
    expect([0, 1, 7, 8, 9, 11, 15].map(nameOf)).toEqual([
      "UF",
      "UFR",
      "ULF",
      "DR",
      "DRF",
      "DFL",
      "DBR",
    ]);
    const all = Array.from({ length: 16 }, (_, piece) => [
      capFace(piece),
      ...sidesOf(piece),
    ]).flat();
    // Eight pieces at each cap; on every side of the cube, three pieces of either layer.
    for (const face of ["U", "D"]) expect(all.filter((it) => it === face)).toHaveLength(8);
    for (const face of ["F", "R", "B", "L"])
      expect(all.filter((it) => it === face)).toHaveLength(6);
  });
  it("fit around the layer", () => {
    const [, first, corner, last] = pieceOutline(true, 15);
    expect(first).toEqual(polar(15, PIECE_JOINT_RADIUS));
    expect(Math.hypot(...(corner ?? [0, 0]))).toBeCloseTo(Math.SQRT2);
    expect(last).toEqual(pieceOutline(false, 75)[1]);
    // The outer side of a small piece lies at distance 1, half a side of the cube.
    const [, a, b] = pieceOutline(false, -15);
    expect(a?.[0]).toBeCloseTo(1);
    expect(b?.[0]).toBeCloseTo(1);
  });
  it("make a square of the middle layer, or a kite", () => {
    const round = (points: readonly (readonly [number, number])[]) =>
      points.map(([x, y]) => [Math.round(x * 100) / 100 + 0, Math.round(y * 100) / 100 + 0]);
    expect(round(middleOutline("right", false))).toEqual([
      [-0.27, -1],
      [1, -1],
      [1, 1],
      [0.27, 1],
    ]);
    const kite = round(middleOutline("right", true));
    expect(kite).not.toEqual(round(middleOutline("right", false)));
    // Turned over, the ends of the cut change places, so the half still meets the other one.
    expect(kite[0]).toEqual([0.27, 1]);
    expect(kite[3]).toEqual([-0.27, -1]);
  });
});

describe("links", () => {
  const check = (
    query: Record<string, string>,
    position: string,
    at: number,
    text: string | null,
  ) =>
    it(JSON.stringify(query), () => {
      const linked = fromLink(query);
      expect(writePosition(linked.state.start)).toBe(position);
      expect([linked.at, linked.text]).toEqual([at, text]);
    });
  const six = "01234567-F89ABCDE,S";
  check({}, six, 0, null);
  check({ p: "/(3,0)/" }, six, 3, null);
  check({ p: "01034547-F898BCDC,K" }, "01034547-F898BCDC,K", 0, null);
  check({ p: six, s: "(1,0)/!", i: "1" }, six, 1, null);
  check({ p: six, s: "(1,0)/" }, six, 2, null);
  check({ p: six, s: "(1,0)/", n: "cube21" }, six, 1, null);
  check({ p: six, s: "(-1,0)/", i: "99" }, six, 1, null);
  check({ p: six, s: "(-1,0)/", i: "99", n: "cube21" }, six, 2, null);
  check({ p: "nonsense" }, six, 0, "nonsense");
  const twizzle = "https://alpha.twizzle.net/edit/?puzzle=square1";
  check({ p: `${twizzle}&setup-alg=/(3,0)/` }, six, 3, null);
  check({ p: `${twizzle}&alg=(1,0)+/&setup-alg=(-1,0)+(1,0)` }, six, 2, null);
  check({ p: `${twizzle}&alg=(2,0)/` }, six, 0, `${twizzle}&alg=(2,0)/`);
  check({ p: "/(1,0)/" }, six, 0, "/(1,0)/");
  check({ p: "", c: "silver" }, "01034547-F898BCDC,S", 0, null);
  check({ p: 'kind = "square1"\nscramble = "/"\n' }, six, 1, null);
  check(
    { p: 'kind = "square1"\nposition = "01034547-F898BCDC,K"\n' },
    "01034547-F898BCDC,K",
    0,
    null,
  );
  it("are read as they were written", () => {
    const { state } = fromLink({ p: six, s: "(-1,0)/!(0,3)", m: "face", n: "cube21" });
    const again = fromLink(toLink(state, 2) as Record<string, string>);
    expect(again).toEqual({ state, at: 2, text: null, note: "" });
  });
  it("have their moves in the notation that they name", () => {
    const p = "E12B6347-0F85C9AD,S";
    const s = "/(1,1)/(3,-3)/(0,3)/(-4,3)";
    const wca = fromLink({ p, s, i: "0" });
    expect(wca.state.line.map((step) => writeStep(step, "wca")).join("")).toBe(s);
    expect([wca.at, wca.note]).toEqual([0, ""]);
    expect(toLink(wca.state, 0)).toMatchObject({ s, n: undefined });
    const same = { ...wca.state, notation: "cube21" } as const;
    expect(toLink(same, 0)).toMatchObject({ s: "/(-1,-1)/(-3,3)/(0,-3)/(4,-3)", n: "cube21" });
    expect(fromLink(toLink(same, 0) as Record<string, string>).state).toEqual(same);
  });
  it("keep flips also in WCA notation", () => {
    const { state } = fromLink({ p: six, s: "(-1,0)/!", n: "cube21" });
    const wca = { ...state, notation: "wca" } as const;
    expect(fromLink(toLink(wca, 3) as Record<string, string>).state).toEqual(wca);
  });
  it("say which move cannot be played", () => {
    const { state, note } = fromLink({ p: six, s: "/(3,0)(2,0)/(1,0)/" });
    expect(state.line).toHaveLength(3);
    expect(note).toBe(
      "move 4 of 6 in the link, /, cannot be played and is left out with all that follow: no twist here: " +
        "a big piece of the top layer lies across the back end of the cut",
    );
    expect(fromLink({ p: six, s: "(2,0)/" }).note).toContain("played and is left out: no twist");
  });
});

describe("the position", () => {
  it("tells a blocked twist", () => {
    const read = (text: string) => parsePosition(text) ?? solved("six");
    expect(blockedReason(read("+23456701-F89ABCDE,S"))).toContain(
      "top layer lies across the front",
    );
    expect(blockedReason(solved("six"))).toBeNull();
  });
  it("is upside down after an odd number of flips", () => {
    const line = readText("(-1,0)!/!", "six", "cube21")?.line ?? [];
    expect([0, 1, 2, 3, 4].map((steps) => isUpsideDown(line, steps))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
  it("has a shape", () => {
    const name = (text: string) => {
      const position = parsePosition(text) ?? solved("six");
      return shapeName(position.top, position.bottom);
    };
    expect(name("01234567-F89ABCDE,S")).toBe("eCeCeCeC/eCeCeCeC");
    // As `gordian square1 check "/(3,0)/"` says.
    expect(name("012367F8-9A45BCDE,S")).toBe("eeCeCeCC/eeCCeCeC");
    expect(name("881447CC5-0F903DB,S")).toBe("eeCeeCeeC/eCCeCCC");
  });
});

describe("the report", () => {
  it("sums up levels", () => {
    const levels = [1, 3, 4, 0];
    expect([maxDistance(levels), totalPositions(levels), meanDistance(levels)]).toEqual([
      2,
      8,
      11 / 8,
    ]);
    expect(heights([0, 9, 99], 99, true)).toEqual([0, 0.5, 1]);
    expect(heights([0, 25, 100], 100, false)).toEqual([0, 0.25, 1]);
  });
});
