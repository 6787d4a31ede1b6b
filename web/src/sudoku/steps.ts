// The steps of an explanation, and the grid before and after each of them.
import type { CandidateDocument, Mark, PositionDocument, StepDocument } from "../api/generated";
import { countOf } from "../ui/text";
import { cellOf, type Layout, peersOf } from "./layout";

function apply(
  n: number,
  peers: readonly ReadonlySet<number>[],
  position: PositionDocument,
  step: StepDocument,
): PositionDocument {
  const values = [...position.values];
  const candidates = [...position.candidates];
  const drop = (cell: number, digit: number) => {
    const left = candidates[cell];
    if (left?.includes(digit)) candidates[cell] = left.filter((other) => other !== digit);
  };
  for (const { cell: name, digit } of step.placements ?? []) {
    const cell = cellOf(n, name);
    if (cell === null) continue;
    values[cell] = digit;
    candidates[cell] = [];
    for (const peer of peers[cell] ?? []) drop(peer, digit);
  }
  for (const { cell: name, digit } of step.eliminations ?? []) {
    const cell = cellOf(n, name);
    if (cell !== null) drop(cell, digit);
  }
  return { values, candidates };
}

/**
 * The grid before each step, and after the last one: one entry more than steps. Lists that do not
 * change between two steps are shared.
 */
export function replay(
  layout: Layout,
  start: PositionDocument,
  steps: readonly StepDocument[],
): PositionDocument[] {
  const peers = peersOf(layout);
  const cleared = start.candidates.map((list, cell) => ((start.values[cell] ?? 0) > 0 ? [] : list));
  let position: PositionDocument = { values: start.values, candidates: cleared };
  const positions = [position];
  for (const step of steps) {
    position = apply(layout.n, peers, position, step);
    positions.push(position);
  }
  return positions;
}

/**
 * The role of a candidate in the drawing of a step: besides the marks of the pattern a fin, a further
 * candidate of a set, an elimination, or a placement.
 */
export type Role = Mark | "fin" | "member" | "out" | "in";

/** The roles of the candidates of a step, by cell and digit; eliminations and placements take precedence. */
export function candidateRoles(n: number, step: StepDocument): Map<number, Map<number, Role>> {
  const found = new Map<number, Map<number, Role>>();
  const set = (name: string, digit: number, role: Role) => {
    const cell = cellOf(n, name);
    if (cell === null) return;
    const digits = found.get(cell) ?? new Map<number, Role>();
    digits.set(digit, role);
    found.set(cell, digits);
  };
  // A Kraken fish has marks for its chains only.
  if (!step.marks?.length || step.covers?.length) {
    for (const cell of step.cells ?? []) {
      for (const digit of step.digits ?? []) set(cell, digit, "pattern");
    }
  }
  const gone = new Set((step.eliminations ?? []).map(({ digit }) => digit));
  for (const { cells, digits, kind } of step.sets ?? []) {
    for (const cell of cells) {
      for (const digit of digits) {
        // In sets without marks, the eliminated digits are the ones that matter.
        const isPattern = kind === "group" || (!step.marks?.length && gone.has(digit));
        set(cell, digit, isPattern ? "pattern" : "member");
      }
    }
  }
  for (const { cell, digit, mark } of step.marks ?? []) set(cell, digit, mark);
  for (const end of (step.links ?? []).flatMap((link) => [link.from, link.to])) {
    for (const name of end.cells) {
      const cell = cellOf(n, name);
      const role = cell === null ? undefined : found.get(cell)?.get(end.digit);
      if (role === undefined) set(name, end.digit, "pattern");
      else if (role === "member") set(name, end.digit, "second");
    }
  }
  for (const cell of step.fins ?? []) {
    for (const digit of step.digits ?? []) {
      const isMarked = step.marks?.some((mark) => mark.cell === cell && mark.digit === digit);
      if (step.covers?.length || !isMarked) set(cell, digit, "fin");
    }
  }
  for (const { cell, digit } of step.eliminations ?? []) set(cell, digit, "out");
  for (const { cell, digit } of step.placements ?? []) set(cell, digit, "in");
  return found;
}

/** The letter of a colour: A and a are the colours of the first cluster, B and b of the second. */
export function colourLetter(index: number): string {
  const letter = setLetter(Math.floor(index / 2));
  return index % 2 === 0 ? letter : letter.toLowerCase();
}

/** How many digits a step places and how many candidates it takes away, in words. */
export function effectText(step: StepDocument): string {
  const list = (items: readonly CandidateDocument[], sign: string) =>
    items.map((item) => `${item.cell}${sign}${item.digit}`).join(", ");
  return [list(step.placements ?? [], " = "), list(step.eliminations ?? [], " ≠ ")]
    .filter((text) => text !== "")
    .join("; ");
}

/** Whether a step is brute force: its digit is taken from a solution found by search. */
export function isBruteForce(step: StepDocument): boolean {
  return step.technique === "brute-force";
}

/** How many of some steps are brute force, in words; empty if none is. */
export function bruteForce(steps: readonly StepDocument[]): string {
  const count = steps.filter(isBruteForce).length;
  if (count === 0) return "";
  return `${count} of ${countOf(steps.length, "step")} ${count === 1 ? "is" : "are"} brute force`;
}

/** The name of the technique of a step. */
export function stepName(step: StepDocument): string {
  return step.name.charAt(0).toUpperCase() + step.name.slice(1);
}

/** The letter of a set in drawings and explanations: A to Z, then A2, B2, … */
export function setLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  const round = Math.floor(index / 26);
  return round === 0 ? letter : `${letter}${round + 1}`;
}

/** The display name of a technique, from its name on the command line. */
export function techniqueName(name: string): string {
  const special: Record<string, string> = {
    als: "ALS",
    xz: "XZ",
    xy: "XY",
    aic: "AIC",
    bug: "BUG",
  };
  const words = name.split("-").map((word) => special[word] ?? word);
  const text = words
    .join(" ")
    .replace(/^x wing/i, "X-wing")
    .replace(/\bx wing/gi, "X-wing")
    .replace(/\b(XY|xyz|wxyz|w) wing/g, (_, kind: string) => `${kind.toUpperCase()}-wing`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
