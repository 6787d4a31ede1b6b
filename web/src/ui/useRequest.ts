// One request at a time: a new one aborts the previous one, late answers are dropped.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import {
  type ApiError,
  isAbort,
  post,
  type RequestOf,
  type RequestPath,
  type ResponseOf,
  toApiError,
} from "../api/client";

/**
 * The result of the last request. `request` is what was sent: a form may have changed since then, so
 * that texts about an answer must not be read from the form.
 */
export type Answer<T, R = unknown> =
  | { readonly state: "idle" }
  | { readonly state: "asking"; readonly request: R }
  | { readonly state: "answered"; readonly value: T; readonly request: R }
  | { readonly state: "failed"; readonly error: ApiError; readonly request: R };

/** The state of one request and its answer. */
export interface RequestState<P extends RequestPath, T = ResponseOf<P>, R = RequestOf<P>> {
  readonly answer: Answer<T, R>;
  /** Sends a request; resolves to the answer, or null if it failed or was aborted. */
  readonly ask: (path: P, request: R) => Promise<T | null>;
  /** Aborts the running request and drops the answer. */
  readonly reset: () => void;
}

/** Holds one request, which is aborted when the component unmounts. */
export function useRequest<
  P extends RequestPath,
  T = ResponseOf<P>,
  R extends Partial<RequestOf<P>> = RequestOf<P>,
>(): RequestState<P, T, R> {
  const [answer, setAnswer] = useState<Answer<T, R>>({ state: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const reset = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setAnswer({ state: "idle" });
  }, []);
  const put = useCallback(async (path: P, request: R): Promise<T | null> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setAnswer({ state: "asking", request });
    try {
      const value = await post<P, T>(path, request as RequestOf<P>, controller.signal);
      if (running.current !== controller) return null;
      setAnswer({ state: "answered", value, request });
      return value;
    } catch (error) {
      if (isAbort(error) || running.current !== controller) return null;
      setAnswer({ state: "failed", error: toApiError(error), request });
      return null;
    }
  }, []);
  return { answer, ask: put, reset };
}

/** The error of a failed request, or null. */
export function errorOf<T, R>(answer: Answer<T, R>): ApiError | null {
  return answer.state === "failed" ? answer.error : null;
}

/** The request that was sent, or null. */
export function requestOf<T, R>(answer: Answer<T, R>): R | null {
  return answer.state === "idle" ? null : answer.request;
}
