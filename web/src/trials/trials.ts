// Trials: changed puzzles that are solved one after the other, each with a verdict of its own.
import type { ApiError } from "../api/client";
import type { SolveResponse } from "../api/generated";

/**
 * What is proved about a changed puzzle: exactly one solution, which is that of the puzzle before
 * (`same`) or another one (`other`); several solutions; none. Or the change makes no valid puzzle,
 * or a limit was reached before.
 */
export type Verdict = "same" | "other" | "several" | "none" | "invalid" | "undecided";

/** The verdict of an answer. `isSame` compares its solution with the one before the change. */
export function verdictOf(
  answer: Pick<SolveResponse, "outcome" | "unique" | "solution">,
  isSame: (solution: unknown) => boolean,
): Verdict {
  if (answer.outcome === "infeasible") return "none";
  if (answer.unique === false) return "several";
  if (answer.unique !== true) return "undecided";
  return isSame(answer.solution) ? "same" : "other";
}

/** The result of a trial. */
export interface TrialResult {
  readonly verdict: Verdict;
}

/** A list of trials and their results so far. */
export interface Trials<T, R extends TrialResult = TrialResult> {
  readonly state: "idle" | "running" | "stopped" | "done";
  readonly all: readonly T[];
  /** The results by the number of their trial. */
  readonly results: ReadonlyMap<number, R>;
  /** The time limit of each trial, in seconds. */
  readonly seconds: number;
  /** Why it stopped, if a request failed. */
  readonly error: ApiError | null;
}

/** What happens to trials. */
export type TrialAction<T, R extends TrialResult> =
  | { readonly type: "start"; readonly all: readonly T[]; readonly seconds: number }
  /** The trials that are left, and those that were not decided, with another time limit. */
  | { readonly type: "goOn"; readonly seconds: number }
  | { readonly type: "result"; readonly index: number; readonly result: R }
  | { readonly type: "end" }
  | { readonly type: "stop" }
  | { readonly type: "fail"; readonly error: ApiError }
  | { readonly type: "reset" };

/** No trial. */
export const NO_TRIALS: Trials<never, never> = {
  state: "idle",
  all: [],
  results: new Map<number, never>(),
  seconds: 0,
  error: null,
};

/** The trials after an action. */
export function reduceTrials<T, R extends TrialResult>(
  trials: Trials<T, R>,
  action: TrialAction<T, R>,
): Trials<T, R> {
  switch (action.type) {
    case "start":
      return {
        state: "running",
        all: action.all,
        results: new Map(),
        seconds: action.seconds,
        error: null,
      };
    case "goOn":
      return { ...trials, state: "running", seconds: action.seconds, error: null };
    case "result":
      return { ...trials, results: new Map(trials.results).set(action.index, action.result) };
    case "end":
      return trials.state === "running" ? { ...trials, state: "done" } : trials;
    case "stop":
      return trials.state === "running" ? { ...trials, state: "stopped" } : trials;
    case "fail":
      return { ...trials, state: "stopped", error: action.error };
    case "reset":
      return NO_TRIALS;
  }
}

/** The trials that are left: without a result, and if `again` those that were not decided. */
export function trialsLeft<T, R extends TrialResult>(
  { all, results }: Trials<T, R>,
  again: boolean,
): readonly number[] {
  return all.flatMap((_, index) => {
    const verdict = results.get(index)?.verdict;
    return verdict === undefined || (again && verdict === "undecided") ? [index] : [];
  });
}

/** The trials with one of these verdicts, with their results, in the order of the list. */
export function withVerdict<T, R extends TrialResult>(
  { all, results }: Trials<T, R>,
  ...verdicts: readonly Verdict[]
): readonly { readonly trial: T; readonly result: R }[] {
  return all.flatMap((trial, index) => {
    const result = results.get(index);
    return result && verdicts.includes(result.verdict) ? [{ trial, result }] : [];
  });
}
