import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ApiError,
  isAbort,
  online,
  pendingRetry,
  post,
  readProblem,
  retryDelay,
  toApiError,
  tokenRequired,
} from "./client";

const problem = {
  type: "about:blank",
  title: "Bad Request",
  status: 400,
  code: "sudoku.wrong-length",
  detail: "83 cells do not make a square grid",
  hint: "81 for the usual one",
  line: 1,
  column: 4,
  request_id: "abc",
};

describe("readProblem", () => {
  it("reads message, position and hint", () => {
    const error = readProblem(400, problem, null);
    expect(error.faults).toEqual([
      {
        code: "sudoku.wrong-length",
        message: "83 cells do not make a square grid",
        hint: "81 for the usual one",
        line: 1,
        column: 4,
      },
    ]);
    expect(error.requestId).toBe("abc");
  });
  it("reads all errors", () => {
    const errors = [
      { code: "a", message: "first", hint: null, line: 2, column: 1 },
      { code: "b", message: "second", hint: null, line: null, column: null },
    ];
    const error = readProblem(400, { ...problem, errors }, null);
    expect(error.faults.map((fault) => fault.message)).toEqual(["first", "second"]);
  });
  it("reads an answer that is not a problem document", () => {
    expect(readProblem(502, null, "x").faults[0]?.message).toBe("the server answered 502");
    expect(readProblem(400, {}, null).faults[0]?.message).toBe("no reason was given");
  });
});

describe("ask", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    online.value = true;
    tokenRequired.value = false;
  });
  const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
    vi.stubGlobal("fetch", async () => new Response(body, { status, headers }));
  const failure = async () => {
    try {
      await post("solve", { puzzle: "" });
    } catch (error) {
      return toApiError(error);
    }
    throw new Error("it did not fail");
  };

  it("gives the answer", async () => {
    answer(200, '{"schema":1}');
    expect(await post("solve", { puzzle: "" })).toEqual({ schema: 1 });
  });
  it("gives the problem with its headers", async () => {
    answer(429, JSON.stringify({ ...problem, code: "quota.jobs" }), { "retry-after": "7" });
    const error = await failure();
    expect([error.status, error.retryAfter, error.requestId]).toEqual([429, 7, "abc"]);
  });
  it("remembers that a token is wanted", async () => {
    answer(401, "{}");
    await failure();
    expect(tokenRequired.value).toBe(true);
  });
  it("rejects other texts", async () => {
    answer(200, "<html>", { "x-request-id": "r" });
    const error = await failure();
    expect([error.status, error.requestId]).toEqual([200, "r"]);
  });
  it("tracks whether the server can be reached", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("network");
    });
    expect((await failure()).faults[0]?.code).toBe("offline");
    expect(online.value).toBe(false);
    answer(200, "{}");
    await post("solve", { puzzle: "" });
    expect(online.value).toBe(true);
  });
  it("rejects with the abort", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new DOMException("", "AbortError");
    });
    let caught: unknown;
    await post("solve", { puzzle: "" }).catch((error: unknown) => {
      caught = error;
    });
    expect(isAbort(caught)).toBe(true);
    expect(caught).not.toBeInstanceOf(ApiError);
    expect(online.value).toBe(true);
  });
});

describe("requests that are refused for a while", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const busy = { ...problem, status: 503, code: "server.busy", detail: "too many requests" };
  const replies = (...list: [number, unknown, Record<string, string>][]) => {
    let count = 0;
    vi.stubGlobal("fetch", async () => {
      const [status, body, headers] = list[Math.min(count, list.length - 1)] as (typeof list)[0];
      count += 1;
      return new Response(JSON.stringify(body), { status, headers });
    });
    return () => count;
  };

  it("are repeated when the wait is over, and a notice says so meanwhile", async () => {
    vi.useFakeTimers();
    const asked = replies([503, busy, { "retry-after": "2" }], [200, { schema: 1 }, {}]);
    const answer = post("solve", { puzzle: "" });
    await vi.advanceTimersByTimeAsync(1900);
    expect(asked()).toBe(1);
    expect(pendingRetry.value?.message).toBe("too many requests");
    await vi.advanceTimersByTimeAsync(700);
    expect(await answer).toEqual({ schema: 1 });
    expect([asked(), pendingRetry.value]).toEqual([2, null]);
  });
  it("fail after the longest wait", async () => {
    vi.useFakeTimers();
    const asked = replies([503, busy, { "retry-after": "60" }]);
    const answer = post("solve", { puzzle: "" }).catch(
      (error: unknown) => toApiError(error).status,
    );
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await answer).toBe(503);
    expect(asked()).toBe(3);
  });
  it("are not repeated after an abort", async () => {
    vi.useFakeTimers();
    const asked = replies([503, busy, { "retry-after": "2" }]);
    const controller = new AbortController();
    const answer = post("solve", { puzzle: "" }, controller.signal).catch(isAbort);
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort();
    expect(await answer).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([asked(), pendingRetry.value]).toEqual([1, null]);
  });
  it("are not repeated where waiting does not help", () => {
    const error = (code: string, retryAfter: number | null) =>
      readProblem(429, { ...problem, code }, null, retryAfter);
    expect(retryDelay(error("quota.requests", 1), 0)).toBe(1);
    expect(retryDelay(error("quota.requests", null), 0)).toBeNull();
    expect(retryDelay(error("quota.jobs", 30), 0)).toBeNull();
    expect(retryDelay(error("sudoku.wrong-length", 1), 0)).toBeNull();
  });
});
