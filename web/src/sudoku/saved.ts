// The board and its history in local storage, so that undo survives a reload.
import { type History, newHistory } from "../ui/history";
import { applyProgress, type Board, emptyBoard, type Progress, toQuery } from "./board";
import { charDigit, digitChar, type Layout } from "./layout";

/** A board: the index of its layout, its givens, and the rest as in a link. */
interface SavedBoard extends Progress {
  readonly l: number;
  readonly g: string;
}

/** A history as it is stored. */
export interface SavedHistory {
  readonly layouts: readonly Layout[];
  readonly boards: readonly SavedBoard[];
  /** Which of the boards is the present one. */
  readonly at: number;
}

/** The most boards stored before the present one, and after it. */
const KEPT = 150;

/** Larger grids are stored without history: their digits are not single characters. */
const LARGEST = 35;

/** Packs a history for storage without its oldest boards. */
export function packHistory(history: History<Board>): SavedHistory {
  const past = history.past.slice(-KEPT);
  const boards = [...past, history.present, ...history.future.slice(0, KEPT)];
  const layouts: Layout[] = [];
  const saved = boards.map((board): SavedBoard => {
    let l = layouts.indexOf(board.layout);
    if (l < 0) l = layouts.push(board.layout) - 1;
    const { p: _, ...added } = toQuery(board);
    return { l, g: board.givens.map(digitChar).join(""), ...added };
  });
  return { layouts, boards: saved, at: past.length };
}

function isLayout(layout: Layout | undefined): layout is Layout {
  return (
    typeof layout?.n === "number" &&
    layout.n <= LARGEST &&
    Array.isArray(layout.houses) &&
    Array.isArray(layout.cages) &&
    typeof layout.file === "string"
  );
}

/** Unpacks a stored history, or returns null if it is invalid. */
export function unpackHistory(saved: SavedHistory | null): History<Board> | null {
  if (!Array.isArray(saved?.layouts) || !Array.isArray(saved.boards)) return null;
  const boards: Board[] = [];
  for (const { l, g, ...added } of saved.boards) {
    const layout: Layout | undefined = saved.layouts[l];
    if (!isLayout(layout) || typeof g !== "string" || g.length !== layout.n ** 2) return null;
    const givens = [...g].map((char) => charDigit(char) ?? 0);
    boards.push(applyProgress({ ...emptyBoard(layout), givens }, added));
  }
  const present = boards[saved.at];
  if (!present) return null;
  return {
    ...newHistory(present),
    past: boards.slice(0, saved.at),
    future: boards.slice(saved.at + 1),
  };
}
