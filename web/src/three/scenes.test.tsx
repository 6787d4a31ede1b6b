// The scenes as a reader without a pointer and without 3D meets them: keys, live region, links, errors.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Cube from "../cube/Cube";
import SudokuCube from "../cube/SudokuCube";
import { LiveRegion } from "../shell/announce";
import { parseHash } from "../shell/route";
import Square1 from "../square1/Square1";

type Scene = typeof Square1;

let root: HTMLElement;
/** The link that the scene wrote last. */
let kept = "";

async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

async function show(Scene: Scene, hash: string): Promise<void> {
  location.hash = hash;
  // The address tells of its change a moment later, and then forgets what was to be written.
  await settle();
  kept = hash;
  await act(() =>
    render(
      <>
        <Scene route={parseHash(hash)} />
        <LiveRegion />
      </>,
      root,
    ),
  );
  await settle();
}

async function press(key: string, target: Element = document.body): Promise<void> {
  await act(() => {
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });
  await settle();
}

/** Waits until a link would have been written. */
async function written(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300));
}

/** Returns what was told last. */
function told(): string {
  return root.querySelector("[role=status]")?.textContent ?? "";
}

async function click(name: string): Promise<void> {
  const found = [...root.querySelectorAll("button")].find((it) => it.textContent === name);
  if (found === undefined) throw new Error(`no button ${name}`);
  await act(() => found.click());
  await settle();
}

/** Types into the text of the position. */
async function type(text: string): Promise<void> {
  const field = root.querySelector<HTMLTextAreaElement>("textarea.wrap");
  if (field === null) throw new Error("no text");
  await act(() => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

function answering(status: number, body: unknown): void {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  );
}

beforeEach(() => {
  root = document.createElement("div");
  document.body.append(root);
  localStorage.clear();
  vi.spyOn(history, "replaceState").mockImplementation((_state, _title, link) => {
    kept = decodeURIComponent(String(link));
  });
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("reduced-motion"),
    addEventListener() {},
    removeEventListener() {},
  }));
  answering(500, {});
});

afterEach(() => {
  act(() => render(null, root));
  root.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("Square-1", () => {
  it("is turned by keys, announced, and stored in the link", async () => {
    await show(Square1, "#/square1");
    await press("/");
    expect(told()).toContain("move 1 of 1: /");
    await vi.waitFor(() => expect(kept).toBe("#/square1?p=01234567-F89ABCDE,S&s=/&i=1"));
    expect(root.textContent).toContain("F89A4567-0123BCDE,K");
    await press("[");
    expect(told()).toContain("at the start");
    expect(root.textContent).toContain("01234567-F89ABCDE,S");
  });
  it("names the metric of an answer, whatever is chosen next", async () => {
    answering(200, {
      position: "01034547-F898BCDC,K",
      metric: "wca",
      outcome: "optimal",
      distance: 7,
      distance_ignoring_middle: null,
      lower_bound: 7,
      shortest_solutions: null,
      notation: "wca",
      solution: "(0,2)/(0,6)/(0,6)/(0,4)",
      solutions: [],
      flipped: false,
      checked: true,
      engine: "search",
      seconds: { cpu: 0, wall: 0 },
      limit: null,
    });
    await show(Square1, "#/square1?p=01034547-F898BCDC%2CK&m=wca");
    await click("Solve");
    const facts = () => root.querySelector("[aria-labelledby=solve-title] .facts")?.textContent;
    expect(facts()).toContain("7 twists and turns (WCA)");
    const select = root.querySelector<HTMLSelectElement>("[aria-labelledby=solve-title] select");
    if (select === null) throw new Error("no metric");
    await act(() => {
      select.value = "face";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(facts()).toContain("7 twists and turns (WCA)");
  });
  it("says which move of a link is blocked, and keeps the link", async () => {
    const link = "#/square1?p=01234567-F89ABCDE,S&s=/(2,0)/(1,0)&i=0";
    await show(Square1, link);
    expect(root.querySelector("[role=alert]")?.textContent).toMatch(/^move 3 of 4 in the link/);
    expect(told()).toContain("lies across the back end");
    await written();
    expect(kept).toBe(link);
    await press("/");
    await vi.waitFor(() => expect(kept).toBe("#/square1?p=01234567-F89ABCDE,S&s=/(2,0)&i=1"));
    expect(root.querySelector("[role=alert]")).toBeNull();
  });
  it("says why a twist is blocked", async () => {
    await show(Square1, "#/square1?p=%2B23456701-F89ABCDE%2CS");
    await press("/");
    expect(told()).toContain("top layer lies across the front end");
  });
  it("shows what the server says of a wrong link, and keeps the link", async () => {
    answering(400, {
      code: "x",
      detail: "twist 2 is blocked",
      hint: "turn it",
      line: 1,
      column: 7,
    });
    await show(Square1, "#/square1?p=%2F(1%2C0)%2F");
    expect(root.querySelector("[role=alert]")?.textContent).toContain("twist 2 is blocked");
    await written();
    expect(kept).toBe("#/square1?p=%2F(1%2C0)%2F");
  });
  it("plays the solution of the server", async () => {
    const solution = "(0,2)/(0,6)/(0,6)/(0,4)";
    answering(200, {
      position: "01034547-F898BCDC,K",
      metric: "twist",
      outcome: "optimal",
      distance: 3,
      distance_ignoring_middle: 0,
      lower_bound: 3,
      shortest_solutions: 32,
      notation: "wca",
      solution,
      solutions: [solution, "(0,3)/(6,0)/(6,0)/(6,-3)"],
      flipped: false,
      checked: true,
      engine: "meet",
      seconds: { cpu: 0, wall: 0 },
      limit: null,
    });
    await show(Square1, "#/square1?p=01034547-F898BCDC%2CK");
    await click("Solve");
    expect(told()).toContain(`3 twists: ${solution}`);
    expect(root.textContent).toContain("proved shortest");
    expect(root.textContent).toContain("The first 2 of 32");
    for (let i = 0; i < 7; i += 1) await press("]");
    expect(root.querySelector(".now-line")?.textContent).toContain("01034547-F898BCDC,S");
    // The answer is of the position where the moves begin, not of the one that is shown now.
    expect(root.querySelector(".of-position")?.textContent).toBe(
      "for 01034547-F898BCDC,K, where the moves begin",
    );
    // It goes where a move by drag leaves the way, and comes back with the position.
    await press("w");
    expect(root.textContent).not.toContain("proved shortest");
    for (let i = 0; i < 8; i += 1) await press("[");
    expect(root.textContent).toContain("proved shortest");
    expect(root.querySelector(".of-position")).toBeNull();
    // A text that is refused changes nothing, but the answer could be taken for one about it.
    answering(400, { code: "x", detail: "no position", hint: null });
    await type("nonsense");
    await click("Show");
    expect(root.querySelector(".of-position")?.textContent).toContain("which is shown");
    await click("Solved");
    expect(root.textContent).not.toContain("proved shortest");
  });
});

describe("the cube", () => {
  it("is turned by keys, inversely with Shift", async () => {
    await show(Cube, "#/cube");
    await press("r");
    await press("R");
    expect(told()).toContain("move 2 of 2");
    await act(() => {
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key: "U", shiftKey: true, bubbles: true }),
      );
    });
    await settle();
    await vi.waitFor(() => expect(kept).toContain("s=R R U'&i=3"));
  });
  it("names the position of an answer", async () => {
    await show(Cube, "#/cube?p=U' R'");
    const position = root.querySelector(".now-line code")?.textContent ?? "";
    answering(200, {
      position,
      metric: "htm",
      outcome: "optimal",
      solution: "R U",
      length: 2,
      lower_bound: 2,
      checked: true,
      seconds: { cpu: 0, wall: 0 },
      limit: null,
    });
    await click("Solve");
    expect(root.querySelector(".of-position")).toBeNull();
    // Played by drag the way is the same, and its end is still there.
    await press("r");
    expect(root.querySelector(".of-position")?.textContent).toContain(position);
    await press("u");
    expect(root.textContent).toContain("proved shortest");
    await press("f");
    expect(root.textContent).not.toContain("proved shortest");
  });
  it("labels an answer by its own request while the form changes", async () => {
    await show(Cube, "#/cube?p=U' R'");
    const position = root.querySelector(".now-line code")?.textContent ?? "";
    const tick = async (label: string): Promise<HTMLInputElement> => {
      const found = [...root.querySelectorAll("label")].find((it) => it.textContent === label);
      const box = found?.querySelector("input");
      if (!box) throw new Error(`no box ${label}`);
      await act(() => box.click());
      await settle();
      return box;
    };
    const body = {
      position,
      metric: "htm",
      outcome: "optimal",
      solution: "R U",
      length: 2,
      lower_bound: 2,
      checked: true,
      seconds: { cpu: 0, wall: 0 },
      limit: null,
    };
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal(
      "fetch",
      vi.fn(async () => {
        await late;
        return new Response(JSON.stringify(body), { status: 200 });
      }),
    );
    await click("Solve");
    const box = await tick("centres matter");
    answer();
    await settle();
    expect(box.checked).toBe(true);
    const card = () => root.querySelector("[aria-labelledby=cube-solve]")?.textContent ?? "";
    expect(card()).toContain("proved shortest");
    expect(card()).toContain("centres do not matter");
    expect(card()).not.toContain("with centres");
    await click("Solve");
    expect(card()).toContain("with centres");
    await tick("centres matter");
    expect(card()).toContain("with centres");
    expect(card()).not.toContain("centres do not matter");
  });
  it("is painted by keys, and the server says what is impossible", async () => {
    answering(400, {
      code: "cube.wrong-count",
      detail: "the letter R is there 10 times",
      hint: null,
    });
    await show(Cube, "#/cube");
    const cell = root.querySelector('[data-place="U0"]');
    if (cell === null) throw new Error("a net");
    await press("r", cell);
    expect(root.querySelector('[data-place="U0"]')?.getAttribute("aria-label")).toBe(
      "up, row 1, column 1: red, R",
    );
    // In the net a letter is a colour, not a move.
    await written();
    expect(kept).toContain("#/cube?p=");
    expect(kept).not.toContain("s=");
    expect(root.textContent).toContain("Not nine of each: U 8, R 10.");
    await click("Use this net");
    expect(root.querySelector("[role=alert]")?.textContent).toContain("R is there 10 times");
  });
});

describe("the Sudoku Cube", () => {
  it("has a bar below 6 and 9 in its net, unless they read both ways", async () => {
    await show(SudokuCube, "#/sudoku-cube");
    const bars = () => root.querySelectorAll(".cube-net .bar").length;
    expect(bars()).toBe(0);
    const cell = (place: string) => root.querySelector(`[data-place="${place}"]`) ?? root;
    await press("6", cell("U0"));
    await press("9", cell("U1"));
    await press("8", cell("U2"));
    const both = bars();
    expect(both).toBeGreaterThanOrEqual(2);
    expect(both % 2).toBe(0);
    const box = [...root.querySelectorAll("label")].find((it) => it.textContent === "6 and 9");
    await act(() => box?.querySelector("input")?.click());
    await settle();
    expect(bars()).toBe(0);
  });
  it("is entered by a digit and then an arrow", async () => {
    await show(SudokuCube, "#/sudoku-cube");
    const cell = (place: string): Element => {
      const found = root.querySelector(`[data-place="${place}"]`);
      if (found === null) throw new Error(`no sticker ${place}`);
      return found;
    };
    await press("7", cell("U0"));
    await press("ArrowLeft", cell("U0"));
    expect(cell("U0").getAttribute("aria-label")).toBe("up, row 1, column 1: 7, top points left");
    expect(document.activeElement?.getAttribute("data-place")).toBe("U1");
    await press("ArrowDown", cell("U1"));
    expect(document.activeElement?.getAttribute("data-place")).toBe("U4");
    await vi.waitFor(() => expect(kept).toContain("z=7l.u.u.u..u"));
    expect(root.textContent).toContain("53 stickers are blank");
  });
});
