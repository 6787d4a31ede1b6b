// What the server says about the board while it is edited: its texts, and what follows from its clues.
import { useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, isAbort, online, post, toApiError } from "../api/client";
import type { BoardDocument, PencilReadResponse, SolveResponse } from "../api/generated";

/** A board with its texts. */
export type PencilPuzzle = PencilReadResponse;

/** What is known about a board. */
export interface Status {
  /** The board that it is about. */
  readonly board: BoardDocument | null;
  /** The puzzle file, the link, or why the board is not valid. */
  readonly written: Pick<PencilPuzzle, "puzzle" | "link" | "invalid"> | null;
  /** What all solutions have in common. */
  readonly answer: SolveResponse | null;
  readonly error: ApiError | null;
  readonly asking: boolean;
}

const NOTHING: Status = { board: null, written: null, answer: null, error: null, asking: false };

/** Milliseconds from the last change to the request. */
const DELAY = 250;

/** The most seconds for an answer while a board is edited. */
const TIME = 5;

/**
 * Asks the server about a board some moments after its last change. `puzzle` has the first board, whose
 * texts are known already.
 */
export function useStatus(
  puzzle: PencilPuzzle | null,
  board: BoardDocument | null,
): { status: Status; stop: () => void } {
  const [status, setStatus] = useState<Status>(NOTHING);
  const running = useRef<AbortController | null>(null);
  const isOnline = online.value;
  useEffect(() => {
    if (puzzle === null || board === null || !isOnline) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const isFirst = board === puzzle.board;
    setStatus((old) => ({ ...old, asking: true }));
    const ask = async () => {
      try {
        const { kind, title } = puzzle;
        const written = isFirst
          ? puzzle
          : await post("pencil/write", { kind, title, board }, signal);
        setStatus({ ...NOTHING, board, written, asking: written.puzzle !== null });
        if (written.puzzle === null) return;
        const answer = await post(
          "solve",
          { puzzle: written.puzzle, task: "determined", conflict: true, time_limit: TIME },
          signal,
        );
        setStatus({ board, written, answer, error: null, asking: false });
      } catch (caught) {
        if (isAbort(caught)) return;
        setStatus((old) => ({
          ...NOTHING,
          board,
          written: old.board === board ? old.written : null,
          error: toApiError(caught),
        }));
      }
    };
    const timer = setTimeout(ask, isFirst ? 0 : DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [puzzle, board, isOnline]);
  const stop = () => {
    running.current?.abort();
    setStatus((old) => ({ ...old, asking: false }));
  };
  return { status, stop };
}

/** The cells that a text names, such as `r2c5`, row by row from 0. */
export function cellsIn(text: string, columns: number): number[] {
  return [...text.matchAll(/\br(\d+)c(\d+)\b/g)].map(
    ([, row, column]) => (Number(row) - 1) * columns + Number(column) - 1,
  );
}

/** Whether nothing is printed on a board yet: no clue and no wall. */
export function isBlank(board: BoardDocument): boolean {
  const isEmpty = (map: readonly (readonly string[] | undefined)[]) =>
    map.every((list) => (list ?? []).every((clue) => clue === "." || clue === ""));
  const { outside, walls } = board;
  return (
    isEmpty([...board.cells, ...board.points, ...board.dots]) &&
    isEmpty([outside.above, outside.below, outside.left, outside.right]) &&
    ![...walls.right, ...walls.down].some((line) => line.includes("1"))
  );
}

/** What is known about the solutions, in a sentence, and how to colour it. */
export function statusText(
  status: Status,
): { text: string; kind: "good" | "bad" | "warn" | "plain" } | null {
  const { answer, written, board } = status;
  if (written?.invalid) return { text: `Not a puzzle yet: ${written.invalid}`, kind: "warn" };
  if (!answer) return null;
  // An empty board is where setting begins, not a mistake.
  if (answer.outcome === "infeasible" && board && isBlank(board)) {
    return { text: "Nothing is printed on the board yet", kind: "plain" };
  }
  if (answer.outcome === "infeasible") return { text: "No solution, proved", kind: "bad" };
  const { determined } = answer;
  if (determined?.proved && answer.unique === true) {
    return { text: "Exactly one solution, proved", kind: "good" };
  }
  if (determined?.proved) {
    const { common, varying } = determined;
    return {
      text: `Several solutions: ${common} places are the same in all of them, ${varying} are not`,
      kind: "warn",
    };
  }
  const stopped = answer.limit ? `stopped: ${answer.limit}` : "not decided";
  return {
    text: answer.solution ? `A solution; ${stopped}` : `No answer; ${stopped}`,
    kind: "warn",
  };
}
