// What a pointer on the board means: a click, or a drag over cells or along lines. Nothing here knows marks.
import type { Edge } from "./board";

/** A point on the board, in cells; the upper left corner is 0, 0. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A cell by its row and column, from 0. */
export interface CellRef {
  readonly row: number;
  readonly column: number;
}

/** The numbers of rows and columns. */
export interface BoardSize {
  readonly rows: number;
  readonly columns: number;
}

/** What a drag follows: it passes from cell to cell, it runs along edges, or it means nothing. */
export type Track = "cells" | "edges" | "none";

/** How a gesture is meant: by the tool, as "nothing here", or as erasing. */
export type Intent = "tool" | "empty" | "erase";

/** What a drag has passed: the edge between two cells, or an edge along which it ran. */
export interface Crossing {
  readonly edge: Edge;
  /** The cell that the drag left and the one that it entered; null along edges. */
  readonly from: CellRef | null;
  readonly to: CellRef | null;
}

/** How far along and across an edge a drag has been, in cells. */
interface Trace {
  readonly edge: Edge;
  readonly along: readonly [number, number];
  readonly across: readonly [number, number];
  readonly done: boolean;
}

/** A pointer that is held on the board. */
export interface Gesture {
  readonly pointer: number;
  readonly track: Track;
  readonly size: BoardSize;
  readonly intent: Intent;
  readonly start: Point;
  readonly last: Point;
  /** The cell in which the pointer counts as being; null far outside the board. */
  readonly cell: CellRef | null;
  readonly traces: ReadonlyMap<string, Trace>;
  /** Whether it has passed something, so that it is a drag. */
  readonly isDrag: boolean;
  /** Whether it has moved so far that resting is no long press. */
  readonly hasMoved: boolean;
}

/** A cell is left when the pointer is this far beyond its side, in cells: no zigzag along a side. */
const OVERSHOOT = 0.08;

/** Beyond this distance from the board, in cells, a drag is interrupted. */
const OUTSIDE = 0.5;

/** A drag along an edge is at most this far from it, in cells. */
const STRIP = 0.3;

/** A drag along an edge runs at least so far along it, in cells, and more along it than across. */
const TRACED = 0.4;
const SLOPE = 1.5;

/** The distance between the points at which a drag along edges is looked at, in cells. */
const SAMPLE = 0.05;

/** Resting within this distance is a long press, in cells. */
const SLOP = 0.2;

/** The cell at a point; null outside the board. */
export function cellAtPoint({ rows, columns }: BoardSize, { x, y }: Point): CellRef | null {
  if (x < 0 || y < 0 || x >= columns || y >= rows) return null;
  return { row: Math.floor(y), column: Math.floor(x) };
}

/** The edge whose middle is nearest to a point, and its distance in cells. */
export function nearestEdge(size: BoardSize, { x, y }: Point): { edge: Edge; distance: number } {
  const row = Math.min(Math.max(Math.floor(y), 0), size.rows - 1);
  const column = Math.min(Math.max(Math.floor(x), 0), size.columns - 1);
  const sides: readonly (readonly [Edge, number])[] = [
    [{ level: true, row, column }, Math.hypot(x - column - 0.5, y - row)],
    [{ level: true, row: row + 1, column }, Math.hypot(x - column - 0.5, y - row - 1)],
    [{ level: false, row, column }, Math.hypot(x - column, y - row - 0.5)],
    [{ level: false, row, column: column + 1 }, Math.hypot(x - column - 1, y - row - 0.5)],
  ];
  const [edge, distance] = sides.reduce((best, side) => (side[1] < best[1] ? side : best));
  return { edge, distance };
}

/** The point of the board nearest to a point; null if it is far outside. */
function onBoard({ rows, columns }: BoardSize, { x, y }: Point): Point | null {
  const inside = { x: Math.min(Math.max(x, 0), columns), y: Math.min(Math.max(y, 0), rows) };
  return Math.max(Math.abs(x - inside.x), Math.abs(y - inside.y)) > OUTSIDE ? null : inside;
}

function nearestCell(size: BoardSize, { x, y }: Point): CellRef {
  return {
    row: Math.min(Math.floor(y), size.rows - 1),
    column: Math.min(Math.floor(x), size.columns - 1),
  };
}

/** A pointer was pressed on the board. */
export function beginGesture(
  pointer: number,
  track: Track,
  size: BoardSize,
  intent: Intent,
  start: Point,
): Gesture {
  const inside = onBoard(size, start);
  return {
    pointer,
    track,
    size,
    intent,
    start,
    last: start,
    cell: inside ? nearestCell(size, inside) : null,
    traces: new Map(),
    isDrag: false,
    hasMoved: false,
  };
}

/** The edge between two adjacent cells. */
function between(from: CellRef, to: CellRef): Edge {
  return from.row === to.row
    ? { level: false, row: to.row, column: Math.max(from.column, to.column) }
    : { level: true, row: Math.max(from.row, to.row), column: to.column };
}

/** The cells that a straight move passes, and the last one. */
function passCells(start: CellRef, a: Point, b: Point): { cell: CellRef; crossed: Crossing[] } {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const crossed: Crossing[] = [];
  let cell = start;
  // The part of the move after which the pointer leaves the cell on one axis.
  const leaves = (at: number, from: number, by: number) => {
    if (by > 0) return (at + 1 + OVERSHOOT - from) / by;
    return by < 0 ? (at - OVERSHOOT - from) / by : Number.POSITIVE_INFINITY;
  };
  for (;;) {
    const across = leaves(cell.column, a.x, dx);
    const down = leaves(cell.row, a.y, dy);
    if (Math.min(across, down) > 1) return { cell, crossed };
    const to =
      across <= down
        ? { row: cell.row, column: cell.column + Math.sign(dx) }
        : { row: cell.row + Math.sign(dy), column: cell.column };
    crossed.push({ edge: between(cell, to), from: cell, to });
    cell = to;
  }
}

function moveOverCells(gesture: Gesture, to: Point): { gesture: Gesture; crossed: Crossing[] } {
  const { size } = gesture;
  const [a, b] = [onBoard(size, gesture.last), onBoard(size, to)];
  const next = { ...gesture, last: to };
  if (b === null) return { gesture: { ...next, cell: null }, crossed: [] };
  if (a === null || gesture.cell === null) {
    return { gesture: { ...next, cell: nearestCell(size, b) }, crossed: [] };
  }
  const { cell, crossed } = passCells(gesture.cell, a, b);
  return { gesture: { ...next, cell }, crossed };
}

/** The edges near a point, with its place along and across each. */
function edgesNear({ rows, columns }: BoardSize, { x, y }: Point): [Edge, number, number][] {
  const found: [Edge, number, number][] = [];
  const [line, column] = [Math.round(y), Math.floor(x)];
  if (Math.abs(y - line) <= STRIP && line >= 0 && line <= rows && column >= 0 && column < columns) {
    found.push([{ level: true, row: line, column }, x - column, y - line]);
  }
  const [upright, row] = [Math.round(x), Math.floor(y)];
  if (Math.abs(x - upright) <= STRIP && upright >= 0 && upright <= columns) {
    if (row >= 0 && row < rows) {
      found.push([{ level: false, row, column: upright }, y - row, x - upright]);
    }
  }
  return found;
}

function moveAlongEdges(gesture: Gesture, to: Point): { gesture: Gesture; crossed: Crossing[] } {
  const { last, size } = gesture;
  let traces = gesture.traces;
  const crossed: Crossing[] = [];
  const n = Math.max(1, Math.ceil(Math.hypot(to.x - last.x, to.y - last.y) / SAMPLE));
  for (let i = 0; i <= n; i++) {
    const point = { x: last.x + ((to.x - last.x) * i) / n, y: last.y + ((to.y - last.y) * i) / n };
    // An edge that the drag has left, and that it did not run along, begins anew.
    const next = new Map([...traces].filter(([, { done }]) => done));
    for (const [edge, along, across] of edgesNear(size, point)) {
      const key = `${edge.level}${edge.row}.${edge.column}`;
      const old = traces.get(key);
      const range = (before: readonly [number, number] | undefined, value: number) =>
        [Math.min(before?.[0] ?? value, value), Math.max(before?.[1] ?? value, value)] as const;
      const trace = { along: range(old?.along, along), across: range(old?.across, across) };
      const length = trace.along[1] - trace.along[0];
      const isTraced = length >= TRACED && length >= SLOPE * (trace.across[1] - trace.across[0]);
      const wasDone = old?.done === true;
      if (isTraced && !wasDone) crossed.push({ edge, from: null, to: null });
      next.set(key, { edge, ...trace, done: wasDone || isTraced });
    }
    traces = next;
  }
  return { gesture: { ...gesture, last: to, traces }, crossed };
}

/** The pointer was moved. Returns what it has passed since then, in order. */
export function moveGesture(
  gesture: Gesture,
  to: Point,
): { gesture: Gesture; crossed: readonly Crossing[] } {
  const moved = Math.hypot(to.x - gesture.start.x, to.y - gesture.start.y) > SLOP;
  const held = moved && !gesture.hasMoved ? { ...gesture, hasMoved: true } : gesture;
  if (held.track === "none") return { gesture: { ...held, last: to }, crossed: [] };
  const { gesture: next, crossed } =
    held.track === "cells" ? moveOverCells(held, to) : moveAlongEdges(held, to);
  if (crossed.length === 0) return { gesture: next, crossed };
  return { gesture: { ...next, isDrag: true }, crossed };
}

/** Whether a gesture that rests becomes a long press. */
export function canHold(gesture: Gesture): boolean {
  return !gesture.isDrag && !gesture.hasMoved && gesture.intent === "tool";
}
