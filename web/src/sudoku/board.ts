// The board of a player: givens, digits, marks and colours, and their changes.
import { charDigit, digitChar, gridLine, isStandard, type Layout, puzzleFile } from "./layout";
import { rulesComment } from "./linkRules";

/** A list for each cell. */
type Lists = readonly (readonly number[])[];

/** The state of a grid. Every change makes a new one, so that changes can be undone. */
export interface Board {
  readonly layout: Layout;
  readonly givens: readonly number[];
  readonly placed: readonly number[];
  /** Centre marks; hints use them as candidates. */
  readonly marks: Lists;
  /** Corner marks: possible places within a region, and other notes. */
  readonly corners: Lists;
  /** Colours of cells, 1 to `COLOURS.length`. */
  readonly colours: Lists;
}

/** What typing a digit means. */
export type Mode = "digit" | "corner" | "mark" | "colour" | "given";

/** The names of the colours, numbered from 1. */
export const COLOURS = [
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "purple",
  "pink",
  "grey",
] as const;

const NONE: readonly number[] = [];

/** A board without digits. */
export function emptyBoard(layout: Layout): Board {
  const cells = layout.n * layout.n;
  const none = new Array<readonly number[]>(cells).fill(NONE);
  return {
    layout,
    givens: new Array<number>(cells).fill(0),
    placed: new Array<number>(cells).fill(0),
    marks: none,
    corners: none,
    colours: none,
  };
}

/** The digit in each cell, given or placed. */
export function values(board: Board): number[] {
  return board.givens.map((given, cell) => given || (board.placed[cell] ?? 0));
}

/** The puzzle as a text for the server, with the placed digits or the givens alone. */
export function puzzleText(board: Board, withPlaced: boolean): string {
  return puzzleFile(board.layout, withPlaced ? values(board) : board.givens);
}

/** The puzzle as a file to be kept: with its rules in words as a comment. */
export function savedFile(board: Board): string {
  return `${rulesComment(board.layout.rules)}${puzzleText(board, false)}`;
}

type Cells = "givens" | "placed" | "marks" | "corners" | "colours";

/** Replaces the values of some cells; returns the same board if nothing changes. */
function replaced<K extends Cells>(
  board: Board,
  name: K,
  cells: ReadonlySet<number>,
  next: (old: Board[K][number], cell: number) => Board[K][number],
): Board {
  const list = board[name] as readonly Board[K][number][];
  const changed = list.map((old, cell) => (cells.has(cell) ? next(old, cell) : old));
  return changed.every((value, cell) => value === list[cell])
    ? board
    : { ...board, [name]: changed };
}

const emptied = (old: readonly number[]) => (old.length > 0 ? NONE : old);

/** The lists that the modes with several values per cell change. */
const LISTS = { corner: "corners", mark: "marks", colour: "colours" } as const;

/**
 * Enters a digit, mark or colour into cells, or removes it if all of them have it. Givens change only in
 * their own mode.
 */
export function type(board: Board, cells: Iterable<number>, mode: Mode, digit: number): Board {
  const most = mode === "colour" ? COLOURS.length : board.layout.n;
  if (digit < 1 || digit > most) return board;
  const all = [...cells];
  if (mode === "given") {
    const set = new Set(all);
    const away = all.every((cell) => board.givens[cell] === digit);
    let next = replaced(board, "givens", set, () => (away ? 0 : digit));
    next = replaced(next, "placed", set, () => 0);
    next = replaced(next, "marks", set, emptied);
    return replaced(next, "corners", set, emptied);
  }
  if (mode === "digit") {
    const open = all.filter((cell) => !board.givens[cell]);
    const away = open.every((cell) => board.placed[cell] === digit);
    return replaced(board, "placed", new Set(open), () => (away ? 0 : digit));
  }
  const name = LISTS[mode];
  const open =
    mode === "colour" ? all : all.filter((cell) => !board.givens[cell] && !board.placed[cell]);
  const away = open.every((cell) => board[name][cell]?.includes(digit));
  return replaced(board, name, new Set(open), (old) => {
    if (away) return old.filter((mark) => mark !== digit);
    return old.includes(digit) ? old : [...old, digit].sort((a, b) => a - b);
  });
}

/**
 * Empties cells one layer at a time: first that of the mode, then digits, marks, colours. Givens change
 * only in their own mode.
 */
export function erase(board: Board, cells: Iterable<number>, mode: Mode): Board {
  const set = new Set(cells);
  const open = new Set([...set].filter((cell) => !board.givens[cell]));
  const steps: (() => Board)[] = [
    () => replaced(board, "placed", open, () => 0),
    () => {
      const left = replaced(board, "marks", open, emptied);
      return replaced(left, "corners", open, emptied);
    },
    () => replaced(board, "colours", set, emptied),
  ];
  if (mode === "given") steps.unshift(() => replaced(board, "givens", set, () => 0));
  if (mode === "corner" || mode === "mark") {
    // Marks under a digit are hidden, so the digit is erased first.
    const bare = new Set([...open].filter((cell) => !board.placed[cell]));
    steps.unshift(() => replaced(board, LISTS[mode], bare, emptied));
  }
  if (mode === "colour") steps.unshift(() => replaced(board, "colours", set, emptied));
  for (const step of steps) {
    const next = step();
    if (next !== board) return next;
  }
  return board;
}

/** The cells with the same digit as a cell, or the same marks or colours if it has no digit. */
export function equalCells(board: Board, cell: number): Set<number> {
  const digits = values(board);
  const all = digits.map((_, other) => other);
  if (digits[cell]) return new Set(all.filter((other) => digits[other] === digits[cell]));
  for (const name of ["marks", "corners", "colours"] as const) {
    const key = (board[name][cell] ?? NONE).join();
    if (key === "") continue;
    return new Set(
      all.filter((other) => {
        const open = name === "colours" || !digits[other];
        return open && (board[name][other] ?? NONE).join() === key;
      }),
    );
  }
  return new Set([cell]);
}

/** The layers that can be cleared. */
export type ClearTarget = "marks" | "colours" | "placed" | "all";

/** The board with a layer cleared. */
export function clearBoard(board: Board, what: ClearTarget): Board {
  const empty = emptyBoard(board.layout);
  if (what === "marks") return { ...board, marks: empty.marks, corners: empty.corners };
  if (what === "colours") return { ...board, colours: empty.colours };
  return what === "placed" ? { ...empty, givens: board.givens } : empty;
}

/** The player's progress in a link. */
export interface Progress {
  /** The placed digits. */
  readonly d?: string | undefined;
  /** Centre marks, corner marks and colours, cell by cell. */
  readonly m?: string | undefined;
  readonly k?: string | undefined;
  readonly c?: string | undefined;
}

/** The lists of cells in a link, by the name they have there. */
const LINKED = [
  ["m", "marks"],
  ["k", "corners"],
  ["c", "colours"],
] as const;

/** Whether a line with the givens is the whole puzzle. */
export function isLine(layout: Layout): boolean {
  return isStandard(layout) && !layout.title && !layout.author && !layout.rules;
}

/** The puzzle as it is in links: its line if that is all, else its file. */
export function linkedPuzzle(board: Board): string {
  const { layout, givens } = board;
  return isLine(layout) ? gridLine(layout.n, givens) : savedFile(board);
}

/** Whether the player has entered anything besides givens. */
export function isMarked(board: Board): boolean {
  const { placed, marks, corners, colours } = board;
  const isFilled = (lists: Lists) => lists.some((list) => list.length > 0);
  return placed.some((digit) => digit > 0) || [marks, corners, colours].some(isFilled);
}

/** The query of a link: the puzzle `p`, and the placed digits, marks and colours, if any. */
export function toQuery(board: Board): Record<string, string> {
  const query: Record<string, string> = { p: linkedPuzzle(board) };
  if (board.placed.some((digit) => digit > 0)) query.d = board.placed.map(digitChar).join("");
  for (const [key, name] of LINKED) {
    if (board[name].some((list) => list.length > 0)) {
      query[key] = board[name].map((list) => list.map(digitChar).join("")).join("-");
    }
  }
  return query;
}

/** Adds the progress in a link to a board; invalid parts are left out. */
export function applyProgress(board: Board, progress: Progress): Board {
  const { n } = board.layout;
  const { d } = progress;
  let next = board;
  if (d !== undefined && d.length === n * n) {
    const placed = board.placed.map((old, cell) => {
      const digit = charDigit(d[cell] ?? ".");
      return board.givens[cell] ? 0 : digit !== null && digit <= n ? digit : old;
    });
    next = { ...next, placed };
  }
  for (const [key, name] of LINKED) {
    const words = progress[key]?.split("-");
    if (words?.length !== n * n) continue;
    const most = name === "colours" ? COLOURS.length : n;
    const read = (word: string) =>
      [...new Set([...word].map(charDigit))]
        .filter((digit) => digit !== null && digit > 0 && digit <= most)
        .sort((a, b) => (a ?? 0) - (b ?? 0)) as number[];
    next = { ...next, [name]: words.map(read) };
  }
  return next;
}
