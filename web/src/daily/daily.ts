// Which puzzles a day has. Kinds, levels and seeds follow from the date alone, so that everybody
// has the same ones.
import { type PuzzleOrder, seedOf } from "../ui/newPuzzle";

/** A puzzle of a day. */
export interface Daily extends PuzzleOrder {
  /** Kind and level: it tells the puzzles of a day apart. */
  readonly id: string;
  readonly title: string;
}

/** The kinds, with the sides of boards that are made within a second or two: easy, medium. */
const KINDS = [
  ["slither", "Slitherlink", 6, 6],
  ["nurikabe", "Nurikabe", 6, 6],
  ["heyawake", "Heyawake", 6, 6],
  ["shakashaka", "Shakashaka", 6, 6],
  ["hitori", "Hitori", 6, 6],
  ["lits", "LITS", 6, 6],
  ["akari", "Akari", 6, 6],
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

function puzzleOf(day: number, kind: string, name: string, level: string, side: number): Daily {
  const id = `${kind} ${level}`;
  const seed = seedOf(`${dayName(day)} ${id}`);
  return { id, title: `${name}, ${level}`, kind, level, rows: side, columns: side, seed };
}

function sudokuOf(day: number, level: string): Daily {
  return puzzleOf(day, "grid", "Sudoku", level, 9);
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
  const others = kindsOf(day, 2).map(([kind, name, side]) =>
    puzzleOf(day, kind, `${name} ${side}×${side}`, "easy", side),
  );
  return [sudokuOf(day, level), ...others];
}

/** All puzzles of a day: Sudokus of each level, and some kinds with two levels. */
export function allDaily(day: number): readonly Daily[] {
  const sudokus = ["easy", "medium", "hard", "unfair"].map((level) => sudokuOf(day, level));
  const others = kindsOf(day, 4).flatMap(([kind, name, easy, medium]) => [
    puzzleOf(day, kind, `${name} ${easy}×${easy}`, "easy", easy),
    puzzleOf(day, kind, `${name} ${medium}×${medium}`, "medium", medium),
  ]);
  return [...sudokus, ...others];
}
