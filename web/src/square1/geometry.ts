/**
 * The geometry of the Square-1: outlines of pieces and of the middle layer, in plan.
 *
 * The unit is half the side of the cube. A small piece reaches from the centre to a straight outer side
 * at distance 1, a big one has its corner at √2, and two pieces always meet at 1 / cos 15°, so that
 * any two fit. Directions are degrees anticlockwise from the right, as the layer is seen from outside
 * with the puzzle's right on the right.
 */

import type { OuterLayer } from "./position";

/** The distance from the centre at which two pieces meet on the outside. */
export const PIECE_JOINT_RADIUS = 1 / Math.cos(Math.PI / 12);

/** A point in plan, y upwards. */
export type Point = readonly [x: number, y: number];

/** Returns the direction in which slot 0 of a layer begins. */
export function firstSlot(side: OuterLayer): number {
  return side === "top" ? -105 : -75;
}

/** The direction of the axis of the twist, in plan as seen from above. */
export const TWIST_AXIS = -15;

/** Returns the point in a direction, at a distance. */
export function polar(degrees: number, distance: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [distance * Math.cos(angle), distance * Math.sin(angle)];
}

/** Returns the outline of a piece that begins at angle 0: the centre first, then anticlockwise. */
export function pieceOutline(big: boolean, start = 0): Point[] {
  const outer = big
    ? [
        polar(start, PIECE_JOINT_RADIUS),
        polar(start + 30, Math.SQRT2),
        polar(start + 60, PIECE_JOINT_RADIUS),
      ]
    : [polar(start, PIECE_JOINT_RADIUS), polar(start + 30, PIECE_JOINT_RADIUS)];
  return [[0, 0], ...outer];
}

/** Returns the outline of the left or the right half of the middle layer, as seen from above. */
export function middleOutline(half: "left" | "right", over: boolean): Point[] {
  const front = firstSlot("top");
  const corners = half === "left" ? [-135, 135] : [-45, 45];
  const points: [number, number][] = [
    [front, PIECE_JOINT_RADIUS],
    ...corners.map((degrees): [number, number] => [degrees, Math.SQRT2]),
    [front + 180, PIECE_JOINT_RADIUS],
  ];
  return points.map(([degrees, distance]) =>
    polar(over ? 2 * TWIST_AXIS - degrees : degrees, distance),
  );
}

/** Writes points for an SVG drawing, whose y goes down. */
export function svgPoints(points: readonly Point[], scale: number): string {
  return points.map(([x, y]) => `${(scale * x).toFixed(2)},${(-scale * y).toFixed(2)}`).join(" ");
}
