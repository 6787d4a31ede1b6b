// What the server's answers about grids contain.
import type { SolveResponse } from "../api/generated";

/** The solution of a grid, row by row; null if none was found. */
export function gridSolution({
  solution,
}: Pick<SolveResponse, "solution">): readonly (readonly number[])[] | null {
  return solution as readonly (readonly number[])[] | null;
}
