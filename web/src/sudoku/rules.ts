// Rules of a grid that are drawn: cages, groups and diagonals. The layout and its puzzle file
// change together.
import type { CageDocument, House } from "../api/generated";
import type { Layout } from "./layout";

/** The tables of a puzzle file, the part before the first one first. */
function tablesOf(file: string): readonly string[] {
  return file.split(/^(?=\[\[(?:group|rule)\]\])/m);
}

function isTable(text: string, name: "group" | "rule"): boolean {
  return text.startsWith(`[[${name}]]`);
}

/** The file without a table of some kind, counted from 0. */
function withoutTable(file: string, name: "group" | "rule", index: number): string {
  let at = -1;
  const kept = tablesOf(file).filter((text) => !isTable(text, name) || ++at !== index);
  return kept.join("");
}

/** The file with one more table; groups come before rules, as the server writes them. */
function withTable(file: string, name: "group" | "rule", lines: readonly string[]): string {
  const table = `[[${name}]]\n${lines.join("\n")}\n`;
  const tables = tablesOf(file.endsWith("\n") ? file : `${file}\n`);
  const before = name === "rule" ? tables : tables.filter((text) => !isTable(text, "rule"));
  const after = tables.slice(before.length);
  return [...before, table, ...after].join("");
}

/** A name that no house and no cage has. */
function freshName(layout: Layout, what: string): string {
  const names = new Set([...layout.houses, ...layout.cages].map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = `${what} ${number}`;
    if (!names.has(name)) return name;
  }
}

/** A list of cells in a puzzle file, in increasing order. */
function cellList(n: number, cells: readonly number[]): string {
  const places = cells.map((cell) => `[${Math.floor(cell / n) + 1}, ${(cell % n) + 1}]`);
  return `cells = [${places.join(", ")}]`;
}

function sorted(cells: Iterable<number>): number[] {
  return [...cells].sort((a, b) => a - b);
}

/** The smallest and the largest sum of cells of a grid; null if their digits cannot differ. */
export function sumRange(n: number, count: number, different: boolean): [number, number] | null {
  if (!different) return [count, count * n];
  if (count > n) return null;
  return [(count * (count + 1)) / 2, (count * (2 * n - count + 1)) / 2];
}

/** The layout with one more cage. */
export function withCage(
  layout: Layout,
  cells: Iterable<number>,
  sum: number,
  different: boolean,
): Layout {
  const cage: CageDocument = {
    name: freshName(layout, "cage"),
    sum,
    different,
    cells: sorted(cells),
  };
  const lines = [
    'type = "cells"',
    `name = "${cage.name}"`,
    `sum = ${sum}`,
    ...(different ? [] : ["different = false"]),
    cellList(layout.n, cage.cells),
  ];
  const file = withTable(layout.file, "rule", lines);
  return { ...layout, cages: [...layout.cages, cage], file };
}

/** The layout without a cage, counted from 0. */
export function withoutCage(layout: Layout, index: number): Layout {
  const cages = layout.cages.filter((_, at) => at !== index);
  return { ...layout, cages, file: withoutTable(layout.file, "rule", index) };
}

/** The layout with one more set of cells in which no digit repeats. */
export function withGroup(layout: Layout, cells: Iterable<number>): Layout {
  const group: House = { kind: "group", name: freshName(layout, "group"), cells: sorted(cells) };
  const lines = [`name = "${group.name}"`, cellList(layout.n, group.cells)];
  const file = withTable(layout.file, "group", lines);
  return { ...layout, houses: [...layout.houses, group], file };
}

/** The layout without a group, counted from 0 among the groups. */
export function withoutGroup(layout: Layout, index: number): Layout {
  const group = layout.houses.filter(({ kind }) => kind === "group")[index];
  const houses = layout.houses.filter((house) => house !== group);
  return { ...layout, houses, file: withoutTable(layout.file, "group", index) };
}

/** A diagonal of a grid. */
export type Diagonal = "main-diagonal" | "anti-diagonal";

/** The names of diagonals in puzzle files. */
const KEYS: readonly (readonly [Diagonal, string])[] = [
  ["main-diagonal", "main"],
  ["anti-diagonal", "anti"],
];

/** Whether no digit may repeat on a diagonal. */
export function hasDiagonal(layout: Layout, diagonal: Diagonal): boolean {
  return layout.houses.some(({ kind }) => kind === diagonal);
}

/** The layout with a diagonal on which no digit repeats, or without it. */
export function withDiagonal(layout: Layout, diagonal: Diagonal, on: boolean): Layout {
  if (hasDiagonal(layout, diagonal) === on) return layout;
  const { n } = layout;
  const cells = Array.from({ length: n }, (_, i) =>
    diagonal === "main-diagonal" ? i * n + i : i * n + n - 1 - i,
  );
  const house: House = { kind: diagonal, name: diagonal.replace("main-d", "main d"), cells };
  const isGroup = ({ kind }: House) => kind === "group";
  const others = layout.houses.filter(({ kind }) => kind !== diagonal);
  const houses = on
    ? [...others.filter((one) => !isGroup(one)), house, ...others.filter(isGroup)]
    : others;
  const names = KEYS.filter(([kind]) => houses.some((one) => one.kind === kind)).map(
    ([, name]) => `"${name}"`,
  );
  const line = names.length > 0 ? `diagonals = [${names.join(", ")}]\n` : "";
  const [head = "", ...tables] = tablesOf(layout.file);
  const bare = head.replace(/^diagonals\s*=.*\n/m, "");
  const written = bare.replace(/^kind\s*=.*\n/m, (kind) => `${kind}${line}`);
  return { ...layout, houses, file: [written, ...tables].join("") };
}

/** The names of regions: the board of regions in a file has one character for each cell. */
const LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The key of the regions in a file: boxes, or a board of them. */
const REGIONS = /^(?:box\s*=.*|regions\s*=\s*(?:'''[\s\S]*?'''|"""[\s\S]*?"""|".*"|'.*'))\n/gm;

/** Whether two cells are in different regions that can be swapped. */
export function canSwapRegions(layout: Layout, a: number, b: number): boolean {
  const regions = layout.houses.filter(({ kind }) => kind === "region");
  const of = (cell: number) => regions.findIndex(({ cells }) => cells.includes(cell));
  return of(a) !== of(b) && of(a) >= 0 && of(b) >= 0 && regions.length <= LABELS.length;
}

/** The layout in which two cells have each other's region; regions keep their size. */
export function withSwappedRegions(layout: Layout, a: number, b: number): Layout {
  if (!canSwapRegions(layout, a, b)) return layout;
  const { n } = layout;
  const labels = new Array<string>(n * n).fill(".");
  let count = 0;
  const houses = layout.houses.map((house) => {
    if (house.kind !== "region") return house;
    const cells = sorted(house.cells.map((cell) => (cell === a ? b : cell === b ? a : cell)));
    const label = LABELS[count++] ?? "";
    for (const cell of cells) labels[cell] = label;
    return { ...house, name: `region ${label}`, cells };
  });
  const rows = Array.from({ length: n }, (_, r) => labels.slice(r * n, (r + 1) * n).join(""));
  const board = `regions = '''\n${rows.join("\n")}\n'''\n`;
  const [head = "", ...tables] = tablesOf(layout.file);
  const written = head.replace(REGIONS, "").replace(/^kind\s*=.*\n/m, (kind) => `${kind}${board}`);
  return { ...layout, houses, file: [written, ...tables].join("") };
}
