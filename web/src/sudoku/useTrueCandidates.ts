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
  /** The time limit of the answer, in seconds. */
  readonly seconds: number;
  /** Whether they are requested with more time. */
  readonly busy: boolean;
  /** Requests them with another time limit; the answer stays until the new one comes. */
  readonly goOn: (seconds: number) => void;
}

/** The time limit of a request at first, in seconds. */
const TIME = 3;

function candidates(puzzle: string, seconds: number, signal: AbortSignal): Promise<Candidates> {
  return post("sudoku/candidates", { puzzle, time_limit: seconds }, signal);
}

/** For a grid with cages, the number of solutions is known, but not each candidate. */
async function solved(puzzle: string, seconds: number, signal: AbortSignal): Promise<Candidates> {
  const answer = await post("solve", { puzzle, time_limit: seconds }, signal);
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

/** What is known of a puzzle. */
interface Known {
  readonly of: string;
  readonly answer: Candidates | null;
  readonly failed: boolean;
  readonly seconds: number;
}

const UNKNOWN: Known = { of: "", answer: null, failed: false, seconds: TIME };

/** Requests the candidates of a puzzle whenever it changes; an empty text requests nothing. */
export function useTrueCandidates(puzzle: string, cages: boolean): TrueCandidates {
  const [last, setLast] = useState(UNKNOWN);
  const [wanted, setWanted] = useState({ of: "", seconds: TIME });
  const back = online.value;
  // More time was wanted for that puzzle alone.
  const seconds = wanted.of === puzzle ? wanted.seconds : TIME;
  useEffect(() => {
    if (puzzle === "" || !back) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await (cages ? solved : candidates)(puzzle, seconds, controller.signal);
        if (!controller.signal.aborted) setLast({ of: puzzle, answer, failed: false, seconds });
      } catch (error) {
        if (isAbort(error)) return;
        setLast((old) => {
          const answer = old.of === puzzle ? old.answer : null;
          return { of: puzzle, answer, failed: true, seconds };
        });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [puzzle, cages, back, seconds]);
  const known = last.of === puzzle ? last : { ...UNKNOWN, of: puzzle };
  const busy = known.answer !== null && known.seconds !== seconds;
  return { ...known, busy, goOn: (more) => setWanted({ of: puzzle, seconds: more }) };
}
