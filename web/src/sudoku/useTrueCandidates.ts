// The true candidates of a grid, requested shortly after the last change; late answers are dropped.
import { useEffect, useState } from "preact/hooks";
import { isAbort, online, post } from "../api/client";
import type { SolveResponse, SudokuCandidatesResponse } from "../api/generated";
import { gridSolution } from "./answers";

/** Which digits occur in solutions, and how many solutions there are. */
type Candidates = Pick<SudokuCandidatesResponse, "outcome" | "limit" | "solutions" | "candidates">;

/** Milliseconds from the last change to the request. */
const PAUSE = 250;

/** The true candidates of a puzzle, or null while they are unknown. */
export interface TrueCandidates {
  readonly of: string;
  readonly answer: Candidates | null;
  readonly failed: boolean;
}

/** The time limit of a request, in seconds. */
const TIME = 3;

function candidates(puzzle: string, signal: AbortSignal): Promise<Candidates> {
  return post("sudoku/candidates", { puzzle, time_limit: TIME }, signal);
}

/** For a grid with cages, the number of solutions is known, but not each candidate. */
async function solved(puzzle: string, signal: AbortSignal): Promise<Candidates> {
  const answer = await post("solve", { puzzle, time_limit: TIME }, signal);
  return candidatesOfAnswer(answer);
}

/** The candidates that follow from an answer of `solve`: all if the solution is unique. */
export function candidatesOfAnswer(
  answer: Pick<SolveResponse, "outcome" | "limit" | "unique" | "solution">,
): Candidates {
  const { outcome, limit, unique } = answer;
  const solution = gridSolution(answer);
  const none = outcome === "infeasible";
  return {
    outcome,
    limit,
    solutions: none ? 0 : unique === null ? null : unique ? 1 : 2,
    candidates: unique && solution ? solution.flat().map((digit) => [digit]) : [],
  };
}

/** Requests the candidates of a puzzle whenever it changes; an empty text requests nothing. */
export function useTrueCandidates(puzzle: string, cages: boolean): TrueCandidates {
  const [trueCandidates, setTruth] = useState<TrueCandidates>({
    of: "",
    answer: null,
    failed: false,
  });
  const back = online.value;
  useEffect(() => {
    if (puzzle === "" || !back) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await (cages ? solved : candidates)(puzzle, controller.signal);
        if (!controller.signal.aborted) setTruth({ of: puzzle, answer, failed: false });
      } catch (error) {
        if (!isAbort(error)) setTruth({ of: puzzle, answer: null, failed: true });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [puzzle, cages, back]);
  return trueCandidates.of === puzzle
    ? trueCandidates
    : { of: puzzle, answer: null, failed: false };
}
