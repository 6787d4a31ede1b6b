// The scene of sheets with a server that answers at once.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { parseHash } from "../shell/route";
import Sheets from "./Sheets";

const root = document.createElement("div");

/** The requests for new puzzles. */
const asked: { size: number; seed: number; level?: string }[] = [];

async function settle(): Promise<void> {
  for (let i = 0; i < 12; i += 1) {
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
  }
}

async function open(hash: string): Promise<void> {
  const route = parseHash(hash);
  await act(() => render(<Sheets route={route} />, root));
  await settle();
}

function drawn(name: string): (string | null)[] {
  const texts = root.querySelectorAll(`[aria-label="${name}"] .paper-puzzles .board-text`);
  return [...texts].map((it) => it.textContent);
}

beforeEach(() => {
  document.body.append(root);
  asked.length = 0;
  vi.stubGlobal("fetch", async (url: string, options: { body: string }) => {
    const body = JSON.parse(options.body);
    const answer = () => {
      if (url.endsWith("pencil/kinds")) {
        return { kinds: [{ kind: "lits", title: "LITS", family: "shading" }] };
      }
      if (url.endsWith("draw")) {
        return { text: `${body.puzzle}${body.solution ? `, ${body.solution}` : ""}`, svg: "" };
      }
      asked.push(body);
      const file = `puzzle ${body.seed}`;
      return { puzzle: file, file, solution: "solved", unique: true, limit: null, rules: "Shade." };
    };
    return new Response(JSON.stringify(answer()));
  });
});

afterEach(async () => {
  await act(() => render(null, root));
  root.remove();
  vi.unstubAllGlobals();
});

it("makes the sheet of a link, with the answers apart", async () => {
  await open("#/sheets?k=grid&s=6x6&d=hard&n=2&x=17");
  expect(asked).toHaveLength(2);
  for (const it of asked) expect(it).toMatchObject({ size: 6, level: "hard" });
  const puzzles = asked.map(({ seed }) => `puzzle ${seed}`);
  expect(drawn("Puzzles")).toEqual(puzzles);
  expect(drawn("Answers")).toEqual(puzzles.map((it) => `${it}, solved`));
  expect(root.querySelector("h2")?.textContent).toBe("Sudoku 6×6, hard");
  expect(root.textContent).toContain("2 of 2 puzzles");
  expect(root.textContent).toContain("Seed 17");
  // The answers are on paper only, until they are asked for.
  const answers = () => root.querySelector('[aria-label="Answers"]')?.className;
  expect(answers()).toContain("paper-only");
  await act(() => root.querySelector<HTMLInputElement>("input[type=checkbox]")?.click());
  expect(answers()).not.toContain("paper-only");
});

it("makes nothing before it is asked to, and what the form says", async () => {
  await open("#/sheets?k=lits");
  expect(asked).toEqual([]);
  expect(root.querySelector(".paper")).toBe(null);
  await act(() => root.querySelector<HTMLElement>("button[type=submit]")?.click());
  await settle();
  expect(asked).toHaveLength(4);
  expect(asked[0]).toMatchObject({ kind: "lits", rows: 6, columns: 6, difficulty: "easy" });
  expect(root.querySelector("h2")?.textContent).toBe("LITS 6×6, easy");
  expect(root.querySelector(".paper-rule")?.textContent).toBe("Shade.");
  // A change of the form does not change what is said of the sheet.
  const level = root.querySelectorAll("select")[1];
  await act(() => {
    if (!level) return;
    level.value = "hard";
    level.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(root.querySelector("h2")?.textContent).toBe("LITS 6×6, easy");
});

it("says that there are too few different puzzles", async () => {
  vi.stubGlobal("fetch", async (url: string) => {
    const made = { puzzle: "same", file: "same", solution: "solved", unique: true, kinds: [] };
    return new Response(JSON.stringify(url.endsWith("draw") ? { text: "same", svg: "" } : made));
  });
  await open("#/sheets?k=grid&s=4x4&d=any&n=2&x=1");
  expect(root.textContent).toContain("too few different puzzles of 4×4 were found");
  expect(root.textContent).toContain("1 of 2 puzzles");
});
