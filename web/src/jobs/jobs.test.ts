import { describe, expect, it } from "vitest";
import {
  applyEvent,
  clickKey,
  followJob,
  type Job,
  type JobEvent,
  readEventData,
  type Source,
} from "./api";
import { progressText } from "./jobText";

const job: Job = {
  id: "1",
  kind: "solve",
  state: "queued",
  title: null,
  created_at: "2000-01-01T00:00:00Z",
  started_at: null,
  ended_at: null,
  attempt: 1,
  max_attempts: 3,
  cancelling: false,
  progress: null,
  error: null,
};

describe("after", () => {
  const check = (name: string, expected: Partial<Job>) =>
    it(name, () => {
      const data = { at: "2000-01-01T00:00:00Z", done: 1 };
      expect(applyEvent({ ...job, state: "running" }, { id: 1, name, data })).toMatchObject(
        expected,
      );
    });
  check("queued", { state: "queued" });
  check("handed-back", { state: "queued" });
  check("started", { state: "running" });
  check("progress", { state: "running", progress: { done: 1 } });
  check("done", { state: "done" });
  check("failed", { state: "failed" });
  check("cancelled", { state: "cancelled" });
  it("keeps earlier progress, except the time", () => {
    const told = { at: "2000-01-01T00:00:00Z", done: 2 };
    const before = { ...job, progress: { phase: "search", done: 1 } };
    const then = applyEvent(before, { id: 2, name: "progress", data: told });
    expect(then.progress).toEqual({ phase: "search", done: 2 });
  });
  check("unknown", { state: "running", progress: null });
});

class FakeSource implements Source {
  readyState = 1;
  onerror: ((event: Event) => void) | null = null;
  onopen: ((event: Event) => void) | null = null;
  listeners = new Map<string, (event: MessageEvent<string>) => void>();
  constructor(readonly address: string) {}
  addEventListener(name: string, listener: (event: MessageEvent<string>) => void) {
    this.listeners.set(name, listener);
  }
  close() {
    this.readyState = 2;
  }
  send(id: number, name: string, data = "{}") {
    this.listeners.get(name)?.(new MessageEvent(name, { lastEventId: String(id), data }));
  }
}

describe("follow", () => {
  const start = () => {
    const seen: JobEvent[] = [];
    let source = new FakeSource("");
    const away: boolean[] = [];
    let lost = 0;
    const stop = followJob(
      "a/b",
      {
        onEvent: (event) => seen.push(event),
        onAway: (gone) => away.push(gone),
        onLost: () => {
          lost++;
        },
      },
      (address) => {
        source = new FakeSource(address);
        return source;
      },
    );
    return { seen, source, stop, away, lost: () => lost };
  };
  it("asks for the events of the job", () => {
    expect(start().source.address).toBe("api/v1/jobs/a%2Fb/events");
  });
  it("reports each event once, and closes after the last one", () => {
    const { seen, source } = start();
    source.send(1, "queued");
    source.send(2, "progress", '{"done":1}');
    source.send(1, "queued");
    source.send(2, "progress", '{"done":1}');
    source.send(3, "progress", "broken");
    expect(source.readyState).toBe(1);
    source.send(4, "done");
    expect(seen.map((event) => event.id)).toEqual([1, 2, 3, 4]);
    expect(seen[1]?.data).toEqual({ done: 1 });
    expect(source.readyState).toBe(2);
  });
  it("reports a lost connection only when the browser stops reconnecting", () => {
    const { source, lost, away } = start();
    source.onerror?.(new Event("error"));
    expect(lost()).toBe(0);
    source.onopen?.(new Event("open"));
    expect(away).toEqual([true, false]);
    source.readyState = 2;
    source.onerror?.(new Event("error"));
    expect(lost()).toBe(1);
  });
  it("can be stopped", () => {
    const { source, stop } = start();
    stop();
    expect(source.readyState).toBe(2);
  });
});

describe("progressText", () => {
  const check = (progress: Record<string, unknown>, expected: string) =>
    it(expected, () => expect(progressText(progress)).toBe(expected));
  check({ phase: "search", done: 3, total: 12 }, "search · 3 of 12");
  check({ note: "starting again", level: 7 }, "starting again · level 7");
  check({ level: 7, done: 1500 }, "level 7 · 1\u202f500");
  check({ effort: 12.34, seconds: 2.04, other: {} }, "effort 12.3 · seconds 2");
});

describe("clickKey", () => {
  it("returns a different key each time", () => {
    const keys = new Set(Array.from({ length: 100 }, clickKey));
    expect(keys.size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe("readData", () => {
  const check = (text: string, expected: unknown) =>
    it(text, () => expect(readEventData(text)).toEqual(expected));
  check('{"a":1}', { a: 1 });
  check("1", {});
  check("null", {});
  check("{", {});
});
