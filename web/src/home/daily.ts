// Which puzzles a day has. Kinds and levels follow from the date alone, so that everybody has the same ones.

/** A puzzle of a day. */
export interface Daily {
  readonly title: string;
  readonly kind: string;
  readonly level: string;
  /** Rows and columns. */
  readonly side: number;
  readonly seed: number;
}

/** Kinds, each with the easiest level of which puzzles are made within a second or two. */
const KINDS = [
  ["slither", "Slitherlink", "medium"],
  ["nurikabe", "Nurikabe", "easy"],
  ["heyawake", "Heyawake", "easy"],
  ["shakashaka", "Shakashaka", "easy"],
  ["hitori", "Hitori", "medium"],
  ["lits", "LITS", "medium"],
  ["akari", "Akari", "easy"],
] as const;

/** The levels of Sudoku by weekday, from Monday. */
const LEVELS = ["easy", "easy", "medium", "medium", "hard", "hard", "unfair"] as const;

/** The number of the day in the user's time zone, from 1970-01-01, which was a Thursday. */
export function dayNumber(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** The puzzles of a day. */
export function daily(day: number): readonly Daily[] {
  const level = LEVELS[(day + 3) % 7] ?? "medium";
  const sudoku = { title: `Sudoku, ${level}`, kind: "grid", level, side: 9, seed: day };
  const others = [0, 3].map((offset): Daily => {
    const [kind, name, level] = KINDS[(day + offset) % KINDS.length] ?? KINDS[0];
    return { title: `${name} 6×6, ${level}`, kind, level, side: 6, seed: day };
  });
  return [sudoku, ...others];
}
