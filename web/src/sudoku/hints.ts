// A hint in four levels: the technique, where to look, the pattern, the whole step.

import type { StepDocument, SudokuHintResponse } from "../api/generated";
import { cellOf, type Layout } from "./layout";

/** How much of a hint is shown: 1 the technique, 2 where to look, 3 the pattern, 4 the step. */
export type HintLevel = 1 | 2 | 3 | 4;

/** A hint, and how much of it is shown. */
export interface HintState {
  readonly hint: SudokuHintResponse;
  readonly level: HintLevel;
  /** Placed digits that are in no solution. */
  readonly wrong: readonly string[];
}

/** The caption of the button for the next level. */
export const NEXT: Readonly<Record<HintLevel, string | null>> = {
  1: "Where to look",
  2: "Show the pattern",
  3: "Show the step",
  4: null,
};

/** The most houses that a hint names. */
const MOST_HOUSES = 4;

function cellsOf(step: StepDocument): string[] {
  const links = (step.links ?? []).flatMap((link) => [...link.from.cells, ...link.to.cells]);
  const sets = (step.sets ?? []).flatMap((set) => set.cells);
  const placed = (step.placements ?? []).map(({ cell }) => cell);
  const pattern = [...(step.cells ?? []), ...sets, ...links];
  return [...new Set(pattern.length > 0 ? pattern : placed)];
}

/** The houses that hold the pattern of a step: one with all of its cells, else its regions. */
export function patternHouses(layout: Layout, step: StepDocument): string[] {
  if (step.houses?.length) return [...step.houses];
  const cells = cellsOf(step)
    .map((name) => cellOf(layout.n, name))
    .filter((cell) => cell !== null);
  if (cells.length === 0) return [];
  const whole = layout.houses.find((house) => cells.every((cell) => house.cells.includes(cell)));
  if (whole) return [whole.name];
  const regions = layout.houses.filter((house) => house.kind === "region");
  const met = regions.filter((house) => house.cells.some((cell) => cells.includes(cell)));
  return met.length <= MOST_HOUSES ? met.map((house) => house.name) : [];
}

/** The same in words, with the digits of the pattern. */
export function patternHint(layout: Layout, step: StepDocument): string {
  const houses = patternHouses(layout, step);
  const place = houses.length > 0 ? houses.join(", ") : "the whole grid";
  const links = (step.links ?? []).flatMap((link) => [link.from.digit, link.to.digit]);
  const digits = [...new Set([...(step.digits ?? []), ...links])].sort((a, b) => a - b);
  if (digits.length === 0 || step.placements?.length) return place;
  return `${place}, at the candidates for ${digits.join(", ")}`;
}

/** The part of a step that a level draws; null if it draws nothing. */
export function visibleStep(
  layout: Layout,
  step: StepDocument,
  level: HintLevel,
): StepDocument | null {
  if (level === 1) return null;
  if (level === 4) return step;
  const { technique, name, assumes_unique, text, eureka } = step;
  if (level === 2) {
    return { technique, name, assumes_unique, text, eureka, houses: patternHouses(layout, step) };
  }
  const { placements: _placements, eliminations: _eliminations, ...pattern } = step;
  return pattern;
}
