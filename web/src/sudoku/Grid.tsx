// The editable grid: the drawing with its layers, and above it one element per cell with a spoken label.
import { useMemo, useRef } from "preact/hooks";
import type { StepDocument } from "../api/generated";
import { COLOURS } from "./board";
import { GridDrawing } from "./GridDrawing";
import type { Layout } from "./layout";
import { ColourLayer, MarkLayer, TagLayer } from "./PlayerLayers";
import type { Tag } from "./setting";
import { type GridActions, type Selection, singleCell, useGridKeys } from "./useGridKeys";
import { useGridPointer } from "./useGridPointer";

/** A list for each cell. */
type Lists = readonly (readonly number[])[];

interface GridProps extends GridActions {
  readonly layout: Layout;
  readonly givens: readonly number[];
  readonly placed: readonly number[];
  /** Candidates to show instead of the player's marks; null shows the marks. */
  readonly candidates: Lists | null;
  readonly marks: Lists;
  readonly corners: Lists;
  readonly colours: Lists;
  readonly wrong: ReadonlySet<number>;
  readonly step: StepDocument | null;
  /** Signs in cells, with what they mean. */
  readonly tags?: readonly Tag[];
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** The cells with the same content as a cell. */
  readonly equal: (cell: number) => ReadonlySet<number>;
}

function spoken(props: GridProps, cell: number): string {
  const { layout, givens, placed, candidates, marks, corners, colours, wrong } = props;
  const place = `row ${Math.floor(cell / layout.n) + 1}, column ${(cell % layout.n) + 1}`;
  const told = (name: string, list: readonly number[] | undefined) =>
    list?.length ? `${name} ${list.join(" ")}` : "";
  const small = candidates
    ? [told("candidates", candidates[cell])]
    : [told("marks", marks[cell]), told("corner marks", corners[cell])];
  const holds = givens[cell]
    ? [`${givens[cell]}, given`]
    : placed[cell]
      ? [`${placed[cell]}`]
      : ["empty", ...small];
  const cage = layout.cages.find((one) => Math.min(...one.cells) === cell);
  const names = (colours[cell] ?? []).map((colour) => COLOURS[colour - 1]);
  return [
    place,
    ...holds,
    names.length > 0 ? `coloured ${names.join(" and ")}` : "",
    cage ? `cage of ${cage.sum}` : "",
    wrong.has(cell) ? "in conflict" : "",
    ...(props.tags ?? []).filter((tag) => tag.cell === cell).map(({ words }) => words),
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** The grid. */
export function Grid(props: GridProps) {
  const { layout, givens, placed, candidates, wrong, step, selection } = props;
  const { n } = layout;
  // A cell gets the focus before its selection has been drawn.
  const active = useRef(selection.active);
  active.current = selection.active;
  const root = useRef<HTMLDivElement>(null);
  const select = (next: Selection) => {
    active.current = next.active;
    props.onSelect(next);
  };
  const onSelect = (next: Selection) => {
    select(next);
    root.current?.querySelector<HTMLElement>(`[data-cell="${next.active}"]`)?.focus();
  };
  const { onDigit, onErase, onMode, onNextMode, equal } = props;
  useGridKeys({ n, selection, onSelect, onDigit, onErase, onMode, onNextMode });
  const pointer = useGridPointer({ n, selection, onSelect, equal });
  const rows = Array.from({ length: n }, (_, r) => r);
  const values = givens.map((given, cell) => given || placed[cell] || 0);
  const coloured = useMemo(
    () => new Set(props.colours.flatMap((list, cell) => (list.length > 0 ? [cell] : []))),
    [props.colours],
  );
  const digit = step ? 0 : (values[selection.active] ?? 0);
  return (
    <div class="grid-board">
      <ColourLayer n={n} colours={props.colours} />
      <GridDrawing
        layout={layout}
        givens={givens}
        placed={placed}
        marks={candidates ?? []}
        selected={step ? new Set<number>() : selection.cells}
        coloured={coloured}
        wrong={wrong}
        digit={digit}
        step={step}
      />
      <MarkLayer
        layout={layout}
        corners={candidates ? [] : props.corners}
        marks={candidates ? [] : props.marks}
        values={values}
        digit={digit}
        // One cell alone has the outline of the selection.
        active={step || selection.cells.size > 1 ? selection.active : null}
      />
      {props.tags && props.tags.length > 0 ? <TagLayer n={n} tags={props.tags} /> : null}
      <div
        ref={root}
        class="cells"
        role="grid"
        aria-label={`${layout.title ?? "Sudoku"}, ${n} by ${n}`}
        aria-multiselectable="true"
        onPointerDown={pointer.onPointerDown}
        onPointerMove={pointer.onPointerMove}
        // `onSelect` focuses the active cell, which may differ from the clicked one.
        onMouseDown={(event) => event.preventDefault()}
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
                    if (cell !== active.current) select(singleCell(cell));
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
