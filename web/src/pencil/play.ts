// What a player draws: marks, candidate notes, colours and an assumption; and what clicks, drags and keys change in it.
import type { BoardDocument, FormDocument } from "../api/generated";
import type { Edge } from "./board";
import {
  type BoardSize,
  type CellRef,
  type Crossing,
  cellAtPoint,
  type Intent,
  nearestEdge,
  type Point,
  type Track,
} from "./gesture";
import {
  cellAt,
  cellValues,
  edgeAt,
  edgeValues,
  emptyEdge,
  emptyMarks,
  isOpen,
  type Marks,
  nextValue,
  type Places,
  UNKNOWN,
  withCell,
  withEdge,
} from "./marks";

/** Everything that a player has drawn. */
export interface Drawing {
  readonly marks: Marks;
  /** The candidate notes of each cell, in increasing order. */
  readonly notes: readonly (readonly number[])[];
  /** The colour of each cell, from 1; 0 for none. */
  readonly colours: readonly number[];
  /** The drawing before an assumption; null if nothing is assumed. */
  readonly before: Drawing | null;
}

/** What clicks and drags do. `empty` and `erase` are also intents of a gesture with any other tool. */
export type PlayTool = "draw" | "empty" | "erase" | "notes" | "colour" | "move";

/** The number of colours. */
export const COLOURS = 6;

/** The puzzle that is played. */
export interface Puzzle {
  readonly board: BoardDocument;
  readonly form: FormDocument;
  /** The cells that the rules keep empty: most clues. */
  readonly closed: ReadonlySet<number>;
}

const NO_NOTES: readonly number[] = [];

/** A drawing with nothing in it. */
export function emptyDrawing(board: BoardDocument, form: FormDocument): Drawing {
  const n = board.rows * board.columns;
  return {
    marks: emptyMarks(board, form),
    notes: new Array<readonly number[]>(n).fill(NO_NOTES),
    colours: new Array<number>(n).fill(0),
    before: null,
  };
}

function isSameList<T>(a: readonly T[], b: readonly T[], same = (x: T, y: T) => x === y): boolean {
  return a.length === b.length && a.every((value, i) => same(value, b[i] as T));
}

/** Whether two drawings hold the same. */
export function isSameDrawing(a: Drawing, b: Drawing): boolean {
  if (a === b) return true;
  return (
    isSameList(a.marks.cells, b.marks.cells) &&
    isSameList(a.marks.level, b.marks.level) &&
    isSameList(a.marks.upright, b.marks.upright) &&
    isSameList(a.colours, b.colours) &&
    isSameList(a.notes, b.notes, isSameList<number>) &&
    (a.before === null) === (b.before === null)
  );
}

function withMarks(drawing: Drawing, marks: Marks): Drawing {
  return marks === drawing.marks ? drawing : { ...drawing, marks };
}

/** Whether a player can mark a cell. */
export function isMarkable({ board, form, closed }: Puzzle, { row, column }: CellRef): boolean {
  return isOpen(form, board, row, column) && !closed.has(row * board.columns + column);
}

/** Whether a player can mark an edge. */
export function isFreeEdge({ board, form }: Puzzle, edge: Edge): boolean {
  return form.edge_layer !== null && emptyEdge(board, form, edge) === -1;
}

function sizeOf({ board }: Puzzle): BoardSize {
  return { rows: board.rows, columns: board.columns };
}

/** What drags follow. */
export function trackOf(form: FormDocument, tool: PlayTool, intent: Intent): Track {
  if (tool === "move") return "none";
  if (intent === "tool" && tool === "notes") return "none";
  if (intent === "tool" && tool === "colour") return "cells";
  if (form.edge_layer) return form.edge_layer.layer === "links" ? "cells" : "edges";
  return form.cell_layer && form.cell_layer.layer !== "numbers" ? "cells" : "none";
}

/** Whether drags draw, so that they cannot scroll the page. */
export function drawsByDrag(form: FormDocument, tool: PlayTool): boolean {
  return trackOf(form, tool, "tool") !== "none";
}

/** The value of a cell with nothing in it, as a player marks it. */
function emptyValue(form: FormDocument): string {
  const layer = form.cell_layer;
  if (!layer) return UNKNOWN;
  if (layer.layer === "numbers") return layer.zero;
  return cellValues(layer).at(-2) ?? UNKNOWN;
}

/** What a tool means together with an intent. */
function meaning(tool: PlayTool, intent: Intent): PlayTool {
  return intent === "tool" ? tool : intent;
}

/** What a drag paints over everything that it passes. */
export type Paint =
  | { readonly layer: "edges"; readonly value: number }
  | { readonly layer: "cells"; readonly value: string }
  | { readonly layer: "colours"; readonly value: number }
  | { readonly layer: "all" };

/** The value of a cell after a click or a drag that begins there. */
function clickedCell(puzzle: Puzzle, tool: PlayTool, old: string): string {
  const layer = puzzle.form.cell_layer;
  if (!layer || tool === "erase") return UNKNOWN;
  const nothing = emptyValue(puzzle.form);
  if (tool === "empty") return old === nothing ? UNKNOWN : nothing;
  const values = cellValues(layer);
  return values.length === 0 ? old : nextValue(values, old);
}

/**
 * What a drag paints. Lines become one more, and vanish if the drag began along a line that cannot have more; cells take
 * the value that a click gives the first one.
 */
export function paintOf(
  puzzle: Puzzle,
  drawing: Drawing,
  tool: PlayTool,
  intent: Intent,
  colour: number,
  first: Crossing,
): Paint | null {
  const { form, board } = puzzle;
  const meant = meaning(tool, intent);
  const at = ({ row, column }: CellRef) => row * board.columns + column;
  if (meant === "colour") {
    const old = first.from ? drawing.colours[at(first.from)] : 0;
    return { layer: "colours", value: old === colour ? 0 : colour };
  }
  if (meant === "erase") return { layer: "all" };
  if (form.edge_layer) {
    const old = edgeAt(drawing.marks, first.edge);
    if (meant === "empty") return { layer: "edges", value: old === 0 ? -1 : 0 };
    const max = form.edge_layer.layer === "links" ? form.edge_layer.max : 1;
    return { layer: "edges", value: old >= max ? -1 : Math.max(old, 0) + 1 };
  }
  const cell = [first.from, first.to].find((it) => it !== null && isMarkable(puzzle, it));
  if (!cell) return null;
  const old = cellAt(drawing.marks, cell.row, cell.column);
  return { layer: "cells", value: clickedCell(puzzle, meant, old) };
}

function withMarkedCell(puzzle: Puzzle, drawing: Drawing, cell: CellRef, value: string): Drawing {
  if (!isMarkable(puzzle, cell)) return drawing;
  return withMarks(drawing, withCell(drawing.marks, cell.row, cell.column, value));
}

function withMarkedEdge(puzzle: Puzzle, drawing: Drawing, edge: Edge, value: number): Drawing {
  if (!isFreeEdge(puzzle, edge)) return drawing;
  return withMarks(drawing, withEdge(drawing.marks, edge, value));
}

function replaced<T>(list: readonly T[], at: number, value: T): readonly T[] {
  return list[at] === value ? list : list.map((old, i) => (i === at ? value : old));
}

function withColour(puzzle: Puzzle, drawing: Drawing, cell: CellRef, colour: number): Drawing {
  const colours = replaced(drawing.colours, cell.row * puzzle.board.columns + cell.column, colour);
  return colours === drawing.colours ? drawing : { ...drawing, colours };
}

function withNotes(
  puzzle: Puzzle,
  drawing: Drawing,
  cell: CellRef,
  change: (notes: readonly number[]) => readonly number[],
): Drawing {
  const at = cell.row * puzzle.board.columns + cell.column;
  const notes = replaced(drawing.notes, at, change(drawing.notes[at] ?? NO_NOTES));
  return notes === drawing.notes ? drawing : { ...drawing, notes };
}

/** A cell without its value, notes and colour. */
function cleared(puzzle: Puzzle, drawing: Drawing, cell: CellRef): Drawing {
  const unmarked = withMarkedCell(puzzle, drawing, cell, UNKNOWN);
  const uncoloured = withColour(puzzle, unmarked, cell, 0);
  return withNotes(puzzle, uncoloured, cell, (old) => (old.length === 0 ? old : NO_NOTES));
}

/** The drawing after a drag has passed something. */
export function painted(puzzle: Puzzle, drawing: Drawing, paint: Paint, by: Crossing): Drawing {
  const cells = [by.from, by.to].filter((cell) => cell !== null);
  switch (paint.layer) {
    case "edges":
      return withMarkedEdge(puzzle, drawing, by.edge, paint.value);
    case "cells":
      return cells.reduce((old, cell) => withMarkedCell(puzzle, old, cell, paint.value), drawing);
    case "colours":
      return cells.reduce((old, cell) => withColour(puzzle, old, cell, paint.value), drawing);
    case "all":
      return cells.reduce(
        (old, cell) => cleared(puzzle, old, cell),
        withMarkedEdge(puzzle, drawing, by.edge, -1),
      );
  }
}

/**
 * How near the middle of an edge a click must be to change the edge, in cells: near where cells have values too, further
 * where lines leave the middles of cells free.
 */
function reachOf({ form }: Puzzle, onMarkable: boolean): number {
  if (!form.edge_layer) return 0;
  if (onMarkable) return 0.2;
  return form.edge_layer.layer === "links" ? 0.35 : 0.42;
}

/** The drawing after a click. */
export function clicked(
  puzzle: Puzzle,
  drawing: Drawing,
  tool: PlayTool,
  intent: Intent,
  colour: number,
  point: Point,
): Drawing {
  const { form } = puzzle;
  const meant = meaning(tool, intent);
  const size = sizeOf(puzzle);
  const cell = cellAtPoint(size, point);
  if (meant === "move" || meant === "notes") return drawing;
  if (meant === "colour") {
    if (!cell) return drawing;
    const old = drawing.colours[cell.row * size.columns + cell.column];
    return withColour(puzzle, drawing, cell, old === colour ? 0 : colour);
  }
  const onMarkable = cell !== null && isMarkable(puzzle, cell);
  const { edge, distance } = nearestEdge(size, point);
  if (distance < reachOf(puzzle, onMarkable)) {
    const old = edgeAt(drawing.marks, edge);
    if (meant === "erase") return withMarkedEdge(puzzle, drawing, edge, -1);
    const value = meant === "empty" ? (old === 0 ? -1 : 0) : nextValue(edgeValues(form), old);
    return withMarkedEdge(puzzle, drawing, edge, value);
  }
  if (cell === null) return drawing;
  if (meant === "erase") return cleared(puzzle, drawing, cell);
  if (!onMarkable) return drawing;
  const old = cellAt(drawing.marks, cell.row, cell.column);
  return withMarkedCell(puzzle, drawing, cell, clickedCell(puzzle, meant, old));
}

/** The cells of each room, by the number of the cell. */
function roomSize(board: BoardDocument, { row, column }: CellRef): number {
  const { rows, columns } = board;
  const seen = new Set([row * columns + column]);
  const stack: CellRef[] = [{ row, column }];
  const go = (r: number, c: number, wall: string | undefined) => {
    if (r < 0 || c < 0 || r >= rows || c >= columns || wall === "1") return;
    if (board.cells[r]?.[c] === "#" || seen.has(r * columns + c)) return;
    seen.add(r * columns + c);
    stack.push({ row: r, column: c });
  };
  for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
    const { row: r, column: c } = cell;
    go(r - 1, c, board.walls.down[r - 1]?.[c]);
    go(r + 1, c, board.walls.down[r]?.[c]);
    go(r, c - 1, board.walls.right[r]?.[c - 1]);
    go(r, c + 1, board.walls.right[r]?.[c]);
  }
  return seen.size;
}

/** The largest number that can be written into a cell. Numbers begin at 1. */
export function largestNumber({ board, form }: Puzzle, cell: CellRef): number {
  if (form.cells?.form === "sums") return 9;
  if (form.walls === "rooms") return roomSize(board, cell);
  if (form.outside?.is_letter) return board.parameter ?? 26;
  const largest = Math.max(board.rows, board.columns);
  // In kinds with shaded cells among the numbers, each line has two of them.
  const shades = form.cell_layer?.layer === "numbers" && form.cell_layer.zero === "#";
  return shades ? Math.max(largest - 2, 1) : largest;
}

/** A digit that was typed: what it makes of the number typed before it, if that was in the same cell. */
function joined(before: string, key: string, largest: number): string | null {
  const both = before + key;
  if (/^\d+$/.test(before) && Number(before) > 0 && Number(both) <= largest) return both;
  return key !== "0" && Number(key) <= largest ? key : null;
}

/** A drawing after a key; `typed` is the number to which further digits belong. */
export interface Typed {
  readonly drawing: Drawing;
  readonly typed: string;
}

function typeNote(puzzle: Puzzle, drawing: Drawing, cell: CellRef, key: string, before: string) {
  const number = joined(before, key, largestNumber(puzzle, cell));
  if (number === null) return null;
  const toggled = (notes: readonly number[], note: number) =>
    notes.includes(note)
      ? notes.filter((it) => it !== note)
      : [...notes, note].sort((a, b) => a - b);
  const changed = withNotes(puzzle, drawing, cell, (old) => {
    // The first digit of a number was a note of its own until now.
    const rest = number.length > key.length ? toggled(old, Number(before)) : old;
    return toggled(rest, Number(number));
  });
  return { drawing: changed, typed: number };
}

/**
 * The drawing after a key in a cell; null if the key has no meaning there. `before` is the number that was typed in the
 * same cell just before. A key can be a whole number, from a button.
 */
export function typedKey(
  puzzle: Puzzle,
  drawing: Drawing,
  tool: PlayTool,
  cell: CellRef,
  key: string,
  before: string,
): Typed | null {
  const { form } = puzzle;
  if (key === "Backspace" || key === "Delete") {
    return { drawing: cleared(puzzle, drawing, cell), typed: "" };
  }
  const layer = form.cell_layer;
  if (!layer || !isMarkable(puzzle, cell)) return null;
  const put = (value: string, typed = "") => ({
    drawing: withMarkedCell(puzzle, drawing, cell, value),
    typed,
  });
  if (layer.layer !== "numbers") {
    const values = cellValues(layer);
    if (key === " ") {
      return put(nextValue(values, cellAt(drawing.marks, cell.row, cell.column)));
    }
    return values.includes(key) ? put(key) : null;
  }
  if (/^\d{2,}$/.test(key)) {
    if (Number(key) > largestNumber(puzzle, cell)) return null;
    return tool === "notes" ? typeNote(puzzle, drawing, cell, key, "") : put(key);
  }
  if (/^\d$/.test(key)) {
    if (tool === "notes") return typeNote(puzzle, drawing, cell, key, before);
    const number = joined(before, key, largestNumber(puzzle, cell));
    if (number !== null) return put(number, number);
    return key === "0" ? put(layer.zero) : null;
  }
  return key === "#" || key === "x" || key === "." ? put(layer.zero) : null;
}

/** The drawing with another value of the side of a cell, or of the line that leaves it there. */
export function toggledSide(puzzle: Puzzle, drawing: Drawing, edge: Edge): Drawing {
  const value = nextValue(edgeValues(puzzle.form), edgeAt(drawing.marks, edge));
  return withMarkedEdge(puzzle, drawing, edge, value);
}

/** The drawing with other marks at some places. */
export function withPlaces(drawing: Drawing, { cells, edges }: Places, from: Marks): Drawing {
  const columns = from.columns;
  let { marks } = drawing;
  for (const i of cells) {
    const [row, column] = [Math.floor(i / columns), i % columns];
    marks = withCell(marks, row, column, cellAt(from, row, column));
  }
  for (const edge of edges) marks = withEdge(marks, edge, edgeAt(from, edge));
  return withMarks(drawing, marks);
}

/** The drawing with an assumption: what is drawn from now on can be kept or taken back together. */
export function assumed(drawing: Drawing): Drawing {
  return { ...drawing, before: drawing };
}

/** The drawing with everything that was drawn under the assumption. */
export function accepted(drawing: Drawing): Drawing {
  return drawing.before === null ? drawing : { ...drawing, before: drawing.before.before };
}

/** The drawing before the assumption. */
export function rejected(drawing: Drawing): Drawing {
  return drawing.before ?? drawing;
}
