// The scene with a server that answers at once: pointers, keys, the check, and what is kept and announced.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { BoardDocument, CheckResponse, FormDocument } from "../api/generated";
import { dayNumber } from "../daily/daily";
import { rememberOpened, streak } from "../daily/solved";
import { LiveRegion } from "../shell/announce";
import { parseHash } from "../shell/route";
import { CELL, frameOf } from "./geometry";
import Pencil from "./Pencil";

const root = document.createElement("div");

const FORM: FormDocument = {
  cells: { form: "numbers", min: 1, max: 9, unknown: true },
  black_clues: false,
  holes: false,
  walls: "none",
  room_numbers: false,
  points: null,
  dots: null,
  outside: null,
  pieces: false,
  parameter: null,
  options: [],
  cell_layer: { layer: "shade" },
  edge_layer: { layer: "links", max: 1 },
};

const BOARD: BoardDocument = {
  rows: 3,
  columns: 3,
  cells: [
    [".", ".", "."],
    [".", ".", "."],
    [".", ".", "2"],
  ],
  walls: { right: ["00", "00", "00"], down: ["000", "000"] },
  points: [],
  dots: [],
  outside: { above: [], below: [], left: [], right: [] },
  pieces: [],
  parameter: null,
  options: [],
};

const READ = {
  schema: 1,
  kind: "lamps",
  name: "Lamps",
  family: "shading",
  rules: "Shade.",
  title: null,
  form: FORM,
  board: BOARD,
  puzzle: "kind = 'lamps'",
  link: null,
  invalid: null,
  notes: [],
};

const EMPTY_LINKS = { right: ["??", "??", "??"], down: ["???", "???"] };

/** The limit that checks reach. */
let checkLimit: CheckResponse["limit"] = null;

/** Adjacent shaded cells and shaded clues are forbidden. */
function check({ solution }: { solution: { shade: string[] } }): Partial<CheckResponse> {
  const isShaded = (row: number, column: number) => solution.shade[row]?.[column] === "#";
  const conflicts: CheckResponse["conflicts"][number][] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 2; column++) {
      if (!isShaded(row, column) || !isShaded(row, column + 1)) continue;
      const [one, other] = [column, column + 1].map((it) => `r${row + 1}c${it + 1}`);
      const line = [0, 1, 2].map((it) => (it === column || it === column + 1 ? "#" : "?")).join("");
      conflicts.push({
        reasons: [`${one} and ${other} are not both shaded`],
        values: [],
        part: { shade: [0, 1, 2].map((it) => (it === row ? line : "???")) },
        minimal: true,
      });
    }
  }
  const clue = { rule: "clue-shaded", message: "the clue at r3c3 is shaded", cells: ["r3c3"] };
  // The solution is one shaded cell.
  const isRight = solution.shade.join("") === "#........";
  return {
    right: isRight,
    violations: isShaded(2, 2) ? [clue] : [],
    conflicts,
    limit: checkLimit,
  };
}

const SOLVED = {
  schema: 1,
  outcome: "solved",
  unique: true,
  solution: {
    shade: ["#..", "...", "..."],
    links: { right: ["00", "00", "00"], down: ["000", "000"] },
  },
  determined: {
    part: { shade: ["#..", "...", "..."], links: EMPTY_LINKS },
    common: 9,
    varying: 0,
    proved: true,
  },
  limit: null,
};

const SEVERAL = { ...SOLVED, unique: false, determined: { ...SOLVED.determined, varying: 2 } };

const LISTED = {
  ...SOLVED,
  unique: false,
  solutions: [SOLVED.solution, { ...SOLVED.solution, shade: [".#.", "...", "..."] }],
};

/** The answer about the puzzle that is opened. */
let first: object = SOLVED;

/** What all answers of the server wait for. */
let replied: Promise<void> = Promise.resolve();

async function settle(time = 5): Promise<void> {
  for (const wait of [time, 5, 5, 5, 5, 5]) {
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, wait));
    });
  }
}

async function open(): Promise<void> {
  const hash = parseHash("#/pencil?p=lamps");
  await act(() =>
    render(
      <>
        <LiveRegion />
        <Pencil route={hash} />
      </>,
      root,
    ),
  );
  await settle();
}

const frame = frameOf(BOARD, FORM, false);

function pointer(type: string, x: number, y: number, more: PointerEventInit = {}): void {
  const event = new PointerEvent(type, {
    bubbles: true,
    cancelable: true,
    pointerId: 1,
    pointerType: "mouse",
    clientX: frame.left + x * CELL,
    clientY: frame.above + y * CELL,
    ...more,
  });
  act(() => {
    root.querySelector(".places")?.dispatchEvent(event);
  });
}

function drag(...points: readonly (readonly [number, number])[]): void {
  const [[x = 0, y = 0] = [], ...others] = points;
  pointer("pointerdown", x, y);
  for (const [left, top] of others) pointer("pointermove", left, top);
  pointer("pointerup", x, y);
}

function label(row: number, column: number): string {
  const place = root.querySelector(`[data-place="cell${row - 1}.${column - 1}"]`);
  return place?.getAttribute("aria-label") ?? "";
}

function button(name: string): HTMLButtonElement {
  const found = [...root.querySelectorAll("button")].find((it) => it.textContent?.trim() === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
}

async function press(name: string): Promise<void> {
  await act(() => button(name).click());
  await settle();
}

beforeEach(() => {
  localStorage.clear();
  first = SOLVED;
  checkLimit = null;
  document.body.append(root);
  // The drawing has the size of its units.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
    new DOMRect(0, 0, frame.width, frame.height),
  );
  vi.stubGlobal("fetch", async (url: string, options: { body?: string }) => {
    const body = JSON.parse(options.body ?? "{}");
    const path = url.replace(/^.*api\/v1\//, "");
    // A board without clues has several solutions; with a 5, there is exactly one.
    const isUnique = /[25]/.test(body.puzzle ?? "");
    const answers: Record<string, unknown> = {
      about: { limits: { time_limit: 10 } },
      "pencil/read": READ,
      "pencil/write": { ...READ, puzzle: `kind = 'lamps' ${JSON.stringify(body.board?.cells)}` },
      solve:
        body.task === "all" ? LISTED : isUnique || body.puzzle === READ.puzzle ? first : SEVERAL,
    };
    await replied;
    return new Response(JSON.stringify(path === "check" ? check(body) : answers[path]));
  });
});

afterEach(() => {
  act(() => render(null, root));
  root.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("draws lines by drags and shades by clicks, and takes back strokes", async () => {
  await open();
  drag([0.5, 0.5], [1.5, 0.5], [2.5, 0.5]);
  expect(label(1, 2)).toBe("row 1, column 2, line right, left");
  expect(root.querySelector(".spoken")?.textContent).toMatch(/line right of row 1, column 1/);
  pointer("pointerdown", 0.5, 1.5);
  expect(label(2, 1)).toBe("row 2, column 1, empty");
  pointer("pointerup", 0.5, 1.5);
  expect(label(2, 1)).toBe("row 2, column 1, shaded");
  await press("Undo");
  await press("Undo");
  expect(label(1, 2)).toBe("row 1, column 2, empty");
});

it("replays what was done, and goes on after that", async () => {
  await open();
  expect(button("Replay").disabled).toBe(true);
  for (const column of [1, 2, 1]) {
    pointer("pointerdown", column - 0.5, 1.5);
    pointer("pointerup", column - 0.5, 1.5);
  }
  await press("Replay");
  const shades = () => [1, 2].map((column) => /, shaded$/.test(label(2, column)));
  expect(shades()).toEqual([false, false]);
  const slider = root.querySelector<HTMLInputElement>(".replay input[type=range]");
  expect(slider?.max).toBe("3");
  const seen: boolean[][] = [];
  for (let move = 1; move <= 3; move += 1) {
    await act(() => root.querySelector<HTMLElement>(".replay [aria-label=Forward]")?.click());
    seen.push(shades());
  }
  expect(seen).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ]);
  await act(() => root.querySelector<HTMLElement>(".replay [aria-label=Back]")?.click());
  expect(shades()).toEqual([true, true]);
  // A press on the board ends the replay, and changes nothing.
  pointer("pointerdown", 2.5, 1.5);
  pointer("pointerup", 2.5, 1.5);
  await settle();
  expect(root.querySelector(".replay")).toBe(null);
  expect(shades()).toEqual([false, true]);
  expect(label(2, 3)).toBe("row 2, column 3, empty");
});

it("says the time of the solution, which counts for the day", async () => {
  const today = dayNumber(new Date());
  rememberOpened(READ.puzzle, today, "lamps easy");
  await open();
  const clock = () => root.querySelector(".clock")?.textContent;
  expect(clock()).toBe("⏱ 0:00");
  pointer("pointerdown", 1.5, 1.5);
  pointer("pointerup", 1.5, 1.5);
  await settle(1700);
  expect(clock()).toMatch(/0:0[1-9]$/);
  expect(streak(today)).toBe(0);
  for (const [x, y] of [
    [1.5, 1.5],
    [1.5, 1.5],
    [0.5, 0.5],
  ] as const) {
    pointer("pointerdown", x, y);
    pointer("pointerup", x, y);
  }
  await settle(400);
  expect(root.querySelector(".status")?.textContent).toMatch(
    /✓ solved: every rule holds, in 0:0[1-9]$/,
  );
  expect(root.querySelector(".spoken")?.textContent).toMatch(/solved: .*, in \d seconds?/);
  expect(streak(today)).toBe(1);
});

it("keeps cells of clues unshaded", async () => {
  await open();
  drag([2.5, 2.5]);
  expect(label(3, 3)).toBe("row 3, column 3, clue 2");
});

it("marks with the right button and keeps crosses", async () => {
  await open();
  pointer("pointerdown", 1, 0.5, { button: 2 });
  pointer("pointerup", 1, 0.5, { button: 2 });
  expect(label(1, 1)).toBe("row 1, column 1, cross right");
  await settle(300);
  act(() => render(null, root));
  await open();
  expect(label(1, 1)).toBe("row 1, column 1, cross right");
});

it("names broken rules, and marks them and wrong marks", async () => {
  await open();
  drag([0.5, 0.5]);
  await press("Check");
  expect(root.textContent).toContain("✓ no mark is wrong");
  drag([1.5, 0.5]);
  expect(root.textContent).not.toContain("✓ no mark is wrong");
  await press("Check");
  const rules = root.querySelector('[aria-label="Broken rules"]');
  expect(rules?.textContent).toBe("✗ r1c1 and r1c2 are not both shaded");
  expect(root.textContent).toContain("✗ wrong marks: 1");
  expect(root.querySelectorAll(".halo + .broken-cell").length).toBe(2);
  expect(root.querySelectorAll(".halo + .cross-out").length).toBe(1);
});

it("drops what a first finger drew when a second one moves the view", async () => {
  await open();
  const touch = { pointerType: "touch" };
  pointer("pointerdown", 0.5, 0.5, touch);
  pointer("pointermove", 1.5, 0.5, touch);
  expect(label(1, 1)).toBe("row 1, column 1, line right");
  pointer("pointerdown", 2.5, 0.5, { ...touch, pointerId: 2 });
  expect(label(1, 1)).toBe("row 1, column 1, empty");
  pointer("pointermove", 2.9, 0.5, { ...touch, pointerId: 2 });
  pointer("pointerup", 2.9, 0.5, { ...touch, pointerId: 2 });
  pointer("pointerup", 1.5, 0.5, touch);
  const board = root.querySelector<HTMLElement>(".pencil-board");
  expect(Number(board?.style.getPropertyValue("--zoom"))).toBeGreaterThan(1);
});

function key(name: string, row: number, column: number): void {
  const place = root.querySelector<HTMLElement>(`[data-place="cell${row - 1}.${column - 1}"]`);
  act(() => place?.focus());
  act(() => {
    place?.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  });
}

const said = () => root.querySelector("p.status")?.textContent ?? "";

it("finds clues that are not needed, and drops that when the board changes", async () => {
  await open();
  await press("Edit");
  key("5", 1, 1);
  await settle(300);
  expect(said()).toBe("Exactly one solution, proved");
  await press("Which clues are not needed?");
  await settle(300);
  // Without the 5 the 2 is enough, and without the 2 the 5 is.
  expect(root.querySelectorAll(".tag.is-spare").length).toBe(2);
  expect(label(1, 1)).toBe("row 1, column 1, clue 5, not needed");
  const leaveOut = root.querySelector<HTMLElement>('[aria-label="Leave out 5 at row 1, column 1"]');
  act(() => leaveOut?.click());
  expect(root.querySelectorAll(".tag").length).toBe(0);
  expect(label(1, 1)).toBe("row 1, column 1, empty");
  await settle(300);
  await press("Which clues are not needed?");
  await settle(300);
  expect(root.querySelectorAll(".tag.is-needed").length).toBe(1);
  expect(root.textContent).toContain("Every clue is needed.");
});

it("finds single clues that make a puzzle unique, and lists its solutions", async () => {
  await open();
  await press("Edit");
  key("Delete", 3, 3);
  await settle(300);
  expect(said()).toMatch(/^Several solutions/);
  await press("Count solutions");
  expect(root.textContent).toContain("Exactly 2 solutions, proved");
  key("ArrowUp", 1, 1);
  await settle();
  expect(root.textContent).toContain("not shaded in 1, shaded in 1 of 2 solutions");
  const most = root.querySelector<HTMLInputElement>(
    '[aria-label="Single clues that are enough"] input',
  );
  if (most) most.value = "2";
  act(() => void most?.dispatchEvent(new Event("input", { bubbles: true })));
  await press("Which single clue makes it unique?");
  expect(root.querySelector("progress")).not.toBe(null);
  await press("Stop");
  expect(root.textContent).toMatch(/\d of 18 clues tried, stopped/);
  await press("Go on");
  await settle(1500);
  expect(root.textContent).toContain("18 clues tried");
  expect(root.querySelectorAll(".tag.is-enough").length).toBe(9);
  expect(label(2, 2)).toBe("row 2, column 2, empty, unique with 2");
});

it("says nothing of a board that was known of another one", async () => {
  await open();
  await press("Edit");
  expect(said()).toBe("Exactly one solution, proved");
  let reply: () => void = () => {};
  replied = new Promise((resolve) => (reply = resolve));
  key("Delete", 3, 3);
  await settle(300);
  expect(said()).toBe("Solving…Stop");
  await press("Stop");
  expect(said()).toBe("Stopped: nothing is known yetGo on");
  reply();
  await press("Go on");
  expect(said()).toMatch(/^Several solutions/);
});

it("says that a check was stopped by its limit, and goes on with more time", async () => {
  first = SEVERAL;
  await open();
  drag([0.5, 0.5]);
  checkLimit = "time";
  await press("Check");
  expect(root.textContent).toContain("whether a solution has these marks is not known (time)");
  expect(root.textContent).not.toContain("✓ no");
  checkLimit = null;
  await press("Go on, up to 10 s");
  expect(root.textContent).not.toContain("is not known");
});
