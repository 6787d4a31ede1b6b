// Outlines of sets of cells: borders between regions, cages, extra groups.

/** A straight line between two points, in cells: the left upper corner of the grid is (0, 0). */
export type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

/**
 * The borders inside a grid between cells of different regions, as few long lines as possible.
 * `regionOf` gives the region of each cell, row by row.
 */
export function regionBorders(columns: number, regionOf: readonly number[]): Segment[] {
  const rows = regionOf.length / columns;
  const lines: Segment[] = [];
  const at = (r: number, c: number) => regionOf[r * columns + c];
  for (let r = 1; r < rows; r++) {
    let from = -1;
    for (let c = 0; c <= columns; c++) {
      const differs = c < columns && at(r - 1, c) !== at(r, c);
      if (differs && from < 0) from = c;
      if (!differs && from >= 0) {
        lines.push([from, r, c, r]);
        from = -1;
      }
    }
  }
  for (let c = 1; c < columns; c++) {
    let from = -1;
    for (let r = 0; r <= rows; r++) {
      const differs = r < rows && at(r, c - 1) !== at(r, c);
      if (differs && from < 0) from = r;
      if (!differs && from >= 0) {
        lines.push([c, from, c, r]);
        from = -1;
      }
    }
  }
  return lines;
}

/**
 * The outline of a set of cells, drawn inside them at a distance of `inset` from their borders.
 * Cells that touch only at a corner are outlined apart from each other.
 */
export function cellOutline(columns: number, cells: Iterable<number>, inset: number): Segment[] {
  const set = new Set(cells);
  const has = (r: number, c: number) => c >= 0 && c < columns && r >= 0 && set.has(r * columns + c);
  // How far a side extends beyond its cell: back by the inset at the end of the set, up to the border
  // where it continues straight, and beyond it by the inset around a concave corner.
  const end = (along: boolean, across: boolean) => (!along ? inset : across ? -inset : 0);
  const lines: Segment[] = [];
  for (const cell of set) {
    const [r, c] = [Math.floor(cell / columns), cell % columns];
    for (const side of [-1, 1]) {
      if (!has(r + side, c)) {
        const y = side < 0 ? r + inset : r + 1 - inset;
        const left = c + end(has(r, c - 1), has(r + side, c - 1));
        const right = c + 1 - end(has(r, c + 1), has(r + side, c + 1));
        lines.push([left, y, right, y]);
      }
      if (!has(r, c + side)) {
        const x = side < 0 ? c + inset : c + 1 - inset;
        const top = r + end(has(r - 1, c), has(r - 1, c + side));
        const bottom = r + 1 - end(has(r + 1, c), has(r + 1, c + side));
        lines.push([x, top, x, bottom]);
      }
    }
  }
  return joined(lines);
}

/** Joins lines that go on in the same direction. */
function joined(lines: readonly Segment[]): Segment[] {
  const key = ([x1, y1, x2, y2]: Segment) => (y1 === y2 ? [0, y1, x1, x2] : [1, x1, y1, y2]);
  const sorted = lines.map(key).sort((a, b) => compare(a, b));
  const out: number[][] = [];
  for (const line of sorted) {
    const last = out.at(-1);
    if (last && last[0] === line[0] && last[1] === line[1] && last[3] === line[2]) {
      last[3] = line[3] ?? 0;
    } else {
      out.push([...line]);
    }
  }
  return out.map(([vertical = 0, at = 0, from = 0, to = 0]) =>
    vertical === 0 ? [from, at, to, at] : [at, from, at, to],
  );
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [i, x] of a.entries()) {
    const difference = x - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Lines as the path of an SVG drawing in which a cell is `size` wide. */
export function svgPath(lines: readonly Segment[], size: number): string {
  const write = (x: number) => String(Math.round(x * size * 100) / 100);
  return lines
    .map(([x1, y1, x2, y2]) => `M${write(x1)} ${write(y1)}L${write(x2)} ${write(y2)}`)
    .join("");
}
