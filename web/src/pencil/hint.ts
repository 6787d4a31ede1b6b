// A hint from the position: the first step of the explanation whose conclusions are not drawn yet.
import type { BoardDocument, FormDocument, Steps } from "../api/generated";
import { cellsIn } from "../ui/cells";
import { cellsOf } from "./check";
import { differences, fromSolution, isOpen, type Marks, type Places } from "./marks";

/** How much of a hint is shown: how many clues it needs, where they are, what they are, and what follows. */
export type HintLevel = 1 | 2 | 3 | 4;

/** A hint. */
export interface Hint {
  /** The cells that the reasons name, or beside which something follows if they name none. */
  readonly cells: ReadonlySet<number>;
  readonly reasons: readonly string[];
  readonly known: readonly string[];
  readonly conclusions: readonly string[];
  /** The places that follow and are not drawn yet. */
  readonly fresh: Places;
  /** The marks with the conclusions. */
  readonly after: Marks;
}

/** The places of a board that a player can mark. */
function onlyOpen({ cells, edges }: Places, board: BoardDocument, form: FormDocument): Places {
  const { columns } = board;
  const open = [...cells].filter((i) => isOpen(form, board, Math.floor(i / columns), i % columns));
  return { cells: new Set(open), edges };
}

/** What a step adds, as far as a player can draw it. */
export function newPlaces(
  after: Marks,
  before: Marks,
  board: BoardDocument,
  form: FormDocument,
): Places {
  return onlyOpen(differences(after, before, true), board, form);
}

/** The first step with a conclusion that is not drawn; null if everything that is explained is drawn. */
export function hintFor(
  marks: Marks,
  steps: Steps["steps"],
  board: BoardDocument,
  form: FormDocument,
): Hint | null {
  for (const step of steps) {
    const after = fromSolution(step.part, board, form);
    const fresh = newPlaces(after, marks, board, form);
    if (fresh.cells.size + fresh.edges.length === 0) continue;
    const { reasons, known, conclusions } = step;
    const named = reasons.flatMap((reason) => cellsIn(reason, board.columns));
    return {
      cells: new Set(named.length > 0 ? named : cellsOf(fresh, board)),
      reasons,
      known,
      conclusions,
      fresh,
      after,
    };
  }
  return null;
}
