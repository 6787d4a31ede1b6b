// What screen readers say: each place of a board, and what has changed.
import type { BoardDocument, FormDocument } from "../api/generated";
import { clueAt, type Edge, isHole, isOuter, type Place, placeName, STEPS, sideOf } from "./board";
import { cellAt, edgeAt, type Marks, valueName } from "./marks";
import type { Drawing } from "./play";

const DIRECTIONS = [
  ["up", "ArrowUp"],
  ["right", "ArrowRight"],
  ["down", "ArrowDown"],
  ["left", "ArrowLeft"],
] as const;

/** The name of a colour. */
export function colourName(colour: number): string {
  return `colour ${String.fromCharCode(64 + colour)}`;
}

/** The word for a value of an edge that holds something, or nothing for sure. */
function edgeWord(form: FormDocument, value: number): string {
  if (value === 0) return "cross";
  if (form.edge_layer?.layer === "borders") return "border";
  return value === 2 ? "double line" : "line";
}

/** Whether a sign on an edge is drawn: where there cannot be a line, there is no sign that there is none. */
function isSpoken(board: BoardDocument, form: FormDocument, edge: Edge, value: number): boolean {
  if (value < 0) return false;
  return value > 0 || !isOuter(board, edge) || form.edge_layer?.layer === "outline";
}

/** The lines and crosses around a cell: `line right, down`, `cross left`. */
function sidesOf(board: BoardDocument, form: FormDocument, marks: Marks, place: Place): string[] {
  if (!form.edge_layer || place.kind !== "cell") return [];
  const byWord = new Map<string, string[]>();
  for (const [name, key] of DIRECTIONS) {
    const step = STEPS[key];
    if (!step) continue;
    const edge = sideOf(place.row, place.column, step);
    const value = edgeAt(marks, edge);
    if (!isSpoken(board, form, edge, value)) continue;
    const word = edgeWord(form, value);
    byWord.set(word, [...(byWord.get(word) ?? []), name]);
  }
  return [...byWord].map(([word, names]) => `${word} ${names.join(", ")}`);
}

/** What screen readers say about a place. */
export function description(
  board: BoardDocument,
  form: FormDocument,
  marks: Marks | null,
  place: Place,
  drawing: Drawing | null = null,
): string {
  const parts = [placeName(place)];
  const clue = clueAt(board, place);
  if (place.kind === "cell" && isHole(board, place.row, place.column)) {
    parts.push(form.black_clues ? "black" : "no cell");
  } else if (clue !== ".") parts.push(`clue ${clue}`);
  if (place.kind === "cell") {
    const value = marks ? cellValue(form, marks, place.row, place.column) : null;
    if (value !== null) parts.push(value);
    const at = place.row * board.columns + place.column;
    const notes = drawing?.notes[at] ?? [];
    if (notes.length > 0 && value === null) parts.push(`notes ${notes.join(" ")}`);
    const colour = drawing?.colours[at] ?? 0;
    if (colour > 0) parts.push(colourName(colour));
    if (marks) parts.push(...sidesOf(board, form, marks, place));
  }
  return parts.length > 1 ? parts.join(", ") : `${parts[0]}, empty`;
}

function cellValue(form: FormDocument, marks: Marks, row: number, column: number): string | null {
  return form.cell_layer ? valueName(form.cell_layer, cellAt(marks, row, column)) : null;
}

/** An edge in words: by the cell of which it is the lower or right side, or the upper or left side at the outline. */
function edgeName(edge: Edge): string {
  const { level, row, column } = edge;
  if (level) {
    return row === 0
      ? `above row 1, column ${column + 1}`
      : `below row ${row}, column ${column + 1}`;
  }
  return column === 0
    ? `left of row ${row + 1}, column 1`
    : `right of row ${row + 1}, column ${column}`;
}

/** The changed edges, with their new values. */
function changedEdges(before: Marks, after: Marks): [Edge, number][] {
  const found: [Edge, number][] = [];
  const compare = (level: boolean, length: number) => {
    const [old, next] = level ? [before.level, after.level] : [before.upright, after.upright];
    next.forEach((value, i) => {
      if (value === old[i]) return;
      found.push([{ level, row: Math.floor(i / length), column: i % length }, value]);
    });
  };
  compare(true, after.columns);
  compare(false, after.columns + 1);
  return found;
}

/** The most changes that are named one by one. */
const NAMED = 3;

/** What has changed between two drawings; null if nothing did. */
export function changeText(
  board: BoardDocument,
  form: FormDocument,
  before: Drawing,
  after: Drawing,
): string | null {
  const { columns } = board;
  const cells = after.marks.cells.flatMap((value, i) =>
    value === before.marks.cells[i] &&
    after.notes[i] === before.notes[i] &&
    after.colours[i] === before.colours[i]
      ? []
      : [i],
  );
  // Kinds without values of cells have notes and colours all the same.
  const others =
    after.marks.cells.length > 0
      ? []
      : after.colours.flatMap((value, i) => (value === before.colours[i] ? [] : [i]));
  const edges = changedEdges(before.marks, after.marks);
  const changed = [...cells, ...others];
  const count = changed.length + edges.length;
  if (count === 0) return null;
  if (count > NAMED) return `${count} changes`;
  const places = changed.map((i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const value = cellValue(form, after.marks, row, column);
    const notes = after.notes[i] ?? [];
    const colour = after.colours[i] ?? 0;
    const parts = [placeName({ kind: "cell", row, column })];
    if (value !== null) parts.push(value);
    else if (after.marks.cells[i] !== before.marks.cells[i]) parts.push("empty");
    if (after.notes[i] !== before.notes[i]) parts.push(`notes ${notes.join(" ") || "none"}`);
    if (colour !== before.colours[i]) parts.push(colour > 0 ? colourName(colour) : "no colour");
    return parts.join(", ");
  });
  const noun = form.edge_layer?.layer === "borders" ? "border" : "line";
  const lines = edges.map(
    ([edge, value]) =>
      `${value < 0 ? `no ${noun} or cross` : edgeWord(form, value)} ${edgeName(edge)}`,
  );
  return [...places, ...lines].join("; ");
}
