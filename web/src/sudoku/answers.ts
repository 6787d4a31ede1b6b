// The server's answers about grids.
import type { SolveResponse } from "../api/generated";
import type { ReadPuzzle } from "./layout";
import type { Position, Step } from "./steps";

/** Which digits occur in solutions, and how many solutions there are. */
export interface Candidates {
  readonly outcome: string;
  readonly limit: string | null;
  /** 0, 1, 2 for two or more, or null if that is not known. */
  readonly solutions: number | null;
  readonly candidates: readonly (readonly number[])[];
}

/** A solution of a grid, and what was established about it. */
export type Solved = SolveResponse & {
  readonly solution: readonly (readonly number[])[] | null;
};

/** A whole solution by logic. */
export interface ExplanationAnswer {
  readonly outcome: string;
  readonly unique: boolean | null;
  readonly checked: boolean;
  readonly limit: string | null;
  readonly rating: {
    readonly hardest: number;
    readonly effort: number;
    readonly technique: string;
  } | null;
  readonly steps: readonly Step[] | null;
  readonly notes?: readonly string[];
  readonly start: Position;
}

/** The request for a whole solution by logic. */
export interface ExplainRequest {
  readonly puzzle: string;
  /** The order of the techniques: from easy to hard, or that of HoDoKu. */
  readonly order: "all" | "hodoku";
}

/** The next step by logic. */
export interface Hint {
  readonly outcome: string;
  readonly unique: boolean | null;
  readonly checked: boolean;
  readonly limit: string | null;
  readonly step: Step | null;
  readonly notes?: readonly string[];
  readonly wrong?: readonly string[];
  readonly start: Position;
}

/** A rating on one of the scales. */
export interface RatingAnswer {
  readonly outcome: string;
  readonly limit: string | null;
  readonly rating: Readonly<Record<string, unknown>> | null;
}

/** A puzzle that was made. */
export interface GeneratedPuzzle {
  readonly outcome: string;
  readonly limit: string | null;
  readonly puzzle: string | null;
  readonly file?: string | null;
  readonly seed: number;
  readonly clues?: number | null;
  readonly rating?: { readonly score: number; readonly level: string } | null;
}

/** Puzzles read from a text. */
export interface ReadAnswer {
  readonly puzzles: readonly ReadPuzzle[];
}
