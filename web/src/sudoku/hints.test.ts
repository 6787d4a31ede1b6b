// How much of a step each level of a hint tells.
import { expect, it } from "vitest";
import type { StepDocument } from "../api/generated";
import { patternHint, patternHouses, visibleStep } from "./hints";
import { boxedLayout } from "./layout";

const LAYOUT = boxedLayout(9, [3, 3]);

function step(part: Partial<StepDocument>): StepDocument {
  return { technique: "aic", name: "AIC", assumes_unique: false, text: "", eureka: "", ...part };
}

it("names the houses of the pattern, or the smallest that hold it", () => {
  expect(patternHouses(LAYOUT, step({ houses: ["row 2", "row 5"] }))).toEqual(["row 2", "row 5"]);
  expect(patternHouses(LAYOUT, step({ cells: ["r1c1", "r1c9"] }))).toEqual(["row 1"]);
  expect(patternHouses(LAYOUT, step({ cells: ["r1c1", "r2c9", "r9c9"] }))).toEqual([
    "box 1",
    "box 3",
    "box 9",
  ]);
  const everywhere = ["r1c1", "r1c4", "r1c7", "r4c1", "r4c4"];
  expect(patternHouses(LAYOUT, step({ cells: everywhere }))).toEqual([]);
  expect(patternHint(LAYOUT, step({ cells: everywhere, digits: [7] }))).toBe(
    "the whole grid, at the candidates for 7",
  );
  const end = (cell: string, digit: number) => ({ digit, cells: [cell] });
  const links = [{ from: end("r1c1", 9), to: end("r1c2", 4), strong: true }];
  expect(patternHint(LAYOUT, step({ links }))).toBe("row 1, at the candidates for 4, 9");
  // The digit that is placed is not given away.
  expect(
    patternHint(
      LAYOUT,
      step({ houses: ["box 1"], digits: [7], placements: [{ cell: "r1c1", digit: 7 }] }),
    ),
  ).toBe("box 1");
});

it("draws nothing, then houses, then the pattern, then the step", () => {
  const whole = step({
    cells: ["r1c1", "r1c2"],
    digits: [1, 2],
    eliminations: [{ cell: "r1c3", digit: 1 }],
    placements: [{ cell: "r9c9", digit: 3 }],
  });
  expect(visibleStep(LAYOUT, whole, 1)).toBe(null);
  const where = visibleStep(LAYOUT, whole, 2);
  expect(where?.houses).toEqual(["row 1"]);
  expect(where?.cells).toBeUndefined();
  const pattern = visibleStep(LAYOUT, whole, 3);
  expect(pattern?.cells).toEqual(["r1c1", "r1c2"]);
  expect(pattern?.eliminations).toBeUndefined();
  expect(pattern?.placements).toBeUndefined();
  expect(visibleStep(LAYOUT, whole, 4)).toBe(whole);
});
