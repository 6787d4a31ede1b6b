// The solver's techniques with an example of each, written by a test of
// `gordian-logic`, which also finds every example again.
import type { StepDocument } from "../api/generated";
import data from "./techniques.json";

/** A position in which the solver finds a step of a technique. */
export interface TechniqueExample {
  /** The position as a line of HoDoKu's library. */
  readonly position: string;
  /** The digits of the puzzle, and all digits of the position, row by row; 0 for none. */
  readonly givens: string;
  readonly values: string;
  /** The candidates of each cell, as digits. */
  readonly candidates: readonly string[];
  readonly step: StepDocument;
}

/** A technique. */
export interface Technique {
  /** Its name in addresses and on the command line. */
  readonly technique: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Its weight on Gordian's scale. */
  readonly weight: number;
  /** HoDoKu's figures; null if HoDoKu does not have the technique. */
  readonly hodoku: {
    readonly score: number;
    readonly level: string;
    /** Whether HoDoKu uses it by default. */
    readonly default: boolean;
  } | null;
  readonly assumes_unique: boolean;
  readonly example: TechniqueExample;
}

/** All techniques, the easiest first. */
export const TECHNIQUES = data as unknown as readonly Technique[];

/** Returns a name in the form of addresses: `Sue de Coq` is `sue-de-coq`. */
export function slug(name: string): string {
  return name
    .replaceAll("+", " plus ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join("-");
}

/** Returns the technique with a name or an alias. */
export function techniqueOf(name: string): Technique | null {
  const wanted = slug(name);
  return (
    TECHNIQUES.find((it) => it.technique === wanted) ??
    TECHNIQUES.find((it) => it.aliases.some((alias) => slug(alias) === wanted)) ??
    null
  );
}

/** Returns the name of a technique as a title. */
export function title({ name }: Technique): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
