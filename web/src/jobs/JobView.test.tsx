// The page of a job while the server goes away and comes back.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LiveRegion } from "../shell/announce";
import type { Source } from "./api";
import { JobView } from "./JobView";

const root = document.createElement("div");
document.body.append(root);

/** The source that the page opened last. */
let source: FakeSource;

class FakeSource implements Source {
  readyState = 1;
  onerror: ((event: Event) => void) | null = null;
  onopen: ((event: Event) => void) | null = null;
  constructor() {
    source = this;
  }
  addEventListener() {}
  close() {
    this.readyState = 2;
  }
}

const job = {
  id: "7",
  kind: "count",
  state: "running",
  title: "x".repeat(200),
  created_at: "2000-01-01T00:00:00Z",
  started_at: "2000-01-01T00:00:00Z",
  ended_at: null,
  attempt: 1,
  max_attempts: 3,
  cancelling: false,
  progress: null,
  error: null,
};

function answering(answer: () => Promise<Response>): void {
  vi.stubGlobal("fetch", vi.fn(answer));
}

const fetchJob = async () => new Response(JSON.stringify(job));
const gone = async () => {
  throw new TypeError("network");
};

async function pass(time: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(time);
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2000-01-01T00:00:10Z") });
  vi.stubGlobal("EventSource", FakeSource);
});

afterEach(() => {
  act(() => render(null, root));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(): Promise<void> {
  await act(() =>
    render(
      <>
        <JobView id="7" />
        <LiveRegion />
      </>,
      root,
    ),
  );
  await pass(0);
}

function told(): string {
  return root.querySelector("[role=status]")?.textContent?.trim() ?? "";
}

/** Returns how long the job has run, as the page shows it. */
function clock(): string {
  return root.querySelector(".card .stacked .muted")?.textContent ?? "";
}

it("shows that the server cannot be reached, stops the clock, and continues", async () => {
  answering(fetchJob);
  await show();
  await pass(2000);
  expect(root.querySelector(".badge")?.textContent).toContain("running");
  expect(clock()).toBe("12 s");
  answering(gone);
  await act(() => source.onerror?.(new Event("error")));
  await pass(60_000);
  expect(root.querySelector(".badge")?.textContent).toContain(
    "the server cannot be reached; retrying",
  );
  expect(told()).toBe("the server cannot be reached; retrying");
  expect(root.querySelectorAll("progress")).toHaveLength(0);
  expect(clock()).toBe("12 s");
  answering(fetchJob);
  await act(() => source.onopen?.(new Event("open")));
  await pass(600);
  expect(told()).toBe("the server can be reached again");
  expect(root.querySelector(".badge")?.textContent).toContain("running");
  expect(clock()).toBe("1 min 12 s");
});

it("polls when the browser stopped reconnecting, and before the first answer", async () => {
  answering(gone);
  await show();
  expect(root.textContent).toContain("the server cannot be reached; retrying");
  answering(fetchJob);
  await pass(2000);
  expect(root.querySelector(".badge")?.textContent).toContain("running");
  answering(gone);
  source.readyState = 2;
  await act(() => source.onerror?.(new Event("error")));
  await pass(3000);
  expect(root.textContent).toContain("the server cannot be reached; retrying");
  answering(fetchJob);
  await pass(2000);
  expect(root.querySelector(".badge")?.textContent).toContain("running");
});

it("says that a shared job continues for other clients", async () => {
  answering(fetchJob);
  await show();
  const button = () => root.querySelector<HTMLButtonElement>(".card button");
  expect(button()?.textContent).toBe("Cancel");
  await act(() => button()?.click());
  await pass(0);
  expect(root.textContent).toContain("It continues for other clients");
  expect(button()).toBeNull();
});
