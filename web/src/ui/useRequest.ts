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
export interface RequestState<P extends RequestPath> {
  readonly answer: Answer<ResponseOf<P>, RequestOf<P>>;
  /** Sends a request; resolves to the answer, or null if it failed or was aborted. */
  readonly ask: <Q extends P>(path: Q, request: RequestOf<Q>) => Promise<ResponseOf<Q> | null>;
  /** Aborts the running request and drops the answer. */
  readonly reset: () => void;
}

/** Holds one request, which is aborted when the component unmounts. */
export function useRequest<P extends RequestPath>(): RequestState<P> {
  const [answer, setAnswer] = useState<RequestState<P>["answer"]>({ state: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const reset = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setAnswer({ state: "idle" });
  }, []);
  const ask = useCallback(async <Q extends P>(path: Q, request: RequestOf<Q>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setAnswer({ state: "asking", request });
    try {
      const value = await post(path, request, controller.signal);
      if (running.current !== controller) return null;
      setAnswer({ state: "answered", value, request });
      return value;
    } catch (error) {
      if (isAbort(error) || running.current !== controller) return null;
      setAnswer({ state: "failed", error: toApiError(error), request });
      return null;
    }
  }, []);
  return { answer, ask, reset };
}

/** The error of a failed request, or null. */
export function errorOf<T, R>(answer: Answer<T, R>): ApiError | null {
  return answer.state === "failed" ? answer.error : null;
}

/** The request that was sent, or null. */
export function requestOf<T, R>(answer: Answer<T, R>): R | null {
  return answer.state === "idle" ? null : answer.request;
}
