// The panel for making a Sudoku with a server that answers at once.
import { render } from "preact";
import { useState } from "preact/hooks";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Board, emptyBoard, puzzleText } from "./board";
import { boxedLayout } from "./layout";
import { type OnGrid, SetPanel } from "./SetPanel";
import { withGiven } from "./setting";
import { singleCell } from "./useGridKeys";

const root = document.createElement("div");
let onGrid: OnGrid | null = null;

const ROWS = [
  [1, 2, 3, 4],
  [3, 4, 1, 2],
  [2, 1, 4, 3],
  [4, 3, 2, 1],
];
const OTHER = [
  [1, 2, 3, 4],
  [3, 4, 2, 1],
  [2, 1, 4, 3],
  [4, 3, 1, 2],
];

/** The server: there are two solutions with a 1 at r1c1, more without it. */
function answer(path: string, body: { puzzle: string; task?: string; conflict?: boolean }) {
  const rows = [...body.puzzle.matchAll(/^[.\d ]{4,}$/gm)].map(([row]) => row.replaceAll(" ", ""));
  const digits = rows.join("");
  const fits = (grid: readonly (readonly number[])[]) =>
    grid.flat().every((digit, cell) => digits[cell] === "." || digits[cell] === String(digit));
  const found = [ROWS, OTHER].filter(fits);
  if (digits[0] !== "1" && found.length > 0) found.push(ROWS);
  const outcome = found.length === 0 ? "infeasible" : "solved";
  if (path === "sudoku/candidates") {
    const all = (cell: number) => [...new Set(found.map((grid) => grid.flat()[cell] ?? 0))];
    const candidates = Array.from({ length: 16 }, (_, cell) => all(cell));
    return { outcome, limit: null, solutions: Math.min(found.length, 2), candidates };
  }
  const conflict = body.conflict && found.length === 0 ? ["given 4 at r1c1"] : null;
  const unique = found.length === 0 ? null : found.length === 1;
  return { outcome, limit: null, unique, solution: found[0], solutions: found, conflict };
}

function Scene({ first }: { first: Board }) {
  const [board, setBoard] = useState(first);
  return (
    <SetPanel
      board={board}
      given={puzzleText(board, false)}
      selection={singleCell(6)}
      shown={true}
      onGrid={(next) => {
        onGrid = next;
      }}
      onChange={setBoard}
    />
  );
}

async function settle(time = 320): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, time));
  });
}

async function show(board: Board): Promise<void> {
  await act(() => render(<Scene first={board} />, root));
  await settle();
}

async function press(name: RegExp, time?: number): Promise<void> {
  const found = [...root.querySelectorAll("button")].find((it) =>
    name.test(it.getAttribute("aria-label") ?? it.textContent ?? ""),
  );
  if (!found) throw new Error(`no button ${name} in ${root.textContent}`);
  await act(() => found.click());
  await settle(time);
}

/** The board with three givens of the first row. */
const START = [1, 2, 3].reduce(
  (board, digit, cell) => withGiven(board, cell, digit),
  emptyBoard(boxedLayout(4, [2, 2])),
);

beforeEach(() => {
  onGrid = null;
  vi.stubGlobal("fetch", async (url: string, options: { body?: string }) => {
    const path = url.replace(/^.*api\/v1\//, "");
    const body = JSON.parse(options.body ?? "{}");
    return new Response(JSON.stringify(answer(path, body)));
  });
});

afterEach(() => {
  act(() => render(null, root));
  vi.unstubAllGlobals();
});

it("says how many solutions there are, and what the active cell has in them", async () => {
  await show(START);
  expect(root.textContent).toContain("Several solutions");
  await press(/^Count up to 100$/);
  expect(root.textContent).toContain("Exactly 2 solutions, proved");
  expect(root.textContent).toContain("At r2c3: 1 in 1, 2 in 1 of 2 solutions");
});

it("finds single givens, adds one, and drops the signs", async () => {
  await show(START);
  await press(/^Which single given/, 1200);
  expect(root.textContent).toContain("8 clues tried");
  expect(onGrid?.tags.map(({ cell, words }) => `${cell} ${words}`)).toEqual([
    "6 unique with 1 or 2",
    "7 unique with 2 or 1",
    "14 unique with 2 or 1",
    "15 unique with 1 or 2",
  ]);
  await press(/^Add 1 at r2c3$/);
  expect(onGrid?.tags).toEqual([]);
  expect(root.textContent).toContain("Exactly one solution, proved");
  await press(/^Which givens are not needed/, 700);
  const needed = onGrid?.tags.map(({ cell, words }) => `${cell} ${words}`);
  expect(needed).toEqual(["0 needed", "1 not needed", "2 not needed", "6 needed"]);
});

it("names the givens in conflict, and marks their cells", async () => {
  await show(withGiven(START, 0, 4));
  expect(root.textContent).toContain("No solution, proved");
  await press(/^Which givens conflict/);
  expect(root.textContent).toContain("given 4 at r1c1");
  expect([...(onGrid?.inConflict ?? [])]).toEqual([0]);
});
