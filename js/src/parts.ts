// The modules of the package, and which of them answers a request.

/**
 * A module of WebAssembly, with the requests of some subjects:
 *
 * - `sudoku`: those that begin with `sudoku/`;
 * - `puzzles`: `solve`, `check`, `draw`, `recognise` and `pencil/…`, for puzzles of all kinds and models;
 * - `permutations`: `square1/…`, `cube/…` and `perm/…`.
 */
export type Part = "sudoku" | "puzzles" | "permutations";

/** All parts. */
export const PARTS: readonly Part[] = ["sudoku", "puzzles", "permutations"];

/** Returns the part that answers a request. An unknown one is refused by any part. */
export function partOf(name: string): Part {
  const [subject, rest] = name.split("/");
  if (subject === "sudoku") return "sudoku";
  return rest === undefined || subject === "pencil" ? "puzzles" : "permutations";
}
