// The board that is used by mouse, pen, touch and keys: the drawing, a place over every cell, corner or dot, and the size
// in which it is shown.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardDocument, FormDocument } from "../api/generated";
import { type Place, type SIDES, STEPS } from "./board";
import { boxOf, CELL, type Frame, frameOf } from "./geometry";
import type { Marks, Places } from "./marks";
import { PencilDrawing } from "./PencilDrawing";
import { type Drawing, drawsByDrag } from "./play";
import { type Action, hasMeaning, isSamePlace, type PlaceKind, type Scene } from "./scene";
import type { Tag } from "./setting";
import { description } from "./speech";
import { usePointers } from "./usePointers";

interface PencilGridProps {
  readonly scene: Scene;
  readonly dispatch: (action: Action) => void;
  readonly board: BoardDocument;
  readonly marks: Marks | null;
  /** The player's drawing, with notes and colours; null where it is not shown. */
  readonly drawing: Drawing | null;
  readonly wrong: Places;
  readonly fresh: Places;
  readonly named: ReadonlySet<number>;
  /** Cells at which a rule is broken. */
  readonly broken: ReadonlySet<number>;
  /** Clues beside cells that a conflict is about. */
  readonly others: readonly Place[];
  /** Signs at clues, with what they mean. */
  readonly tags: readonly Tag[];
  /** Whether signs for "nothing here" are left out. */
  readonly plain: boolean;
  readonly places: PlaceKind;
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
function placeKey(place: Place): string {
  return place.kind === "outside"
    ? `${place.side}${place.index}`
    : `${place.kind}${place.row}.${place.column}`;
}

/** The position among rows of places. */
function positionOf(rows: readonly (readonly Place[])[], place: Place): [number, number] {
  for (const [r, line] of rows.entries()) {
    const c = line.findIndex((it) => isSamePlace(it, place));
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

/** The largest factor by which a board is magnified, and that of one press of a button. */
const MAX_ZOOM = 6;
const ZOOM_STEP = 1.5;

/** A point of the board, as parts of its width and height, that has to stay at a point of the window. */
interface Anchor {
  readonly across: number;
  readonly down: number;
  readonly x: number;
  readonly y: number;
}

/** How much the board is magnified, and its movement in its view. */
function useZoom() {
  const view = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const anchor = useRef<Anchor | null>(null);
  useLayoutEffect(() => {
    const [box, at] = [sheet.current?.getBoundingClientRect(), anchor.current];
    anchor.current = null;
    if (!view.current || !box || !at) return;
    view.current.scrollLeft += box.left + at.across * box.width - at.x;
    view.current.scrollTop += box.top + at.down * box.height - at.y;
  }, [zoom]);
  const move = (from: { x: number; y: number }, to: { x: number; y: number }, factor: number) => {
    const box = sheet.current?.getBoundingClientRect();
    if (!box || !view.current) return;
    setZoom((old) => {
      const next = Math.min(Math.max(old * factor, 1), MAX_ZOOM);
      if (next !== old) {
        const across = (from.x - box.left) / box.width;
        anchor.current = { across, down: (from.y - box.top) / box.height, x: to.x, y: to.y };
      }
      return next;
    });
    const before = view.current.scrollTop;
    view.current.scrollLeft += from.x - to.x;
    view.current.scrollTop += from.y - to.y;
    // What the view cannot move is left to the page.
    scrollBy(0, from.y - to.y - (view.current.scrollTop - before));
  };
  const magnify = (factor: number) => {
    const box = view.current?.getBoundingClientRect();
    if (!box) return;
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    move(middle, middle, factor);
  };
  return { view, sheet, zoom, move, magnify };
}

/** The board. */
export function PencilGrid(props: PencilGridProps) {
  const { scene, dispatch, board, marks, drawing, places, tags } = props;
  const { form, tab, active } = scene;
  const editing = tab === "edit";
  const frame = frameOf(board, form, editing);
  const rows = rowsOf(board, form, places, editing);
  const [activeRow, activeColumn] = positionOf(rows, active);
  const root = useRef<HTMLDivElement>(null);
  const { view, sheet, zoom, move, magnify } = useZoom();

  const focus = (place: Place, preventScroll: boolean) => {
    dispatch({ type: "activate", place });
    const element = root.current?.querySelector<HTMLElement>(`[data-place="${placeKey(place)}"]`);
    element?.focus({ preventScroll });
  };
  /** A point of the window in units of the drawing. */
  const inDrawing = (at: { x: number; y: number }) => {
    const box = root.current?.getBoundingClientRect();
    if (!box || box.width === 0) return null;
    return {
      x: ((at.x - box.left) / box.width) * frame.width,
      y: ((at.y - box.top) / box.height) * frame.height,
    };
  };
  const onBoard = ({ x, y }: { x: number; y: number }) => ({
    x: (x - frame.left) / CELL,
    y: (y - frame.above) / CELL,
  });
  const placeAt = (x: number, y: number): Place | null => {
    const isInside = (place: Place) => {
      const box = boxOf(board, frame, place);
      return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
    };
    return rows.flat().find(isInside) ?? null;
  };
  const pointers = usePointers({
    onPress: (pointer, at, intent) => {
      const point = inDrawing(at);
      if (!point) return;
      const place = placeAt(point.x, point.y);
      dispatch({ type: "press", pointer, point: onBoard(point), intent, place });
      if (place) focus(place, true);
    },
    onMove: (pointer, at) => {
      const point = inDrawing(at);
      if (point) dispatch({ type: "move", pointer, point: onBoard(point) });
    },
    onHold: (pointer) => dispatch({ type: "hold", pointer }),
    onRelease: (pointer) => dispatch({ type: "release", pointer }),
    onCancel: () => dispatch({ type: "cancel" }),
    onPinch: move,
  });
  // A trackpad reports two fingers as a wheel with Ctrl. Only listeners that are not passive can keep the page's size.
  const latestMove = useRef(move);
  latestMove.current = move;
  useEffect(() => {
    const element = view.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const at = { x: event.clientX, y: event.clientY };
      latestMove.current(at, at, Math.exp(-event.deltaY / 300));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [view]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = rows[activeRow]?.[activeColumn];
    if (!place) return;
    const step = STEPS[event.key];
    if (step && event.shiftKey) {
      event.preventDefault();
      dispatch({ type: "side", step });
    } else if (step) {
      event.preventDefault();
      focus(neighbour(board, frame, rows, place, event.key), false);
    } else if (event.key === "Escape" && scene.gesture) {
      dispatch({ type: "cancel" });
    } else {
      const key = event.key === "Enter" ? " " : event.key;
      if (!hasMeaning(scene, key)) return;
      event.preventDefault();
      dispatch({ type: "key", key });
    }
  };
  const draws =
    (tab === "play" && drawsByDrag(form, scene.playTool)) || (editing && scene.editTool === "wall");
  const wordsAt = new Map(tags.map(({ place, words }) => [placeKey(place), [words]]));
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  const held = scene.gesture?.intent === "empty";
  return (
    <div class="pencil-frame">
      <div ref={view} class={zoom > 1 ? "pencil-view is-zoomed" : "pencil-view"}>
        <div
          ref={sheet}
          class="pencil-board"
          style={{
            aspectRatio: `${frame.width} / ${frame.height}`,
            "--ratio": frame.width / frame.height,
            "--widest": `${Math.max(frame.width * 1.9, 220)}px`,
            "--zoom": zoom,
          }}
        >
          <PencilDrawing
            board={board}
            form={form}
            frame={frame}
            marks={marks}
            drawing={drawing}
            wrong={props.wrong}
            fresh={props.fresh}
            named={props.named}
            broken={props.broken}
            others={props.others}
            tags={tags}
            plain={props.plain}
          />
          <div
            ref={root}
            class={`places${draws ? " is-drawn" : ""}${held ? " is-held" : ""}`}
            role="grid"
            aria-label={`Board, ${board.rows} by ${board.columns}`}
            onKeyDown={onKeyDown}
            {...pointers}
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
                      aria-label={[
                        description(board, form, marks, place, drawing),
                        ...(wordsAt.get(placeKey(place)) ?? []),
                      ].join(", ")}
                      onFocus={() => dispatch({ type: "activate", place })}
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
      </div>
      <div class="row pencil-zoom" role="group" aria-label="Size of the board">
        <button
          type="button"
          class="quiet"
          disabled={zoom <= 1}
          aria-label="Smaller board"
          onClick={() => magnify(1 / ZOOM_STEP)}
        >
          −
        </button>
        <button
          type="button"
          class="quiet"
          disabled={zoom <= 1}
          aria-label="Fit the board"
          onClick={() => magnify(0)}
        >
          Fit
        </button>
        <button
          type="button"
          class="quiet"
          disabled={zoom >= MAX_ZOOM}
          aria-label="Larger board"
          onClick={() => magnify(ZOOM_STEP)}
        >
          +
        </button>
      </div>
    </div>
  );
}
