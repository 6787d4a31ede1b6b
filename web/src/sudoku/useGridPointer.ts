// Selecting cells with mouse, pen or finger: click, drag, double click.
import { useEffect, useRef } from "preact/hooks";
import type { Selection } from "./useGridKeys";

/** Two clicks on a cell within this time are a double click, in milliseconds. */
const DOUBLE = 350;

/** A drag selects a cell within this distance of its middle, in cells, so that diagonal drags work. */
const REACH = 0.4;

/** A place in the grid, in cells. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** The cells selected by a straight drag from one place to another. */
export function cellsOnDrag(n: number, from: Place, to: Place): number[] {
  const found: number[] = [];
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 0.2));
  for (let step = 0; step <= steps; step++) {
    const x = from.x + ((to.x - from.x) * step) / steps;
    const y = from.y + ((to.y - from.y) * step) / steps;
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= n || row >= n) continue;
    if (Math.abs(x - column - 0.5) > REACH || Math.abs(y - row - 0.5) > REACH) continue;
    const cell = row * n + column;
    if (!found.includes(cell)) found.push(cell);
  }
  return found;
}

interface GridPointer {
  readonly n: number;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** The cells with the same content as a cell. */
  readonly equal: (cell: number) => ReadonlySet<number>;
}

interface Drag {
  readonly id: number;
  /** Whether cells are removed from the selection. */
  readonly away: boolean;
  last: Place;
}

/** Handlers for the element whose children are the cells. */
export function useGridPointer(pointer: GridPointer) {
  const latest = useRef(pointer);
  latest.current = pointer;
  const drag = useRef<Drag | null>(null);
  const click = useRef({ cell: -1, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const end = () => {
      drag.current = null;
    };
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    return () => {
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
  }, []);

  const placeOf = (event: PointerEvent): Place | null => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    if (box.width === 0) return null;
    const { n } = latest.current;
    return {
      x: ((event.clientX - box.left) / box.width) * n,
      y: ((event.clientY - box.top) / box.height) * n,
    };
  };
  const onPointerDown = (event: PointerEvent) => {
    const { n, selection, onSelect, equal } = latest.current;
    const name = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]")?.dataset.cell;
    if (name === undefined || event.button !== 0 || drag.current) return;
    const cell = Number(name);
    const more = event.ctrlKey || event.metaKey || event.shiftKey;
    const twice = click.current.cell === cell && event.timeStamp - click.current.at < DOUBLE;
    click.current = { cell, at: event.timeStamp };
    if (twice) {
      const cells = more ? new Set([...selection.cells, ...equal(cell)]) : equal(cell);
      onSelect({ active: cell, cells });
      return;
    }
    const away = more && selection.cells.has(cell) && selection.cells.size > 1;
    const cells = new Set(more ? selection.cells : []);
    if (away) cells.delete(cell);
    else cells.add(cell);
    const active = away ? ([...cells].at(-1) ?? cell) : cell;
    const middle = { x: (cell % n) + 0.5, y: Math.floor(cell / n) + 0.5 };
    drag.current = { id: event.pointerId, away, last: middle };
    onSelect({ active, cells });
  };
  const onPointerMove = (event: PointerEvent) => {
    const { n, selection, onSelect } = latest.current;
    const running = drag.current;
    if (running?.id !== event.pointerId) return;
    const to = placeOf(event);
    if (!to) return;
    const dragged = cellsOnDrag(n, running.last, to);
    running.last = to;
    const cells = new Set(selection.cells);
    for (const cell of dragged) {
      if (!running.away) cells.add(cell);
      else if (cells.size > 1) cells.delete(cell);
    }
    if (cells.size === selection.cells.size) return;
    const active = cells.has(selection.active) ? selection.active : ([...cells][0] ?? 0);
    onSelect({ active, cells });
  };
  return { onPointerDown, onPointerMove };
}
