// The bank of pieces as drawings, and its editor.
import { useState } from "preact/hooks";
import { countOf } from "../ui/text";
import { cellsOfPiece, isConnected, pieceOf } from "./pieces";

/** The side of a cell of a piece in the drawing. */
const SIDE = 10;

/** One piece. */
function Piece({ piece }: { piece: string }) {
  const cells = cellsOfPiece(piece);
  const lines = piece.split("/");
  const width = Math.max(...lines.map((line) => line.length)) * SIDE;
  const height = lines.length * SIDE;
  return (
    <svg
      class="piece"
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      style={{ width: `${(width + 2) / 12}rem` }}
      aria-hidden="true"
    >
      {cells.map(([row, column]) => (
        <rect
          key={`${row}.${column}`}
          x={column * SIDE}
          y={row * SIDE}
          width={SIDE}
          height={SIDE}
        />
      ))}
    </svg>
  );
}

/** A piece in words. */
function pieceName(piece: string): string {
  const rows = piece.split("/").map((line) => [...line].map((it) => (it === "#" ? "■" : "□")));
  return `piece of ${countOf(cellsOfPiece(piece).length, "cell")}: ${rows.map((row) => row.join("")).join(" ")}`;
}

/** The bank while it is played. */
export function Bank({ pieces, drawn }: { pieces: readonly string[]; drawn: readonly boolean[] }) {
  if (pieces.length === 0) return null;
  const left = drawn.filter((it) => !it).length;
  return (
    <div class="stacked">
      <p class="small">
        Pieces, each used once, rotated and mirrored freely: {left} of {pieces.length} not drawn yet
      </p>
      <ul class="bank" aria-label="Pieces">
        {pieces.map((piece, i) => (
          <li
            key={i}
            class={drawn[i] ? "is-drawn" : ""}
            aria-label={`${pieceName(piece)}${drawn[i] ? ", drawn" : ""}`}
          >
            <Piece piece={piece} />
            {drawn[i] ? (
              <span class="check" aria-hidden="true">
                ✓
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The sides of the grid in which a new piece is drawn. */
const GRID = 5;

/** The bank while it is edited: pieces are removed by a press, and drawn in a small grid. */
export function BankEditor({
  pieces,
  onChange,
}: {
  pieces: readonly string[];
  onChange: (pieces: readonly string[]) => void;
}) {
  const [cells, setCells] = useState<ReadonlySet<string>>(new Set());
  const drawn = [...cells].map((cell) => {
    const [row = 0, column = 0] = cell.split(".").map(Number);
    return [row, column] as const;
  });
  const isWhole = drawn.length > 0 && isConnected(drawn);
  const toggle = (cell: string) => {
    const next = new Set(cells);
    if (!next.delete(cell)) next.add(cell);
    setCells(next);
  };
  return (
    <div class="stacked" role="group" aria-label="Pieces">
      <p class="small">Pieces: press one to remove it.</p>
      <ul class="bank">
        {pieces.map((piece, i) => (
          <li key={i}>
            <button
              type="button"
              class="quiet"
              aria-label={`Remove the ${pieceName(piece)}`}
              onClick={() => onChange(pieces.filter((_, at) => at !== i))}
            >
              <Piece piece={piece} />
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <div class="piece-grid" role="group" aria-label="A new piece">
          {Array.from({ length: GRID * GRID }, (_, i) => {
            const [row, column] = [Math.floor(i / GRID), i % GRID];
            const cell = `${row}.${column}`;
            return (
              <button
                key={cell}
                type="button"
                aria-pressed={cells.has(cell)}
                aria-label={`row ${row + 1}, column ${column + 1}`}
                onClick={() => toggle(cell)}
              />
            );
          })}
        </div>
        <button
          type="button"
          disabled={!isWhole}
          onClick={() => {
            onChange([...pieces, pieceOf(drawn)]);
            setCells(new Set());
          }}
        >
          Add the piece
        </button>
      </div>
      <details>
        <summary>Pieces as text</summary>
        <label class="stack">
          <span>Rows of # and ., separated by slashes; pieces separated by blanks</span>
          <textarea
            class="wrap"
            rows={4}
            spellcheck={false}
            value={pieces.join(" ")}
            onChange={(event) =>
              onChange(event.currentTarget.value.split(/\s+/).filter((text) => text !== ""))
            }
          />
        </label>
      </details>
    </div>
  );
}
