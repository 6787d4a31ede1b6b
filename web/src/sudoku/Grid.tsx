// The grid to type into: the drawing, and over it a cell for each cell, with keys and spoken labels.
import { useEffect, useRef } from "preact/hooks";
import { GridDrawing } from "./GridDrawing";
import { charDigit, type Layout } from "./layout";
import type { Step } from "./steps";

/** The cells that typing changes; the active one has the focus. */
export interface Selection {
  readonly active: number;
  readonly cells: ReadonlySet<number>;
}

/** One cell. */
export function only(cell: number): Selection {
  return { active: cell, cells: new Set([cell]) };
}

interface GridProps {
  readonly layout: Layout;
  readonly givens: readonly number[];
  readonly placed: readonly number[];
  readonly marks: readonly (readonly number[])[];
  readonly marksAre: string;
  readonly wrong: ReadonlySet<number>;
  readonly step: Step | null;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** A digit; `instead` is one that was only its first figure. */
  readonly onDigit: (digit: number, instead?: number) => void;
  readonly onErase: () => void;
  readonly onNextMode: () => void;
}

function spoken(props: GridProps, cell: number): string {
  const { layout, givens, placed, marks, marksAre, wrong } = props;
  const place = `row ${Math.floor(cell / layout.n) + 1}, column ${(cell % layout.n) + 1}`;
  const list = marks[cell] ?? [];
  const holds = givens[cell]
    ? `${givens[cell]}, given`
    : placed[cell]
      ? `${placed[cell]}`
      : list.length > 0
        ? `empty, ${marksAre} ${list.join(" ")}`
        : "empty";
  const cage = layout.cages.find((one) => Math.min(...one.cells) === cell);
  return [place, holds, cage ? `cage of ${cage.sum}` : "", wrong.has(cell) ? "in conflict" : ""]
    .filter((part) => part !== "")
    .join(", ");
}

/** Where a key leads from a cell; null if it leads nowhere. */
export function moved(n: number, cell: number, key: string, control: boolean): number | null {
  const [row, column] = [Math.floor(cell / n), cell % n];
  switch (key) {
    case "ArrowUp":
      return ((row + n - 1) % n) * n + column;
    case "ArrowDown":
      return ((row + 1) % n) * n + column;
    case "ArrowLeft":
      return row * n + ((column + n - 1) % n);
    case "ArrowRight":
      return row * n + ((column + 1) % n);
    case "Home":
      return control ? 0 : row * n;
    case "End":
      return control ? n * n - 1 : row * n + n - 1;
    default:
      return null;
  }
}

/** The grid. */
export function Grid(props: GridProps) {
  const { layout, givens, placed, marks, wrong, step, selection } = props;
  const { n } = layout;
  // The focus comes to a cell before the selection of which it is part has been drawn.
  const active = useRef(selection.active);
  active.current = selection.active;
  const onSelect = (next: Selection) => {
    active.current = next.active;
    props.onSelect(next);
  };
  const root = useRef<HTMLDivElement>(null);
  const figures = useRef({ text: "", at: 0, cell: -1 });
  const dragging = useRef(false);
  useEffect(() => {
    const end = () => {
      dragging.current = false;
    };
    addEventListener("pointerup", end);
    return () => removeEventListener("pointerup", end);
  }, []);
  const focus = (cell: number) => {
    root.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const control = event.ctrlKey || event.metaKey;
    const to = moved(n, selection.active, event.key, control);
    if (to !== null) {
      event.preventDefault();
      const cells = event.shiftKey ? new Set([...selection.cells, to]) : new Set([to]);
      onSelect({ active: to, cells });
      focus(to);
      return;
    }
    if (control || event.altKey) return;
    if (event.key === "Backspace" || event.key === "Delete" || event.key === "0") {
      const two = figures.current.text !== "" && event.key === "0" && typedFigure("0");
      event.preventDefault();
      if (!two) props.onErase();
    } else if (event.key === " ") {
      event.preventDefault();
      props.onNextMode();
    } else if (event.key === "Escape") {
      onSelect(only(selection.active));
    } else if (/^[1-9]$/.test(event.key)) {
      event.preventDefault();
      if (!typedFigure(event.key)) {
        figures.current = { text: event.key, at: Date.now(), cell: selection.active };
        props.onDigit(Number(event.key));
      }
    } else {
      const digit = charDigit(event.key);
      if (digit !== null && digit > 9 && digit <= n) {
        event.preventDefault();
        props.onDigit(digit);
      }
    }
  };
  /** In large grids, two figures typed one soon after the other are one number. */
  const typedFigure = (figure: string): boolean => {
    const last = figures.current;
    const soon = Date.now() - last.at < 900 && last.cell === selection.active && last.text !== "";
    const number = Number(last.text + figure);
    figures.current = { text: "", at: 0, cell: -1 };
    if (n < 10 || !soon || number > n) return false;
    props.onDigit(number, Number(last.text));
    return true;
  };
  const rows = Array.from({ length: n }, (_, r) => r);
  const value = givens[selection.active] || placed[selection.active] || 0;
  return (
    <div class="grid-board">
      <GridDrawing
        layout={layout}
        givens={givens}
        placed={placed}
        marks={marks}
        selected={step ? new Set<number>() : selection.cells}
        wrong={wrong}
        digit={step ? 0 : value}
        step={step}
      />
      <div
        ref={root}
        class="cells"
        role="grid"
        aria-label={`${layout.title ?? "Sudoku"}, ${n} by ${n}`}
        aria-multiselectable="true"
        onKeyDown={onKey}
        style={{ gridTemplateColumns: `repeat(${n}, 1fr)` }}
      >
        {rows.map((r) => (
          // biome-ignore lint/a11y/useFocusableInteractive: cells take the focus, rows do not
          <div key={r} role="row" class="cells-row">
            {rows.map((c) => {
              const cell = r * n + c;
              return (
                <div
                  key={c}
                  role="gridcell"
                  data-cell={cell}
                  class="cell"
                  tabIndex={cell === selection.active ? 0 : -1}
                  aria-selected={selection.cells.has(cell)}
                  aria-label={spoken(props, cell)}
                  onFocus={() => {
                    if (cell !== active.current) onSelect(only(cell));
                  }}
                  onPointerDown={(event) => {
                    const add = event.ctrlKey || event.metaKey || event.shiftKey;
                    dragging.current = event.pointerType === "mouse" && event.button === 0;
                    const cells = add ? new Set([...selection.cells, cell]) : new Set([cell]);
                    onSelect({ active: cell, cells });
                  }}
                  onPointerEnter={() => {
                    if (dragging.current && !selection.cells.has(cell)) {
                      onSelect({ ...selection, cells: new Set([...selection.cells, cell]) });
                    }
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
