// The state of the scene: the board with its history, where it came from, and its draft.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, aborted, asApiError, ask } from "../api/client";
import { type Route, remember } from "../shell/route";
import { keep, recall } from "../shell/store";
import { advance, begin, type History, redo, undo } from "../ui/history";
import type { Read } from "./answers";
import { type Board, emptyBoard, toQuery, withProgress } from "./board";
import { boxedLayout, layoutOf, type ReadPuzzle } from "./layout";

/** What became of the last text that was read. */
export interface Loading {
  readonly busy: boolean;
  readonly error: ApiError | null;
  /** The text that the error is about. */
  readonly source: string;
  readonly notes: readonly string[];
  /** Where a text has several puzzles, all of them. */
  readonly choice: readonly ReadPuzzle[];
}

const CALM: Loading = { busy: false, error: null, source: "", notes: [], choice: [] };

/** A board with what was read from a text. */
export function boardOf(puzzle: ReadPuzzle): Board {
  const empty = emptyBoard(layoutOf(puzzle));
  const marks = puzzle.marks ?? empty.marks;
  const full = marks.map((list, cell) =>
    // A cell that may hold anything has no mark worth showing.
    puzzle.givens[cell] || list.length === puzzle.n ? [] : list,
  );
  return { ...empty, givens: puzzle.givens, placed: puzzle.placed, marks: full };
}

function fits(board: Board | null): board is Board {
  const cells = (board?.layout?.n ?? -1) ** 2;
  return (
    board !== null &&
    Array.isArray(board.layout?.houses) &&
    Array.isArray(board.layout.cages) &&
    typeof board.layout.file === "string" &&
    board.givens?.length === cells &&
    board.placed?.length === cells &&
    board.marks?.length === cells
  );
}

/** The last board that was worked on here, or an empty grid. */
function draft(): Board {
  const board = recall<Board | null>("sudoku", null);
  return fits(board) ? board : emptyBoard(boxedLayout(9, [3, 3]));
}

/** The board of the scene, kept in step with the link and the draft. */
export function useBoard(route: Route) {
  const [history, setHistory] = useState<History<Board>>(() => begin(draft()));
  const [loading, setLoading] = useState<Loading>(CALM);
  const running = useRef<AbortController | null>(null);
  const board = history.present;

  const change = useCallback((next: (board: Board) => Board) => {
    setHistory((old) => advance(old, next(old.present)));
  }, []);
  const put = useCallback((board: Board) => {
    setHistory((old) => advance(old, board));
    setLoading((old) => ({ ...old, choice: [], error: null }));
  }, []);

  /** Reads a text; what it holds is shown, or a choice of what it holds. */
  const load = useCallback(async (text: string, d?: string, m?: string): Promise<boolean> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setLoading({ ...CALM, busy: true });
    try {
      const read = await ask<Read>("sudoku/read", { text }, controller.signal);
      const [first, ...others] = read.puzzles;
      if (first && others.length === 0) {
        setHistory((old) => advance(old, withProgress(boardOf(first), d, m)));
      }
      const choice = others.length > 0 ? read.puzzles : [];
      setLoading({
        ...CALM,
        notes: first && !choice.length ? first.notes : [],
        choice,
        source: text,
      });
      return first !== undefined;
    } catch (error) {
      if (!aborted(error)) setLoading({ ...CALM, error: asApiError(error), source: text });
      return false;
    }
  }, []);

  const { p, d, m } = route.query;
  useEffect(() => {
    if (p !== undefined) void load(p, d, m);
  }, [p, d, m, load]);
  useEffect(() => () => running.current?.abort(), []);

  const first = useRef(true);
  useEffect(() => {
    // What is there at first is the draft itself; the link must not change before it was read.
    if (first.current) {
      first.current = false;
      return;
    }
    keep("sudoku", board);
    remember("sudoku", toQuery(board));
  }, [board]);

  return {
    board,
    loading,
    load,
    put,
    change,
    undo: useCallback(() => setHistory((old) => undo(old)), []),
    redo: useCallback(() => setHistory((old) => redo(old)), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
