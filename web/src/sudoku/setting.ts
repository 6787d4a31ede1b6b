// What is asked while a Sudoku is made: givens that are not needed, and single givens that are
// enough.
import { post } from "../api/client";
import type { SolveResponse, SudokuCandidatesResponse } from "../api/generated";
import { type TrialResult, type Trials, verdictOf, withVerdict } from "../trials/trials";
import { gridSolution } from "./answers";
import { type Board, puzzleText } from "./board";
import { basicCandidates } from "./layout";

/** A digit in a cell. */
export interface Given {
  readonly cell: number;
  readonly digit: number;
}

/** A solution, row by row. */
export type Digits = readonly number[];

/** The board with another given in a cell; 0 for none. */
export function withGiven(board: Board, cell: number, digit: number): Board {
  const givens = board.givens.map((old, at) => (at === cell ? digit : old));
  const placed = board.placed.map((old, at) => (at === cell ? 0 : old));
  return { ...board, givens, placed };
}

/** The givens of a board. */
export function givensOf(board: Board): readonly Given[] {
  return board.givens.flatMap((digit, cell) => (digit > 0 ? [{ cell, digit }] : []));
}

/** Solves a board with its givens alone, within a time limit in seconds. */
export type SolveGivens = (
  board: Board,
  seconds: number,
  signal: AbortSignal,
) => Promise<Pick<SolveResponse, "outcome" | "unique" | "solution">>;

/** Solves by a request. */
export const solveGivens: SolveGivens = (board, seconds, signal) =>
  post("solve", { puzzle: puzzleText(board, false), time_limit: seconds }, signal);

/** Finds out whether a Sudoku keeps its only solution without a given. */
export async function tryWithout(
  board: Board,
  solution: Digits,
  { cell }: Given,
  solve: SolveGivens,
  seconds: number,
  signal: AbortSignal,
): Promise<TrialResult> {
  const answer = await solve(withGiven(board, cell, 0), seconds, signal);
  const isSame = () =>
    gridSolution(answer)
      ?.flat()
      .every((digit, at) => digit === solution[at]) === true;
  return { verdict: verdictOf(answer, isSame) };
}

/** Finds out whether a Sudoku has exactly one solution with one more given: `same` if it has. */
export async function tryGiven(
  board: Board,
  { cell, digit }: Given,
  solve: SolveGivens,
  seconds: number,
  signal: AbortSignal,
): Promise<TrialResult> {
  const answer = await solve(withGiven(board, cell, digit), seconds, signal);
  return { verdict: verdictOf(answer, () => true) };
}

/** What is known of the candidates of a grid. */
type Candidates = Pick<SudokuCandidatesResponse, "limit" | "candidates">;

/**
 * The single givens that could make a Sudoku unique. Only those that cannot do it for sure are left
 * out: digits that are in no solution, digits that all solutions have, and digits that two of the
 * solutions found have.
 */
export function singleGivens(
  board: Board,
  known: Candidates | null,
  found: readonly Digits[],
): readonly Given[] {
  const cells = board.givens.length;
  const areAll = known !== null && known.limit === null && known.candidates.length === cells;
  const possible = areAll ? known.candidates : basicCandidates(board.layout, board.givens);
  return possible.flatMap((digits, cell) => {
    if (board.givens[cell] || (areAll && digits.length === 1)) return [];
    const open = digits.filter((digit) => found.filter((one) => one[cell] === digit).length < 2);
    return open.map((digit) => ({ cell, digit }));
  });
}

/** A sign in a cell, with what it means. */
export interface Tag {
  readonly cell: number;
  readonly kind: "spare" | "needed" | "undecided" | "enough";
  readonly sign: string;
  readonly words: string;
}

/** The signs of givens that were left out. */
export function givenTags({ all, results }: Trials<Given>): readonly Tag[] {
  return all.flatMap(({ cell }, index): Tag[] => {
    const verdict = results.get(index)?.verdict;
    if (verdict === undefined) return [];
    if (verdict === "undecided") {
      return [{ cell, kind: "undecided", sign: "…", words: "not decided" }];
    }
    return verdict === "same"
      ? [{ cell, kind: "spare", sign: "−", words: "not needed" }]
      : [{ cell, kind: "needed", sign: "✓", words: "needed" }];
  });
}

/** The signs of single givens that are enough. */
export function singleTags(trials: Trials<Given>): readonly Tag[] {
  const byCell = new Map<number, Tag>();
  for (const { trial } of withVerdict(trials, "same")) {
    const { cell, digit } = trial;
    const old = byCell.get(cell);
    const words = old ? `${old.words} or ${digit}` : `unique with ${digit}`;
    byCell.set(cell, { cell, kind: "enough", sign: "+", words });
  }
  return [...byCell.values()];
}

/** How often each digit is in a cell, in some solutions, in words: `1 in 4, 3 in 2`. */
export function countsText(found: readonly Digits[], cell: number): string {
  const counts = new Map<number, number>();
  for (const digits of found) {
    const digit = digits[cell] ?? 0;
    counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([digit, count]) => `${digit} in ${count}`)
    .join(", ");
}
