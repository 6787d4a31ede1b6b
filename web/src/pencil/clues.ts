// The clues of a board one by one: those that could be left out, and single clues that could be
// added.
import type { BoardDocument, ClueForm, FormDocument } from "../api/generated";
import { clueAt, formAt, hasWall, type Place, SIDES } from "./board";
import { type Marks, UNKNOWN } from "./marks";

/** A clue at a place: one that is left out, or one that is added. */
export interface PlacedClue {
  readonly place: Place;
  readonly clue: string;
}

/** A clue of the board, with the texts that say less than it, the one that says least first. */
export interface WeakerClue extends PlacedClue {
  readonly weaker: readonly string[];
}

/** All places of a board that can have a clue, in the order of reading. */
function places(board: BoardDocument, form: FormDocument): readonly Place[] {
  const map = (kind: "cell" | "point" | "dot", clues: readonly (readonly string[])[]): Place[] =>
    clues.flatMap((line, row) => line.map((_, column) => ({ kind, row, column })));
  return [
    ...(form.cells ? map("cell", board.cells) : []),
    ...(form.points ? map("point", board.points) : []),
    ...(form.dots ? map("dot", board.dots) : []),
    ...SIDES.filter((side) => form.outside?.sides.includes(side)).flatMap((side) =>
      (board.outside[side] ?? []).map((_, index): Place => ({ kind: "outside", side, index })),
    ),
  ];
}

/** Texts that say less than a clue. A black cell without its number stays black. */
function weakerTexts(form: FormDocument, place: Place, clue: string): readonly string[] {
  const clues = formAt(form, place);
  if (clues?.form === "sums") return clue === "#" ? [] : ["#"];
  const hasUnknown = clues?.form === "numbers" && clues.unknown && clue !== "?";
  if (place.kind === "cell" && form.black_clues) return hasUnknown ? ["?"] : [];
  return hasUnknown ? [".", "?"] : ["."];
}

/** The clues that could say less. */
export function weakerClues(board: BoardDocument, form: FormDocument): readonly WeakerClue[] {
  return places(board, form).flatMap((place) => {
    const clue = clueAt(board, place);
    if (clue === "." || clue === "" || isMissing(form, place, clue)) return [];
    const weaker = weakerTexts(form, place, clue);
    return weaker.length === 0 ? [] : [{ place, clue, weaker }];
  });
}

/** Whether the text of a cell says that it is missing. */
function isMissing(form: FormDocument, place: Place, clue: string): boolean {
  return place.kind === "cell" && clue === "#" && form.cells?.form !== "sums";
}

/** The numbers of the rooms, cell by cell. */
function roomsOf(board: BoardDocument): readonly number[] {
  const { rows, columns } = board;
  const rooms = new Array<number>(rows * columns).fill(-1);
  let count = 0;
  for (let first = 0; first < rooms.length; first++) {
    if (rooms[first] !== -1) continue;
    const stack = [first];
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      if (rooms[cell] !== -1) continue;
      rooms[cell] = count;
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      const isOpen = (level: boolean, r: number, c: number) =>
        !hasWall(board, { level, row: r, column: c });
      if (row > 0 && isOpen(true, row, column)) stack.push(cell - columns);
      if (row + 1 < rows && isOpen(true, row + 1, column)) stack.push(cell + columns);
      if (column > 0 && isOpen(false, row, column)) stack.push(cell - 1);
      if (column + 1 < columns && isOpen(false, row, column + 1)) stack.push(cell + 1);
    }
    count += 1;
  }
  return rooms;
}

/**
 * Of the cells of rooms that have at most one number, one of each room without a number: that with
 * `?`, or the first.
 */
function oncePerRoom(board: BoardDocument, all: readonly Place[]): readonly Place[] {
  const rooms = roomsOf(board);
  const roomOf = (place: Place) =>
    place.kind === "cell" ? (rooms[place.row * board.columns + place.column] ?? -1) : -1;
  const isNumber = (place: Place) => /^\d/.test(clueAt(board, place));
  const seen = new Set(all.filter(isNumber).map(roomOf));
  const isUnknown = (place: Place) => clueAt(board, place) === "?";
  const order = [...all.filter(isUnknown), ...all.filter((place) => !isUnknown(place))];
  return order.filter((place) => {
    const room = roomOf(place);
    if (room === -1) return true;
    if (seen.has(room)) return false;
    seen.add(room);
    return true;
  });
}

function range(first: number, last: number): readonly string[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => String(first + i));
}

/** The clues of a form that can be listed, with numbers up to `most`; null for other forms. */
function valuesOf(clues: ClueForm, most: number): readonly string[] | null {
  if (clues.form === "numbers") return range(clues.min, Math.min(clues.max, most));
  return clues.form === "marks" ? clues.marks.map(({ symbol }) => symbol) : null;
}

/** The clues outside that can be listed; null if a line can have several numbers. */
function outsideValues({ outside, parameter }: FormDocument, board: BoardDocument, most: number) {
  if (!outside || outside.is_list) return null;
  if (!outside.is_letter) return range(outside.min, most);
  const count = Math.min(board.parameter ?? parameter?.max ?? 26, 26);
  return Array.from({ length: count }, (_, i) => String.fromCharCode(65 + i));
}

/** Whether single clues of a form can be listed. */
export function hasSingleClues(form: FormDocument): boolean {
  const forms = [form.cells, form.points, form.dots];
  const canList = forms.some((clues) => clues?.form === "numbers" || clues?.form === "marks");
  return canList || (form.outside !== null && !form.outside.is_list);
}

/** Whether single clues of a form can be numbers, so that it matters how large they may be. */
export function hasNumberClues(form: FormDocument): boolean {
  const isOpen = (clues: ClueForm | null) => clues?.form === "numbers" && clues.max > 4;
  const { outside } = form;
  return (
    isOpen(form.cells) ||
    isOpen(form.points) ||
    (outside !== null && !outside.is_list && !outside.is_letter)
  );
}

/** What is known of the solutions of a board. */
export interface KnownSolutions {
  /** What is the same in all of them; null if that is not known. */
  readonly part: Marks | null;
  /** Some of them. */
  readonly found: readonly Marks[];
}

/**
 * Whether the number in a cell is the number of its clue: then a clue that two solutions have makes
 * neither of them unique.
 */
function isValueClue(form: FormDocument): boolean {
  return form.cell_layer?.layer === "numbers" && !form.black_clues;
}

/**
 * The single clues that could make the puzzle unique, with numbers up to `most`: first in cells
 * that are not the same in all solutions. Only clues that cannot do it for sure are left out.
 */
export function singleClues(
  board: BoardDocument,
  form: FormDocument,
  known: KnownSolutions,
  most: number,
): readonly PlacedClue[] {
  const { columns } = board;
  const all = form.room_numbers ? oncePerRoom(board, places(board, form)) : places(board, form);
  const isFree = (place: Place) => {
    const clue = clueAt(board, place);
    return clue === "." || clue === "" || clue === "?";
  };
  const isSettled = (place: Place) => {
    if (place.kind !== "cell" || known.part === null || form.cell_layer === null) return false;
    return known.part.cells[place.row * columns + place.column] !== UNKNOWN;
  };
  const listed = all.filter(isFree).flatMap((place) => {
    const clues = formAt(form, place);
    const values =
      place.kind === "outside" ? outsideValues(form, board, most) : clues && valuesOf(clues, most);
    if (!values) return [];
    const isValue = place.kind === "cell" && isValueClue(form);
    // A number that all solutions have excludes none of them.
    if (isValue && isSettled(place)) return [];
    const allowed = values.filter((value) => {
      if (!isValue || place.kind !== "cell") return true;
      const at = place.row * columns + place.column;
      return known.found.filter(({ cells }) => cells[at] === value).length < 2;
    });
    return allowed.map((clue) => ({ place, clue }));
  });
  const settled = listed.filter(({ place }) => isSettled(place));
  return [...listed.filter(({ place }) => !isSettled(place)), ...settled];
}
