// What is asked while a puzzle is made: its solutions, clues that say more than is needed, single
// clues that are enough.
import { post } from "../api/client";
import type {
  BoardDocument,
  FormDocument,
  PencilExplainResponse,
  SolveResponse,
} from "../api/generated";
import {
  type TrialResult,
  type Trials,
  type Verdict,
  verdictOf,
  withVerdict,
} from "../trials/trials";
import { countOf, formatNumber } from "../ui/text";
import { type Place, placeName, STEPS, sideOf, withClue } from "./board";
import type { PlacedClue, WeakerClue } from "./clues";
import { edgeAt, fromSolution, type Marks, UNKNOWN, valueName } from "./marks";

/** Solves a board within a time limit in seconds; null if the board is no valid puzzle. */
export type SolveBoard = (
  board: BoardDocument,
  seconds: number,
  signal: AbortSignal,
) => Promise<Pick<SolveResponse, "outcome" | "unique" | "solution"> | null>;

/** Solves boards of a kind by requests. */
export function solverOf(kind: string): SolveBoard {
  return async (board, seconds, signal) => {
    const { puzzle } = await post("pencil/write", { kind, board }, signal);
    return puzzle === null ? null : post("solve", { puzzle, time_limit: seconds }, signal);
  };
}

/** Whether two marks are the same. */
export function areSame(a: Marks, b: Marks): boolean {
  const isEqual = <T>(one: readonly T[], other: readonly T[]) =>
    one.length === other.length && one.every((value, i) => value === other[i]);
  return isEqual(a.cells, b.cells) && isEqual(a.level, b.level) && isEqual(a.upright, b.upright);
}

/** The result of weakening a clue. */
export interface WeakerResult extends TrialResult {
  /**
   * The text that is enough in place of the clue: `.` for none, or `?`; null if the clue is needed
   * as it is.
   */
  readonly enough: string | null;
}

/** What is known of a puzzle whose clues are tried. */
export interface SolvedBoard {
  readonly board: BoardDocument;
  readonly form: FormDocument;
  /** Its only solution. */
  readonly solution: Marks;
}

/** Finds out whether a puzzle keeps its only solution with less than a clue. */
export async function tryWeaker(
  { board, form, solution }: SolvedBoard,
  { place, weaker }: WeakerClue,
  solve: SolveBoard,
  seconds: number,
  signal: AbortSignal,
): Promise<WeakerResult> {
  const verdicts: Verdict[] = [];
  for (const text of weaker) {
    const answer = await solve(withClue(board, place, text), seconds, signal);
    const isSame = (other: unknown) => areSame(fromSolution(other, board, form), solution);
    const verdict = answer === null ? "invalid" : verdictOf(answer, isSame);
    if (verdict === "same") return { verdict, enough: text };
    verdicts.push(verdict);
  }
  const verdict = verdicts.find((one) => one === "undecided") ?? verdicts[0] ?? "invalid";
  return { verdict, enough: null };
}

/** Finds out whether a puzzle has exactly one solution with one more clue: `same` if it has. */
export async function trySingle(
  board: BoardDocument,
  { place, clue }: PlacedClue,
  solve: SolveBoard,
  seconds: number,
  signal: AbortSignal,
): Promise<TrialResult> {
  const answer = await solve(withClue(board, place, clue), seconds, signal);
  return { verdict: answer === null ? "invalid" : verdictOf(answer, () => true) };
}

/** A sign at a place of the board, with what it means. */
export interface Tag {
  readonly place: Place;
  readonly kind: "spare" | "needed" | "undecided" | "enough";
  readonly sign: string;
  readonly words: string;
}

/** The signs of clues whose weaker forms were tried. */
export function weakerTags(trials: Trials<WeakerClue, WeakerResult>): readonly Tag[] {
  return trials.all.flatMap(({ place }, index): Tag[] => {
    const result = trials.results.get(index);
    if (!result) return [];
    if (result.verdict === "undecided") {
      return [{ place, kind: "undecided", sign: "…", words: "not decided" }];
    }
    if (result.enough === null) return [{ place, kind: "needed", sign: "✓", words: "needed" }];
    return result.enough === "?"
      ? [{ place, kind: "spare", sign: "?", words: "the number is not needed" }]
      : [{ place, kind: "spare", sign: "−", words: "not needed" }];
  });
}

/** The signs of single clues that are enough. */
export function singleTags(trials: Trials<PlacedClue>): readonly Tag[] {
  const byPlace = new Map<string, Tag>();
  for (const { trial } of withVerdict(trials, "same")) {
    const key = placeName(trial.place);
    const old = byPlace.get(key);
    const words = old ? `${old.words} or ${trial.clue}` : `unique with ${trial.clue}`;
    byPlace.set(key, { place: trial.place, kind: "enough", sign: "+", words });
  }
  return [...byPlace.values()];
}

/** How often each value is in a cell, in some solutions; the most frequent value first. */
export function valueCounts(
  solutions: readonly Marks[],
  cell: number,
): readonly [string, number][] {
  const counts = new Map<string, number>();
  for (const { cells } of solutions) {
    const value = cells[cell];
    if (value === undefined || value === UNKNOWN) continue;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || Number(a) - Number(b) || a.localeCompare(b));
}

const SIDE_NAMES = [
  ["up", "ArrowUp"],
  ["right", "ArrowRight"],
  ["down", "ArrowDown"],
  ["left", "ArrowLeft"],
] as const;

/** What a cell and its sides hold in some solutions, in words: `shaded in 3, not shaded in 1`. */
export function countsText(
  solutions: readonly Marks[],
  form: FormDocument,
  row: number,
  column: number,
): string {
  const columns = solutions[0]?.columns ?? 0;
  const values = valueCounts(solutions, row * columns + column).map(
    ([value, count]) => `${valueName(form.cell_layer, value) ?? value} in ${formatNumber(count)}`,
  );
  const noun = form.edge_layer?.layer === "borders" ? "border" : "line";
  const sides = SIDE_NAMES.flatMap(([name, key]) => {
    const step = STEPS[key];
    if (!form.edge_layer || !step) return [];
    const edge = sideOf(row, column, step);
    const count = solutions.filter((marks) => edgeAt(marks, edge) > 0).length;
    return count === 0 ? [] : [`${noun} ${name} in ${formatNumber(count)}`];
  });
  return [...values, ...sides].join(", ");
}

/**
 * The numbers that each cell has in some solution, in increasing order; none for kinds without
 * numbers in cells.
 */
export function numberCandidates(
  solutions: readonly Marks[],
  form: FormDocument,
): readonly (readonly number[])[] | null {
  const layer = form.cell_layer;
  if (layer?.layer !== "numbers") return null;
  const length = solutions[0]?.cells.length ?? 0;
  return Array.from({ length }, (_, cell) =>
    valueCounts(solutions, cell)
      .map(([value]) => Number(value))
      .filter((value) => Number.isInteger(value) && value > 0)
      .sort((a, b) => a - b),
  );
}

/** The difficulty that an explanation shows. */
export function difficultyText({ outcome, limit, explanation }: PencilExplainResponse): string {
  if (outcome === "infeasible") return "No solution: there is no difficulty";
  if (!explanation) return `Not known, stopped: ${limit}`;
  const { complete, level, hardest, score, steps } = explanation;
  if (!complete || level === null || hardest === null) {
    return `Not known: stopped after ${countOf(steps.length, "step")}${limit ? `, ${limit}` : ""}`;
  }
  const most = hardest === 1 ? "one clue or rule" : `${hardest} clues and rules`;
  const sum = score === null ? "" : `, score ${formatNumber(score)}`;
  return `${level}: at most ${most} in a step, ${countOf(steps.length, "step")}${sum}`;
}
