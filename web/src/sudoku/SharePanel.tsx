// Exporting a puzzle: a link, a line, a file, print.
import { routeUrl } from "../shell/route";
import { CopyButton } from "../ui/CopyButton";
import { downloadText } from "../ui/save";
import { type Board, puzzleText, toQuery, values } from "./board";
import { gridLine } from "./layout";

/** What is printed beside the puzzle. */
export interface PrintOptions {
  readonly candidates: boolean;
  readonly solution: boolean;
}

interface SharePanelProps {
  readonly board: Board;
  readonly print: PrintOptions;
  readonly onPrintOptions: (wish: PrintOptions) => void;
  readonly onPrint: () => void;
}

/** The panel. */
export function SharePanel({ board, print, onPrintOptions, onPrint }: SharePanelProps) {
  const { layout } = board;
  return (
    <>
      <div class="row">
        <CopyButton class="primary" text={() => routeUrl("sudoku", toQuery(board))} what="link">
          Copy link
        </CopyButton>
        <CopyButton text={() => gridLine(layout.n, board.givens)} what="line of the puzzle">
          Copy line
        </CopyButton>
        <CopyButton text={() => gridLine(layout.n, values(board))} what="line with your digits">
          Copy line with my digits
        </CopyButton>
        <button type="button" onClick={() => downloadText("puzzle.toml", puzzleText(board, false))}>
          Save puzzle file
        </button>
      </div>
      <section>
        <h2>On paper</h2>
        <div class="row">
          <label>
            <input
              type="checkbox"
              checked={print.candidates}
              onChange={(event) =>
                onPrintOptions({ ...print, candidates: event.currentTarget.checked })
              }
            />
            with small digits
          </label>
          <label>
            <input
              type="checkbox"
              checked={print.solution}
              onChange={(event) =>
                onPrintOptions({ ...print, solution: event.currentTarget.checked })
              }
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
