// What the scene says of an answer belongs to the board that was asked about.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { parseHash } from "../shell/route";
import { MAX_SIDE } from "./board";
import GoldenWaste from "./GoldenWaste";

let root: HTMLElement;

async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

async function click(found: HTMLElement | undefined | null): Promise<void> {
  if (!found) throw new Error("nothing to click");
  await act(() => found.click());
  await settle();
}

beforeEach(() => {
  root = document.createElement("div");
  document.body.append(root);
  localStorage.clear();
  vi.spyOn(history, "replaceState").mockImplementation(() => undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {} }));
  const body = { outcome: "solved", unique: null, count: 2, seconds: { cpu: 0, wall: 0 } };
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(body), { status: 200 })),
  );
});

afterEach(() => {
  act(() => render(null, root));
  root.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("says that a board cannot be drawn only of that board", async () => {
  const note = "The board of this link is too large to be drawn here.";
  const rows = "X".repeat(MAX_SIDE + 1);
  await act(() => render(<GoldenWaste route={parseHash(`#/golden-waste?p=${rows}`)} />, root));
  await settle();
  expect(root.textContent).toContain(note);
  await click(root.querySelector<HTMLElement>('[data-place="0"]'));
  const buttons = [...root.querySelectorAll("button")];
  await click(buttons.find((it) => it.textContent === "Count solutions"));
  expect(root.querySelector(".verdict")?.textContent).toContain("2 solutions");
  expect(root.textContent).not.toContain(note);
});
