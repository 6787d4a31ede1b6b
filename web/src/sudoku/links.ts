// Where candidates stand in a drawn cell, and how chains are drawn between them.

import type { LinkDocument, NodeDocument } from "../api/generated";
import { cellOf } from "./layout";

/** The side of a cell in a drawing. */
export const CELL = 40;

/** The radius of the disc that has the number of a link. */
export const NUMBER_RADIUS = 5.2;

/** A point in a drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How many candidates stand side by side in a cell. */
export function markColumns(n: number): number {
  return Math.ceil(Math.sqrt(n));
}

/** The centre of a candidate in the drawing; `top` is left free above, for sums of cages. */
export function candidatePoint(n: number, cell: number, digit: number, top = 0): Point {
  const columns = markColumns(n);
  const rows = Math.ceil(n / columns);
  const [row, column] = [Math.floor(cell / n), cell % n];
  const [mr, mc] = [Math.floor((digit - 1) / columns), (digit - 1) % columns];
  const margin = 3;
  const inner = CELL - 2 * margin;
  return {
    x: column * CELL + margin + ((mc + 0.5) * inner) / columns,
    y: row * CELL + margin + top + ((mr + 0.5) * (inner - top)) / rows,
  };
}

/** The radius of the disc around a candidate. */
export function candidateRadius(n: number): number {
  return (CELL - 6) / markColumns(n) / 2;
}

/** The middles of the candidates of one end of a link. */
export function linkEndPoints(n: number, end: NodeDocument, top = 0): Point[] {
  return end.cells
    .map((name) => cellOf(n, name))
    .filter((cell) => cell !== null)
    .map((cell) => candidatePoint(n, cell, end.digit, top));
}

/** A link in the drawing. */
export interface LinkPath {
  /** The number of the link, from 1. */
  readonly number: number;
  readonly strong: boolean;
  /** The curve. */
  readonly path: string;
  /** The head of the arrow at its end. */
  readonly head: string;
  /** Where its number stands. */
  readonly label: Point;
}

/** A candidate that curves should avoid, and its weight. */
export interface Obstacle extends Point {
  readonly weight: number;
}

type Curve = readonly Point[];

const BENDS = [0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.46, -0.46];
/** Short links bend more, so that they are visible. */
const SHORT_BENDS = [0.55, -0.55];
const SHORT = 0.75 * CELL;
const SAMPLES = 24;
/** How far beside its curve a number may stand. */
const OFFSETS = [0, 4, -4, 7, -7, 10, -10];
const SHORT_OFFSETS = [8, -8, 10, -10, 13, -13];

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Both ends of a link: of groups the candidates that are nearest to each other. */
function nearest(from: readonly Point[], to: readonly Point[]): [Point, Point] | null {
  let best: [Point, Point] | null = null;
  for (const a of from) {
    for (const b of to) {
      if (distance(a, b) < 1) continue;
      if (best === null || distance(a, b) < distance(...best)) best = [a, b];
    }
  }
  return best;
}

/** The point of a quadratic curve at `t` from 0 to 1. */
function pointOnCurve(from: Point, middle: Point, to: Point, t: number): Point {
  const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
  return { x: a * from.x + b * middle.x + c * to.x, y: a * from.y + b * middle.y + c * to.y };
}

function bent(from: Point, to: Point, bend: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return { x: (from.x + to.x) / 2 - dy * bend, y: (from.y + to.y) / 2 + dx * bend };
}

/** The cost of a curve: its overlap with candidates and with earlier curves. */
function cost(
  curve: Curve,
  ends: readonly [Point, Point],
  obstacles: readonly Obstacle[],
  drawn: readonly Curve[],
  side: number,
  radius: number,
): number {
  let sum = 0;
  for (const point of curve) {
    if (point.x < 0 || point.y < 0 || point.x > side || point.y > side) sum += 3;
    for (const obstacle of obstacles) {
      const near = distance(point, obstacle);
      if (near >= radius || ends.some((end) => distance(end, obstacle) < 1)) continue;
      sum += obstacle.weight * (1 - near / radius);
    }
    for (const other of drawn) {
      if (other.some((it) => distance(it, point) < 2)) sum += 0.35;
    }
  }
  return sum;
}

function write(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function at({ x, y }: Point): string {
  return `${write(x)} ${write(y)}`;
}

/** The part of a curve between two of its points, as a curve of the same kind. */
function cut(from: Point, middle: Point, to: Point, t0: number, t1: number): [Point, Point, Point] {
  const mix = (a: Point, b: Point, t: number): Point => ({
    x: a.x + (b.x - a.x) * t,
    y: a.y + (b.y - a.y) * t,
  });
  const control = mix(mix(from, middle, t0), mix(middle, to, t0), t1);
  return [pointOnCurve(from, middle, to, t0), control, pointOnCurve(from, middle, to, t1)];
}

/** The parameter, 0 to 0.5, at which a curve is `gap` away from its first point. */
function leaves(from: Point, middle: Point, to: Point, gap: number): number {
  let [near, far] = [0, 0.5];
  for (let i = 0; i < 12; i++) {
    const half = (near + far) / 2;
    if (distance(pointOnCurve(from, middle, to, half), from) < gap) near = half;
    else far = half;
  }
  return far;
}

function head(tip: Point, before: Point): string {
  const length = distance(tip, before) || 1;
  const [ux, uy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  const back = { x: tip.x - ux * 4.6, y: tip.y - uy * 4.6 };
  const left = { x: back.x - uy * 2.3, y: back.y + ux * 2.3 };
  const right = { x: back.x + uy * 2.3, y: back.y - ux * 2.3 };
  return `M${at(tip)}L${at(left)}L${at(right)}Z`;
}

/** The position of a link's number: beside its middle, on free space if possible. */
function place(
  curve: Curve,
  obstacles: readonly Obstacle[],
  labels: readonly Point[],
  radius: number,
  offsets: readonly number[],
): Point {
  let best: Point = curve[SAMPLES / 2] ?? { x: 0, y: 0 };
  let least = Number.POSITIVE_INFINITY;
  for (const share of [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74]) {
    const index = Math.round(share * SAMPLES);
    const [here, before, after] = [curve[index], curve[index - 1], curve[index + 1]];
    if (!here || !before || !after) continue;
    const length = distance(before, after) || 1;
    const [nx, ny] = [-(after.y - before.y) / length, (after.x - before.x) / length];
    for (const offset of offsets) {
      const point = { x: here.x + nx * offset, y: here.y + ny * offset };
      let sum = 0.12 * Math.abs(offset) + 1.5 * Math.abs(share - 0.5);
      for (const obstacle of obstacles) {
        const overlap = NUMBER_RADIUS + 0.65 * radius - distance(point, obstacle);
        if (overlap > 0) sum += obstacle.weight * overlap;
      }
      for (const label of labels) {
        const overlap = 2.1 * NUMBER_RADIUS - distance(point, label);
        if (overlap > 0) sum += 4 * overlap;
      }
      if (sum < least) [least, best] = [sum, point];
    }
  }
  return best;
}

/**
 * Draws links as arrows that bend around candidates if possible, one after the other; a link with
 * an end outside the grid is left out.
 */
export function drawLinks(
  n: number,
  links: readonly LinkDocument[],
  obstacles: readonly Obstacle[] = [],
  top = 0,
): (LinkPath | null)[] {
  const radius = candidateRadius(n);
  const drawn: Curve[] = [];
  const labels: Point[] = [];
  return links.map((link, index) => {
    const ends = nearest(linkEndPoints(n, link.from, top), linkEndPoints(n, link.to, top));
    if (ends === null) return null;
    const [from, to] = ends;
    const sampled = (middle: Point) =>
      Array.from({ length: SAMPLES + 1 }, (_, i) => pointOnCurve(from, middle, to, i / SAMPLES));
    let middle = bent(from, to, 0.1);
    let least = Number.POSITIVE_INFINITY;
    const length = distance(from, to);
    const isShort = length < SHORT;
    for (const bend of isShort ? SHORT_BENDS : BENDS) {
      const control = bent(from, to, bend);
      const sum =
        cost(sampled(control), ends, obstacles, drawn, n * CELL, radius * 0.9) + 4 * Math.abs(bend);
      if (sum < least - 1e-9) [least, middle] = [sum, control];
    }
    const curve = sampled(middle);
    drawn.push(curve);
    const gap = Math.min(radius + 0.6, length * 0.3);
    // The curve begins and ends outside of the signs of its candidates.
    const t0 = leaves(from, middle, to, gap);
    const t1 = 1 - leaves(to, middle, from, gap);
    const [begin, control, end] = cut(from, middle, to, t0, t1);
    const offsets = isShort ? SHORT_OFFSETS : OFFSETS;
    const label = place(curve, obstacles, labels, radius, offsets);
    labels.push(label);
    return {
      number: index + 1,
      strong: link.strong,
      path: `M${at(begin)}Q${at(control)} ${at(end)}`,
      head: head(end, control),
      label,
    };
  });
}

/**
 * The outline of a node of several cells: around its candidates where they stand in one line, else
 * around each of them, with lines between. It is not filled.
 */
export function groupOutline(n: number, end: NodeDocument, top = 0): string {
  const points = linkEndPoints(n, end, top);
  const [first] = points;
  if (points.length < 2 || !first) return "";
  const r = candidateRadius(n) * 1.08;
  const inRow = points.every((point) => Math.abs(point.y - first.y) < 0.01);
  const inColumn = points.every((point) => Math.abs(point.x - first.x) < 0.01);
  if (inRow || inColumn) {
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
    const [y0, y1] = [Math.min(...ys), Math.max(...ys)];
    const arc = (x: number, y: number) => `A${write(r)} ${write(r)} 0 0 1 ${write(x)} ${write(y)}`;
    return inRow
      ? `M${write(x0)} ${write(y0 - r)}H${write(x1)}${arc(x1, y1 + r)}H${write(x0)}${arc(x0, y0 - r)}Z`
      : `M${write(x1 + r)} ${write(y0)}V${write(y1)}${arc(x0 - r, y1)}V${write(y0)}${arc(x1 + r, y0)}Z`;
  }
  const circles = points.map(({ x, y }) => {
    const half = (to: number) => `A${write(r)} ${write(r)} 0 0 1 ${write(to)} ${write(y)}`;
    return `M${write(x - r)} ${write(y)}${half(x + r)}${half(x - r)}`;
  });
  const lines = points.slice(1).map((point, index) => {
    const before = points[index] ?? point;
    const length = distance(before, point) || 1;
    const [ux, uy] = [(point.x - before.x) / length, (point.y - before.y) / length];
    const begin = { x: before.x + ux * r, y: before.y + uy * r };
    const end = { x: point.x - ux * r, y: point.y - uy * r };
    return `M${at(begin)}L${at(end)}`;
  });
  return [...circles, ...lines].join("");
}
