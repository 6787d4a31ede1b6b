// What the gallery shows: which puzzle, in which words, and where it opens.
import { FIRST_MODEL } from "../model/example";
import { IRREGULAR, LARGE } from "./extra";
import { field } from "./toml";

/** A card of the gallery. */
export interface Card {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** The name of the example whose puzzle it shows, or the puzzle itself. */
  readonly source: { readonly example: string } | { readonly puzzle: string };
  /** After how many seconds the way that was found is good enough; the server's limit if left out. */
  readonly time?: number;
  readonly draws: "grid" | "coins" | "net" | "square1" | "model";
  /** The scene in which the puzzle opens, and what its link holds. */
  readonly opens: (puzzle: string) => { scene: string; query: Record<string, string> };
}

const whole = (scene: string) => (puzzle: string) => ({ scene, query: { p: puzzle } });

function square1(puzzle: string) {
  const text = field(puzzle, "position") ?? field(puzzle, "scramble") ?? "";
  const silver = field(puzzle, "colours") === "silver";
  return {
    scene: "square1",
    query: { p: text, ...(silver ? { c: "silver" } : {}) } as Record<string, string>,
  };
}

function cube(puzzle: string) {
  const text = field(puzzle, "position") ?? field(puzzle, "scramble") ?? "";
  const centres = /^centres\s*=\s*true/m.test(puzzle);
  return {
    scene: "cube",
    query: { p: text.trim(), ...(centres ? { c: "1" } : {}) } as Record<string, string>,
  };
}

export const CARDS: readonly Card[] = [
  {
    name: "classic",
    title: "Classic Sudoku",
    text: "Solved in microseconds, proved unique, and explained as a person would find it.",
    source: { example: "classic" },
    draws: "grid",
    opens: whole("sudoku"),
  },
  {
    name: "horrendum",
    title: "Horrendum",
    text: "8 by 8, regions in pieces, one diagonal, and seven givens.",
    source: { example: "horrendum" },
    draws: "grid",
    opens: whole("sudoku"),
  },
  {
    name: "killer",
    title: "Killer Sudoku",
    text: "No digit is given, only the sums of cages.",
    source: { example: "killer" },
    draws: "grid",
    opens: whole("sudoku"),
  },
  {
    name: "large",
    title: "16 by 16",
    text: "Large grids, with a search that learns from its dead ends.",
    source: { puzzle: LARGE },
    draws: "grid",
    opens: whole("sudoku"),
  },
  {
    name: "irregular",
    title: "Irregular with diagonals",
    text: "Regions of any shape, both diagonals, eleven givens.",
    source: { puzzle: IRREGULAR },
    draws: "grid",
    opens: whole("sudoku"),
  },
  {
    name: "golden-waste",
    title: "Golden Waste",
    text: "Pick up all the coins in one walk that never turns back.",
    source: { example: "golden-waste" },
    draws: "coins",
    opens: whole("golden-waste"),
  },
  {
    name: "sudoku-cube",
    title: "Sudoku Cube",
    text: "Which piece goes where, so that every face holds 1 to 9, all upright.",
    source: { example: "sudoku-cube" },
    draws: "net",
    opens: whole("sudoku-cube"),
  },
  {
    name: "square1-silver",
    title: "Square-1, silver",
    text: "Solved but for its middle layer, which takes three twists.",
    source: { example: "square1-silver" },
    draws: "square1",
    opens: square1,
  },
  {
    name: "square1",
    title: "Square-1, six colours",
    text: "A shortest way for any of its positions, and how many there are.",
    source: { example: "square1" },
    draws: "square1",
    opens: square1,
  },
  {
    name: "cube3",
    title: "Cube with centres",
    text: "A 3×3×3 whose centres show how they are turned; about 22 moves.",
    source: { example: "cube3" },
    time: 2,
    draws: "net",
    opens: cube,
  },
  {
    name: "model",
    title: "A model of your own",
    text: "Integers and conditions, written the obvious way; the compiler does the rest.",
    source: { puzzle: FIRST_MODEL },
    draws: "model",
    opens: whole("model"),
  },
];
