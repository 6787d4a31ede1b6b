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

/** An answer with what was sent for it. */
export interface Answered<T, R = unknown> {
  readonly state: "answered";
  readonly value: T;
  readonly request: R;
}

/**
 * The result of the last request. `request` is what was sent: a form may have changed since then,
 * so that texts about an answer must not be read from the form. `partial` is the answer that a
 * limit ended, while the same request runs with more time; it stays if that fails.
 */
export type Answer<T, R = unknown> =
  | { readonly state: "idle" }
  | { readonly state: "asking"; readonly request: R; readonly partial?: Answered<T, R> | null }
  | Answered<T, R>
  | {
      readonly state: "failed";
      readonly error: ApiError;
      readonly request: R;
      readonly partial?: Answered<T, R> | null;
    };

/** The state of one request and its answer. */
export interface RequestState<P extends RequestPath> {
  readonly answer: Answer<ResponseOf<P>, RequestOf<P>>;
  /** Sends a request; resolves to the answer, or null if it failed or was aborted. */
  readonly ask: <Q extends P>(path: Q, request: RequestOf<Q>) => Promise<ResponseOf<Q> | null>;
  /**
   * Sends the last request again with another time limit, in seconds; its answer stays until the
   * new one comes.
   */
  readonly goOn: (seconds: number) => Promise<ResponseOf<P> | null>;
  /** Aborts the running request; an answer that a limit ended stays. */
  readonly stop: () => void;
  /** Aborts the running request and drops the answer. */
  readonly reset: () => void;
}

/**
 * The answer that can be shown: also the one that a limit ended, while the request runs with more
 * time.
 */
export function answeredOf<T, R>(answer: Answer<T, R>): Answered<T, R> | null {
  if (answer.state === "idle") return null;
  return answer.state === "answered" ? answer : (answer.partial ?? null);
}

/** Holds one request, which is aborted when the component unmounts. */
export function useRequest<P extends RequestPath>(): RequestState<P> {
  const [answer, setAnswer] = useState<RequestState<P>["answer"]>({ state: "idle" });
  const running = useRef<AbortController | null>(null);
  const last = useRef<{ path: P; request: RequestOf<P> } | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const reset = useCallback(() => {
    running.current?.abort();
    running.current = null;
    last.current = null;
    setAnswer({ state: "idle" });
  }, []);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setAnswer((old) => answeredOf(old) ?? { state: "idle" });
  }, []);
  const send = useCallback(
    async <Q extends P>(path: Q, request: RequestOf<Q>, keepsAnswer: boolean) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      last.current = { path, request };
      setAnswer((old) => {
        const partial = keepsAnswer ? answeredOf(old) : null;
        return { state: "asking", request, partial };
      });
      try {
        const value = await post(path, request, controller.signal);
        if (running.current !== controller) return null;
        setAnswer({ state: "answered", value, request });
        return value;
      } catch (error) {
        if (isAbort(error) || running.current !== controller) return null;
        setAnswer((old) => {
          const partial = answeredOf(old);
          return { state: "failed", error: toApiError(error), request, partial };
        });
        return null;
      }
    },
    [],
  );
  const ask = useCallback(
    <Q extends P>(path: Q, request: RequestOf<Q>) => send(path, request, false),
    [send],
  );
  const goOn = useCallback(
    async (seconds: number) => {
      if (last.current === null) return null;
      const { path, request } = last.current;
      return send(path, { ...request, time_limit: seconds } as RequestOf<P>, true);
    },
    [send],
  );
  return { answer, ask, goOn, stop, reset };
}

/** The error of a failed request, or null. */
export function errorOf<T, R>(answer: Answer<T, R>): ApiError | null {
  return answer.state === "failed" ? answer.error : null;
}

/** The request that was sent, or null. */
export function requestOf<T, R>(answer: Answer<T, R>): R | null {
  return answer.state === "idle" ? null : answer.request;
}
