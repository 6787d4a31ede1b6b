// The badge of the jobs of this browser.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { JobState } from "./api";
import { badgeOf, JobsBadge } from "./JobsBadge";
import { addMine, forgetMine, MAX_MINE, mine } from "./mine";

const root = document.createElement("div");
document.body.append(root);

/** The jobs that the service has. */
let jobs: { id: string; state: JobState }[];

async function pass(time: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(time);
  });
}

async function show(): Promise<void> {
  await act(() => render(<JobsBadge />, root));
  await pass(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  forgetMine(() => true);
  const answer = async () => new Response(JSON.stringify({ jobs, next: null }));
  vi.stubGlobal("fetch", vi.fn(answer));
});

afterEach(async () => {
  await act(() => render(null, root));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("names those that run before those that failed, and these before the rest", () => {
  const said = (...states: JobState[]) => badgeOf(states.map((state) => ({ state }))).text;
  expect(said("running", "failed", "queued")).toBe("2 jobs running");
  expect(said("done", "failed")).toBe("1 job failed");
  expect(said("done", "cancelled")).toBe("2 jobs ended");
});

it("follows a job until it has ended, then asks no more", async () => {
  jobs = [
    { id: "a", state: "queued" },
    { id: "of another time", state: "running" },
  ];
  addMine("a");
  await show();
  const link = root.querySelector("a");
  expect(link?.getAttribute("aria-label")).toBe("1 job running");
  expect(link?.getAttribute("href")).toBe("#/jobs/a");
  jobs = [{ id: "a", state: "done" }];
  await pass(5000);
  await pass(500);
  expect(root.querySelector("a")?.getAttribute("aria-label")).toBe("1 job ended");
  const asked = vi.mocked(fetch).mock.calls.length;
  await pass(60_000);
  expect(vi.mocked(fetch).mock.calls.length).toBe(asked);
});

it("forgets jobs that the service does not have", async () => {
  jobs = [];
  addMine("gone");
  await show();
  expect(root.querySelector("a")).toBeNull();
  expect(mine.value).toEqual([]);
});

it("leads to the list if there are several, and keeps the newest", async () => {
  jobs = [];
  for (let i = 0; i < MAX_MINE + 5; i += 1) {
    addMine(`${i}`);
    jobs.unshift({ id: `${i}`, state: "running" });
  }
  addMine("24");
  expect(mine.value).toHaveLength(MAX_MINE);
  expect(mine.value[0]).toBe("24");
  await show();
  const link = root.querySelector("a");
  expect(link?.getAttribute("href")).toBe("#/jobs");
  expect(link?.getAttribute("aria-label")).toBe(`${MAX_MINE} jobs running`);
});
