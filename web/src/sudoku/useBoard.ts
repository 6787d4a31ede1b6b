// The state of the scene: the board with its history, its source, and its draft.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiError, isAbort, post, toApiError } from "../api/client";
import type { ReadPuzzle } from "../api/generated";
import { parseHash, type Route, saveInAddress } from "../shell/route";
import { loadStored, saveStored } from "../shell/store";
import { type History, newHistory, pushState, redo, undo } from "../ui/history";
import {
  applyProgress,
  type Board,
  emptyBoard,
  isLine,
  type Progress,
  savedFile,
  toQuery,
} from "./board";
import { boxedLayout, layoutOf } from "./layout";
import { rulesOfText } from "./linkRules";
import { pack, unpack } from "./packed";
import { packHistory, unpackHistory } from "./saved";

/** The result of reading the last text. */
export interface Loading {
  readonly busy: boolean;
  readonly error: ApiError | null;
  /** The text that the error is about. */
  readonly source: string;
  readonly notes: readonly string[];
  /** All puzzles of a text that has several. */
  readonly choice: readonly ReadPuzzle[];
  /** The number of puzzles put into the grid so far. */
  readonly read: number;
}

const CALM: Loading = { busy: false, error: null, source: "", notes: [], choice: [], read: 0 };

/** A board with what was read from a text, with the rules of the text in words. */
export function boardOf(puzzle: ReadPuzzle, rules: string | null = null): Board {
  const empty = emptyBoard(layoutOf(puzzle, rules));
  const marks = puzzle.marks ?? empty.marks;
  const full = marks.map((list, cell) =>
    // A cell with all candidates shows no marks.
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

/** The last board of this browser with its history, or an empty grid. */
function draft(): History<Board> {
  const board = loadStored<Board | null>("sudoku", null);
  if (!fits(board)) return newHistory(emptyBoard(boxedLayout(9, [3, 3])));
  // Drafts of older versions have neither corner marks nor colours.
  const present = { ...emptyBoard(board.layout), ...board };
  const history = unpackHistory(loadStored("sudoku.history", null));
  const same = history && sameQuery(toQuery(history.present), toQuery(present));
  return same ? { ...history, present } : newHistory(present);
}

type Query = Readonly<Record<string, string | undefined>>;

/** Whether two links describe the same board. */
function sameQuery(one: Query, other: Query): boolean {
  return ["p", "d", "m", "k", "c"].every((key) => (one[key] ?? "") === (other[key] ?? ""));
}

/** The query of a link to this scene, on any host; null for other texts. */
export function ownLink(text: string): Query | null {
  const link = text.trim();
  const at = link.indexOf("#/sudoku?");
  if (at < 0 || /\s/.test(link)) return null;
  const { scene, query } = parseHash(link.slice(at));
  return scene === "sudoku" && (query.p || query.z) ? query : null;
}

/** The query with its packed puzzle `z` unpacked as `p`; null if it cannot be unpacked. */
async function unpacked(query: Query): Promise<Query | null> {
  const { z, ...rest } = query;
  if (!z) return query;
  const p = await unpack(z);
  return p === null ? null : { ...rest, p };
}

/** The error of a link whose packed puzzle cannot be unpacked. */
const BROKEN = new ApiError(
  400,
  [
    {
      code: "page.link",
      message: "the puzzle in this link cannot be unpacked",
      hint: "copy the whole link again",
      line: null,
      column: null,
    },
  ],
  null,
);

/** The query of a board with its puzzle packed, if that is shorter. */
function packedQuery(board: Board, packed: Packed | null): Record<string, string> {
  const { p = "", ...rest } = toQuery(board);
  // In an address, each character of a file that is not a letter or digit takes three.
  if (packed?.text !== p || packed.z.length >= encodeURIComponent(p).length) return { p, ...rest };
  return { z: packed.z, ...rest };
}

/** A puzzle and its packed form. */
interface Packed {
  readonly text: string;
  readonly z: string;
}

/** The packed puzzle of a board, a moment after it has changed; null for puzzles of one line. */
function usePacked(board: Board): Packed | null {
  const text = isLine(board.layout) ? "" : savedFile(board);
  const [packed, setPacked] = useState<Packed | null>(null);
  useEffect(() => {
    if (text === "") return;
    let stale = false;
    void pack(text).then((z) => {
      if (!stale && z !== null) setPacked({ text, z });
    });
    return () => {
      stale = true;
    };
  }, [text]);
  return packed;
}

/** The delay from the last change to storing the history, in milliseconds. */
const PAUSE = 400;

/** The board of the scene, kept in step with the link and the draft. */
export function useBoard(route: Route) {
  const [history, setHistory] = useState<History<Board>>(() => draft());
  const [loading, setLoading] = useState<Loading>(CALM);
  const running = useRef<AbortController | null>(null);
  const board = history.present;

  const change = useCallback((next: (board: Board) => Board) => {
    setHistory((old) => pushState(old, next(old.present)));
  }, []);
  const put = useCallback((board: Board) => {
    setHistory((old) => pushState(old, board));
    setLoading((old) => ({ ...CALM, read: old.read + 1 }));
  }, []);

  /** Reads a text and shows its puzzle, or a choice if it has several. */
  const load = useCallback(async (text: string, added: Progress = {}): Promise<boolean> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setLoading((old) => ({ ...CALM, busy: true, read: old.read }));
    const link = ownLink(text);
    if (link) {
      const own = await unpacked(link);
      if (controller.signal.aborted) return false;
      if (own?.p) return load(own.p, own);
      setLoading((old) => ({ ...CALM, error: BROKEN, source: text, read: old.read }));
      return false;
    }
    try {
      const read = await post("sudoku/read", { text }, controller.signal);
      const [first, ...others] = read.puzzles;
      if (first && others.length === 0) {
        setHistory((old) =>
          pushState(old, applyProgress(boardOf(first, rulesOfText(text)), added)),
        );
      }
      const choice = others.length > 0 ? read.puzzles : [];
      setLoading((old) => ({
        ...CALM,
        notes: first && !choice.length ? first.notes : [],
        choice,
        source: text,
        read: old.read + (choice.length > 0 ? 0 : 1),
      }));
      return first !== undefined;
    } catch (error) {
      if (!isAbort(error)) {
        setLoading((old) => ({ ...CALM, error: toApiError(error), source: text, read: old.read }));
      }
      return false;
    }
  }, []);

  const { p, z, d, m, k, c } = route.query;
  const shown = useRef(board);
  shown.current = board;
  useEffect(() => {
    if (p === undefined && z === undefined) return;
    let stale = false;
    const open = (query: Query | null) => {
      // After a reload, the link describes the draft: reading it would add an undo step without effect.
      if (stale || (query && sameQuery(query, toQuery(shown.current)))) return;
      if (query?.p !== undefined) void load(query.p, { d, m, k, c });
      else setLoading((old) => ({ ...CALM, error: BROKEN, read: old.read }));
    };
    if (z === undefined) open(route.query);
    else void unpacked(route.query).then(open);
    return () => {
      stale = true;
    };
  }, [p, z, d, m, k, c, load]);
  useEffect(() => () => running.current?.abort(), []);

  const packed = usePacked(board);
  const query = useMemo(() => packedQuery(board, packed), [board, packed]);
  // The first state is the draft; the link must not change before it has been read.
  const unchanged = useRef<Board | null>(board);
  useEffect(() => {
    if (unchanged.current === board) return;
    unchanged.current = null;
    saveStored("sudoku", board);
  }, [board]);
  useEffect(() => {
    if (unchanged.current === null) saveInAddress("sudoku", query);
  }, [query]);
  const latest = useRef(history);
  latest.current = history;
  useEffect(() => {
    const timer = setTimeout(() => saveStored("sudoku.history", packHistory(history)), PAUSE);
    return () => clearTimeout(timer);
  }, [history]);
  useEffect(() => {
    const save = () => saveStored("sudoku.history", packHistory(latest.current));
    addEventListener("pagehide", save);
    return () => {
      removeEventListener("pagehide", save);
      save();
    };
  }, []);

  return {
    board,
    history,
    /** The query of a link to the board. */
    query,
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
