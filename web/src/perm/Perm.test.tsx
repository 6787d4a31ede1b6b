// The scene without a server: which requests it sends, and what it shows of their answers.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LiveRegion } from "../shell/announce";
import { parseHash } from "../shell/route";
import Perm from "./Perm";

const SOLVED = [{ orbit: "A", pieces: [1, 2, 3], orientations: [0, 0, 0] }];
const MOVED = [{ orbit: "A", pieces: [2, 1, 3], orientations: [0, 1, 0] }];

let root: HTMLElement;
/** The requests: their path, and their body. */
let sent: { path: string; body: Record<string, string> }[] = [];

/** Answers as the server would, for a puzzle with the moves R, of order 3, and S, which is illegal. */
function answerOf(path: string, body: Record<string, string>): Response {
  const json = (status: number, value: unknown) => new Response(JSON.stringify(value), { status });
  if (path === "perm/read") {
    if (body.puzzle === "no") {
      const fault = { code: "perm.unknown-puzzle", message: "unknown puzzle `no`" };
      return json(400, { ...fault, hint: "give one of one, two", line: null, column: null });
    }
    return json(200, {
      schema: 1,
      name: body.puzzle,
      orbits: [{ name: "A", positions: 3, orientations: 2, labels: 3 }],
      moves: [
        { name: "R", kind: "turn", order: 3 },
        { name: "S", kind: "turn", order: 2 },
        { name: "N", kind: "turn", order: 1 },
        { name: "Q", kind: "alias", order: 3 },
      ],
      solved: SOLVED,
      restrictions: 1,
      group_order: "1234567",
      states: "1234567",
      names: ["one", "two", "2x2x2"],
    });
  }
  if (path === "perm/apply") {
    const steps = (body.moves ?? "").split(/\s+/).filter((it) => it !== "");
    if (steps.includes("S")) {
      const message = "in the moves: move 2, S, is illegal there";
      return json(400, {
        code: "perm.illegal-move",
        message,
        hint: null,
        line: null,
        column: null,
      });
    }
    const states = steps.map((_, index) => (index % 3 === 2 ? SOLVED : MOVED));
    return json(200, { schema: 1, setup: [], start: SOLVED, steps, states, solved: false });
  }
  throw new Error(path);
}

async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 15));
  });
}

async function show(hash: string): Promise<void> {
  await act(() =>
    render(
      <>
        <Perm route={parseHash(hash)} />
        <LiveRegion />
      </>,
      root,
    ),
  );
  await settle();
}

function button(name: string): HTMLButtonElement {
  const found = [...root.querySelectorAll<HTMLButtonElement>(".perm-moves button")].find(
    (it) => it.textContent === name,
  );
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
}

function moves(): string {
  return root.querySelectorAll<HTMLTextAreaElement>("textarea.wrap")[1]?.value ?? "";
}

function told(): string {
  return root.querySelector("[role=status]")?.textContent ?? "";
}

beforeEach(() => {
  localStorage.clear();
  root = document.body.appendChild(document.createElement("div"));
  sent = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit) => {
      const path = String(url).replace(/^.*api\/v1\//, "");
      const body = JSON.parse(String(init.body)) as Record<string, string>;
      sent.push({ path, body });
      return answerOf(path, body);
    }),
  );
});

afterEach(() => {
  act(() => render(null, root));
  root.remove();
  vi.unstubAllGlobals();
});

it("draws the state at the move of the link", async () => {
  await show("#/perm?p=one&t=R&s=R+R+R&i=1");
  expect(sent.map((it) => it.path)).toEqual(["perm/read", "perm/apply"]);
  expect(sent[1]?.body).toEqual({ puzzle: "one", setup: "R", moves: "R R R" });
  const cells = [...root.querySelectorAll(".perm-cell")];
  expect(cells.map((it) => it.hasAttribute("data-home"))).toEqual([false, false, true]);
  expect(cells[1]?.querySelector(".spoken")?.textContent).toBe(
    "position 2: piece 1, orientation 1 of 2",
  );
  expect(root.querySelector(".badge")?.textContent).toBe("1 of 3 pieces at home");
  expect(root.textContent).toContain("1\u202f234\u202f567 states");
  expect(root.querySelector(".perm-net")).toBe(null);
  // Neither aliases nor moves without effect, and a move of order 2 is its own inverse.
  const names = [...root.querySelectorAll(".perm-moves button")].map((it) => it.textContent);
  expect(names).toEqual(["R", "R'", "S"]);
});

it("takes moves by hand that follow each other quickly", async () => {
  await show("#/perm?p=one");
  await act(() => button("R").click());
  await act(() => button("R'").click());
  await settle();
  expect(sent.at(-1)).toEqual({
    path: "perm/apply",
    body: { puzzle: "one", setup: "", moves: "R R'" },
  });
  expect(moves()).toBe("R R'");
  expect(told()).toContain("move 2 of 2: R', 1 of 3 pieces at home");
});

it("shows why a move by hand is refused, and goes on from the state before", async () => {
  await show("#/perm?p=one&s=R");
  await act(() => button("S").click());
  await settle();
  expect(root.querySelector(".faults")?.textContent).toContain("move 2, S, is illegal there");
  expect(moves()).toBe("R");
  await act(() => button("R").click());
  await settle();
  expect(root.querySelector(".faults")).toBe(null);
  expect(moves()).toBe("R R");
});

it("lists all puzzles, and the unknown one that the link names", async () => {
  await show("#/perm?p=no");
  await settle();
  expect(root.querySelector(".faults")?.textContent).toContain("unknown puzzle `no`");
  const options = [...root.querySelectorAll("option")].map((it) => it.textContent);
  expect(options.slice(0, 4)).toEqual(["Cube", "Square-1", "Sudoku Cube", "2x2x2"]);
  expect(options.at(-1)).toBe("no");
  expect(root.querySelector("select")?.value).toBe("no");
  expect(root.querySelector(".perm-cell")).toBe(null);
});

it("goes on with the puzzle before after an unknown one was pasted", async () => {
  await show("#/perm?p=one");
  const write = async (text: string): Promise<void> => {
    const field = root.querySelectorAll<HTMLTextAreaElement>("textarea.wrap")[1];
    await act(() => {
      if (field) field.value = text;
      field?.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const found = [...root.querySelectorAll("button")].find((it) => it.textContent === "Show");
    await act(() => found?.click());
    await settle();
  };
  await write("https://alg.cubing.net/?puzzle=no&alg=R-");
  expect(sent.at(-1)?.body).toEqual({ puzzle: "no" });
  expect(root.querySelector(".faults")?.textContent).toContain("unknown puzzle `no`");
  expect(moves()).toBe("R'");
  await write("R R");
  expect(sent.at(-1)?.body).toEqual({ puzzle: "one", setup: "", moves: "R R" });
  expect(root.querySelector(".faults")).toBe(null);
});
