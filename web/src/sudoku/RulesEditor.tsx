// Cages, groups and diagonals of the grid: what is selected becomes one, and those of the active
// cell are removed.
import { useState } from "preact/hooks";
import { countOf } from "../ui/text";
import type { Board } from "./board";
import type { Layout } from "./layout";
import {
  canSwapRegions,
  type Diagonal,
  hasDiagonal,
  sumRange,
  withCage,
  withDiagonal,
  withGroup,
  withoutCage,
  withoutGroup,
  withSwappedRegions,
} from "./rules";
import type { Selection } from "./useGridKeys";

interface RulesEditorProps {
  readonly layout: Layout;
  readonly selection: Selection;
  readonly onChange: (change: (board: Board) => Board) => void;
}

const DIAGONALS: readonly (readonly [Diagonal, string])[] = [
  ["main-diagonal", "diagonal ＼"],
  ["anti-diagonal", "diagonal ／"],
];

/** The editor. */
export function RulesEditor({ layout, selection, onChange }: RulesEditorProps) {
  const [sum, setSum] = useState("");
  const [different, setDifferent] = useState(true);
  const { n } = layout;
  const { cells, active } = selection;
  const change = (next: (layout: Layout) => Layout) =>
    onChange((old) => ({ ...old, layout: next(old.layout) }));
  const [first = 0, second = 0] = cells;
  const range = sumRange(n, cells.size, different);
  const wanted = Number(sum);
  const fits =
    range !== null && Number.isInteger(wanted) && wanted >= range[0] && wanted <= range[1];
  const groups = layout.houses.filter(({ kind }) => kind === "group");
  return (
    <section class="stacked" aria-label="Rules of the grid">
      <div class="row">
        {DIAGONALS.map(([diagonal, title]) => (
          <label key={diagonal}>
            <input
              type="checkbox"
              checked={hasDiagonal(layout, diagonal)}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                change((old) => withDiagonal(old, diagonal, checked));
              }}
            />
            {title}
          </label>
        ))}
      </div>
      <div class="row" role="group" aria-label="The selected cells">
        <span class="small">{countOf(cells.size, "cell")} selected</span>
        <label>
          <span class="muted small">Sum</span>
          <input
            type="number"
            class="short"
            min={range?.[0] ?? 1}
            max={range?.[1] ?? 1}
            value={sum}
            onInput={(event) => setSum(event.currentTarget.value)}
          />
        </label>
        <label>
          <input
            type="checkbox"
            checked={different}
            onChange={(event) => setDifferent(event.currentTarget.checked)}
          />
          digits differ
        </label>
        <button
          type="button"
          disabled={!fits}
          onClick={() => {
            change((old) => withCage(old, cells, wanted, different));
            setSum("");
          }}
        >
          Add a cage
        </button>
        <button
          type="button"
          disabled={cells.size < 2 || cells.size > n}
          title="No digit repeats in a group"
          onClick={() => change((old) => withGroup(old, cells))}
        >
          Add a group
        </button>
        <button
          type="button"
          disabled={!canSwapRegions(layout, first, second) || cells.size !== 2}
          title="Two cells of different regions: each goes to the region of the other one"
          onClick={() => change((old) => withSwappedRegions(old, first, second))}
        >
          Swap their regions
        </button>
      </div>
      {range === null ? (
        <p class="muted small">More than {n} cells cannot all differ.</p>
      ) : (
        <p class="muted small">
          {countOf(cells.size, "cell")}: a sum from {range[0]} to {range[1]}
        </p>
      )}
      <div class="row">
        {layout.cages.map((cage, index) =>
          cage.cells.includes(active) ? (
            <button
              key={cage.name}
              type="button"
              onClick={() => change((old) => withoutCage(old, index))}
            >
              Remove the cage of {cage.sum}
            </button>
          ) : null,
        )}
        {groups.map((group, index) =>
          group.cells.includes(active) ? (
            <button
              key={group.name}
              type="button"
              onClick={() => change((old) => withoutGroup(old, index))}
            >
              Remove {group.name}
            </button>
          ) : null,
        )}
      </div>
    </section>
  );
}
