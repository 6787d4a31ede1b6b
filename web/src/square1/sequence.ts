/** Sequences of Square-1 moves as texts, in the notation of the WCA and in that of 2007. */

import { item } from "../three/item";
import type { Step } from "./position";

/** In `wca` positive numbers turn clockwise, in `cube21` anticlockwise, and there `!` is a flip. */
export type Notation = "wca" | "cube21";

/** How moves are counted. */
export type Metric = "twist" | "wca" | "face";

/** Returns the number from -5 to 6 that is the same turn. */
export function reduced(slots: number): number {
  const n = ((slots % 12) + 12) % 12;
  return n > 6 ? n - 12 : n;
}

/** Returns whether a text is meant as a sequence and not as a position. */
export function isSequence(text: string): boolean {
  return text.trim() === "" || /[(/!]/.test(text);
}

/**
 * Reads a sequence; `null` where the text is none (the server says why). The notation of the WCA has no
 * flips: they are read there only where the page itself may have written them.
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
      const [top, bottom] = [Number(item(match, 1)), Number(item(match, 2))];
      if ([top, bottom].some((n) => n < -11 || n > 12)) return null;
      steps.push({ kind: "turn", top: reduced(sign * top), bottom: reduced(sign * bottom) });
    }
  }
  return steps;
}

/** Writes a step. A flip is written `!` in either notation: of the WCA's only links may have it. */
export function writeStep(step: Step, notation: Notation): string {
  if (step.kind === "twist") return "/";
  if (step.kind === "flip") return "!";
  const sign = notation === "wca" ? 1 : -1;
  return `(${reduced(sign * step.top)},${reduced(sign * step.bottom)})`;
}

/** Writes a sequence. */
export function writeSequence(steps: readonly Step[], notation: Notation): string {
  return steps.map((step) => writeStep(step, notation)).join("");
}

/** Says a step in words, as it is done by hand. */
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
      ? { kind: "turn", top: reduced(-step.top), bottom: reduced(-step.bottom) }
      : step;
  return [...steps].reverse().map(undone);
}

/** Appends a step that was made by hand: turns in a row become one, twists in a row go away. */
export function appended(steps: readonly Step[], step: Step): Step[] {
  const last = steps.at(-1);
  const before = steps.slice(0, -1);
  if (last?.kind === "turn" && step.kind === "turn") {
    const [top, bottom] = [reduced(last.top + step.top), reduced(last.bottom + step.bottom)];
    return top === 0 && bottom === 0 ? before : [...before, { kind: "turn", top, bottom }];
  }
  if (last !== undefined && last.kind === step.kind && step.kind !== "turn") return before;
  return [...steps, step];
}

/** Returns the length of a sequence in a metric; flips count nothing. */
export function lengthIn(steps: readonly Step[], metric: Metric): number {
  const one = (step: Step): number => {
    if (step.kind === "twist") return 1;
    if (step.kind === "flip" || metric === "twist") return 0;
    const turned = [step.top, step.bottom].filter((slots) => slots !== 0).length;
    return metric === "wca" ? Math.min(1, turned) : turned;
  };
  return steps.reduce((sum, step) => sum + one(step), 0);
}

/** Returns whether two steps are the same; no step is the same as none. */
export function sameStep(a: Step | undefined, b: Step | undefined): boolean {
  return a !== undefined && b !== undefined && writeStep(a, "wca") === writeStep(b, "wca");
}
