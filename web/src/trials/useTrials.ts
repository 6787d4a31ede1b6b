// Runs trials one after the other; each result is there as soon as it is known.
import { type Dispatch, useCallback, useEffect, useReducer, useRef } from "preact/hooks";
import { IS_STATIC } from "../api/build";
import { isAbort, toApiError } from "../api/client";
import {
  NO_TRIALS,
  reduceTrials,
  type TrialAction,
  type TrialResult,
  type Trials,
  trialsLeft,
} from "./trials";

/** Finds out about one trial, within a time limit in seconds. */
export type Try<T, R extends TrialResult> = (
  trial: T,
  seconds: number,
  signal: AbortSignal,
) => Promise<R>;

/**
 * Milliseconds between the beginnings of two trials. A server answers 50 requests per second of a
 * client, and a trial is one or two; workers of the browser refuse nothing.
 */
const PACE = IS_STATIC ? 0 : 60;

/** Trials with their controls. */
export interface TrialsState<T, R extends TrialResult> {
  readonly trials: Trials<T, R>;
  readonly start: (all: readonly T[], seconds: number, ask: Try<T, R>) => void;
  /** Runs what is left, and what was not decided, with another time limit. */
  readonly goOn: (seconds: number) => void;
  /** Stops; the results so far stay. */
  readonly stop: () => void;
}

/** Runs the trials with these numbers. */
async function run<T, R extends TrialResult>(
  trials: Trials<T, R>,
  left: readonly number[],
  ask: Try<T, R>,
  signal: AbortSignal,
  dispatch: Dispatch<TrialAction<T, R>>,
): Promise<void> {
  try {
    for (const index of left) {
      const trial = trials.all[index] as T;
      const pause = new Promise((resolve) => setTimeout(resolve, PACE));
      const result = await ask(trial, trials.seconds, signal);
      if (signal.aborted) return;
      dispatch({ type: "result", index, result });
      await pause;
      if (signal.aborted) return;
    }
    dispatch({ type: "end" });
  } catch (caught) {
    if (signal.aborted || isAbort(caught)) return;
    dispatch({ type: "fail", error: toApiError(caught) });
  }
}

/** Holds trials about something; they end, and their results are dropped, when that changes. */
export function useTrials<T, R extends TrialResult>(about: unknown): TrialsState<T, R> {
  const [trials, dispatch] = useReducer(reduceTrials<T, R>, NO_TRIALS);
  const running = useRef<AbortController | null>(null);
  const last = useRef<Try<T, R> | null>(null);
  const begin = useCallback((list: Trials<T, R>, left: readonly number[], ask: Try<T, R>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    last.current = ask;
    void run(list, left, ask, controller.signal, dispatch);
  }, []);
  const start = useCallback(
    (all: readonly T[], seconds: number, ask: Try<T, R>) => {
      const action = { type: "start", all, seconds } as const;
      dispatch(action);
      const list = reduceTrials<T, R>(NO_TRIALS, action);
      begin(list, trialsLeft(list, false), ask);
    },
    [begin],
  );
  const latest = useRef(trials);
  latest.current = trials;
  const goOn = useCallback(
    (seconds: number) => {
      const list = latest.current;
      if (last.current === null) return;
      dispatch({ type: "goOn", seconds });
      begin({ ...list, seconds }, trialsLeft(list, true), last.current);
    },
    [begin],
  );
  const stop = useCallback(() => {
    running.current?.abort();
    dispatch({ type: "stop" });
  }, []);
  const known = useRef(about);
  useEffect(() => {
    if (known.current === about) return;
    known.current = about;
    running.current?.abort();
    dispatch({ type: "reset" });
  }, [about]);
  useEffect(() => () => running.current?.abort(), []);
  return { trials: known.current === about ? trials : NO_TRIALS, start, goOn, stop };
}
