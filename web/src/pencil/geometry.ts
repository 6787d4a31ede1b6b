// Where the places of a board are in its drawing. A cell is a square of `CELL` units.
import type { BoardDocument, FormDocument, Side } from "../api/generated";
import { type Edge, isOuter, type Place } from "./board";

/** The side of a cell. */
export const CELL = 40;
/** The room for one number outside. */
const SLOT = 26;
/** The margin around everything. */
const MARGIN = 5;

/** The room around the cells, and the size of the drawing. */
export interface Frame {
  readonly above: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** The numbers of a clue outside. */
export function outsideNumbers(text: string): readonly string[] {
  return text === "." || text === "" ? [] : text.split(",");
}

/** The frame of a board. While it is edited, sides with clues have room for one more number. */
export function frameOf(board: BoardDocument, form: FormDocument, editing: boolean): Frame {
  const room = (side: Side) => {
    if (!form.outside?.sides.includes(side)) return MARGIN;
    const lines = board.outside[side] ?? [];
    const longest = Math.max(0, ...lines.map((text) => outsideNumbers(text).length));
    const slots = editing ? longest + (form.outside.is_list ? 1 : 0) : longest;
    return MARGIN + Math.max(slots, editing ? 1 : 0) * SLOT;
  };
  const [above, left] = [room("above"), room("left")];
  return {
    above,
    left,
    width: left + board.columns * CELL + room("right"),
    height: above + board.rows * CELL + room("below"),
  };
}

/** A rectangle in the drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The rectangle of a place. */
export function boxOf(board: BoardDocument, frame: Frame, place: Place): Box {
  const x = (column: number) => frame.left + column * CELL;
  const y = (row: number) => frame.above + row * CELL;
  switch (place.kind) {
    case "cell":
      return { x: x(place.column), y: y(place.row), width: CELL, height: CELL };
    case "point": {
      const half = CELL / 4;
      return {
        x: x(place.column) - half,
        y: y(place.row) - half,
        width: 2 * half,
        height: 2 * half,
      };
    }
    case "dot": {
      const half = CELL / 4;
      return {
        x: x((place.column + 1) / 2) - half,
        y: y((place.row + 1) / 2) - half,
        width: 2 * half,
        height: 2 * half,
      };
    }
    case "outside": {
      const bottom = y(board.rows);
      const end = x(board.columns);
      switch (place.side) {
        case "above":
          return { x: x(place.index), y: 0, width: CELL, height: frame.above };
        case "below":
          return { x: x(place.index), y: bottom, width: CELL, height: frame.height - bottom };
        case "left":
          return { x: 0, y: y(place.index), width: frame.left, height: CELL };
        case "right":
          return { x: end, y: y(place.index), width: frame.width - end, height: CELL };
      }
    }
  }
}

/** The middle of the number at `at` of `count` outside: numbers end at the board on the left and above. */
export function outsidePoint(
  board: BoardDocument,
  frame: Frame,
  side: Side,
  index: number,
  at: number,
  count: number,
): { x: number; y: number } {
  const middle = (index + 0.5) * CELL;
  const before = (count - at - 0.5) * SLOT;
  const after = (at + 0.5) * SLOT;
  switch (side) {
    case "above":
      return { x: frame.left + middle, y: frame.above - before };
    case "below":
      return { x: frame.left + middle, y: frame.above + board.rows * CELL + after };
    case "left":
      return { x: frame.left - before, y: frame.above + middle };
    case "right":
      return { x: frame.left + board.columns * CELL + after, y: frame.above + middle };
  }
}

/** Both ends of an edge. */
export function edgeEnds(frame: Frame, { level, row, column }: Edge) {
  const [x, y] = [frame.left + column * CELL, frame.above + row * CELL];
  return level ? { x1: x, y1: y, x2: x + CELL, y2: y } : { x1: x, y1: y, x2: x, y2: y + CELL };
}

/** The middle of an edge. */
export function edgeMiddle(frame: Frame, edge: Edge): { x: number; y: number } {
  const { x1, y1, x2, y2 } = edgeEnds(frame, edge);
  return { x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
}

/** What lies under a point of the drawing, in units of it. */
export interface Hit {
  /** The cell, or null outside the board. */
  readonly cell: { readonly row: number; readonly column: number } | null;
  /** The nearest edge, and how far its middle is, in cells. */
  readonly edge: Edge;
  readonly distance: number;
}

/** Finds the cell and the nearest edge of a point. */
export function hitAt(board: BoardDocument, frame: Frame, x: number, y: number): Hit {
  const [across, down] = [(x - frame.left) / CELL, (y - frame.above) / CELL];
  const isInside = across >= 0 && down >= 0 && across < board.columns && down < board.rows;
  const column = Math.min(Math.max(Math.floor(across), 0), board.columns - 1);
  const row = Math.min(Math.max(Math.floor(down), 0), board.rows - 1);
  const edges: readonly Edge[] = [
    { level: true, row, column },
    { level: true, row: row + 1, column },
    { level: false, row, column },
    { level: false, row, column: column + 1 },
  ];
  const distance = (edge: Edge) => {
    const middle = edgeMiddle(frame, edge);
    return Math.hypot(middle.x - x, middle.y - y) / CELL;
  };
  const [edge = { level: true, row, column }] = [...edges].sort(
    (a, b) => distance(a) - distance(b),
  );
  return { cell: isInside ? { row, column } : null, edge, distance: distance(edge) };
}

/** The edge that a line from one cell to an adjacent one crosses; null if they are not adjacent. */
export function edgeBetween(
  board: BoardDocument,
  from: { row: number; column: number },
  to: { row: number; column: number },
): Edge | null {
  if (Math.abs(from.row - to.row) + Math.abs(from.column - to.column) !== 1) return null;
  const edge: Edge =
    from.row === to.row
      ? { level: false, row: to.row, column: Math.max(from.column, to.column) }
      : { level: true, row: Math.max(from.row, to.row), column: to.column };
  return isOuter(board, edge) ? null : edge;
}
