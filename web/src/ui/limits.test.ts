// The next time limit, and what a note says about a conflict.
import { expect, it } from "vitest";
import { conflictOf } from "./conflict";
import { isLiftable, nextTime } from "./limits";

it("doubles a time limit as far as the service allows", () => {
  expect(nextTime(2, 10)).toBe(4);
  expect(nextTime(8, 10)).toBe(10);
  expect(nextTime(10, 10)).toBe(null);
  expect(nextTime(20, 10)).toBe(null);
  expect(nextTime(10, null)).toBe(20);
  // Without a limit of its own, a request had all the time that there is.
  expect(nextTime(null, 10)).toBe(null);
});

it("offers more for limits that more time or a job lifts", () => {
  expect(isLiftable("time")).toBe(true);
  expect(isLiftable("memory")).toBe(true);
  expect(isLiftable("solutions")).toBe(false);
  expect(isLiftable(null)).toBe(false);
});

it("calls a conflict minimal only where that was proved", () => {
  const names = ["a", "b"];
  const conflict = (notes: readonly string[], conflict: readonly string[] | null = names) =>
    conflictOf({ outcome: "infeasible", conflict, notes });
  expect(conflict([])).toEqual({ names, minimal: true, limit: null });
  const note = "the conflict is perhaps not minimal (time)";
  expect(conflict(["another note", note])).toEqual({ names, minimal: false, limit: "time" });
  const none = conflict(["no conflict was found (memory)"], null);
  expect(none).toEqual({ names: [], minimal: false, limit: "memory" });
  expect(conflictOf({ outcome: "solved", conflict: null, notes: [] })).toBe(null);
});
