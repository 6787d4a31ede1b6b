// The board that is used by mouse, touch and keys: the drawing, and a place over every cell, corner or dot.
import { useRef } from "preact/hooks";
import type { BoardDocument, FormDocument } from "../api/generated";
import {
  clueAt,
  type Edge,
  isHole,
  type Place,
  placeName,
  type SIDES,
  STEPS,
  sideOf,
} from "./board";
import { boxOf, edgeBetween, type Frame, frameOf, type Hit, hitAt } from "./geometry";
import { cellAt, edgeAt, type Marks, type Places, valueName } from "./marks";
import { PencilDrawing } from "./PencilDrawing";

/** Which places take the focus. */
export type PlaceKind = "cell" | "point" | "dot";

/** What pointers and keys do. */
export interface GridActions {
  /** A place became active. */
  readonly onActive: (place: Place) => void;
  /** A press on the board; what it returns is what a drag paints, and is given to `onDrag`. */
  readonly onPress: (hit: Hit, secondary: boolean) => unknown;
  /** The pointer has moved on with the button held: from one cell to the next one. */
  readonly onDrag: (hit: Hit, crossed: Edge | null, paint: unknown) => void;
  /** A key that is no arrow, at the active place. Returns whether it had a meaning. */
  readonly onKey: (key: string, place: Place) => boolean;
  /** Shift and an arrow key, in a cell: the side of the cell. */
  readonly onSide: (edge: Edge) => void;
}

interface PencilGridProps {
  readonly board: BoardDocument;
  readonly form: FormDocument;
  readonly marks: Marks | null;
  readonly wrong: Places;
  readonly fresh: Places;
  readonly named: ReadonlySet<number>;
  /** Whether signs for "nothing here" are left out. */
  readonly plain: boolean;
  readonly editing: boolean;
  readonly places: PlaceKind;
  readonly active: Place;
  readonly actions: GridActions;
}

/** The rows of places, each in the order of reading. */
function rowsOf(board: BoardDocument, form: FormDocument, kind: PlaceKind, editing: boolean) {
  const map = kind === "cell" ? board.cells : kind === "point" ? board.points : board.dots;
  const rows: Place[][] = map.map((line, row) => line.map((_, column) => ({ kind, row, column })));
  if (kind !== "cell" || !editing) return rows;
  const has = (side: (typeof SIDES)[number]) => form.outside?.sides.includes(side) === true;
  rows.forEach((line, index) => {
    if (has("left")) line.unshift({ kind: "outside", side: "left", index });
    if (has("right")) line.push({ kind: "outside", side: "right", index });
  });
  const beside = (side: "above" | "below") =>
    Array.from({ length: board.columns }, (_, index): Place => ({ kind: "outside", side, index }));
  return [
    ...(has("above") ? [beside("above")] : []),
    ...rows,
    ...(has("below") ? [beside("below")] : []),
  ];
}

/** A name for a place that is unique on the board. */
export function placeKey(place: Place): string {
  return place.kind === "outside"
    ? `${place.side}${place.index}`
    : `${place.kind}${place.row}.${place.column}`;
}

const DIRECTIONS = [
  ["up", "ArrowUp"],
  ["right", "ArrowRight"],
  ["down", "ArrowDown"],
  ["left", "ArrowLeft"],
] as const;

/** What screen readers say about a place. */
function description(
  board: BoardDocument,
  form: FormDocument,
  marks: Marks | null,
  place: Place,
): string {
  const parts = [placeName(place)];
  const clue = clueAt(board, place);
  if (place.kind === "cell" && isHole(board, place.row, place.column)) {
    parts.push(form.black_clues ? "black" : "no cell");
  } else if (clue !== ".") parts.push(`clue ${clue}`);
  if (place.kind === "cell" && marks) {
    const value = form.cell_layer
      ? valueName(form.cell_layer, cellAt(marks, place.row, place.column))
      : null;
    if (value !== null) parts.push(value);
    if (form.edge_layer) {
      const noun = form.edge_layer.layer === "borders" ? "border" : "line";
      const sides = DIRECTIONS.filter(([, key]) => {
        const step = STEPS[key];
        return step && edgeAt(marks, sideOf(place.row, place.column, step)) > 0;
      });
      if (sides.length > 0) parts.push(`${noun} ${sides.map(([name]) => name).join(", ")}`);
    }
  }
  return parts.length > 1 ? parts.join(", ") : `${parts[0]}, empty`;
}

/** The position among rows of places. */
function positionOf(rows: readonly (readonly Place[])[], place: Place): [number, number] {
  const key = placeKey(place);
  for (const [r, line] of rows.entries()) {
    const c = line.findIndex((it) => placeKey(it) === key);
    if (c >= 0) return [r, c];
  }
  return [0, 0];
}

/** The place that an arrow key leads to: the nearest one in that direction. */
function neighbour(
  board: BoardDocument,
  frame: Frame,
  rows: readonly (readonly Place[])[],
  place: Place,
  key: string,
): Place {
  const step = STEPS[key];
  if (!step) return place;
  const [r, c] = positionOf(rows, place);
  if (step.down === 0) return rows[r]?.[c + step.across] ?? place;
  const line = rows[r + step.down];
  if (!line) return place;
  const middle = (it: Place) => {
    const box = boxOf(board, frame, it);
    return box.x + box.width / 2;
  };
  const x = middle(place);
  // Rows can have more places at their ends than others.
  return line.reduce((best, it) =>
    Math.abs(middle(it) - x) < Math.abs(middle(best) - x) ? it : best,
  );
}

/** The board. */
export function PencilGrid(props: PencilGridProps) {
  const { board, form, marks, editing, places, active, actions } = props;
  const frame = frameOf(board, form, editing);
  const rows = rowsOf(board, form, places, editing);
  const [activeRow, activeColumn] = positionOf(rows, active);
  const root = useRef<HTMLDivElement>(null);
  const drag = useRef<{ cell: Hit["cell"]; paint: unknown } | null>(null);

  const focus = (place: Place) => {
    actions.onActive(place);
    root.current?.querySelector<HTMLElement>(`[data-place="${placeKey(place)}"]`)?.focus();
  };
  const hitOf = (event: PointerEvent): { hit: Hit; x: number; y: number } | null => {
    const box = root.current?.getBoundingClientRect();
    if (!box || box.width === 0) return null;
    const x = ((event.clientX - box.left) / box.width) * frame.width;
    const y = ((event.clientY - box.top) / box.height) * frame.height;
    return { hit: hitAt(board, frame, x, y), x, y };
  };
  const placeAt = (x: number, y: number): Place | null => {
    const middle = (place: Place) => {
      const box = boxOf(board, frame, place);
      return { box, dx: x - box.x - box.width / 2, dy: y - box.y - box.height / 2 };
    };
    const inside = rows.flat().filter((place) => {
      const { box, dx, dy } = middle(place);
      return Math.abs(dx) <= box.width / 2 && Math.abs(dy) <= box.height / 2;
    });
    return inside[0] ?? null;
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button > 2 || event.button === 1) return;
    const found = hitOf(event);
    if (!found) return;
    event.preventDefault();
    const place = placeAt(found.x, found.y);
    if (place) focus(place);
    if (place?.kind === "outside" || (editing && places !== "cell" && !place)) return;
    drag.current = {
      cell: found.hit.cell,
      paint: actions.onPress(found.hit, event.button === 2),
    };
    if (event.target instanceof Element) root.current?.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = drag.current;
    if (from === null) return;
    const found = hitOf(event);
    if (!found?.hit.cell) return;
    const { cell } = found.hit;
    const isSame = from.cell?.row === cell.row && from.cell.column === cell.column;
    const crossed = from.cell && !isSame ? edgeBetween(board, from.cell, cell) : null;
    drag.current = { cell, paint: from.paint };
    actions.onDrag(found.hit, crossed, from.paint);
  };
  const end = () => {
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = rows[activeRow]?.[activeColumn];
    if (!place) return;
    const step = STEPS[event.key];
    if (step && event.shiftKey) {
      event.preventDefault();
      if (place.kind === "cell") actions.onSide(sideOf(place.row, place.column, step));
      return;
    }
    if (step) {
      event.preventDefault();
      focus(neighbour(board, frame, rows, place, event.key));
    } else if (actions.onKey(event.key === "Enter" ? " " : event.key, place)) {
      event.preventDefault();
    }
  };
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <div
      class="pencil-board"
      style={{
        aspectRatio: `${frame.width} / ${frame.height}`,
        maxWidth: `${Math.max(frame.width * 1.9, 220)}px`,
      }}
    >
      <PencilDrawing
        board={board}
        form={form}
        frame={frame}
        marks={marks}
        wrong={props.wrong}
        fresh={props.fresh}
        named={props.named}
        plain={props.plain}
      />
      <div
        ref={root}
        class="places"
        role="grid"
        aria-label={`Board, ${board.rows} by ${board.columns}`}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={end}
        onPointerCancel={end}
        onContextMenu={(event) => event.preventDefault()}
      >
        {rows.map((line, r) => (
          // biome-ignore lint/a11y/useFocusableInteractive: places take the focus, rows do not
          <div key={r} role="row" class="places-row">
            {line.map((place, c) => {
              const box = boxOf(board, frame, place);
              return (
                <div
                  key={placeKey(place)}
                  role="gridcell"
                  class={place.kind === "cell" ? "place" : "place round"}
                  data-place={placeKey(place)}
                  tabIndex={r === activeRow && c === activeColumn ? 0 : -1}
                  aria-label={description(board, form, marks, place)}
                  onFocus={() => actions.onActive(place)}
                  style={{
                    left: percent(box.x, frame.width),
                    top: percent(box.y, frame.height),
                    width: percent(box.width, frame.width),
                    height: percent(box.height, frame.height),
                  }}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
