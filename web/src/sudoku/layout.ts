// The layout of a grid: its size, its houses and its cages, and how its digits are written.

import type { CageDocument, House, ReadPuzzle } from "../api/generated";

/** The rules of a grid, apart from its givens. Cells are numbered row by row from 0. */
export interface Layout {
  readonly n: number;
  readonly title: string | null;
  readonly author?: string | null;
  /** The rules in words, which are shown but not applied; missing in drafts of older versions. */
  readonly rules?: string | null;
  readonly houses: readonly House[];
  readonly cages: readonly CageDocument[];
  /** A puzzle file with these rules; its givens are replaced when the grid is sent. */
  readonly file: string;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The default boxes of a size: as square as possible, wider than high. */
export function defaultBox(n: number): [rows: number, columns: number] | null {
  for (let rows = Math.floor(Math.sqrt(n)); rows > 1; rows--) {
    if (n % rows === 0) return [rows, n / rows];
  }
  return n === 1 ? [1, 1] : null;
}

/** A grid with boxes of the given size, or without boxes. */
export function boxedLayout(n: number, box: [number, number] | null, diagonals = false): Layout {
  const line = Array.from({ length: n }, (_, i) => i);
  const houses: House[] = [];
  for (const r of line) {
    houses.push({ kind: "row", name: `row ${r + 1}`, cells: line.map((c) => r * n + c) });
  }
  for (const c of line) {
    houses.push({ kind: "column", name: `column ${c + 1}`, cells: line.map((r) => r * n + c) });
  }
  if (box) {
    const [rows, columns] = box;
    const across = n / columns;
    for (const b of line) {
      const top = Math.floor(b / across) * rows;
      const left = (b % across) * columns;
      const cells = line.map((i) => (top + Math.floor(i / columns)) * n + left + (i % columns));
      houses.push({ kind: "region", name: `box ${b + 1}`, cells });
    }
  }
  const lines = ['kind = "grid"', `size = ${n}`];
  if (box) lines.push(`box = [${box[0]}, ${box[1]}]`);
  else lines.push('regions = "none"');
  if (diagonals) {
    lines.push('diagonals = ["main", "anti"]');
    houses.push({
      kind: "main-diagonal",
      name: "main diagonal",
      cells: line.map((i) => i * n + i),
    });
    houses.push({
      kind: "anti-diagonal",
      name: "anti-diagonal",
      cells: line.map((i) => i * n + n - 1 - i),
    });
  }
  return { n, title: null, houses, cages: [], file: `${lines.join("\n")}\n` };
}

/** The layout of a puzzle that the server has read, with the rules of its text in words. */
export function layoutOf(puzzle: ReadPuzzle, rules: string | null = null): Layout {
  return {
    n: puzzle.n,
    title: puzzle.title,
    author: puzzle.author,
    rules,
    houses: puzzle.houses,
    cages: puzzle.cages,
    file: puzzle.puzzle,
  };
}

/** A digit as one character, as in text formats; `.` for none. Only up to 35. */
export function digitChar(digit: number): string {
  return digit === 0 ? "." : (DIGITS[digit] ?? "?");
}

/** The digit of a character; 0 for a blank, null if it is neither. */
export function charDigit(char: string): number | null {
  if (char === "." || char === "0") return 0;
  const at = DIGITS.indexOf(char.toUpperCase());
  return char.length === 1 && at > 0 ? at : null;
}

/** The grid in one line, or as words where digits need more than one character. */
export function gridLine(n: number, values: readonly number[]): string {
  return n <= 35
    ? values.map(digitChar).join("")
    : values.map((value) => (value === 0 ? "." : String(value))).join(" ");
}

/** The givens as the board of a puzzle file. */
export function givensBoard(n: number, values: readonly number[]): string {
  const rows: string[] = [];
  for (let r = 0; r < n; r++) {
    const row = values.slice(r * n, r * n + n);
    rows.push(
      n <= 35
        ? row.map(digitChar).join("")
        : row.map((value) => (value === 0 ? "." : String(value))).join(" "),
    );
  }
  return `givens = '''\n${rows.join("\n")}\n'''`;
}

/** The puzzle file of a grid with these givens: that of the layout, with its givens replaced. */
export function puzzleFile(layout: Layout, givens: readonly number[]): string {
  const board = givensBoard(layout.n, givens);
  const old = /^givens\s*=\s*(?:'''[\s\S]*?'''|"""[\s\S]*?"""|"[^"\n]*"|'[^'\n]*')/m;
  if (old.test(layout.file)) return layout.file.replace(old, () => board);
  // Keys of the puzzle itself stand before all tables; behind `kind` there is always a place.
  return layout.file.replace(/^kind\s*=.*$/m, (line) => `${line}\n${board}`);
}

/** Whether the grid has the default boxes and no other rules, so that one line describes it. */
export function isStandard(layout: Layout): boolean {
  if (layout.cages.length > 0) return false;
  const box = defaultBox(layout.n);
  if (box === null || layout.n > 35) return false;
  const usual = boxedLayout(layout.n, box);
  const key = (house: House) => [...house.cells].sort((a, b) => a - b).join();
  const wanted = new Set(usual.houses.map(key));
  return (
    layout.houses.length === usual.houses.length && layout.houses.every((h) => wanted.has(key(h)))
  );
}

/** The region of each cell as a number; -1 where a cell has none. */
export function regionOf(layout: Layout): number[] {
  const regions = new Array<number>(layout.n * layout.n).fill(-1);
  let next = 0;
  for (const house of layout.houses) {
    if (house.kind !== "region") continue;
    for (const cell of house.cells) regions[cell] = next;
    next++;
  }
  return regions;
}

/** For each cell, the cells that share a house with it. */
export function peersOf(layout: Layout): readonly ReadonlySet<number>[] {
  const peers = Array.from({ length: layout.n * layout.n }, () => new Set<number>());
  for (const house of layout.houses) {
    for (const a of house.cells) for (const b of house.cells) if (a !== b) peers[a]?.add(b);
  }
  return peers;
}

/** The basic candidates of each cell: digits that no peer holds; none for filled cells. */
export function basicCandidates(layout: Layout, values: readonly number[]): number[][] {
  const peers = peersOf(layout);
  return values.map((value, cell) => {
    if (value !== 0) return [];
    const seen = new Set<number>();
    for (const peer of peers[cell] ?? []) seen.add(values[peer] ?? 0);
    const left: number[] = [];
    for (let digit = 1; digit <= layout.n; digit++) if (!seen.has(digit)) left.push(digit);
    return left;
  });
}

/** The name of a cell, such as `r1c2`. */
export function cellName(n: number, cell: number): string {
  return `r${Math.floor(cell / n) + 1}c${(cell % n) + 1}`;
}

/** The cell of a name such as `r1c2`, or null if there is none. */
export function cellOf(n: number, name: string): number | null {
  const match = /^r(\d+)c(\d+)$/.exec(name);
  if (!match) return null;
  const [row, column] = [Number(match[1]), Number(match[2])];
  if (row < 1 || row > n || column < 1 || column > n) return null;
  return (row - 1) * n + column - 1;
}
