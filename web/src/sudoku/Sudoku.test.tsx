// The scene with a server that answers at once: its clock, and the replay of what was done.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ReadPuzzle } from "../api/generated";
import { dayNumber } from "../daily/daily";
import { rememberOpened, streak } from "../daily/solved";
import { parseHash } from "../shell/route";
import { boxedLayout } from "./layout";
import Sudoku from "./Sudoku";

const root = document.createElement("div");

/** All but two cells of a grid of 4×4. */
const PUZZLE = ".23434122143432.";

const { houses, file } = boxedLayout(4, [2, 2]);
const READ: ReadPuzzle = {
  n: 4,
  title: null,
  author: null,
  format: "line",
  houses,
  cages: [],
  puzzle: file,
  givens: [...PUZZLE].map((char) => (char === "." ? 0 : Number(char))),
  placed: new Array<number>(16).fill(0),
  marks: null,
  notes: [],
};

/** Waits for seconds, and for answers. */
async function wait(seconds = 0.5): Promise<void> {
  for (let i = 0; i < 4 * seconds; i += 1) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(250);
    });
  }
}

async function open(hash = `#/sudoku?p=${PUZZLE}`): Promise<void> {
  const route = parseHash(hash);
  await act(() => render(<Sudoku route={route} />, root));
  await wait();
}

const label = (cell: number) =>
  root.querySelector(`[data-cell="${cell}"]`)?.getAttribute("aria-label") ?? "";
const clock = () => root.querySelector(".clock")?.textContent;
const status = () => root.querySelector(".status")?.textContent;
const moment = () => root.querySelector(".replay input")?.getAttribute("aria-valuetext");

/** Types a key in a cell. */
async function type(cell: number, key: string, ctrlKey = false): Promise<void> {
  const element = root.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
  await act(() => element?.focus());
  await act(() => {
    const init = { key, ctrlKey, code: `Digit${key}`, bubbles: true, cancelable: true };
    element?.dispatchEvent(new KeyboardEvent("keydown", init));
  });
}

async function press(name: string): Promise<void> {
  const all = [...root.querySelectorAll<HTMLElement>("button")];
  const found = all.find(
    (it) => it.textContent?.trim() === name || it.getAttribute("aria-label") === name,
  );
  if (!found) throw new Error(`no button ${name}`);
  await act(() => found.click());
}

beforeEach(() => {
  vi.useFakeTimers();
  document.body.append(root);
  vi.stubGlobal("fetch", async (url: string) => {
    const candidates = { outcome: "feasible", limit: null, solutions: 1, candidates: [] };
    const solved = {
      outcome: "solved",
      unique: true,
      checked: true,
      solution: ["1234", "3412", "2143", "4321"].map((row) => [...row].map(Number)),
    };
    const answers: Record<string, unknown> = {
      "sudoku/read": { puzzles: [READ] },
      "sudoku/candidates": candidates,
      solve: solved,
      examples: { examples: [] },
    };
    const body = answers[url.replace(/^.*api\/v1\//, "")];
    return new Response(JSON.stringify(body));
  });
});

afterEach(async () => {
  await act(() => render(null, root));
  root.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it("says the time of the solution, which counts for the day", async () => {
  const today = dayNumber(new Date());
  rememberOpened(PUZZLE, today, "grid easy");
  await open();
  await wait(5);
  expect(clock()).toBe("⏱ 0:00");
  await type(0, "1");
  await wait(7);
  expect(clock()).toBe("⏱ 0:07");
  expect(streak(today)).toBe(0);
  await type(15, "1");
  await wait(3);
  expect(status()).toBe("✓ solved in 0:07");
  expect(streak(today)).toBe(1);
  // It is there again with the marks.
  await act(() => render(null, root));
  await open("#/sudoku");
  await wait(1);
  expect(status()).toBe("✓ solved in 0:07");
});

it("has no time for a solution that was filled in", async () => {
  const today = dayNumber(new Date());
  rememberOpened(PUZZLE, today, "grid easy");
  await open();
  await type(0, "1");
  await wait(2);
  await press("Solve");
  // The panel is loaded when it is opened.
  await vi.dynamicImportSettled();
  await wait();
  const solve = root.querySelector<HTMLElement>("[role=tabpanel] button.primary");
  await act(() => solve?.click());
  await wait(2);
  expect(status()).toBe("✓ solved");
  expect(clock()).toBe(undefined);
  expect(streak(today)).toBe(0);
});

it("replays what was done, and leaves the board as it is", async () => {
  await open();
  await type(0, "2");
  await type(0, "1");
  await type(15, "2", true);
  await type(15, "1");
  await press("Replay");
  expect(moment()).toBe("move 0 of 4");
  const seen: string[] = [];
  for (let i = 0; i <= 4; i += 1) {
    seen.push(`${label(0)}; ${label(15)}`);
    await press("Forward");
  }
  expect(seen).toEqual([
    "row 1, column 1, empty; row 4, column 4, empty",
    "row 1, column 1, 2, in conflict; row 4, column 4, empty",
    "row 1, column 1, 1; row 4, column 4, empty",
    "row 1, column 1, 1; row 4, column 4, empty, marks 2",
    "row 1, column 1, 1; row 4, column 4, 1",
  ]);
  await press("To the start");
  await press("Play");
  await wait(1);
  expect(moment()).toBe("move 1 of 4");
  await wait(3);
  expect(moment()).toBe("move 4 of 4");
  await press("Back");
  await type(15, "4");
  expect(root.querySelector(".replay")).toBe(null);
  expect(label(15)).toBe("row 4, column 4, 1");
});
