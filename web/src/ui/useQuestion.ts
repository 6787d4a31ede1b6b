// One question to the server at a time: a new one takes the old one back, late answers are dropped.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, aborted, asApiError, ask } from "../api/client";

/** What became of the last question. */
export type Answer<T> =
  | { readonly state: "idle" }
  | { readonly state: "asking" }
  | { readonly state: "answered"; readonly value: T }
  | { readonly state: "failed"; readonly error: ApiError };

/** A place for one question and its answer. */
export interface Question<T> {
  readonly answer: Answer<T>;
  /** Asks; the answer, or null if it failed or was taken back. */
  readonly ask: (path: string, body: unknown) => Promise<T | null>;
  /** Takes back what is being asked, and forgets the answer. */
  readonly reset: () => void;
}

/** A place for one question; it is taken back when the component goes. */
export function useQuestion<T>(): Question<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ state: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const reset = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setAnswer({ state: "idle" });
  }, []);
  const put = useCallback(async (path: string, body: unknown): Promise<T | null> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setAnswer({ state: "asking" });
    try {
      const value = await ask<T>(path, body, controller.signal);
      if (running.current !== controller) return null;
      setAnswer({ state: "answered", value });
      return value;
    } catch (error) {
      if (aborted(error) || running.current !== controller) return null;
      setAnswer({ state: "failed", error: asApiError(error) });
      return null;
    }
  }, []);
  return { answer, ask: put, reset };
}

/** The error of an answer, if it is one. */
export function errorOf<T>(answer: Answer<T>): ApiError | null {
  return answer.state === "failed" ? answer.error : null;
}
