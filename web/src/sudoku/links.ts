// Where candidates stand in a drawn cell, and the curves of chains between them.
import { cellOf } from "./layout";
import type { Link, LinkEnd } from "./steps";

/** The side of a cell in a drawing. */
export const CELL = 40;

/** A point in a drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How many candidates stand side by side in a cell. */
export function markColumns(n: number): number {
  return Math.ceil(Math.sqrt(n));
}

/** The middle of a candidate in the drawing; `top` is kept free above them, for sums of cages. */
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

/** The middle of one end of a link: of several cells, the middle of all of them. */
export function endPoint(n: number, end: LinkEnd): Point | null {
  const points = end.cells
    .map((name) => cellOf(n, name))
    .filter((cell) => cell !== null)
    .map((cell) => candidatePoint(n, cell, end.digit));
  if (points.length === 0) return null;
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** A link as a curve from disc to disc, slightly bent so that links over one another stay apart. */
export function linkPath(n: number, link: Link): string | null {
  const from = endPoint(n, link.from);
  const to = endPoint(n, link.to);
  if (!from || !to) return null;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length < 1) return null;
  const [ux, uy] = [dx / length, dy / length];
  const gap = Math.min(candidateRadius(n) + 0.5, length / 3);
  const bend = Math.min(0.12 * length, 14);
  const write = (value: number) => String(Math.round(value * 100) / 100);
  const start = { x: from.x + ux * gap, y: from.y + uy * gap };
  const end = { x: to.x - ux * gap, y: to.y - uy * gap };
  const middle = { x: (from.x + to.x) / 2 - uy * bend, y: (from.y + to.y) / 2 + ux * bend };
  return `M${write(start.x)} ${write(start.y)}Q${write(middle.x)} ${write(middle.y)} ${write(end.x)} ${write(end.y)}`;
}
