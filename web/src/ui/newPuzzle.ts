// New puzzles from a seed: Sudokus, and pencil puzzles of any kind. Equal orders give equal puzzles.
import { ApiError, post } from "../api/client";
import type { PencilLevel } from "../api/generated";

/** What a puzzle is like. */
export interface PuzzleOrder {
  /** The kind: `grid` is the Sudoku. */
  readonly kind: string;
  readonly rows: number;
  readonly columns: number;
  /** The level of difficulty; any if it is empty. */
  readonly level: string;
  readonly seed: number;
}

/** A new puzzle with exactly one solution. */
export interface NewPuzzle {
  readonly file: string;
  /** The puzzle as the scene writes it into its address. */
  readonly text: string;
  readonly solution: unknown;
  /** The rules in Markdown; none for a Sudoku, whose rules are known. */
  readonly rules: string | null;
}

/** The levels of Sudokus. */
export const GRID_LEVELS = ["easy", "medium", "hard", "unfair", "extreme"] as const;

/** The levels of pencil puzzles. */
export const PENCIL_LEVELS: readonly PencilLevel[] = ["easy", "medium", "hard", "expert"];

/** The levels of a kind. */
export function levelsOf(kind: string): readonly string[] {
  return kind === "grid" ? GRID_LEVELS : PENCIL_LEVELS;
}

/** Says that no puzzle was found. */
function notFound(limit: string | null): ApiError {
  const message = `no puzzle was found${limit === null ? "" : `, stopped by a limit: ${limit}`}`;
  const hint = "choose another level, another size or another seed";
  return new ApiError(
    0,
    [{ code: "page.generate", message, hint, line: null, column: null }],
    null,
  );
}

/** Makes a puzzle. Throws an `ApiError`. */
export async function makePuzzle(order: PuzzleOrder, signal?: AbortSignal): Promise<NewPuzzle> {
  const { kind, rows, columns, level, seed } = order;
  if (kind === "grid") {
    const asked = { size: rows, seed, ...(level === "" ? {} : { level }) };
    const made = await post("sudoku/generate", asked, signal);
    const { puzzle, file, solution } = made;
    if (puzzle === null || file === null || made.unique !== true) throw notFound(made.limit);
    return { file, text: puzzle, solution, rules: null };
  }
  const difficulty = PENCIL_LEVELS.find((one) => one === level) ?? null;
  const asked = { kind, rows, columns, seed, difficulty };
  const made = await post("pencil/generate", asked, signal);
  if (made.puzzle === null) throw notFound(null);
  const { puzzle, link, solution, rules } = made;
  return { file: puzzle, text: link ?? puzzle, solution, rules };
}
