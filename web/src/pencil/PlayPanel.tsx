// Playing: the values of the active cell for touch, and the check.
import type { BoardDocument, FormDocument } from "../api/generated";
import type { Place } from "./board";
import { cellValues, isOpen, type Marks, type Places, UNKNOWN, valueName } from "./marks";

interface PlayPanelProps {
  readonly form: FormDocument;
  readonly board: BoardDocument;
  readonly active: Place;
  readonly marks: Marks;
  readonly onKey: (key: string, place: Place) => boolean;
  /** The marks that a check found to be wrong; null before. */
  readonly wrong: Places | null;
  /** Null if nothing is known about the solutions. */
  readonly onCheck: (() => void) | null;
}

/** What presses and drags do, in words. */
function howTo(form: FormDocument): string {
  const parts: string[] = [];
  if (form.cell_layer?.layer === "numbers") parts.push("Choose a cell and type its number.");
  else if (form.cell_layer) parts.push("Press a cell to change it.");
  switch (form.edge_layer?.layer) {
    case "links":
      parts.push("Drag from cell to cell to draw lines; press between two cells to change one.");
      break;
    case "outline":
      parts.push("Press or drag along the sides of cells to draw lines.");
      break;
    case "borders":
      parts.push("Press or drag along the sides of cells to draw borders.");
      break;
  }
  return parts.join(" ");
}

/** The buttons for the values of the active cell. */
function Values({
  form,
  board,
  active,
  onKey,
}: Omit<PlayPanelProps, "wrong" | "onCheck" | "marks">) {
  const layer = form.cell_layer;
  if (!layer || active.kind !== "cell") return null;
  const enabled = isOpen(form, board, active.row, active.column);
  const largest = Math.min(Math.max(board.rows, board.columns, 5), 9);
  const values =
    layer.layer === "numbers"
      ? [...Array.from({ length: largest }, (_, i) => String(i + 1)), layer.zero]
      : cellValues(layer).filter((value) => value !== UNKNOWN);
  return (
    <div class="row keypad" role="group" aria-label="Value of the cell">
      {values.map((value) => {
        const name = valueName(layer, value) ?? value;
        return (
          <button
            key={value}
            type="button"
            disabled={!enabled}
            title={name}
            aria-label={name}
            onClick={() => onKey(value, active)}
          >
            {value === "." ? "·" : value}
          </button>
        );
      })}
      <button
        type="button"
        disabled={!enabled}
        aria-label="clear the cell"
        onClick={() => onKey("Delete", active)}
      >
        ⌫
      </button>
    </div>
  );
}

/** Playing. */
export function PlayPanel(props: PlayPanelProps) {
  const { form, wrong, onCheck } = props;
  const count = wrong ? wrong.cells.size + wrong.edges.length : 0;
  return (
    <>
      <p class="muted small">{howTo(form)} The right mouse button marks that there is nothing.</p>
      <Values {...props} />
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={onCheck === null}
          onClick={() => onCheck?.()}
        >
          Check
        </button>
        <span role="status">
          {wrong === null ? "" : count === 0 ? "✓ no mark is wrong" : `✗ wrong marks: ${count}`}
        </span>
      </div>
    </>
  );
}
