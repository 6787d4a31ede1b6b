// The page as static files: the package for JavaScript answers requests, in workers of the browser.
import { connect, type Gordian, GordianError } from "gordian";
import { ApiError } from "./client";

/**
 * The last parts of the names of requests that are answered in milliseconds. They have a worker of their
 * own, so that they never wait for a search.
 */
const QUICK: ReadonlySet<string> = new Set([
  "apply",
  "blank",
  "candidates",
  "draw",
  "kinds",
  "read",
  "scramble",
  "write",
]);

/** The documents that are files beside the page, so that they are there before a module is. */
const FILES: ReadonlySet<string> = new Set(["examples", "pencil/kinds"]);

let quick: Gordian | undefined;
let searches: Gordian | undefined;

function workerFor(name: string): Gordian {
  if (QUICK.has(name.slice(name.lastIndexOf("/") + 1))) {
    quick ??= connect();
    return quick;
  }
  searches ??= connect();
  return searches;
}

/** Answers a request for the document at a path. Throws an `ApiError`, or `AbortError` if aborted. */
export async function answerRequest<T>(
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<T> {
  try {
    if (method === "GET" || FILES.has(path)) return await readFile<T>(path, signal);
    // A name that is none is refused by the module.
    const name = path as Parameters<Gordian["request"]>[0];
    return (await workerFor(path).request(name, body as never, signal ? { signal } : {})) as T;
  } catch (error) {
    if (error instanceof GordianError) {
      // An internal error is one of the page, not of what it was asked.
      const isInternal = error.code.startsWith("internal.");
      throw new ApiError(isInternal ? 500 : 422, error.details, null);
    }
    throw error;
  }
}

/** Reads a document that is a file beside the page. */
async function readFile<T>(name: string, signal: AbortSignal | undefined): Promise<T> {
  const response = await fetch(`./${name}.json`, signal ? { signal } : {});
  if (!response.ok) throw new Error(`${response.status} for ${name}.json`);
  return (await response.json()) as T;
}
