// The state of what is asked while a puzzle is made. All of it is about one board: another board
// drops it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardDocument, FormDocument } from "../api/generated";
import { solutionsOf } from "../trials/solutions";
import type { TrialResult } from "../trials/trials";
import { type TrialsState, useTrials } from "../trials/useTrials";
import { answeredOf, type RequestState, useRequest } from "../ui/useRequest";
import type { KnownSolutions, PlacedClue, WeakerClue } from "./clues";
import { fromSolution, isOpen, type Marks } from "./marks";
import { type Drawing, emptyDrawing } from "./play";
import { numberCandidates, singleTags, type Tag, type WeakerResult, weakerTags } from "./setting";
import type { Status } from "./status";

/** What is asked about a board. */
export interface Setting {
  /** The list of solutions. */
  readonly list: RequestState<"solve">;
  /** The solutions of the list. */
  readonly found: readonly Marks[];
  /** Whether these are all solutions, which is proved. */
  readonly areAll: boolean;
  /**
   * The numbers that cells have in some solution, as a drawing; null if they are not known or cells
   * have none.
   */
  readonly candidates: Drawing | null;
  readonly showsCandidates: boolean;
  readonly setShowsCandidates: (shown: boolean) => void;
  /** The clues that might say more than is needed. */
  readonly weaker: TrialsState<WeakerClue, WeakerResult>;
  /** Single clues that might be enough. */
  readonly single: TrialsState<PlacedClue, TrialResult>;
  /** The signs of all results on the board. */
  readonly tags: readonly Tag[];
  /** The only solution, if it is proved that there is exactly one. */
  readonly solution: Marks | null;
  readonly known: KnownSolutions;
}

/** Holds what is asked about a board; `status` is what is known of it. */
export function useSetting(
  board: BoardDocument,
  form: FormDocument,
  status: Status | null,
): Setting {
  const list = useRequest<"solve">();
  const weaker = useTrials<WeakerClue, WeakerResult>(board);
  const single = useTrials<PlacedClue, TrialResult>(board);
  const [showsCandidates, setShowsCandidates] = useState(false);
  const { reset } = list;
  const known = useRef(board);
  useEffect(() => {
    if (known.current === board) return;
    known.current = board;
    reset();
  }, [board, reset]);
  const listed = known.current === board ? (answeredOf(list.answer)?.value ?? null) : null;
  const found = useMemo(
    () => (listed ? solutionsOf(listed).map((one) => fromSolution(one, board, form)) : []),
    [listed, board, form],
  );
  const areAll = listed !== null && listed.limit === null;
  const candidates = useMemo(() => {
    if (!areAll || found.length === 0) return null;
    const numbers = numberCandidates(found, form);
    if (numbers === null) return null;
    // What is printed needs no note.
    const { columns } = board;
    const notes = numbers.map((list, cell) =>
      isOpen(form, board, Math.floor(cell / columns), cell % columns) ? list : [],
    );
    return { ...emptyDrawing(board, form), notes };
  }, [areAll, found, board, form]);
  const answer = status?.answer ?? null;
  const solution = useMemo(() => {
    const isUnique = answer?.unique === true && answer.determined?.proved === true;
    return isUnique ? fromSolution(answer.solution, board, form) : null;
  }, [answer, board, form]);
  const knownSolutions = useMemo((): KnownSolutions => {
    // Without a proof, only a part of it is known to be the same in all solutions.
    const part = answer?.determined ? fromSolution(answer.determined.part, board, form) : null;
    return { part, found };
  }, [answer, found, board, form]);
  const tags = useMemo(
    () => [...weakerTags(weaker.trials), ...singleTags(single.trials)],
    [weaker.trials, single.trials],
  );
  return {
    list,
    found,
    areAll,
    candidates,
    showsCandidates,
    setShowsCandidates,
    weaker,
    single,
    tags,
    solution,
    known: knownSolutions,
  };
}
