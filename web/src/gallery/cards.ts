// The cards of the gallery: the puzzle, its text, and the scene that opens it.
import type { Example, Family } from "../api/generated";
import { FIRST_MODEL } from "../model/example";
import { type Destination, turningPuzzle } from "../open/openText";
import { IRREGULAR_GRID, LARGE_GRID } from "./grids";

/** A card of the gallery. */
export interface Card {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** The name of the example, or the puzzle itself. */
  readonly source: { readonly example: string } | { readonly puzzle: string };
  /** The time limit in seconds; that of the server if left out. */
  readonly time?: number;
  /** The family of a pencil puzzle. */
  readonly family?: Family;
  readonly draws: "grid" | "coins" | "net" | "square1" | "model" | "board";
  /** The scene in which the puzzle opens, and the query of its link. */
  readonly opens: (puzzle: string) => Destination;
}

const whole = (scene: string) => (puzzle: string) => ({ scene, query: { p: puzzle } });

const turning = (scene: string) => (puzzle: string) => turningPuzzle(scene, puzzle);

export const CARDS: readonly Card[] = [
  {
    name: "classic",
    title: "Classic Sudoku",
    text: "Solved in microseconds, proved unique, and explained step by step.",
    source: { example: "classic" },
    draws: "grid",
    opens: whole("sudoku"),
  },
  {
    name: "horrendum",
    title: "Horrendum",
    text: "8 by 8, unconnected regions, one diagonal, and seven givens.",
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
    text: "Large grids, with a search that learns from conflicts.",
    source: { puzzle: LARGE_GRID },
    draws: "grid",
    opens: whole("sudoku"),
  },
  {
    name: "irregular",
    title: "Irregular with diagonals",
    text: "Regions of any shape, both diagonals, eleven givens.",
    source: { puzzle: IRREGULAR_GRID },
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
    opens: turning("square1"),
  },
  {
    name: "square1",
    title: "Square-1, six colours",
    text: "A shortest solution of any position, and the number of shortest solutions.",
    source: { example: "square1" },
    draws: "square1",
    opens: turning("square1"),
  },
  {
    name: "cube3",
    title: "Cube with centres",
    text: "A 3×3×3 whose centres have directions; about 22 moves.",
    source: { example: "cube3" },
    time: 2,
    draws: "net",
    opens: turning("cube"),
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

const exampleOf = ({ source }: Card) => ("example" in source ? source.example : null);

/** The longest text of a card that is taken from a file, in characters, unless one sentence is longer. */
const MAX_TEXT = 140;

/**
 * The first sentences of the comment at the start of a puzzle file, without parentheses about the file's
 * own characters; null if it has none.
 */
export function openingText(file: string): string | null {
  const lines = file.split("\n");
  const end = lines.findIndex((line) => !/^#\s*\S/.test(line));
  const comment = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.slice(1).trim());
  const text = comment.join(" ").replace(/ \(`[^)]*\)/g, "");
  let shown = "";
  for (const sentence of text.split(/(?<=[.!?])\s+/)) {
    if (shown !== "" && shown.length + 1 + sentence.length > MAX_TEXT) break;
    shown = shown === "" ? sentence : `${shown} ${sentence}`;
  }
  return shown === "" ? null : shown;
}

/**
 * All cards: those above, and one for each example of a kind of puzzle that has none of them. The server
 * draws such a puzzle, and the scene of pencil puzzles or that for all puzzles opens it.
 */
export function cardsWith(examples: readonly Example[]): readonly Card[] {
  const own = new Set(CARDS.map(exampleOf));
  const kinds = new Set(examples.filter(({ name }) => own.has(name)).map(({ kind }) => kind));
  const others = examples.filter(({ kind }) => !kinds.has(kind));
  const drawn = others.map(
    (example): Card => ({
      name: example.name,
      title: example.title ?? example.name,
      text: openingText(example.puzzle) ?? `A puzzle of the kind ${example.kind}.`,
      source: { example: example.name },
      draws: "board",
      ...(example.family ? { family: example.family } : {}),
      opens: whole(example.family ? "pencil" : "model"),
    }),
  );
  const last = CARDS.findIndex(({ draws }) => draws === "model");
  return [...CARDS.slice(0, last), ...drawn, ...CARDS.slice(last)];
}
