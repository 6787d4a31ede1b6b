// Players' drawings in local storage, by puzzle.
import type { BoardDocument, FormDocument } from "../api/generated";
import { loadStored, saveStored } from "../shell/store";
import { fromSolution, toSolution } from "./marks";
import { COLOURS, type Drawing, emptyDrawing, isSameDrawing } from "./play";

/** The most puzzles whose marks are kept. */
const KEPT = 40;
const KEY = "pencil.marks";

/** Marks in the form of solutions, with the text of their puzzle; the latest one is last. */
type Saved = readonly (readonly [puzzle: string, marks: unknown])[];

function all(): Saved {
  const saved = loadStored<unknown>(KEY, []);
  if (!Array.isArray(saved)) return [];
  return saved.filter((one) => Array.isArray(one) && typeof one[0] === "string");
}

/** The marks of a puzzle; undefined if there are none. */
export function loadMarks(puzzle: string): unknown {
  return all().find(([name]) => name === puzzle)?.[1];
}

/** Keeps the marks of a puzzle; null removes them. */
export function saveMarks(puzzle: string, marks: unknown): void {
  const others = all().filter(([name]) => name !== puzzle);
  saveStored(KEY, marks === null ? others : [...others, [puzzle, marks]].slice(-KEPT));
}

/** A drawing as it is kept: marks in the form of solutions, with notes, colours and the drawing before an assumption. */
export function drawingToSaved(
  drawing: Drawing,
  board: BoardDocument,
  form: FormDocument,
): Record<string, unknown> | null {
  if (isSameDrawing(drawing, emptyDrawing(board, form))) return null;
  const { marks, notes, colours, before } = drawing;
  return {
    ...toSolution(marks, form),
    ...(notes.some((list) => list.length > 0) ? { notes } : {}),
    ...(colours.some((colour) => colour > 0) ? { colours } : {}),
    ...(before ? { before: drawingToSaved(before, board, form) } : {}),
  };
}

function listOf(value: unknown, length: number): readonly unknown[] {
  return Array.isArray(value) && value.length === length ? value : new Array(length).fill(null);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}

/** Reads a drawing that was kept. What is missing or cannot be read is empty. */
export function drawingFromSaved(
  saved: unknown,
  board: BoardDocument,
  form: FormDocument,
): Drawing {
  const empty = emptyDrawing(board, form);
  if (typeof saved !== "object" || saved === null) return empty;
  const { notes, colours, before } = saved as Record<string, unknown>;
  const n = board.rows * board.columns;
  return {
    marks: fromSolution(saved, board, form),
    notes: listOf(notes, n).map((list) => (Array.isArray(list) ? list.filter(isNumber) : [])),
    colours: listOf(colours, n).map((one) => (isNumber(one) && one <= COLOURS ? one : 0)),
    before: before === undefined ? null : drawingFromSaved(before, board, form),
  };
}

const DRAFT = "pencil";

/** The puzzle that was shown last; an empty text if there is none. */
export function loadDraft(): string {
  const draft = loadStored<unknown>(DRAFT, "");
  return typeof draft === "string" ? draft : "";
}

/** Keeps the puzzle that is shown. */
export function saveDraft(puzzle: string): void {
  saveStored(DRAFT, puzzle);
}
