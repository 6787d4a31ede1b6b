// The conflict in an answer: givens and rules that exclude each other, and whether that is all that
// was to be found.
import type { Limit, SolveResponse } from "../api/generated";

/** A conflict as far as it was found. */
export interface FoundConflict {
  /** Givens and rules that exclude each other together; empty if none were found. */
  readonly names: readonly string[];
  /** Whether it is proved that none of them can be left out. */
  readonly minimal: boolean;
  /** The limit that ended the search for it; null if none did. */
  readonly limit: Limit | null;
}

const LIMITS: ReadonlySet<string> = new Set<Limit>([
  "time",
  "effort",
  "solutions",
  "memory",
  "interrupted",
]);

/** The notes of answers whose conflict was ended by a limit, with the limit in brackets. */
const ENDED = /^(?:the conflict is perhaps not minimal|no conflict was found) \((\w+)\)$/;

/** Reads the conflict of an answer; null if the answer is not that there is no solution. */
export function conflictOf(
  answer: Pick<SolveResponse, "outcome"> & Partial<Pick<SolveResponse, "conflict" | "notes">>,
): FoundConflict | null {
  if (answer.outcome !== "infeasible") return null;
  const names = answer.conflict ?? [];
  const ended = (answer.notes ?? []).flatMap((note) => ENDED.exec(note)?.[1] ?? []);
  const limit = ended.find((name): name is Limit => LIMITS.has(name)) ?? null;
  return { names, minimal: names.length > 0 && ended.length === 0, limit };
}
