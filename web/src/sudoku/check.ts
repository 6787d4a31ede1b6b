// Comparing the player's digits and marks with the solutions of the puzzle.
import { post } from "../api/client";
import type { SudokuCandidatesResponse } from "../api/generated";
import { type Board, puzzleText } from "./board";
import { cellName } from "./layout";
import { candidatesOfAnswer } from "./useTrueCandidates";

/** Which digits occur in solutions of a puzzle. */
type Solutions = Pick<SudokuCandidatesResponse, "outcome" | "solutions" | "candidates">;

/** The result of a comparison: the cells by name. */
export interface Checked {
  /** Placed digits that are in no solution. */
  readonly wrong: readonly string[];
  /** Cells whose centre marks lack the digit of every solution. */
  readonly lacking: readonly string[];
  /** Whether the puzzle has no solution at all; null if that is not known. */
  readonly solvable: boolean | null;
}

/** Seconds that the comparison may take at first. */
export const CHECK_TIME = 3;

/** Compares a board with what is known of the solutions of its givens. */
export function compare(board: Board, { outcome, solutions, candidates }: Solutions): Checked {
  const { n } = board.layout;
  // Without a list for each cell nothing is known of them.
  const known = outcome === "solved" && candidates.length === n * n;
  const solvable = solutions === null ? null : solutions > 0;
  if (!known) return { wrong: [], lacking: [], solvable: solvable ? null : solvable };
  const wrong: string[] = [];
  const lacking: string[] = [];
  for (let cell = 0; cell < n * n; cell++) {
    if (board.givens[cell]) continue;
    const [digit = 0, marks = [], right = []] = [
      board.placed[cell],
      board.marks[cell],
      candidates[cell],
    ];
    if (digit > 0) {
      if (!right.includes(digit)) wrong.push(cellName(n, cell));
    } else if (marks.length > 0 && !right.some((it) => marks.includes(it))) {
      lacking.push(cellName(n, cell));
    }
  }
  return { wrong, lacking, solvable };
}

/** Asks the server for the solutions of the givens, and compares the board with them. */
export async function checkBoard(board: Board, seconds: number): Promise<Checked> {
  const body = { puzzle: puzzleText(board, false), time_limit: seconds };
  const solutions =
    board.layout.cages.length > 0
      ? candidatesOfAnswer(await post("solve", body))
      : await post("sudoku/candidates", body);
  return compare(board, solutions);
}
