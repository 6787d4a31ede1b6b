// Trials of clues against a solver, and what is said about solutions and difficulty.
import { describe, expect, it } from "vitest";
import type { BoardDocument, FormDocument } from "../api/generated";
import { solutionsText } from "../trials/solutions";
import { type Place, withClue } from "./board";
import { fromSolution } from "./marks";
import {
  countsText,
  difficultyText,
  numberCandidates,
  type SolveBoard,
  singleTags,
  trySingle,
  tryWeaker,
  weakerTags,
} from "./setting";

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
  rows: 1,
  columns: 2,
  cells: [["3", "."]],
  walls: { right: ["0"], down: [] },
  points: [],
  dots: [],
  outside: { above: [], below: [], left: [], right: [] },
  pieces: [],
  parameter: null,
  options: [],
};

const PLACE: Place = { kind: "cell", row: 0, column: 0 };
const SOLUTION = { shade: ["#."], links: { right: ["0"], down: [] } };
const OTHER = { shade: [".#"], links: { right: ["0"], down: [] } };
const { signal } = new AbortController();

/** A solver that knows boards by the text of their first clue. */
function solver(answers: Readonly<Record<string, object | null>>): SolveBoard {
  return async (board) => {
    const answer = answers[board.cells[0]?.[0] ?? ""];
    if (answer === undefined) throw new Error(`no answer for ${board.cells}`);
    return answer && { outcome: "solved", unique: true, solution: SOLUTION, ...answer };
  };
}

describe("a clue that might say too much", () => {
  const solved = { board: BOARD, form: FORM, solution: fromSolution(SOLUTION, BOARD, FORM) };
  const clue = { place: PLACE, clue: "3", weaker: [".", "?"] };
  const run = (answers: Readonly<Record<string, object | null>>) =>
    tryWeaker(solved, clue, solver(answers), 1, signal);
  it("is not needed if the solution stays the only one", async () => {
    expect(await run({ ".": {} })).toEqual({ verdict: "same", enough: "." });
  });
  it("needs no number if `?` is enough", async () => {
    const several = { unique: false };
    expect(await run({ ".": several, "?": {} })).toEqual({ verdict: "same", enough: "?" });
    expect(await run({ ".": several, "?": several })).toEqual({ verdict: "several", enough: null });
  });
  it("is needed if another solution is the only one without it", async () => {
    const other = { solution: OTHER };
    expect(await run({ ".": other, "?": null })).toEqual({ verdict: "other", enough: null });
  });
  it("is not called needed where a limit was reached", async () => {
    const answers = { ".": { unique: false }, "?": { unique: null } };
    expect(await run(answers)).toEqual({ verdict: "undecided", enough: null });
  });
});

describe("a single clue", () => {
  const run = (answer: object | null) =>
    trySingle(BOARD, { place: PLACE, clue: "5" }, solver({ "5": answer }), 1, signal);
  it("is enough if there is exactly one solution with it", async () => {
    expect(await run({})).toEqual({ verdict: "same" });
    expect(await run({ unique: false })).toEqual({ verdict: "several" });
    expect(await run({ unique: null })).toEqual({ verdict: "undecided" });
    expect(await run(null)).toEqual({ verdict: "invalid" });
  });
});

describe("signs", () => {
  const base = { state: "done", seconds: 1, error: null } as const;
  it("say what is known of a clue, and nothing before that", () => {
    const at = (column: number) => ({ ...PLACE, column }) as Place;
    const all = [0, 1, 2, 3, 4].map((it) => ({ place: at(it), clue: "3", weaker: ["."] }));
    const results = new Map([
      [0, { verdict: "same", enough: "." } as const],
      [1, { verdict: "same", enough: "?" } as const],
      [2, { verdict: "several", enough: null } as const],
      [3, { verdict: "undecided", enough: null } as const],
    ]);
    const signs = weakerTags({ ...base, all, results }).map(({ sign, words }) => [sign, words]);
    expect(signs).toEqual([
      ["−", "not needed"],
      ["?", "the number is not needed"],
      ["✓", "needed"],
      ["…", "not decided"],
    ]);
  });
  it("name all clues that are enough at a place", () => {
    const all = ["1", "2", "3"].map((clue) => ({ place: PLACE, clue }));
    const verdicts = ["same", "several", "same"] as const;
    const results = new Map(verdicts.map((verdict, i) => [i, { verdict }]));
    const tags = singleTags({ ...base, all, results });
    expect(tags.map(({ sign, words }) => [sign, words])).toEqual([["+", "unique with 1 or 3"]]);
  });
});

describe("the number of solutions", () => {
  const text = (changes: object) =>
    solutionsText({
      outcome: "solved",
      limit: null,
      solution: 1,
      solutions: [1, 2, 3],
      ...changes,
    } as never);
  it("is exact only without a limit", () => {
    expect(text({})).toBe("Exactly 3 solutions, proved");
    expect(text({ solutions: null })).toBe("Exactly 1 solution, proved");
    expect(text({ limit: "solutions" })).toBe("At least 3 solutions");
    expect(text({ limit: "time" })).toBe("At least 3 solutions, stopped: time");
    const none = { solutions: [], solution: null };
    expect(text({ ...none, outcome: "infeasible" })).toBe("No solution, proved");
    expect(text({ ...none, outcome: "stopped", limit: "time" })).toBe(
      "No solution found, stopped: time",
    );
  });
});

describe("what solutions have", () => {
  it("is counted for cells and their sides", () => {
    const line = { shade: ["#."], links: { right: ["1"], down: [] } };
    const found = [SOLUTION, line, OTHER].map((one) => fromSolution(one, BOARD, FORM));
    expect(countsText(found, FORM, 0, 0)).toBe("shaded in 2, not shaded in 1, line right in 1");
  });
  it("are the candidates of cells with numbers", () => {
    const form: FormDocument = {
      ...FORM,
      cell_layer: { layer: "numbers", zero: "." },
      edge_layer: null,
    };
    const board = withClue(BOARD, PLACE, ".");
    const rows = ["2 .", "10 1", "2 3"];
    const found = rows.map((row) => fromSolution({ numbers: [row] }, board, form));
    expect(numberCandidates(found, form)).toEqual([
      [2, 10],
      [1, 3],
    ]);
    expect(numberCandidates(found, FORM)).toBe(null);
  });
});

describe("the difficulty", () => {
  const steps = [{}, {}] as never;
  const explained = { complete: true, level: "hard", hardest: 4, score: 1234, steps };
  const text = (changes: object, explanation: object | null = explained) =>
    difficultyText({ schema: 1, outcome: "solved", limit: null, explanation, ...changes } as never);
  it("is known only for a complete explanation", () => {
    expect(text({})).toBe("hard: at most 4 clues and rules in a step, 2 steps, score 1\u202f234");
    const part = { ...explained, complete: false, level: null, hardest: null };
    expect(text({ limit: "time" }, part)).toBe("Not known: stopped after 2 steps, time");
    expect(text({ outcome: "infeasible" }, null)).toBe("No solution: there is no difficulty");
  });
});
