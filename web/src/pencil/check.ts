// What is wrong with a drawing: the server says which rules a complete drawing breaks, and why nothing can complete
// another one.
import type { BoardDocument, CheckResponse, FormDocument, Limit } from "../api/generated";
import { cellsIn } from "../ui/cells";
import {
  cellValues,
  differences,
  emptyMarks,
  fromSolution,
  type Marks,
  type Places,
  toComplete,
  toSolution,
  UNKNOWN,
} from "./marks";

/** A rule that is broken, and where. */
export interface BrokenRule {
  /** What is wrong, as a lower-case sentence. */
  readonly text: string;
  /** The cells that it is about, row by row from 0. */
  readonly cells: readonly number[];
  /** Whether the drawing breaks one clue or rule by itself. If not, several together show that it is a dead end. */
  readonly alone: boolean;
}

/** Checks a solution, or a part of one. */
export type CheckSolution = (solution: Record<string, unknown>) => Promise<CheckResponse>;

/** The cells of places, those beside edges included. */
export function cellsOf({ cells, edges }: Places, { rows, columns }: BoardDocument): number[] {
  const beside = edges.flatMap(({ level, row, column }) => [
    { row, column },
    level ? { row: row - 1, column } : { row, column: column - 1 },
  ]);
  const inside = beside.filter(
    ({ row, column }) => row >= 0 && column >= 0 && row < rows && column < columns,
  );
  return [...cells, ...inside.map(({ row, column }) => row * columns + column)];
}

/** The number of marks that are said in words; more are shown alone. */
const MAX_SAID = 4;

/** What a check finds. */
export interface CheckedRules {
  readonly broken: readonly BrokenRule[];
  /** The limit that was reached before it was known whether the drawing can be completed. */
  readonly limit: Limit | null;
}

/** The rules that a drawing breaks, and why it cannot be completed. */
export async function brokenRules(
  marks: Marks,
  board: BoardDocument,
  form: FormDocument,
  check: CheckSolution,
): Promise<CheckedRules> {
  const { violations, conflicts, limit } = await check(toSolution(marks, form));
  const empty = emptyMarks(board, form);
  const inParts = conflicts.map(({ reasons, values, part }) => {
    const places = differences(fromSolution(part, board, form), empty, true);
    const alone = reasons.length === 1;
    const text = alone ? reasons.join() : `no solution has these marks: ${reasons.join("; ")}`;
    const marked = values.length > 0 && values.length <= MAX_SAID ? ` (${values.join("; ")})` : "";
    return { text: text + marked, cells: cellsOf(places, board), alone };
  });
  const inWhole = violations.map(({ message, cells }) => ({
    text: message,
    cells: cells.flatMap((cell) => cellsIn(cell, board.columns)),
    alone: true,
  }));
  return { broken: [...inWhole, ...inParts], limit };
}

/** The rules by which a cell with a clue stays empty. */
const CLOSED: ReadonlySet<string> = new Set([
  "clue-shaded",
  "light-in-black-cell",
  "tent-on-tree",
  "triangle-on-black",
  "water-shaded",
  "white-circle-shaded",
]);

/** The cells with clues that the rules keep empty: the server checks a board where all of them are marked. */
export async function closedCells(
  empty: Marks,
  board: BoardDocument,
  form: FormDocument,
  check: CheckSolution,
): Promise<ReadonlySet<number>> {
  const layer = form.cell_layer;
  if (!layer || layer.layer === "numbers") return new Set();
  const value = cellValues(layer)[0] ?? UNKNOWN;
  const clues = board.cells.flat();
  if (clues.every((clue) => clue === ".")) return new Set();
  const cells = empty.cells.map((old, i) => (clues[i] === "." || clues[i] === "#" ? old : value));
  const { violations } = await check(toComplete({ ...empty, cells }, board, form));
  const named = violations.filter(({ rule }) => CLOSED.has(rule)).flatMap((it) => it.cells);
  return new Set(named.flatMap((cell) => cellsIn(cell, board.columns)));
}
