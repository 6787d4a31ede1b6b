// What the panels beside the grid say of an answer: what was asked, not what the form says by now.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StepDocument, SudokuExplainResponse, TechniqueOrder } from "../api/generated";
import type { Job } from "../jobs/api";
import { JobResult } from "../jobs/JobResult";
import { ExplainPanel } from "./ExplainPanel";
import type { HintState } from "./hints";
import { boxedLayout } from "./layout";
import { NewPanel } from "./NewPanel";
import { SolvePanel } from "./SolvePanel";
import { techniqueName } from "./steps";

let root: HTMLElement;
/** What was sent: path and body. */
let sent: [string, Record<string, unknown>][] = [];

function answering(status: number, body: unknown): void {
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init?: RequestInit) => {
      sent.push([String(url), JSON.parse(String(init?.body ?? "{}")) as Record<string, unknown>]);
      return new Response(JSON.stringify(body), { status });
    }),
  );
}

async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

async function click(name: string): Promise<void> {
  const found = [...root.querySelectorAll("button")].find((it) => it.textContent === name);
  if (found === undefined) throw new Error(`no button ${name}`);
  await act(() => found.click());
  await settle();
}

beforeEach(() => {
  root = document.createElement("div");
  document.body.append(root);
  localStorage.clear();
  sent = [];
});

afterEach(() => {
  act(() => render(null, root));
  root.remove();
  vi.unstubAllGlobals();
});

function step(technique: string): StepDocument {
  return {
    technique,
    name: techniqueName(technique),
    assumes_unique: false,
    text: `${technique}: r1c1 = 1`,
    eureka: "",
  };
}

function explained(
  techniques: readonly string[],
  part: Partial<SudokuExplainResponse> = {},
): SudokuExplainResponse {
  return {
    schema: 1,
    outcome: "solved",
    unique: true,
    checked: true,
    limit: null,
    solution: null,
    rating: { hardest: 12, effort: 20, technique: "brute-force" },
    steps: techniques.map(step),
    wrong: [],
    notes: [],
    start: { values: [], candidates: [] },
    ...part,
  };
}

function showExplained(
  value: SudokuExplainResponse,
  order: TechniqueOrder = "all",
  hint: HintState | null = null,
): void {
  const nothing = () => undefined;
  const none = async () => null;
  const controls = { ask: none, goOn: none, stop: nothing, reset: nothing };
  const request = { puzzle: "the puzzle", order };
  act(() =>
    render(
      <ExplainPanel
        layout={boxedLayout(9, [3, 3])}
        hints={{ answer: { state: "idle" }, ...controls }}
        hint={hint}
        check={null}
        onCheck={() => undefined}
        onHint={nothing}
        onMoreHint={nothing}
        onDoHint={nothing}
        onReplay={null}
        request={{
          answer: { state: "answered", value, request },
          ...controls,
        }}
        onExplain={nothing}
        steps={hint === null ? value.steps : null}
        at={0}
        onMove={nothing}
      />,
      root,
    ),
  );
}

it("says that a grid is solved by logic only where no step is brute force", () => {
  showExplained(explained(["hidden-single", "brute-force", "naked-single", "brute-force"]));
  const badge = root.querySelector(".badge");
  expect(badge?.textContent).not.toContain("by logic");
  expect(badge?.textContent).toContain("2 of 4 steps are brute force");
  expect(badge?.classList.contains("good")).toBe(false);
  showExplained(explained(["hidden-single", "brute-force"]));
  expect(root.querySelector(".badge")?.textContent).toContain("1 of 2 steps is brute force");
  showExplained(explained(["hidden-single", "naked-single"]));
  expect(root.querySelector(".badge")?.textContent).toContain("✓ solved by logic");
});

it("says of a hint that it is brute force", () => {
  const solved = explained([]);
  const hint = { ...solved, step: step("brute-force") };
  showExplained(solved, "all", { hint, level: 1, wrong: [] });
  expect(root.textContent).toContain("No technique finds a step here");
  expect(root.textContent).toContain("Show the step");
});

it("shows only the requested level of a hint", () => {
  const part = {
    name: "naked pair",
    cells: ["r1c1", "r1c2"],
    digits: [1, 2],
    eliminations: [{ cell: "r1c3", digit: 1 }],
    explanation: [{ text: "Only 1 and 2 are left in r1c12." }, { text: "So r1c3 is not 1." }],
  };
  const hint = { ...explained([]), step: { ...step("naked-pair"), ...part } };
  const show = (level: HintState["level"]) => {
    showExplained(explained([]), "all", { hint, level, wrong: [] });
    return root.querySelector(".hint-box")?.textContent ?? "";
  };
  expect(show(1)).toContain("Naked pair");
  expect(root.querySelector<HTMLAnchorElement>(".hint-box a")?.getAttribute("href")).toBe(
    "#/techniques/naked-pair",
  );
  expect(show(1)).not.toContain("row 1");
  expect(show(2)).toContain("row 1");
  expect(show(2)).not.toContain("r1c1");
  expect(show(3)).toContain("r1c1, r1c2");
  expect(show(3)).not.toContain("r1c3");
  expect(show(4)).toContain("So r1c3 is not 1.");
  expect(show(4)).toContain("Do it");
});

it("says of a job's result how many steps are brute force", () => {
  const result = explained(["hidden-single", "brute-force"]);
  const job = { kind: "explain", input: { puzzle: "the puzzle" }, result } as unknown as Job;
  act(() => render(<JobResult job={job} />, root));
  expect(root.textContent).toContain("2 steps (1 of 2 steps is brute force)");
});

it("gives a job the request that timed out", async () => {
  answering(500, {});
  const stopped = { outcome: "stopped", limit: "time" } as const;
  showExplained(explained(["hidden-single"], stopped), "hodoku");
  expect(root.querySelector(".badge + .muted")?.textContent).toContain("1 step in HoDoKu's order");
  await click("Explain as a job");
  const job = sent.find(([url]) => url.endsWith("/jobs"));
  expect(job?.[1].input).toEqual({ puzzle: "the puzzle", order: "hodoku" });
});

it("continues with the criteria that timed out, not with changed ones", async () => {
  act(() => render(<NewPanel onLoad={() => undefined} />, root));
  answering(200, { outcome: "stopped", limit: "time", puzzle: null, seed: 3 });
  await click("Generate a puzzle");
  const seed = root.querySelector<HTMLInputElement>('input[placeholder="by chance"]');
  if (seed === null) throw new Error("no seed");
  await act(() => {
    seed.value = "7";
    seed.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await click("Continue as a job");
  expect(sent[1]?.[1].input).toEqual(sent[0]?.[1]);
});

it("shows an outcome only while it belongs to the shown grid", async () => {
  const solution = [
    [1, 2],
    [2, 1],
  ];
  const show = (puzzle: string, digits: readonly number[]) =>
    act(() =>
      render(
        <SolvePanel
          puzzle={puzzle}
          digits={digits}
          given="given"
          title={null}
          hasTechniques
          onRated={() => undefined}
          onSolution={() => undefined}
        />,
        root,
      ),
    );
  const seconds = { cpu: 0, wall: 0 };
  answering(200, { outcome: "solved", unique: true, count: null, solution, seconds });
  show("one digit", [1, 0, 0, 0]);
  await click("Solve");
  expect(root.querySelector(".verdict")?.textContent).toContain("unique");
  // The solution is filled in: the verdict is still about it.
  show("all digits", [1, 2, 2, 1]);
  expect(root.querySelector(".verdict")?.textContent).toContain("unique");
  show("other digits", [1, 1, 0, 0]);
  expect(root.querySelector(".verdict")).toBeNull();
  show("one digit", [1, 0, 0, 0]);
  expect(root.querySelector(".verdict")?.textContent).toContain("unique");
});
