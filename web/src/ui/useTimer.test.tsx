// The timer in a scene: hidden pages, other puzzles, and what is kept.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Clock } from "./Clock";
import { clockTime } from "./timer";
import { type Game, useTimer } from "./useTimer";

const root = document.createElement("div");

const BLANK: Game = {
  puzzle: "one",
  drawing: 0,
  read: 0,
  isMarked: false,
  isUndone: false,
  isPlaying: true,
  isSolved: false,
};

let fill = () => {};

function Scene({ game }: { game: Game }) {
  const timed = useTimer(game);
  fill = timed.fill;
  const { value } = timed.solved;
  return (
    <>
      <Clock timer={timed.timer} />
      <output>{value === null ? "" : clockTime(value)}</output>
    </>
  );
}

async function show(game: Game): Promise<void> {
  await act(() => render(<Scene game={game} />, root));
}

/** Opens the first puzzle and makes its first mark. */
async function begin(): Promise<void> {
  await show(BLANK);
  await show({ ...BLANK, drawing: 1, isMarked: true });
}

async function wait(seconds: number): Promise<void> {
  await act(() => {
    vi.advanceTimersByTime(1000 * seconds);
  });
}

async function see(visibility: "visible" | "hidden"): Promise<void> {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
  await act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

const shown = () => root.querySelector(".clock")?.textContent;
const solved = () => root.querySelector("output")?.textContent;

beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
  await act(() => render(null, root));
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

it("counts from the first mark, and not while the page is hidden", async () => {
  await show(BLANK);
  await wait(3);
  expect(shown()).toBe("⏱ 0:00");
  await show({ ...BLANK, drawing: 1, isMarked: true });
  await wait(3);
  expect(shown()).toBe("⏱ 0:03");
  await see("hidden");
  await wait(60);
  await see("visible");
  await wait(2);
  expect(shown()).toBe("⏱ 0:05");
});

it("stops when the puzzle is solved, at the last mark", async () => {
  await begin();
  await wait(4);
  await show({ ...BLANK, drawing: 2, isMarked: true });
  await wait(2);
  expect(solved()).toBe("");
  await show({ ...BLANK, drawing: 2, isMarked: true, isSolved: true });
  await wait(9);
  expect(solved()).toBe("0:04");
});

it("is kept when the page is closed, and goes on with the marks", async () => {
  await begin();
  await wait(4);
  await act(() => render(null, root));
  await wait(60);
  await show({ ...BLANK, drawing: 7, isMarked: true });
  await wait(1);
  expect(shown()).toBe("⏱ 0:05");
});

it("belongs to its puzzle", async () => {
  await begin();
  await wait(4);
  await show({ ...BLANK, puzzle: "two", drawing: 2 });
  await wait(4);
  expect(shown()).toBe("⏱ 0:00");
  await show({ ...BLANK, drawing: 3, isMarked: true });
  expect(shown()).toBe("⏱ 0:04");
});

it("has no time for a solution that was read or filled in", async () => {
  await show(BLANK);
  await show({ ...BLANK, read: 1, drawing: 1, isMarked: true });
  await show({ ...BLANK, read: 1, drawing: 1, isMarked: true, isSolved: true });
  await wait(1);
  expect(shown()).toBe(undefined);
  expect(solved()).toBe("");
  // Nor if the puzzle was begun before it was read.
  await show({ ...BLANK, puzzle: "three", read: 1, drawing: 2 });
  await show({ ...BLANK, puzzle: "three", read: 1, drawing: 3, isMarked: true });
  await wait(1);
  await show({ ...BLANK, puzzle: "three", read: 2, drawing: 4, isMarked: true, isSolved: true });
  expect(solved()).toBe("");
  await show({ ...BLANK, puzzle: "two", drawing: 2 });
  await act(() => fill());
  await show({ ...BLANK, puzzle: "two", drawing: 3, isMarked: true });
  await show({ ...BLANK, puzzle: "two", drawing: 3, isMarked: true, isSolved: true });
  expect(solved()).toBe("");
});

it("is hidden by a press, also the next time", async () => {
  await show(BLANK);
  await act(() => root.querySelector<HTMLElement>(".clock")?.click());
  expect(shown()).toBe("⏱");
  await act(() => render(null, root));
  await show(BLANK);
  expect(shown()).toBe("⏱");
  expect(root.querySelector(".clock")?.getAttribute("aria-pressed")).toBe("false");
});
