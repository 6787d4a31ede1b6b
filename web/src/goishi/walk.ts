// The walk over a board as lines with arrows.

/** A cell as in the server's answer: row and column from 1. */
export type Place = readonly [row: number, column: number];

/** The side of a cell in the drawing. */
export const CELL_SIDE = 40;

/** The centre of a cell. */
export function cellCentre([row, column]: Place): { x: number; y: number } {
  return { x: (column - 0.5) * CELL_SIDE, y: (row - 0.5) * CELL_SIDE };
}

/** One straight leg of the walk, from the edge of one coin to that of the next, with its arrow. */
export interface Leg {
  readonly line: string;
  readonly arrow: string;
}

const RIM = 13;

/** Returns the leg between two cells. `aside` shifts it off legs that it would cover. */
export function leg(from: Place, to: Place, aside: number): Leg {
  const [a, b] = [cellCentre(from), cellCentre(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [ox, oy] = [-uy * aside, ux * aside];
  const start = { x: a.x + ux * RIM + ox, y: a.y + uy * RIM + oy };
  const end = { x: b.x - ux * (RIM + 1) + ox, y: b.y - uy * (RIM + 1) + oy };
  const write = (x: number, y: number) =>
    `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
  const wing = (side: number) =>
    write(end.x - ux * 5 - uy * 3.4 * side, end.y - uy * 5 + ux * 3.4 * side);
  return {
    line: `M${write(start.x, start.y)}L${write(end.x, end.y)}`,
    arrow: `M${wing(1)}L${write(end.x, end.y)}L${wing(-1)}Z`,
  };
}

/** The unit steps of a leg as keys: the borders between neighbouring cells that it crosses. */
function crossed(from: Place, to: Place): string[] {
  const [dr, dc] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  const keys: string[] = [];
  // A leg is straight; the bound prevents an endless loop on a wrong answer.
  for (let [r, c] = from, i = 0; (r !== to[0] || c !== to[1]) && i < 2000; i++) {
    keys.push(dr !== 0 ? `v${Math.min(r, r + dr)},${c}` : `h${r},${Math.min(c, c + dc)}`);
    r += dr;
    c += dc;
  }
  return keys;
}

/** All legs of a walk; overlapping ones are shifted aside. */
export function legs(walk: readonly Place[]): Leg[] {
  const used = new Map<string, number>();
  const found: Leg[] = [];
  for (const [i, from] of walk.entries()) {
    const to = walk[i + 1];
    if (to === undefined) break;
    const keys = crossed(from, to);
    const level = Math.max(0, ...keys.map((key) => used.get(key) ?? 0));
    for (const key of keys) used.set(key, level + 1);
    found.push(leg(from, to, level * 4));
  }
  return found;
}
