// The puzzles that turn: those with a scene of their own, and those that the service knows by name.

/** The scenes, with the titles of their puzzles. */
export const SCENES_OF_TWIST: readonly { readonly path: string; readonly title: string }[] = [
  { path: "cube", title: "Cube" },
  { path: "square1", title: "Square-1" },
  { path: "sudoku-cube", title: "Sudoku Cube" },
];

/** The names of permutation puzzles, as `perm/read` lists them. */
export const PERMUTATIONS: readonly string[] = [
  "2x2x2",
  "3x3x3",
  "dino",
  "floppy",
  "ivy",
  "kilominx",
  "pyraminx",
  "skewb",
  "square1",
  "tower",
];
