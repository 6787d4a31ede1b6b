// The board of a pencil puzzle while it is edited: texts of clues, walls, and the number of the puzzle.
import type { BoardDocument, ClueForm, FormDocument, Side } from "../api/generated";

/** The sides of a board with clues outside. */
export const SIDES: readonly Side[] = ["above", "below", "left", "right"];

/** A place that can have a clue. Rows and columns count from 0; of a line outside, its index. */
export type Place =
  | { readonly kind: "cell" | "point" | "dot"; readonly row: number; readonly column: number }
  | { readonly kind: "outside"; readonly side: Side; readonly index: number };

/** An edge: the upper side of the cell of that row and column if `level`, otherwise its left side. */
export interface Edge {
  readonly level: boolean;
  readonly row: number;
  readonly column: number;
}

/** A direction as a step of rows and columns. */
export interface Step {
  readonly down: number;
  readonly across: number;
}

/** The steps of the arrow keys. */
export const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: { down: -1, across: 0 },
  ArrowRight: { down: 0, across: 1 },
  ArrowDown: { down: 1, across: 0 },
  ArrowLeft: { down: 0, across: -1 },
};

/** The edge on one side of a cell. */
export function sideOf(row: number, column: number, step: Step): Edge {
  return step.across === 0
    ? { level: true, row: step.down > 0 ? row + 1 : row, column }
    : { level: false, row, column: step.across > 0 ? column + 1 : column };
}

/** Whether an edge is on the outline of the board. */
export function isOuter(board: Pick<BoardDocument, "rows" | "columns">, edge: Edge): boolean {
  return edge.level
    ? edge.row === 0 || edge.row === board.rows
    : edge.column === 0 || edge.column === board.columns;
}

function replaced<T>(list: readonly T[], at: number, value: T): T[] {
  return list.map((old, i) => (i === at ? value : old));
}

function withCharacter(line: string, at: number, value: string): string {
  return line.slice(0, at) + value + line.slice(at + 1);
}

/** Whether there is a wall on an edge. */
export function hasWall({ walls }: BoardDocument, { level, row, column }: Edge): boolean {
  return (level ? walls.down[row - 1]?.[column] : walls.right[row]?.[column - 1]) === "1";
}

/** The board with a wall, or without it. The outline has none. */
export function withWall(board: BoardDocument, edge: Edge, wall: boolean): BoardDocument {
  if (isOuter(board, edge) || hasWall(board, edge) === wall) return board;
  const { right, down } = board.walls;
  const value = wall ? "1" : "0";
  const { level, row, column } = edge;
  const walls = level
    ? { right, down: replaced(down, row - 1, withCharacter(down[row - 1] ?? "", column, value)) }
    : { right: replaced(right, row, withCharacter(right[row] ?? "", column - 1, value)), down };
  return { ...board, walls };
}

function mapOf(board: BoardDocument, kind: "cell" | "point" | "dot") {
  return kind === "cell" ? board.cells : kind === "point" ? board.points : board.dots;
}

/** The text of the clue at a place; `.` if there is none. */
export function clueAt(board: BoardDocument, place: Place): string {
  if (place.kind === "outside") return board.outside[place.side]?.[place.index] ?? ".";
  return mapOf(board, place.kind)[place.row]?.[place.column] ?? ".";
}

/** The board with another clue at a place; an empty text removes the clue. */
export function withClue(board: BoardDocument, place: Place, text: string): BoardDocument {
  const clue = text === "" ? "." : text;
  if (clueAt(board, place) === clue) return board;
  if (place.kind === "outside") {
    const lines = replaced(board.outside[place.side] ?? [], place.index, clue);
    return { ...board, outside: { ...board.outside, [place.side]: lines } };
  }
  const old = mapOf(board, place.kind);
  const map = replaced(old, place.row, replaced(old[place.row] ?? [], place.column, clue));
  if (place.kind === "cell") return { ...board, cells: map };
  return place.kind === "point" ? { ...board, points: map } : { ...board, dots: map };
}

/** The largest side of a board that is edited here. */
export const MAX_SIDE = 60;

/** The board with another size: clues and walls inside stay. `blank` is the empty board of that size. */
export function resized(board: BoardDocument, blank: BoardDocument): BoardDocument {
  const clues = (from: readonly (readonly string[])[], to: readonly (readonly string[])[]) =>
    to.map((row, r) => row.map((clue, c) => from[r]?.[c] ?? clue));
  const digits = (from: readonly string[], to: readonly string[]) =>
    to.map((line, r) => [...line].map((digit, i) => from[r]?.[i] ?? digit).join(""));
  const lines = (side: Side) =>
    (blank.outside[side] ?? []).map((clue, i) => board.outside[side]?.[i] ?? clue);
  return {
    ...board,
    rows: blank.rows,
    columns: blank.columns,
    cells: clues(board.cells, blank.cells),
    points: clues(board.points, blank.points),
    dots: clues(board.dots, blank.dots),
    walls: {
      right: digits(board.walls.right, blank.walls.right),
      down: digits(board.walls.down, blank.walls.down),
    },
    outside: {
      above: lines("above"),
      below: lines("below"),
      left: lines("left"),
      right: lines("right"),
    },
  };
}

/** What clues at a place look like; null if it can have none. */
export function formAt(form: FormDocument, place: Place): ClueForm | null {
  switch (place.kind) {
    case "cell":
      return form.cells ?? null;
    case "point":
      return form.points ?? null;
    case "dot":
      return form.dots ?? null;
    case "outside":
      return null;
  }
}

/**
 * The names of the numbers of a clue that has several, each at its own side; null for other clues.
 */
export function partNames(clues: ClueForm | null): readonly string[] | null {
  if (clues?.form === "compass") return ["up", "right", "down", "left"];
  return clues?.form === "sums" ? ["below", "right"] : null;
}

/** The numbers of such a clue; empty where it has none. */
export function clueParts(clues: ClueForm, text: string): readonly string[] {
  const names = partNames(clues) ?? [];
  const parts = text.split(clues.form === "sums" ? "\\" : ",");
  return names.map((_, i) => (/^\d+$/.test(parts[i] ?? "") ? (parts[i] ?? "") : ""));
}

/** The text of such a clue with another number at a side; an empty text removes the number. */
export function withPart(clues: ClueForm, text: string, at: number, number: string): string {
  const parts = clueParts(clues, text).map((old, i) => (i === at ? number : old));
  if (clues.form === "sums") return parts.every((part) => part === "") ? "#" : parts.join("\\");
  return parts.map((part) => (part === "" ? "-" : part)).join(",");
}

const DIGIT = /^[0-9]$/;

/** Appends a digit to a number that may not be larger than `max`; otherwise the digit is a new number. */
function appended(number: string, digit: string, max: number): string {
  const joined = String(Number(number + digit));
  return /^\d+$/.test(number) && Number(joined) <= max ? joined : digit;
}

/** The parts of a clue with an arrow: colour, number, and arrow. */
export function arrowParts(text: string): { colour: string; number: string; arrow: string } {
  const [, colour = "", number = "", arrow = ""] = /^([o*]?)([0-9?]*)([\^>v<]?)$/.exec(text) ?? [];
  return { colour, number, arrow };
}

/**
 * The clue after a key was pressed at a place; null if the key has no meaning there. `.` is no clue.
 */
export function typed(form: FormDocument, place: Place, old: string, key: string): string | null {
  if (key === "Backspace" || key === "Delete" || key === ".") return ".";
  const text = old === "." ? "" : old;
  if (place.kind === "outside") return typedOutside(form, text, key);
  if (key === "#" && place.kind === "cell" && form.holes) return old === "#" ? "." : "#";
  const clues = formAt(form, place);
  if (clues === null) return null;
  switch (clues.form) {
    case "numbers": {
      if (key === "?") return clues.unknown ? "?" : null;
      return DIGIT.test(key) ? appended(text, key, clues.max) : null;
    }
    case "marks":
      if (key === " ") return nextMark(clues, old);
      return clues.marks.some(({ symbol }) => symbol === key) ? key : null;
    case "circles": {
      if (key === "o" || key === "*") return key + text.replace(/^[o*]/, "");
      if (key === " ") return text === "" ? "o" : text === "o" ? "*" : ".";
      if (!DIGIT.test(key)) return null;
      const colour = text.startsWith("*") ? "*" : "o";
      return colour + appended(text.replace(/^[o*]/, ""), key, 9999);
    }
    case "arrows": {
      const { colour, number, arrow } = arrowParts(text);
      if (clues.coloured && (key === "o" || key === "*")) return key + number + arrow;
      if ("^>v<".includes(key)) return `${colour}${number === "" ? "?" : number}${key}`;
      if (key === "?") return `${colour}?${arrow === "" ? ">" : arrow}`;
      if (!DIGIT.test(key)) return null;
      return `${colour}${appended(number, key, 9999)}${arrow === "" ? ">" : arrow}`;
    }
    case "several": {
      if (!/^[0-8?]$/.test(key)) return null;
      const numbers = text === "" ? [] : text.split(",");
      return numbers.length >= 4 ? key : [...numbers, key].join(",");
    }
    case "compass":
      return null;
    case "sums":
      // Sums are written in the text field.
      return key !== "#" ? null : old === "#" ? "." : "#";
  }
}

function typedOutside(form: FormDocument, text: string, key: string): string | null {
  const outside = form.outside;
  if (!outside) return null;
  if (outside.is_letter) return /^[a-zA-Z]$/.test(key) ? key.toUpperCase() : null;
  if (outside.is_list) {
    if (key === "," && text !== "" && !text.endsWith(",")) return `${text},`;
    return DIGIT.test(key) ? text + key : null;
  }
  if (key === "?") return "?";
  return DIGIT.test(key) ? appended(text, key, 9999) : null;
}

/** The mark after this one, after the last one none. */
export function nextMark(clues: Extract<ClueForm, { form: "marks" }>, old: string): string {
  const at = clues.marks.findIndex(({ symbol }) => symbol === old);
  return clues.marks[at + 1]?.symbol ?? ".";
}

/** A place in words: `row 2, column 3`. */
export function placeName(place: Place): string {
  switch (place.kind) {
    case "cell":
      return `row ${place.row + 1}, column ${place.column + 1}`;
    case "point":
      return `corner ${place.row + 1}, ${place.column + 1}`;
    case "dot":
      return `place ${place.row + 1}, ${place.column + 1} of the dots`;
    case "outside": {
      const across = place.side === "left" || place.side === "right";
      return `${place.side} of ${across ? "row" : "column"} ${place.index + 1}`;
    }
  }
}

/** Whether a cell is missing. */
export function isHole(board: BoardDocument, row: number, column: number): boolean {
  return board.cells[row]?.[column] === "#";
}
