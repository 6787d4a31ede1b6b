// Exporting a puzzle: a link, a line, a file, print.
import { embedding, formatHash, routeUrl } from "../shell/route";
import { CopyButton } from "../ui/CopyButton";
import { downloadText } from "../ui/save";
import { type Board, savedFile, values } from "./board";
import { gridLine, isStandard } from "./layout";

/** What is printed beside the puzzle. */
export interface PrintOptions {
  readonly candidates: boolean;
  readonly solution: boolean;
}

interface SharePanelProps {
  readonly board: Board;
  /** The query of a link to the board. */
  readonly query: Readonly<Record<string, string>>;
  readonly print: PrintOptions;
  readonly onPrintOptions: (wish: PrintOptions) => void;
  readonly onPrint: () => void;
}

/** The panel. */
export function SharePanel({ board, query, print, onPrintOptions, onPrint }: SharePanelProps) {
  const { layout } = board;
  return (
    <>
      <div class="row">
        <CopyButton class="primary" text={() => routeUrl("sudoku", query)} what="link">
          Copy link
        </CopyButton>
        <CopyButton text={() => embedding("sudoku", query)} what="HTML">
          Copy HTML to embed
        </CopyButton>
        {isStandard(layout) ? (
          <>
            <CopyButton text={() => gridLine(layout.n, board.givens)} what="line of the puzzle">
              Copy line
            </CopyButton>
            <CopyButton text={() => gridLine(layout.n, values(board))} what="line with your digits">
              Copy line with my digits
            </CopyButton>
          </>
        ) : null}
        <CopyButton text={() => savedFile(board)} what="puzzle file">
          Copy puzzle file
        </CopyButton>
        <button type="button" onClick={() => downloadText("puzzle.toml", savedFile(board))}>
          Save puzzle file
        </button>
      </div>
      {isStandard(layout) ? null : (
        <p class="muted small">
          A line has no place for {layout.cages.length > 0 ? "cages" : "regions and diagonals"}: the
          link and the file have the whole puzzle.
        </p>
      )}
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
          <a class="button" href={formatHash("sheets")}>
            Several puzzles
          </a>
        </div>
      </section>
    </>
  );
}
