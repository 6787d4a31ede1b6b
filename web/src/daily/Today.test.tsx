// The puzzles of the day with a server that answers at once.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { allDaily, dayNumber } from "./daily";
import { rememberOpened, rememberSolved } from "./solved";
import { Today } from "./Today";

const root = document.createElement("div");
const NOW = new Date("2026-11-30T20:00:00Z");
const DAY = dayNumber(NOW);
const LINK = "https://puzz.link/p?hitori/6/6/abc";

const asked: unknown[] = [];

async function show(): Promise<void> {
  await act(() => render(<Today puzzles={allDaily} heading="Today" />, root));
}

function button(text: string): HTMLButtonElement {
  const found = [...root.querySelectorAll("button")].find((it) => it.textContent?.includes(text));
  if (!found) throw new Error(`no button ${text}`);
  return found;
}

async function press(text: string): Promise<void> {
  await act(async () => {
    button(text).click();
    await vi.advanceTimersByTimeAsync(10);
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  location.hash = "#/";
  asked.length = 0;
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    return new Response(JSON.stringify({ puzzle: "kind = 'hitori'", link: LINK, rules: "" }));
  });
});

afterEach(async () => {
  await act(() => render(null, root));
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  location.hash = "";
});

it("makes a puzzle with the seed of its day, kind and level, and only once", async () => {
  await show();
  expect(root.textContent).toContain("2026-11-30 UTC");
  expect(root.textContent).not.toContain("in a row");
  await press("Hitori 6×6, medium");
  expect(asked).toMatchObject([{ kind: "hitori", rows: 6, difficulty: "medium", seed: 626947235 }]);
  expect(decodeURIComponent(location.hash)).toBe(`#/pencil?p=${LINK}`);
  await act(() => render(null, root));
  location.hash = "#/";
  await show();
  await press("Hitori 6×6, medium");
  expect(decodeURIComponent(location.hash)).toBe(`#/pencil?p=${LINK}`);
  expect(asked).toHaveLength(1);
});

it("shows what is solved, and the days in a row, also after midnight", async () => {
  for (const day of [DAY - 1, DAY]) {
    rememberOpened(`puzzle ${day}`, day, "hitori medium");
    rememberSolved(`puzzle ${day}`, new Date(day * 86_400_000));
  }
  await show();
  expect(root.querySelector(".badge")?.textContent).toBe("2 days in a row");
  expect(button("Hitori 6×6, medium").textContent).toContain("✓");
  expect(button("Akari 6×6, easy").textContent).not.toContain("✓");
  await act(() => {
    vi.setSystemTime(new Date("2026-12-01T00:00:10Z"));
    vi.advanceTimersByTime(60_000);
  });
  expect(root.textContent).toContain("2026-12-01 UTC");
  expect(root.querySelector(".badge")?.textContent).toBe("2 days in a row");
  expect(root.textContent).not.toContain("✓");
});

it("says why a puzzle was not made", async () => {
  const detail = "stopped by a limit: time";
  vi.stubGlobal("fetch", async () => {
    const problem = { status: 400, code: "generate.stopped", detail, hint: "allow more time" };
    return new Response(JSON.stringify(problem), { status: 400 });
  });
  await show();
  await press("Hitori 6×6, medium");
  expect(root.textContent).toContain("stopped by a limit: time");
  expect(button("Hitori 6×6, medium").disabled).toBe(false);
  expect(location.hash).toBe("#/");
});
