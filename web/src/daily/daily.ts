// Which puzzles a day has. Kinds, levels and seeds follow from the date alone, so that everybody
// has the same ones.
import type { PuzzleOrder } from "../ui/newPuzzle";
import { seedOf } from "../ui/seed";

/** A puzzle of a day. */
export interface Daily extends PuzzleOrder {
  /** Kind and level: it tells the puzzles of a day apart. */
  readonly id: string;
  readonly title: string;
}

/** The sides of the boards. */
const SIDE = 6;

/** The kinds, with the levels of which puzzles of this size are made within a second or two, the easiest first. */
const KINDS = [
  ["slither", "Slitherlink", ["medium", "hard"]],
  ["nurikabe", "Nurikabe", ["easy", "medium"]],
  ["heyawake", "Heyawake", ["easy", "medium"]],
  ["shakashaka", "Shakashaka", ["easy", "medium"]],
  ["hitori", "Hitori", ["medium", "hard"]],
  ["tapa", "Tapa", ["easy", "medium"]],
  ["akari", "Akari", ["easy", "medium"]],
] as const;

/** The levels of the Sudoku on the first screen by weekday, from Monday. */
const LEVELS = ["easy", "easy", "medium", "medium", "hard", "hard", "unfair"] as const;

const MILLISECONDS = 86_400_000;

/** The number of the day (UTC), from 1970-01-01, which was a Thursday. */
export function dayNumber(date: Date): number {
  return Math.floor(date.getTime() / MILLISECONDS);
}

/** A day as a date, such as 2026-11-30. */
export function dayName(day: number): string {
  return new Date(day * MILLISECONDS).toISOString().slice(0, 10);
}

function puzzleOf(day: number, kind: string, name: string, level: string, side = SIDE): Daily {
  const id = `${kind} ${level}`;
  const seed = seedOf(`${dayName(day)} ${id}`);
  return { id, title: `${name}, ${level}`, kind, level, rows: side, columns: side, seed };
}

function sudokuOf(day: number, level: string): Daily {
  return puzzleOf(day, "grid", "Sudoku", level, 9);
}

function pencilOf(day: number, kind: string, name: string, level: string): Daily {
  return puzzleOf(day, kind, `${name} ${SIDE}×${SIDE}`, level);
}

/** The kinds of a day, which change from day to day. */
function kindsOf(day: number, count: number) {
  return Array.from({ length: count }, (_, i) => {
    // Neighbours of the list come on different days.
    const at = (day + 2 * i) % KINDS.length;
    return KINDS[at] ?? KINDS[0];
  });
}

/** The puzzles of a day on the first screen: the Sudoku is harder towards the end of the week. */
export function fewDaily(day: number): readonly Daily[] {
  const level = LEVELS[(day + 3) % 7] ?? "medium";
  const others = kindsOf(day, 2).map(([kind, name, [easiest]]) =>
    pencilOf(day, kind, name, easiest),
  );
  return [sudokuOf(day, level), ...others];
}

/** All puzzles of a day: Sudokus of each level, and some kinds with their levels. */
export function allDaily(day: number): readonly Daily[] {
  const sudokus = ["easy", "medium", "hard", "unfair"].map((level) => sudokuOf(day, level));
  const others = kindsOf(day, 4).flatMap(([kind, name, levels]) =>
    levels.map((level) => pencilOf(day, kind, name, level)),
  );
  return [...sudokus, ...others];
}
