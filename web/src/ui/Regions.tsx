// Regions that are not connected: a tint for each, and its label on every part, so that cells that
// belong together are visible although they do not touch.
import { useMemo } from "preact/hooks";
import "../style/regions.css";

/** A region as its name and its cells, which are numbered row by row. */
export interface Region {
  readonly name: string;
  readonly cells: readonly number[];
}

/** Returns the pieces of a set of cells of a grid: the cells of each touch along sides. */
export function pieces(n: number, cells: readonly number[]): number[][] {
  const left = new Set([...cells].sort((a, b) => a - b));
  const found: number[][] = [];
  for (const first of left) {
    const piece = [first];
    left.delete(first);
    for (const cell of piece) {
      const column = cell % n;
      const near = [cell - n, cell + n];
      if (column > 0) near.push(cell - 1);
      if (column < n - 1) near.push(cell + 1);
      for (const next of near) if (left.delete(next)) piece.push(next);
    }
    found.push(piece.sort((a, b) => a - b));
  }
  return found;
}

/** Returns whether a region is not connected, so that borders alone do not show it. */
export function hasSplitRegions(n: number, regions: readonly Region[]): boolean {
  return regions.some((region) => pieces(n, region.cells).length > 1);
}

/** The number of distinguishable tints; beyond it, the labels tell regions apart. */
const TINTS = 9;

interface RegionsProps {
  readonly n: number;
  readonly regions: readonly Region[];
  /** The side of a cell in the drawing. */
  readonly size: number;
}

/** The tints, behind the digits. */
export function RegionTints({ n, regions, size }: RegionsProps) {
  return (
    <g class="region-tints">
      {regions.map((region, i) => (
        // Neighbours in the list are often neighbours in the grid: their hues are far apart.
        <g key={region.name} class={`tint-${(i * 4) % TINTS}`}>
          {region.cells.map((cell) => (
            <rect
              key={cell}
              x={(cell % n) * size}
              y={Math.floor(cell / n) * size}
              width={size}
              height={size}
            />
          ))}
        </g>
      ))}
    </g>
  );
}

/** The labels, such as `3` or `A`, one on the first cell of every piece. */
export function RegionLabels({ n, regions, size }: RegionsProps) {
  const tags = useMemo(
    () =>
      regions.flatMap(({ name, cells }) =>
        pieces(n, cells).map(([first = 0]) => ({
          cell: first,
          text: name.replace(/^(region|box) /, ""),
        })),
      ),
    [n, regions],
  );
  return (
    <g class="region-labels">
      {tags.map(({ cell, text }) => {
        const [x, y] = [(cell % n) * size, Math.floor(cell / n) * size];
        const width = text.length > 1 ? 14 : 10;
        return (
          <g key={cell}>
            <path d={`M${x} ${y}h${width}v7a3 3 0 0 1-3 3h-${width - 3}z`} />
            <text x={x + width / 2} y={y + 8}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}
