// Verdicts, and what becomes of a list of trials.
import { describe, expect, it } from "vitest";
import { ApiError } from "../api/client";
import {
  NO_TRIALS,
  reduceTrials,
  type TrialAction,
  type TrialResult,
  type Trials,
  trialsLeft,
  verdictOf,
  withVerdict,
} from "./trials";

describe("a verdict", () => {
  const verdict = (changes: object) =>
    verdictOf(
      { outcome: "solved", unique: true, solution: "this one", ...changes } as never,
      (solution) => solution === "this one",
    );
  it("says what is proved, and no more", () => {
    expect(verdict({})).toBe("same");
    expect(verdict({ solution: "another one" })).toBe("other");
    expect(verdict({ unique: false })).toBe("several");
    expect(verdict({ outcome: "infeasible", unique: null, solution: null })).toBe("none");
    // A solution was found, but not whether it is the only one.
    expect(verdict({ unique: null })).toBe("undecided");
    expect(verdict({ outcome: "stopped", unique: null, solution: null })).toBe("undecided");
  });
});

describe("trials", () => {
  type Action = TrialAction<string, TrialResult>;
  const after = (...actions: readonly Action[]) =>
    actions.reduce<Trials<string>>(reduceTrials<string, TrialResult>, NO_TRIALS);
  const start: Action = { type: "start", all: ["a", "b", "c"], seconds: 2 };
  const result = (index: number, verdict: TrialResult["verdict"]): Action => ({
    type: "result",
    index,
    result: { verdict },
  });
  it("keep each result as it comes", () => {
    const trials = after(start, result(1, "same"), result(0, "several"));
    expect(trials.state).toBe("running");
    expect(withVerdict(trials, "same")).toEqual([{ trial: "b", result: { verdict: "same" } }]);
    expect(trialsLeft(trials, false)).toEqual([2]);
  });
  it("end only if they were not stopped", () => {
    expect(after(start, { type: "end" }).state).toBe("done");
    expect(after(start, { type: "stop" }, { type: "end" }).state).toBe("stopped");
    expect(after(start, { type: "end" }, { type: "stop" }).state).toBe("done");
  });
  it("go on with what is left and what was not decided", () => {
    const stopped = after(start, result(0, "undecided"), result(1, "none"), { type: "stop" });
    expect(trialsLeft(stopped, false)).toEqual([2]);
    expect(trialsLeft(stopped, true)).toEqual([0, 2]);
    const again = reduceTrials<string, TrialResult>(stopped, { type: "goOn", seconds: 4 });
    expect(again.state).toBe("running");
    expect(again.seconds).toBe(4);
    expect(again.results.get(1)).toEqual({ verdict: "none" });
  });
  it("keep their results if a request fails, and lose them when they are dropped", () => {
    const error = new ApiError(0, [], null);
    const failed = after(start, result(0, "same"), { type: "fail", error });
    expect(failed.state).toBe("stopped");
    expect(failed.error).toBe(error);
    expect(failed.results.size).toBe(1);
    expect(reduceTrials<string, TrialResult>(failed, { type: "reset" })).toBe(NO_TRIALS);
  });
});
