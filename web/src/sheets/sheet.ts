// Sheets of puzzles for paper: what is on one, as a link and as the puzzles to be made.
import type { DrawResponse } from "../api/generated";
import { levelsOf, type NewPuzzle, type PuzzleOrder } from "../ui/newPuzzle";
import { seedOf } from "../ui/seed";

/** What a sheet has. Equal sheets have equal puzzles. */
export interface Sheet {
  readonly kind: string;
  readonly rows: number;
  readonly columns: number;
  /** The level of difficulty; any if it is empty. */
  readonly level: string;
  /** The number of puzzles. */
  readonly count: number;
  readonly seed: number;
}

/** The numbers of puzzles that a sheet can have. */
export const COUNTS = [2, 4, 6] as const;

/** The sizes of Sudokus. */
export const GRID_SIZES = [4, 6, 8, 9, 10, 12, 15, 16] as const;

/** The most rows and columns of a pencil puzzle on a sheet. */
export const MAX_SIDE = 20;

/** The largest seed. */
const MAX_SEED = 2 ** 32 - 1;

/** A new seed. */
export function randomSeed(): number {
  return Math.floor(Math.random() * (MAX_SEED + 1));
}

/** The sheet with the nearest values that its kind has. */
export function corrected(sheet: Sheet): Sheet {
  const { kind, level, count, seed } = sheet;
  const isGrid = kind === "grid";
  const side = (value: number) => Math.min(Math.max(Math.round(value) || 6, 2), MAX_SIDE);
  const size = GRID_SIZES.find((one) => one >= sheet.rows) ?? GRID_SIZES.at(-1) ?? 9;
  return {
    kind,
    rows: isGrid ? size : side(sheet.rows),
    columns: isGrid ? size : side(sheet.columns),
    level: levelsOf(kind).includes(level) ? level : "",
    count: COUNTS.find((one) => one >= count) ?? 6,
    seed: Number.isInteger(seed) && seed >= 0 && seed <= MAX_SEED ? seed : 0,
  };
}

/** The sheet of a link. What is missing or cannot be read is as usual. */
export function sheetOf(query: Readonly<Record<string, string | undefined>>): Sheet {
  const kind = query.k || "grid";
  const [rows = "", columns = rows] = (query.s ?? (kind === "grid" ? "9" : "6")).split("x");
  return corrected({
    kind,
    rows: Number(rows),
    columns: Number(columns),
    level: query.d ?? "easy",
    count: Number(query.n ?? 4),
    seed: Number(query.x ?? 0),
  });
}

/** The query of a link to a sheet. */
export function queryOf({ kind, rows, columns, level, count, seed }: Sheet) {
  return {
    k: kind,
    s: `${rows}x${columns}`,
    d: level === "" ? "any" : level,
    n: String(count),
    x: String(seed),
  };
}

/** A puzzle of a sheet with its drawings. */
export interface SheetPuzzle {
  readonly puzzle: NewPuzzle;
  readonly drawing: DrawResponse;
  readonly answer: DrawResponse;
}

/** How puzzles are made and drawn. */
export interface Maker {
  readonly make: (order: PuzzleOrder) => Promise<NewPuzzle>;
  readonly draw: (puzzle: NewPuzzle, withSolution: boolean) => Promise<DrawResponse>;
}

/** For each puzzle, the most that are made: equal ones, as on small boards, are left out. */
const TRIES = 8;

/** Makes the puzzles of a sheet one by one; stops early if there are not enough different ones. */
export async function* makeSheet(sheet: Sheet, { make, draw }: Maker): AsyncGenerator<SheetPuzzle> {
  const { kind, rows, columns, level, count, seed } = sheet;
  const known = new Set<string>();
  for (let i = 0; i < TRIES * count && known.size < count; i += 1) {
    const puzzle = await make({ kind, rows, columns, level, seed: seedOf(`${seed} ${i}`) });
    if (known.has(puzzle.file)) continue;
    known.add(puzzle.file);
    yield { puzzle, drawing: await draw(puzzle, false), answer: await draw(puzzle, true) };
  }
}

/** The first sentence of rules in Markdown, as plain text. */
export function firstRule(rules: string): string {
  const [first = ""] = rules.trim().split(/\n\s*\n|\n- /);
  return first.replaceAll("`", "").replaceAll("\n", " ");
}
