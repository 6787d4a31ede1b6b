// The true candidates of a grid, asked for a moment after the last change; late answers are dropped.
import { useEffect, useState } from "preact/hooks";
import { aborted, ask, online } from "../api/client";
import type { Candidates, Solved } from "./answers";

/** So long it waits for the next key, in milliseconds. */
const PAUSE = 250;

/** What is known of a puzzle: its candidates, or null while they are not known. */
export interface Truth {
  readonly of: string;
  readonly answer: Candidates | null;
  readonly failed: boolean;
}

/** So long an answer may take, in seconds. */
const TIME = 3;

function candidates(puzzle: string, signal: AbortSignal): Promise<Candidates> {
  return ask<Candidates>("sudoku/candidates", { puzzle, time_limit: TIME }, signal);
}

/** Of a grid with cages it is known how many solutions there are, but not each candidate. */
async function solved(puzzle: string, signal: AbortSignal): Promise<Candidates> {
  const answer = await ask<Solved>("solve", { puzzle, time_limit: TIME }, signal);
  return fromSolved(answer);
}

/** What an answer of `solve` tells about candidates: all of them if there is one solution. */
export function fromSolved(answer: Solved): Candidates {
  const { outcome, limit, unique, solution } = answer;
  const none = outcome === "infeasible";
  return {
    outcome,
    limit,
    solutions: none ? 0 : unique === null ? null : unique ? 1 : 2,
    candidates: unique && solution ? solution.flat().map((digit) => [digit]) : [],
  };
}

/** Asks for the candidates of a puzzle whenever it changes; an empty text asks nothing. */
export function useTruth(puzzle: string, cages: boolean): Truth {
  const [truth, setTruth] = useState<Truth>({ of: "", answer: null, failed: false });
  const back = online.value;
  useEffect(() => {
    if (puzzle === "" || !back) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await (cages ? solved : candidates)(puzzle, controller.signal);
        if (!controller.signal.aborted) setTruth({ of: puzzle, answer, failed: false });
      } catch (error) {
        if (!aborted(error)) setTruth({ of: puzzle, answer: null, failed: true });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [puzzle, cages, back]);
  return truth.of === puzzle ? truth : { of: puzzle, answer: null, failed: false };
}
