/** Sequences of Square-1 moves as texts, in the notation of the WCA and in that of 2007. */

import { itemAt } from "../three/itemAt";
import type { Step } from "./position";

/** In `wca` positive numbers turn clockwise, in `cube21` anticlockwise, and there `!` is a flip. */
export type Notation = "wca" | "cube21";

/** How moves are counted. */
export type Metric = "twist" | "wca" | "face";

/** Returns the equivalent turn from -5 to 6. */
export function normaliseTurn(slots: number): number {
  const n = ((slots % 12) + 12) % 12;
  return n > 6 ? n - 12 : n;
}

/** Returns whether a text is read as a sequence and not as a position. */
export function isSequence(text: string): boolean {
  return text.trim() === "" || /[(/!]/.test(text);
}

/**
 * Reads a sequence; returns `null` if the text is not one (the server names the error). WCA notation has no
 * flips; they are accepted only in texts that the page may have written.
 */
export function parseSequence(
  text: string,
  notation: Notation,
  flips = notation === "cube21",
): Step[] | null {
  const plain = text.replace(/\s/g, "");
  const steps: Step[] = [];
  const pattern = /\(([+-]?\d{1,2}),([+-]?\d{1,2})\)|\/|!/y;
  const sign = notation === "wca" ? 1 : -1;
  while (pattern.lastIndex < plain.length) {
    const match = pattern.exec(plain);
    if (match === null) return null;
    if (match[0] === "/") steps.push({ kind: "twist" });
    else if (match[0] === "!") {
      if (!flips) return null;
      steps.push({ kind: "flip" });
    } else {
      const [top, bottom] = [Number(itemAt(match, 1)), Number(itemAt(match, 2))];
      if ([top, bottom].some((n) => n < -11 || n > 12)) return null;
      steps.push({
        kind: "turn",
        top: normaliseTurn(sign * top),
        bottom: normaliseTurn(sign * bottom),
      });
    }
  }
  return steps;
}

/** Writes a step. A flip is written `!` in both notations; in WCA notation only links have it. */
export function writeStep(step: Step, notation: Notation): string {
  if (step.kind === "twist") return "/";
  if (step.kind === "flip") return "!";
  const sign = notation === "wca" ? 1 : -1;
  return `(${normaliseTurn(sign * step.top)},${normaliseTurn(sign * step.bottom)})`;
}

/** Writes a sequence. */
export function writeSequence(steps: readonly Step[], notation: Notation): string {
  return steps.map((step) => writeStep(step, notation)).join("");
}

/** Describes a step in words. */
export function sayStep(step: Step): string {
  if (step.kind === "twist") return "twist the right half over";
  if (step.kind === "flip") return "hold the puzzle upside down";
  const part = (name: string, slots: number): string[] =>
    slots === 0
      ? []
      : [`${name} ${Math.abs(slots) * 30}° ${slots > 0 ? "clockwise" : "anticlockwise"}`];
  const parts = [...part("top", step.top), ...part("bottom", step.bottom)];
  return parts.length === 0 ? "nothing turns" : `${parts.join(", ")}`;
}

/** Returns the steps that undo a sequence. */
export function inverse(steps: readonly Step[]): Step[] {
  const undone = (step: Step): Step =>
    step.kind === "turn"
      ? { kind: "turn", top: normaliseTurn(-step.top), bottom: normaliseTurn(-step.bottom) }
      : step;
  return [...steps].reverse().map(undone);
}

/** Appends a step; consecutive turns are merged, consecutive twists cancel. */
export function appendStep(steps: readonly Step[], step: Step): Step[] {
  const last = steps.at(-1);
  const before = steps.slice(0, -1);
  if (last?.kind === "turn" && step.kind === "turn") {
    const [top, bottom] = [
      normaliseTurn(last.top + step.top),
      normaliseTurn(last.bottom + step.bottom),
    ];
    return top === 0 && bottom === 0 ? before : [...before, { kind: "turn", top, bottom }];
  }
  if (last !== undefined && last.kind === step.kind && step.kind !== "turn") return before;
  return [...steps, step];
}

/** Returns the length of a sequence in a metric; flips are not counted. */
export function sequenceLength(steps: readonly Step[], metric: Metric): number {
  const one = (step: Step): number => {
    if (step.kind === "twist") return 1;
    if (step.kind === "flip" || metric === "twist") return 0;
    const turned = [step.top, step.bottom].filter((slots) => slots !== 0).length;
    return metric === "wca" ? Math.min(1, turned) : turned;
  };
  return steps.reduce((sum, step) => sum + one(step), 0);
}

/** Returns whether two steps are equal; two missing steps are equal. */
export function sameStep(a: Step | undefined, b: Step | undefined): boolean {
  return a !== undefined && b !== undefined && writeStep(a, "wca") === writeStep(b, "wca");
}
