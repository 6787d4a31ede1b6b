import { describe, expect, it } from "vitest";
import { share } from "../jobs/jobText";
import { generateRequest } from "../sudoku/NewPanel";
import { countOf, formatNumber, type Outcome, outcomeText, seconds } from "./text";

describe("seconds", () => {
  const check = (time: number, expected: string) =>
    it(expected, () => expect(seconds(time)).toBe(expected));
  check(0, "1 µs");
  check(0.000_012, "12 µs");
  check(0.001_2, "1.2 ms");
  check(0.25, "250 ms");
  check(1.234, "1.2 s");
  check(75, "75 s");
});

describe("figures", () => {
  it("are grouped", () => {
    expect(formatNumber(1_234_567)).toBe("1\u202f234\u202f567");
    expect(formatNumber(999)).toBe("999");
    expect(countOf(1, "step")).toBe("1 step");
    expect(countOf(2, "step")).toBe("2 steps");
  });
});

describe("verdict", () => {
  const check = (answer: Outcome, expected: string) =>
    it(expected, () => expect(outcomeText(answer).text).toBe(expected));
  check({ outcome: "solved", unique: true, checked: true }, "unique · checked");
  check({ outcome: "solved", unique: false, checked: true }, "several solutions · checked");
  check({ outcome: "infeasible" }, "no solution, proved");
  check({ outcome: "optimal", unique: null, checked: true }, "optimal · checked");
  check({ outcome: "stopped", limit: "time", solution: null }, "stopped: time");
  check(
    { outcome: "stopped", limit: "time", solution: "x", checked: true },
    "a solution · checked, but stopped: time",
  );
  check(
    { outcome: "solved", count: 2000, limit: "time", solution: "x", checked: true },
    "at least 2\u202f000 solutions · checked, but stopped: time",
  );
  check({ outcome: "solved", count: 1, checked: true }, "1 solution · checked");
  check({ outcome: "solved", count: 5, limit: "solutions" }, "at least 5 solutions");
});

describe("share", () => {
  const check = (progress: Record<string, unknown> | null, expected: number | null) =>
    it(JSON.stringify(progress), () => expect(share(progress)).toBe(expected));
  check(null, null);
  check({ done: 1, total: 4 }, 0.25);
  check({ done: 9, total: 4 }, 1);
  check({ done: 1, total: 0 }, null);
  check({ done: 1 }, null);
});

describe("wishBody", () => {
  const usual = {
    size: "9",
    level: "",
    symmetry: "none",
    clues: "",
    minimal: false,
    diagonals: false,
    needs: "",
    avoids: "",
    seed: "",
  };
  it("sends only the set criteria", () => {
    expect(generateRequest(usual)).toEqual({ size: 9 });
    expect(
      generateRequest({ ...usual, needs: " x-wing, ,skyscraper ", clues: "25", seed: "0" }),
    ).toEqual({
      size: 9,
      needs: ["x-wing", "skyscraper"],
      clues: 25,
      seed: 0,
    });
  });
});
