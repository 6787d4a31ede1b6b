// Requests to the server: one function for all of them, and one kind of error.
import { signal } from "@preact/signals";
import { IS_STATIC } from "./build";
import type { ErrorDetail, Operations } from "./generated";

/** One thing that is wrong with an input, and where. */
export type Fault = ErrorDetail;

/** A failed request: what was wrong, what to do next, and the id that finds it in the logs. */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    /** The HTTP status, or 0 if the server could not be reached. */
    readonly status: number,
    readonly faults: readonly Fault[],
    readonly requestId: string | null,
    /** Seconds to wait before a retry, if the server named them. */
    readonly retryAfter: number | null = null,
  ) {
    super(faults[0]?.message ?? "no answer");
  }
}

/** Whether the server answered the last request. */
export const online = signal(true);

/** Whether the server refused a request because it had no token. */
export const tokenRequired = signal(false);

/** The key under which the token is stored for the lifetime of the tab. */
const TOKEN_KEY = "gordian.token";

/** Sets the token sent with every further request. */
export function setToken(token: string): void {
  try {
    sessionStorage.setItem(TOKEN_KEY, token);
  } catch {
    // Without storage no token is sent, and the server refuses the request.
  }
}

/** The token sent with requests, or an empty text. */
export function token(): string {
  try {
    return sessionStorage.getItem(TOKEN_KEY) ?? "";
  } catch {
    return "";
  }
}

/** Where the API is, relative to the page. */
export const BASE = "api/v1";

function fault(code: string, message: string, hint: string | null): Fault {
  return { code, message, hint, line: null, column: null };
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function readFault(value: Record<string, unknown>): Fault {
  return {
    code: text(value.code) ?? "unknown",
    message:
      text(value.message) ?? text(value.detail) ?? text(value.title) ?? "no reason was given",
    hint: text(value.hint),
    line: number(value.line),
    column: number(value.column),
  };
}

/** Reads the body of an error response, also one that is not a problem document. */
export function readProblem(
  status: number,
  body: unknown,
  requestId: string | null,
  retryAfter: number | null = null,
): ApiError {
  if (typeof body !== "object" || body === null) {
    const hint = status >= 500 ? "try again in a moment" : null;
    return new ApiError(
      status,
      [fault("http", `the server answered ${status}`, hint)],
      requestId,
      retryAfter,
    );
  }
  const problem = body as Record<string, unknown>;
  const list = Array.isArray(problem.errors) && problem.errors.length > 0 ? problem.errors : null;
  const faults = list
    ? list.map((item) => readFault(item as Record<string, unknown>))
    : [readFault(problem)];
  return new ApiError(status, faults, text(problem.request_id) ?? requestId, retryAfter);
}

/** Why a request waits, and until when, in milliseconds since 1970. */
export interface PendingRetry {
  readonly message: string;
  readonly until: number;
}

/** The refused request that waits to be repeated; null if none waits. */
export const pendingRetry = signal<PendingRetry | null>(null);

/**
 * Codes of refusals after which the same request is served later. The server changed nothing, so any
 * method can be repeated.
 */
const RETRYABLE = new Set([
  "quota.requests",
  "quota.concurrent",
  "quota.connections",
  "server.full",
  "server.busy",
  "server.stopping",
  "server.not-ready",
  "server.table-missing",
]);

/** The longest total wait for one request, in seconds. */
const MAX_RETRY_WAIT = 150;

/** Seconds to wait before a refused request is repeated; null if it is not repeated. */
export function retryDelay(error: ApiError, waited: number): number | null {
  const { retryAfter } = error;
  if (retryAfter === null || !error.faults.some((fault) => RETRYABLE.has(fault.code))) return null;
  return waited + retryAfter > MAX_RETRY_WAIT ? null : retryAfter;
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException("", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

/**
 * Sends a request to the server; `path` is below the base. A request that is refused because of load is
 * repeated automatically. Throws an `ApiError`, or `AbortError` if aborted.
 */
export async function sendRequest<T>(
  method: string,
  path: string,
  body?: unknown,
  options: { signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<T> {
  for (let waited = 0; ; ) {
    try {
      return await send<T>(method, path, body, options);
    } catch (error) {
      const seconds = error instanceof ApiError ? retryDelay(error, waited) : null;
      if (seconds === null) throw error;
      // A random delay keeps many pages from returning at the same moment.
      const milliseconds = 1000 * seconds + 500 * Math.random();
      const wait = { message: (error as ApiError).message, until: Date.now() + milliseconds };
      pendingRetry.value = wait;
      try {
        await sleep(milliseconds, options.signal);
      } finally {
        if (pendingRetry.value === wait) pendingRetry.value = null;
      }
      waited += seconds;
    }
  }
}

async function send<T>(
  method: string,
  path: string,
  body: unknown,
  options: { signal?: AbortSignal; headers?: Record<string, string> },
): Promise<T> {
  if (IS_STATIC) {
    const { answerRequest } = await import("./engine");
    return answerRequest<T>(method, path, body, options.signal);
  }
  const headers: Record<string, string> = { accept: "application/json", ...options.headers };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token() !== "") headers.authorization = `Bearer ${token()}`;
  let response: Response;
  let payload: string;
  try {
    response = await fetch(`${BASE}/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    payload = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    online.value = false;
    const hint = "nothing you typed is lost; try again when the server can be reached";
    throw new ApiError(0, [fault("offline", "the server cannot be reached", hint)], null);
  }
  online.value = true;
  const requestId = response.headers.get("x-request-id");
  const retry = Number(response.headers.get("retry-after"));
  let parsed: unknown;
  try {
    parsed = payload === "" ? null : JSON.parse(payload);
  } catch {
    parsed = null;
  }
  if (response.status === 401) tokenRequired.value = true;
  if (!response.ok) {
    throw readProblem(response.status, parsed, requestId, retry > 0 ? retry : null);
  }
  if (parsed === null) {
    throw readProblem(response.status, null, requestId);
  }
  return parsed as T;
}

/** The path of a request that is answered at once, below the base. */
export type RequestPath = keyof Operations;

export type RequestOf<P extends RequestPath> = Operations[P]["request"];
export type ResponseOf<P extends RequestPath> = Operations[P]["response"];

/** Sends a request that is answered at once (not a job). */
export function post<P extends RequestPath>(
  path: P,
  body: RequestOf<P>,
  signal?: AbortSignal,
): Promise<ResponseOf<P>> {
  return sendRequest("POST", path, body, signal ? { signal } : {});
}

/** Whether an error only says that the request was aborted. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Any error as an `ApiError`, so that there is one way to show it. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ApiError(0, [fault("page", message, "this is a fault of the page: reload it")], null);
}
