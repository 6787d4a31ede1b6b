// The steps of an explanation, and the grid before and after each of them.
import { countOf } from "../ui/text";
import { cellOf, type Layout, peersOf } from "./layout";

/** A digit in a cell; the cell is named, such as `r1c2`. */
export interface NamedCandidate {
  readonly cell: string;
  readonly digit: number;
}

/** One end of a link: a digit in one cell or in several. */
export interface LinkEnd {
  readonly digit: number;
  readonly cells: readonly string[];
  /** The almost locked set that the link leads through. */
  readonly through?: readonly string[];
}

/** A link of a chain: strong (one of both holds) or weak (not both hold). */
export interface Link {
  readonly from: LinkEnd;
  readonly to: LinkEnd;
  readonly strong: boolean;
  /** The house that a strong link between places of one digit leads through. */
  readonly house?: string;
}

/** Cells with their candidates: an almost locked set, a colour of a colouring, or another group. */
export interface CellSet {
  readonly cells: readonly string[];
  readonly digits: readonly number[];
  readonly kind?: "almost-locked" | "colour" | "group";
}

/** The consequences of one assumption: a case of a forcing chain, for example. */
export interface Branch {
  readonly assumed: LinkEnd;
  /** Whether it is assumed to be true. */
  readonly holds: boolean;
  /** Its links, by their places in the list. */
  readonly links: readonly number[];
}

/** A sentence of an explanation, and what it is about. */
export interface Sentence {
  readonly text: string;
  /** The number of the case that it belongs to. */
  readonly case?: number;
  readonly links?: readonly number[];
  readonly sets?: readonly number[];
  readonly candidates?: readonly NamedCandidate[];
}

/** What a marked candidate is in the pattern of a step. */
export type MarkKind = "pattern" | "extra" | "first" | "second";

/** A step of logic: its conclusion and its pattern. */
export interface Step {
  readonly technique: string;
  /** The technique as people write it. */
  readonly name?: string;
  readonly assumes_unique: boolean;
  readonly text: string;
  readonly eureka: string;
  readonly placements?: readonly NamedCandidate[];
  readonly eliminations?: readonly NamedCandidate[];
  readonly digits?: readonly number[];
  readonly cells?: readonly string[];
  readonly houses?: readonly string[];
  readonly covers?: readonly string[];
  readonly fins?: readonly string[];
  readonly marks?: readonly (NamedCandidate & { readonly mark: MarkKind })[];
  readonly sets?: readonly CellSet[];
  readonly links?: readonly Link[];
  readonly branches?: readonly Branch[];
  /** How hard it is on Gordian's scale. */
  readonly weight?: number;
  /** The step sentence by sentence. */
  readonly explanation?: readonly Sentence[];
}

/** A grid in the middle of an explanation. */
export interface Position {
  /** The digit of each cell, 0 for none. */
  readonly values: readonly number[];
  /** The candidates of each open cell. */
  readonly candidates: readonly (readonly number[])[];
}

function apply(
  n: number,
  peers: readonly ReadonlySet<number>[],
  position: Position,
  step: Step,
): Position {
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
 * change between two steps is shared.
 */
export function replay(layout: Layout, start: Position, steps: readonly Step[]): Position[] {
  const peers = peersOf(layout);
  const cleared = start.candidates.map((list, cell) => ((start.values[cell] ?? 0) > 0 ? [] : list));
  let position: Position = { values: start.values, candidates: cleared };
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
export type Role = MarkKind | "fin" | "member" | "out" | "in";

/** The roles of the candidates of a step, by cell and digit; eliminations and placements take precedence. */
export function candidateRoles(n: number, step: Step): Map<number, Map<number, Role>> {
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
export function effectText(step: Step): string {
  const list = (items: readonly NamedCandidate[], sign: string) =>
    items.map((item) => `${item.cell}${sign}${item.digit}`).join(", ");
  return [list(step.placements ?? [], " = "), list(step.eliminations ?? [], " ≠ ")]
    .filter((text) => text !== "")
    .join("; ");
}

/** Whether a step is brute force: its digit is taken from a solution found by search. */
export function isBruteForce(step: Step): boolean {
  return step.technique === "brute-force";
}

/** How many of some steps are brute force, in words; empty if none is. */
export function bruteForce(steps: readonly Step[]): string {
  const count = steps.filter(isBruteForce).length;
  if (count === 0) return "";
  return `${count} of ${countOf(steps.length, "step")} ${count === 1 ? "is" : "are"} brute force`;
}

/** The name of the technique of a step. */
export function stepName(step: Step): string {
  const name = step.name ?? techniqueName(step.technique);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The letter of a set in drawings and explanations: A to Z, then A2, B2, … */
export function setLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  const round = Math.floor(index / 26);
  return round === 0 ? letter : `${letter}${round + 1}`;
}

/** A technique's name for people, from its name on the command line. */
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
