// One question to the server at a time: a new one takes the old one back, late answers are dropped.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, aborted, asApiError, ask } from "../api/client";

/**
 * What became of the last question. The request is what was sent: a form may have changed since then, so
 * that nothing may be said of an answer that is read from the form.
 */
export type Answer<T, R = unknown> =
  | { readonly state: "idle" }
  | { readonly state: "asking"; readonly request: R }
  | { readonly state: "answered"; readonly value: T; readonly request: R }
  | { readonly state: "failed"; readonly error: ApiError; readonly request: R };

/** A place for one question and its answer. */
export interface Question<T, R = unknown> {
  readonly answer: Answer<T, R>;
  /** Asks; the answer, or null if it failed or was taken back. */
  readonly ask: (path: string, request: R) => Promise<T | null>;
  /** Takes back what is being asked, and forgets the answer. */
  readonly reset: () => void;
}

/** A place for one question; it is taken back when the component goes. */
export function useQuestion<T, R = unknown>(): Question<T, R> {
  const [answer, setAnswer] = useState<Answer<T, R>>({ state: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const reset = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setAnswer({ state: "idle" });
  }, []);
  const put = useCallback(async (path: string, request: R): Promise<T | null> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setAnswer({ state: "asking", request });
    try {
      const value = await ask<T>(path, request, controller.signal);
      if (running.current !== controller) return null;
      setAnswer({ state: "answered", value, request });
      return value;
    } catch (error) {
      if (aborted(error) || running.current !== controller) return null;
      setAnswer({ state: "failed", error: asApiError(error), request });
      return null;
    }
  }, []);
  return { answer, ask: put, reset };
}

/** The error of an answer, if it is one. */
export function errorOf<T, R>(answer: Answer<T, R>): ApiError | null {
  return answer.state === "failed" ? answer.error : null;
}

/** What was asked, unless nothing was. */
export function requestOf<T, R>(answer: Answer<T, R>): R | null {
  return answer.state === "idle" ? null : answer.request;
}
