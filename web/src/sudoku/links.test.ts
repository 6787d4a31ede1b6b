// Chains between candidates: where their curves, numbers and groups are.
import { describe, expect, it } from "vitest";
import type { LinkDocument } from "../api/generated";
import {
  CELL,
  candidatePoint,
  candidateRadius,
  drawLinks,
  groupOutline,
  linkEndPoints,
  NUMBER_RADIUS,
  type Point,
} from "./links";

function link(
  from: readonly string[],
  to: readonly string[],
  strong = true,
  digit = 5,
): LinkDocument {
  return { from: { digit, cells: from }, to: { digit, cells: to }, strong };
}

/** Points of a drawn curve. */
function points(path: string): Point[] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = path.slice(1).split(/[Q ]/).map(Number);
  return Array.from({ length: 41 }, (_, i) => {
    const t = i / 40;
    const mix = (a: number, b: number, c: number) =>
      (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
    return { x: mix(x0, x1, x2), y: mix(y0, y1, y2) };
  });
}

function near(path: string, to: Point): number {
  return Math.min(...points(path).map(({ x, y }) => Math.hypot(x - to.x, y - to.y)));
}

describe("candidates", () => {
  it("stand where they stand in their cell", () => {
    expect(candidatePoint(9, 0, 5)).toEqual({ x: CELL / 2, y: CELL / 2 });
    const corner = candidatePoint(9, 80, 9);
    expect(corner.x).toBe(corner.y);
    expect(corner.x).toBeGreaterThan(8.5 * CELL);
    const ends = linkEndPoints(9, { digit: 5, cells: ["r1c1", "none", "r1c3"] });
    expect(ends).toEqual([
      { x: 20, y: 20 },
      { x: 100, y: 20 },
    ]);
  });
});

describe("links", () => {
  it("are arrows in order, and none where both ends are one place", () => {
    const drawn = drawLinks(9, [
      link(["r1c1"], ["r1c5"]),
      link(["r1c5"], ["r1c5"]),
      link(["r1c5"], ["r6c5"], false),
    ]);
    expect(drawn.map((it) => it?.number)).toEqual([1, undefined, 3]);
    expect(drawn.map((it) => it?.strong)).toEqual([true, undefined, false]);
    const path = drawn[0]?.path ?? "";
    const [first, last] = [points(path)[0], points(path).at(-1)];
    const r = candidateRadius(9);
    // They leave the signs of their candidates free, and the head is at the end.
    expect(Math.hypot((first?.x ?? 0) - 20, (first?.y ?? 0) - 20)).toBeCloseTo(r + 0.6, 1);
    expect(Math.hypot((last?.x ?? 0) - 180, (last?.y ?? 0) - 20)).toBeCloseTo(r + 0.6, 1);
    expect(drawn[0]?.head.startsWith(`M${path.split(" ").slice(-2).join(" ")}L`)).toBe(true);
  });
  it("bend around candidates", () => {
    const between = candidatePoint(9, 4, 2);
    const chain = [link(["r1c1"], ["r1c9"])];
    const r = candidateRadius(9);
    const free = drawLinks(9, chain)[0]?.path ?? "";
    const onCurve = points(free)[20] ?? between;
    expect(near(free, onCurve)).toBeLessThan(1);
    const bent = drawLinks(9, chain, [{ ...onCurve, weight: 1 }])[0]?.path ?? "";
    expect(near(bent, onCurve)).toBeGreaterThan(0.8 * r);
  });
  it("have numbers apart from each other and from candidates", () => {
    const chain = [link(["r1c1"], ["r1c7"]), link(["r1c2"], ["r1c6"])];
    const apart = (a: Point | undefined, b: Point | undefined) =>
      Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));
    const [one, other] = drawLinks(9, chain);
    expect(apart(one?.label, other?.label)).toBeGreaterThan(2 * NUMBER_RADIUS);
    // Beside the curve, where the number would stand over it.
    const label = one?.label ?? { x: 0, y: 0 };
    const beside = { x: label.x, y: label.y - 6, weight: 1 };
    const [again] = drawLinks(9, chain.slice(0, 1), [beside]);
    expect(again?.path).toBe(one?.path);
    expect(apart(again?.label, beside)).toBeGreaterThan(NUMBER_RADIUS + 3);
  });
  it("lead to the nearest candidate of a group", () => {
    const path = drawLinks(9, [link(["r5c5"], ["r7c4", "r7c5", "r7c6"])])[0]?.path ?? "";
    expect(near(path, candidatePoint(9, 58, 5))).toBeLessThan(candidateRadius(9) + 1);
  });
});

describe("groups", () => {
  it("are outlines around all of their candidates", () => {
    const row = groupOutline(9, { digit: 5, cells: ["r1c1", "r1c2", "r1c3"] });
    expect(row).toMatch(/^M20 [\d.]+H100A.+H20A.+Z$/);
    const column = groupOutline(9, { digit: 5, cells: ["r1c1", "r3c1"] });
    expect(column).toMatch(/^M[\d.]+ 20V100A.+V20A.+Z$/);
    // Candidates that are not in line have a circle each, and lines between.
    const bent = groupOutline(9, { digit: 5, cells: ["r1c1", "r1c2", "r2c2"] });
    expect(bent.match(/M/g)).toHaveLength(5);
    expect(groupOutline(9, { digit: 5, cells: ["r1c1"] })).toBe("");
  });
});
