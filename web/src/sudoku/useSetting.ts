// The state of what is asked while a Sudoku is made. All of it is about the givens: other givens
// drop it.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { solutionsOf } from "../trials/solutions";
import type { TrialResult } from "../trials/trials";
import { type TrialsState, useTrials } from "../trials/useTrials";
import { cellsIn } from "../ui/cells";
import { answeredOf, type RequestState, useRequest } from "../ui/useRequest";
import { gridSolution } from "./answers";
import type { Layout } from "./layout";
import { type Digits, type Given, givenTags, singleTags, type Tag } from "./setting";
import { type TrueCandidates, useTrueCandidates } from "./useTrueCandidates";

/** What is asked about givens. */
export interface Setting {
  /** How many solutions the givens have, and which digits occur in them. */
  readonly known: TrueCandidates;
  /** The only solution, if it is proved that there is exactly one. */
  readonly solution: Digits | null;
  /** The list of solutions. */
  readonly list: RequestState<"solve">;
  readonly found: readonly Digits[];
  /** Why there is no solution. */
  readonly conflict: RequestState<"solve">;
  /** The cells that the conflict names. */
  readonly inConflict: ReadonlySet<number>;
  readonly weaker: TrialsState<Given, TrialResult>;
  readonly single: TrialsState<Given, TrialResult>;
  /** The signs of all results on the grid. */
  readonly tags: readonly Tag[];
}

/** Holds what is asked about givens, as a text; nothing is asked by itself unless it is `shown`. */
export function useSetting({ n, cages }: Layout, given: string, shown: boolean): Setting {
  const known = useTrueCandidates(shown ? given : "", cages.length > 0);
  const list = useRequest<"solve">();
  const conflict = useRequest<"solve">();
  const weaker = useTrials<Given, TrialResult>(given);
  const single = useTrials<Given, TrialResult>(given);
  const { reset } = list;
  const { reset: resetConflict } = conflict;
  const about = useRef(given);
  useEffect(() => {
    if (about.current === given) return;
    about.current = given;
    reset();
    resetConflict();
  }, [given, reset, resetConflict]);
  const listed = answeredOf(list.answer);
  const found = useMemo(() => {
    if (listed === null || listed.request.puzzle !== given) return [];
    return solutionsOf(listed.value).flatMap((one) => {
      const grid = gridSolution({ solution: one });
      return grid ? [grid.flat()] : [];
    });
  }, [listed, given]);
  const solution = useMemo(() => {
    const { answer } = known;
    const isUnique = answer?.solutions === 1 && answer.candidates.every((it) => it.length === 1);
    return isUnique && answer.candidates.length > 0
      ? answer.candidates.map(([digit = 0]) => digit)
      : null;
  }, [known.answer]);
  const why = answeredOf(conflict.answer);
  const inConflict = useMemo(() => {
    const names = why?.request.puzzle === given ? (why.value.conflict ?? []) : [];
    return new Set(names.flatMap((name) => cellsIn(name, n)));
  }, [why, given, n]);
  const tags = useMemo(
    () => [...givenTags(weaker.trials), ...singleTags(single.trials)],
    [weaker.trials, single.trials],
  );
  return { known, solution, list, found, conflict, inConflict, weaker, single, tags };
}
