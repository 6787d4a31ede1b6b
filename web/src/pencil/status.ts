// What the server says about the board while it is edited: its texts, and what follows from its clues.
import { useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, isAbort, online, post, toApiError } from "../api/client";
import type { BoardDocument, PencilReadResponse, Side, SolveResponse } from "../api/generated";
import { cellsIn } from "../ui/cells";
import { type Place, placeName } from "./board";

/** A board with its texts. */
export type PencilPuzzle = PencilReadResponse;

/** What is known about a board. */
export interface Status {
  /** The board that it is about. */
  readonly board: BoardDocument | null;
  /** The puzzle file, the link, or why the board is not valid. */
  readonly written: Pick<PencilPuzzle, "puzzle" | "link" | "invalid" | "rules"> | null;
  /** What all solutions have in common. */
  readonly answer: SolveResponse | null;
  readonly error: ApiError | null;
  readonly asking: boolean;
  /** The time limit of the answer, in seconds. */
  readonly seconds: number;
  /** Whether it was stopped before there was an answer. */
  readonly stopped: boolean;
}

/** The most seconds for an answer while a board is edited, at first. */
const TIME = 5;

/** Nothing is known. */
export const NOTHING: Status = {
  board: null,
  written: null,
  answer: null,
  error: null,
  asking: false,
  seconds: TIME,
  stopped: false,
};

/** Milliseconds from the last change to the request. */
const DELAY = 250;

/**
 * What the server says about a puzzle file: how many solutions, and what is the same in all of
 * them.
 */
function askAnswer(puzzle: string, seconds: number, signal: AbortSignal): Promise<SolveResponse> {
  const body = { puzzle, task: "determined", conflict: true, time_limit: seconds } as const;
  return post("solve", body, signal);
}

/** What is known about a board, with controls. */
export interface StatusState {
  readonly status: Status;
  /** Stops; an answer that is there stays. */
  readonly stop: () => void;
  /** Asks again with another time limit, in seconds; the answer stays until there is a new one. */
  readonly goOn: (seconds: number) => void;
}

/**
 * Asks the server about a board some moments after its last change. `puzzle` has the first board, whose
 * texts are known already.
 */
export function useStatus(puzzle: PencilPuzzle | null, board: BoardDocument | null): StatusState {
  const [status, setStatus] = useState<Status>(NOTHING);
  const running = useRef<AbortController | null>(null);
  const isOnline = online.value;
  const begin = () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    return controller.signal;
  };
  /** Asks about the board: for its texts, unless they are known, and for the answer. */
  const ask = async (known: Status["written"], seconds: number, signal: AbortSignal) => {
    if (puzzle === null || board === null) return;
    try {
      const { kind, title } = puzzle;
      const written = known ?? (await post("pencil/write", { kind, title, board }, signal));
      if (signal.aborted) return;
      setStatus((old) => {
        const answer = old.board === board ? old.answer : null;
        return { ...NOTHING, board, written, answer, asking: written.puzzle !== null };
      });
      if (written.puzzle === null) return;
      const answer = await askAnswer(written.puzzle, seconds, signal);
      if (!signal.aborted) setStatus({ ...NOTHING, board, written, answer, seconds });
    } catch (caught) {
      if (isAbort(caught) || signal.aborted) return;
      setStatus((old) => {
        const { written, answer } = old.board === board ? old : NOTHING;
        return { ...NOTHING, board, written, answer, error: toApiError(caught) };
      });
    }
  };
  const latestAsk = useRef(ask);
  latestAsk.current = ask;
  useEffect(() => {
    if (puzzle === null || board === null || !isOnline) return;
    const signal = begin();
    const isFirst = board === puzzle.board;
    setStatus({ ...NOTHING, board, asking: true });
    const written = isFirst ? puzzle : null;
    const timer = setTimeout(
      () => void latestAsk.current(written, TIME, signal),
      isFirst ? 0 : DELAY,
    );
    return () => {
      clearTimeout(timer);
      // Also a request with more time, which began later.
      running.current?.abort();
    };
  }, [puzzle, board, isOnline]);
  const goOn = (seconds: number) => {
    if (status.board !== board) return;
    setStatus((old) => ({ ...old, asking: true, stopped: false, error: null }));
    void ask(status.written, seconds, begin());
  };
  const stop = () => {
    running.current?.abort();
    setStatus((old) => ({ ...old, asking: false, stopped: old.answer === null }));
  };
  return { status, stop, goOn };
}

/** The side of a cell at which a corner is. */
const CORNER = /\bthe (upper|lower) (left|right) corner of r(\d+)c(\d+)\b/g;

/**
 * The places that names of clues and rules are about: cells, row by row from 0, and clues
 * elsewhere.
 */
export function placesIn(
  names: readonly string[],
  board: BoardDocument,
): { readonly cells: ReadonlySet<number>; readonly others: readonly Place[] } {
  const { rows, columns } = board;
  const cells = new Set<number>();
  const found: Place[] = [];
  for (const name of names) {
    for (const [, vertical, horizontal, row, column] of name.matchAll(CORNER)) {
      found.push({
        kind: "point",
        row: Number(row) - (vertical === "upper" ? 1 : 0),
        column: Number(column) - (horizontal === "left" ? 1 : 0),
      });
    }
    for (const cell of cellsIn(name.replaceAll(CORNER, ""), columns)) cells.add(cell);
    for (const [, what, number] of name.matchAll(/\b(row|column) (\d+)\b/g)) {
      const index = Number(number) - 1;
      const clues = outsideOf(board, what === "row", index, name);
      found.push(...clues);
      if (clues.length > 0) continue;
      // A rule about a line without a clue is about its cells.
      for (let at = 0; at < (what === "row" ? columns : rows); at++) {
        cells.add(what === "row" ? index * columns + at : at * columns + index);
      }
    }
  }
  // Several rules can be about one clue.
  const others = [...new Map(found.map((place) => [placeName(place), place])).values()];
  return { cells, others };
}

/** The clues beside a line; if the name of a clue says on which side it is, only that one. */
function outsideOf(board: BoardDocument, isRow: boolean, index: number, name: string): Place[] {
  const beside: readonly Side[] = isRow ? ["left", "right"] : ["above", "below"];
  const said = beside.filter((side) => new RegExp(`\\b${side}\\b`).test(name));
  return (said.length > 0 ? said : beside).flatMap((side): Place[] => {
    const clue = board.outside[side]?.[index] ?? ".";
    return clue === "." || clue === "" ? [] : [{ kind: "outside", side, index }];
  });
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
  if (!answer) {
    return status.stopped ? { text: "Stopped: nothing is known yet", kind: "warn" } : null;
  }
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
  if (answer.unique === false) {
    return {
      text: `Several solutions; what all have in common is not known, ${stopped}`,
      kind: "warn",
    };
  }
  return {
    text: answer.solution ? `A solution; ${stopped}` : `No answer; ${stopped}`,
    kind: "warn",
  };
}
