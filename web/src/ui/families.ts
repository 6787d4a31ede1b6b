// The families of pencil puzzles.
import type { Family } from "../api/generated";

/** The families with their titles, in the order in which they are listed. */
export const FAMILIES: readonly { readonly family: Family; readonly title: string }[] = [
  { family: "shading", title: "Shading" },
  { family: "lines", title: "Loops and lines" },
  { family: "division", title: "Division into blocks" },
  { family: "numbers", title: "Numbers and letters" },
  { family: "objects", title: "Objects" },
  { family: "pictures", title: "Pictures" },
];
