// What a player has in front of them: givens, placed digits, pencil marks, and how they change.
import { charDigit, digitChar, gridLine, isPlain, type Layout, puzzleFile } from "./layout";

/** The state of a grid. Every change makes a new one, so that changes can be undone. */
export interface Board {
  readonly layout: Layout;
  readonly givens: readonly number[];
  readonly placed: readonly number[];
  readonly marks: readonly (readonly number[])[];
}

/** What typing a digit means. */
export type Mode = "given" | "digit" | "mark";

const NONE: readonly number[] = [];

/** A board without digits. */
export function emptyBoard(layout: Layout): Board {
  const cells = layout.n * layout.n;
  return {
    layout,
    givens: new Array<number>(cells).fill(0),
    placed: new Array<number>(cells).fill(0),
    marks: new Array<readonly number[]>(cells).fill(NONE),
  };
}

/** The digit in each cell, whoever put it there. */
export function values(board: Board): number[] {
  return board.givens.map((given, cell) => given || (board.placed[cell] ?? 0));
}

/** The puzzle as a text for the server; with what was placed, or the givens alone. */
export function puzzleText(board: Board, withPlaced: boolean): string {
  return puzzleFile(board.layout, withPlaced ? values(board) : board.givens);
}

function change(
  board: Board,
  cell: number,
  part: { given?: number; placed?: number; marks?: readonly number[] },
): Board {
  const set = <T>(list: readonly T[], value: T | undefined): readonly T[] =>
    value === undefined ? list : list.map((old, i) => (i === cell ? value : old));
  return {
    layout: board.layout,
    givens: set(board.givens, part.given),
    placed: set(board.placed, part.placed),
    marks: set(board.marks, part.marks),
  };
}

/** Types a digit into cells. The same digit again takes it away; givens stay unless they are edited. */
export function type(board: Board, cells: Iterable<number>, mode: Mode, digit: number): Board {
  if (digit < 1 || digit > board.layout.n) return board;
  const list = [...cells];
  // With several cells, marks are taken away only if all of them have the mark.
  const open = list.filter((cell) => !board.givens[cell] && !board.placed[cell]);
  const all = open.length > 0 && open.every((cell) => board.marks[cell]?.includes(digit));
  let next = board;
  for (const cell of list) {
    if (mode === "given") {
      const given = next.givens[cell] === digit && list.length === 1 ? 0 : digit;
      next = change(next, cell, { given, placed: 0, marks: NONE });
    } else if (next.givens[cell]) {
    } else if (mode === "digit") {
      const placed = next.placed[cell] === digit && list.length === 1 ? 0 : digit;
      next = change(next, cell, { placed });
    } else if (!next.placed[cell]) {
      const marks = next.marks[cell] ?? NONE;
      const without = marks.filter((mark) => mark !== digit);
      const changed = all ? without : [...without, digit].sort((a, b) => a - b);
      next = change(next, cell, { marks: changed });
    }
  }
  return next;
}

/** Empties cells: first the digit, and in a cell without digit the marks. */
export function erase(board: Board, cells: Iterable<number>, mode: Mode): Board {
  let next = board;
  for (const cell of cells) {
    if (next.givens[cell]) {
      if (mode === "given") next = change(next, cell, { given: 0 });
    } else if (next.placed[cell]) {
      next = change(next, cell, { placed: 0 });
    } else if (next.marks[cell]?.length) {
      next = change(next, cell, { marks: NONE });
    }
  }
  return next;
}

/** What a link holds: the puzzle `p`, and what was placed `d` and marked `m` if anything was. */
export function toQuery(board: Board): Record<string, string> {
  const { layout } = board;
  const query: Record<string, string> = {
    p: isPlain(layout) ? gridLine(layout.n, board.givens) : puzzleFile(layout, board.givens),
  };
  if (board.placed.some((digit) => digit > 0)) query.d = board.placed.map(digitChar).join("");
  if (board.marks.some((marks) => marks.length > 0)) {
    query.m = board.marks.map((marks) => marks.map(digitChar).join("")).join("-");
  }
  return query;
}

/** Puts what a link says was placed and marked onto a board; what does not fit is left out. */
export function withProgress(board: Board, d: string | undefined, m: string | undefined): Board {
  const { n } = board.layout;
  const fits = (digit: number | null): digit is number =>
    digit !== null && digit >= 0 && digit <= n;
  let { placed, marks } = board;
  if (d !== undefined && d.length === n * n) {
    placed = placed.map((old, cell) => {
      const digit = charDigit(d[cell] ?? ".");
      return board.givens[cell] ? 0 : fits(digit) ? digit : old;
    });
  }
  const words = m?.split("-");
  if (words?.length === n * n) {
    marks = words.map((word) =>
      [...new Set([...word].map(charDigit).filter(fits))]
        .filter((x) => x > 0)
        .sort((a, b) => a - b),
    );
  }
  return { ...board, placed, marks };
}
