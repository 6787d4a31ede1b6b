// Puzzles out of the scene: a link, a line, a file, paper.
import { useState } from "preact/hooks";
import { link } from "../shell/route";
import { copy, save } from "../ui/copy";
import { type Board, puzzleText, toQuery, values } from "./board";
import { gridLine } from "./layout";

/** What is printed beside the puzzle. */
export interface PrintWish {
  readonly candidates: boolean;
  readonly solution: boolean;
}

interface SharePanelProps {
  readonly board: Board;
  readonly print: PrintWish;
  readonly onPrintWish: (wish: PrintWish) => void;
  readonly onPrint: () => void;
}

/** The panel. */
export function SharePanel({ board, print, onPrintWish, onPrint }: SharePanelProps) {
  const [shown, setShown] = useState("");
  const { layout } = board;
  const offer = async (text: string, what: string) => {
    // Where copying is not allowed, the text is there to be copied by hand.
    setShown((await copy(text, what)) ? "" : text);
  };
  return (
    <>
      <div class="row">
        <button
          type="button"
          class="primary"
          onClick={() => offer(link("sudoku", toQuery(board)), "link")}
        >
          Copy link
        </button>
        <button
          type="button"
          onClick={() => offer(gridLine(layout.n, board.givens), "line of the puzzle")}
        >
          Copy line
        </button>
        <button
          type="button"
          onClick={() => offer(gridLine(layout.n, values(board)), "line with your digits")}
        >
          Copy line with my digits
        </button>
        <button type="button" onClick={() => save("puzzle.toml", puzzleText(board, false))}>
          Save puzzle file
        </button>
      </div>
      {shown === "" ? null : (
        <label class="stack">
          <span>Copy this:</span>
          <textarea rows={4} readOnly value={shown} />
        </label>
      )}
      <section>
        <h2>On paper</h2>
        <div class="row">
          <label>
            <input
              type="checkbox"
              checked={print.candidates}
              onChange={(event) =>
                onPrintWish({ ...print, candidates: event.currentTarget.checked })
              }
            />
            with small digits
          </label>
          <label>
            <input
              type="checkbox"
              checked={print.solution}
              onChange={(event) => onPrintWish({ ...print, solution: event.currentTarget.checked })}
            />
            with the solution
          </label>
          <button type="button" onClick={onPrint}>
            Print
          </button>
        </div>
      </section>
    </>
  );
}
