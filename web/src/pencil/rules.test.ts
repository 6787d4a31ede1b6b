import { describe, expect, it } from "vitest";
import type { BoardDocument, RuleParameter } from "../api/generated";
import {
  namesIn,
  namesValue,
  rulesOf,
  withOmitted,
  withParameter,
  withRule,
  withRules,
} from "./rules";

const BOARD: BoardDocument = {
  rows: 1,
  columns: 1,
  cells: [["."]],
  walls: { right: [""], down: [] },
  points: [],
  dots: [],
  outside: { above: [], below: [], left: [], right: [] },
  pieces: [],
  parameter: null,
  options: [],
};

const BY: RuleParameter = {
  key: "by",
  description: "",
  optional: false,
  names: ["edge", "corner", "knight"],
  several: true,
  max: null,
};

describe("the rules of a board", () => {
  it("of its kind are left out by name", () => {
    const one = withOmitted(BOARD, "touching", true);
    expect(one.omit).toEqual(["touching"]);
    expect(withOmitted(one, "touching", true).omit).toEqual(["touching"]);
    expect(withOmitted(withOmitted(one, "other", true), "touching", false).omit).toEqual(["other"]);
  });
  it("are changed and removed one by one", () => {
    expect(rulesOf(BOARD)).toEqual([]);
    const two = withRules(BOARD, [{ name: "given" }, { name: "sum" }]);
    expect(rulesOf(withRule(two, 1, { name: "sizes" }))).toEqual([
      { name: "given" },
      { name: "sizes" },
    ]);
    expect(rulesOf(withRule(two, 0, null))).toEqual([{ name: "sum" }]);
    expect(rulesOf(two)).toHaveLength(2);
  });
  it("have parameters that can be left out", () => {
    const rule = withParameter({ name: "count" }, "equals", 2);
    expect(rule).toEqual({ name: "count", equals: 2 });
    expect(withParameter(rule, "equals", undefined)).toEqual({ name: "count" });
  });
  it("have one name, or a list", () => {
    expect(namesIn({ name: "apart", by: "knight" }, BY)).toEqual(["knight"]);
    expect(namesIn({ name: "apart", by: ["knight", "edge"] }, BY)).toEqual(["edge", "knight"]);
    expect(namesIn({ name: "apart" }, BY)).toEqual([]);
    expect(namesValue(["edge"])).toBe("edge");
    expect(namesValue(["edge", "knight"])).toEqual(["edge", "knight"]);
  });
});
