// Pieces of a bank: their shapes, and which of them are drawn on the board.
import type { BoardDocument } from "../api/generated";
import { cellAt, type Marks } from "./marks";

/** The cells of a piece as `row.column`, from its text: rows of `#` and `.`, separated by slashes. */
export function cellsOfPiece(piece: string): readonly (readonly [row: number, column: number])[] {
  return piece
    .split("/")
    .flatMap((line, row) =>
      [...line].flatMap((sign, column) => (sign === "#" ? [[row, column] as const] : [])),
    );
}

/** The text of a piece with these cells, without empty rows and columns around it; empty if there is no cell. */
export function pieceOf(cells: readonly (readonly [row: number, column: number])[]): string {
  if (cells.length === 0) return "";
  const rows = cells.map(([row]) => row);
  const columns = cells.map(([, column]) => column);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const has = new Set(cells.map(([row, column]) => `${row}.${column}`));
  return Array.from({ length: Math.max(...rows) - top + 1 }, (_, r) =>
    Array.from({ length: Math.max(...columns) - left + 1 }, (_, c) =>
      has.has(`${r + top}.${c + left}`) ? "#" : ".",
    ).join(""),
  ).join("/");
}

/** Whether the cells of a piece are connected by their sides. */
export function isConnected(cells: readonly (readonly [row: number, column: number])[]): boolean {
  const open = new Set(cells.map(([row, column]) => `${row}.${column}`));
  const stack = cells.slice(0, 1);
  for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
    const [row, column] = cell;
    if (!open.delete(`${row}.${column}`)) continue;
    stack.push([row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]);
  }
  return open.size === 0;
}

/** A name for the shape of a piece that is the same however it is rotated or mirrored. */
export function shapeOf(cells: readonly (readonly [row: number, column: number])[]): string {
  const turned = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) =>
    pieceOf(
      cells.map(([row, column]) => {
        const [r, c] = turn & 1 ? [column, row] : [row, column];
        return [turn & 2 ? -r : r, turn & 4 ? -c : c] as const;
      }),
    ),
  );
  return turned.sort()[0] ?? "";
}

/** The connected groups of shaded cells. */
function shadedGroups(board: BoardDocument, marks: Marks): (readonly [number, number])[][] {
  const seen = new Set<number>();
  const groups: (readonly [number, number])[][] = [];
  const isShaded = (row: number, column: number) =>
    row >= 0 &&
    column >= 0 &&
    row < board.rows &&
    column < board.columns &&
    cellAt(marks, row, column) === "#";
  for (let first = 0; first < board.rows * board.columns; first++) {
    const start = [Math.floor(first / board.columns), first % board.columns] as const;
    const stack = [start];
    const group: (readonly [number, number])[] = [];
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      const [row, column] = cell;
      const at = row * board.columns + column;
      if (!isShaded(row, column) || seen.has(at)) continue;
      seen.add(at);
      group.push(cell);
      stack.push([row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]);
    }
    if (group.length > 0) groups.push(group);
  }
  return groups;
}

/** For each piece of the bank, whether it is drawn: as a group of shaded cells of its shape. */
export function drawnPieces(board: BoardDocument, marks: Marks): readonly boolean[] {
  const drawn = new Map<string, number>();
  for (const group of shadedGroups(board, marks)) {
    const shape = shapeOf(group);
    drawn.set(shape, (drawn.get(shape) ?? 0) + 1);
  }
  return board.pieces.map((piece) => {
    const shape = shapeOf(cellsOfPiece(piece));
    const left = drawn.get(shape) ?? 0;
    drawn.set(shape, left - 1);
    return left > 0;
  });
}
