// What is drawn into a board: a player's marks, a solution, or the part of it that is known.
import type { BoardDocument, CellLayerForm, FormDocument } from "../api/generated";
import { type Edge, hasWall, isHole, isOuter } from "./board";

/** The value of a cell that is not known. */
export const UNKNOWN = "?";

/** The text of black cells among numbers. */
const BLACK = "#";

/** Marks. Cells have texts as in solutions; edges have numbers of lines, -1 if not known. */
export interface Marks {
  readonly rows: number;
  readonly columns: number;
  /** Row by row; empty for kinds without values of cells. */
  readonly cells: readonly string[];
  /** The upper sides of cells, row by row, with one row more; empty for kinds without values of edges. */
  readonly level: readonly number[];
  /** The left sides of cells, row by row, with one column more. */
  readonly upright: readonly number[];
}

/** The index of an edge in its list. */
function indexOf({ rows: _, columns }: { rows: number; columns: number }, edge: Edge): number {
  return edge.row * (edge.level ? columns : columns + 1) + edge.column;
}

/**
 * The value of an edge before anything is drawn: -1 if it is not known. Given borders are known, and so is the outline unless
 * lines run along edges.
 */
export function emptyEdge(board: BoardDocument, form: FormDocument, edge: Edge): number {
  if (isOuter(board, edge)) return form.edge_layer?.layer === "outline" ? -1 : 0;
  return form.walls === "borders" && hasWall(board, edge) ? 1 : -1;
}

/** Marks of which none is known but given borders and the outline. */
export function emptyMarks(board: BoardDocument, form: FormDocument): Marks {
  const { rows, columns } = board;
  const n = rows * columns;
  const edges = (level: boolean, lines: number, length: number) =>
    Array.from({ length: lines * length }, (_, i) =>
      emptyEdge(board, form, { level, row: Math.floor(i / length), column: i % length }),
    );
  return {
    rows,
    columns,
    cells: form.cell_layer ? new Array<string>(n).fill(UNKNOWN) : [],
    level: form.edge_layer ? edges(true, rows + 1, columns) : [],
    upright: form.edge_layer ? edges(false, rows, columns + 1) : [],
  };
}

/** The value of an edge: -1 if it is not known. */
export function edgeAt(marks: Marks, edge: Edge): number {
  return (edge.level ? marks.level : marks.upright)[indexOf(marks, edge)] ?? -1;
}

/** The marks with another value of an edge. */
export function withEdge(marks: Marks, edge: Edge, value: number): Marks {
  if (edgeAt(marks, edge) === value) return marks;
  const at = indexOf(marks, edge);
  const change = (list: readonly number[]) => list.map((old, i) => (i === at ? value : old));
  return edge.level
    ? { ...marks, level: change(marks.level) }
    : { ...marks, upright: change(marks.upright) };
}

/** The text of a cell. */
export function cellAt(marks: Marks, row: number, column: number): string {
  return marks.cells[row * marks.columns + column] ?? UNKNOWN;
}

/** The marks with another value of a cell. */
export function withCell(marks: Marks, row: number, column: number, value: string): Marks {
  if (cellAt(marks, row, column) === value) return marks;
  const at = row * marks.columns + column;
  return { ...marks, cells: marks.cells.map((old, i) => (i === at ? value : old)) };
}

/** All values of a layer of cells, in the order in which clicks give them; the last one is "not known". */
export function cellValues(layer: CellLayerForm): readonly string[] {
  switch (layer.layer) {
    case "shade":
      return ["#", ".", UNKNOWN];
    case "symbols": {
      const [none = ".", ...others] = layer.symbols.map(({ symbol }) => symbol);
      return [...others, none, UNKNOWN];
    }
    case "numbers":
      return [];
  }
}

/** The value of cells with nothing in them. */
export function nothingOf(layer: CellLayerForm): string {
  switch (layer.layer) {
    case "shade":
      return ".";
    case "numbers":
      return layer.zero === "#" ? UNKNOWN : layer.zero;
    case "symbols":
      return layer.symbols[0]?.symbol ?? ".";
  }
}

/** The value after this one by a click. */
export function nextValue<T>(values: readonly T[], old: T): T {
  const at = values.indexOf(old);
  return (values[(at + 1) % values.length] ?? old) as T;
}

/** The values of an edge in the order in which clicks give them. */
export function edgeValues(form: FormDocument): readonly number[] {
  const layer = form.edge_layer;
  return layer?.layer === "links" && layer.max > 1 ? [1, 2, 0, -1] : [1, 0, -1];
}

/** Whether the player marks a cell; others are printed or missing. */
export function isOpen(form: FormDocument, board: BoardDocument, row: number, column: number) {
  if (!form.cell_layer || isHole(board, row, column)) return false;
  if (form.black_clues && board.cells[row]?.[column] !== ".") return false;
  return form.cell_layer.layer !== "numbers" || !/^\d/.test(board.cells[row]?.[column] ?? ".");
}

function digit(value: number): string {
  return value < 0 ? UNKNOWN : String(value);
}

function rowsOf<T>(list: readonly T[], length: number): T[][] {
  return Array.from({ length: list.length / length }, (_, row) =>
    list.slice(row * length, (row + 1) * length),
  );
}

function cellsKey(layer: CellLayerForm): "shade" | "numbers" | "symbols" {
  return layer.layer;
}

/** The marks in the form of solutions; `?` is what is not known. */
export function toSolution(marks: Marks, form: FormDocument): Record<string, unknown> {
  const { columns } = marks;
  const out: Record<string, unknown> = {};
  if (form.cell_layer) {
    const blank = form.cell_layer.layer === "numbers" ? " " : "";
    out[cellsKey(form.cell_layer)] = rowsOf(marks.cells, columns).map((row) => row.join(blank));
  }
  if (form.edge_layer) {
    const level = rowsOf(marks.level, columns).map((row) => row.map(digit).join(""));
    const upright = rowsOf(marks.upright, columns + 1).map((row) => row.map(digit).join(""));
    if (form.edge_layer.layer === "outline") {
      out.edges = { horizontal: level, vertical: upright };
    } else {
      const inner = { right: upright.map((row) => row.slice(1, -1)), down: level.slice(1, -1) };
      out[form.edge_layer.layer === "links" ? "links" : "borders"] = inner;
    }
  }
  return out;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function number(text: string | undefined): number {
  return text === undefined || text === UNKNOWN ? -1 : Number(text);
}

/** Reads a solution, or the part of one. What it lacks is not known. */
export function fromSolution(value: unknown, board: BoardDocument, form: FormDocument): Marks {
  let marks = emptyMarks(board, form);
  const { rows, columns } = board;
  if (form.cell_layer) {
    const lines = texts(field(value, cellsKey(form.cell_layer)));
    const split = form.cell_layer.layer === "numbers" ? /\s+/ : "";
    const cells = Array.from({ length: rows }, (_, r) => {
      const row = (lines[r] ?? "").split(split);
      return Array.from({ length: columns }, (_, c) => row[c] || UNKNOWN);
    });
    marks = { ...marks, cells: cells.flat() };
  }
  if (!form.edge_layer) return marks;
  const level = [...marks.level];
  const upright = [...marks.upright];
  const put = (edge: Edge, text: string | undefined) => {
    (edge.level ? level : upright)[indexOf(marks, edge)] = number(text);
  };
  if (form.edge_layer.layer === "outline") {
    const edges = field(value, "edges");
    texts(field(edges, "horizontal")).forEach((line, row) => {
      for (let column = 0; column < columns; column++)
        put({ level: true, row, column }, line[column]);
    });
    texts(field(edges, "vertical")).forEach((line, row) => {
      for (let column = 0; column <= columns; column++)
        put({ level: false, row, column }, line[column]);
    });
    return { ...marks, level, upright };
  }
  const regions = field(value, "regions");
  if (form.edge_layer.layer === "borders" && regions !== undefined) {
    const labels = texts(regions).map((line) => line.split(/\s+/));
    const differ = (a: string | undefined, b: string | undefined) => (a === b ? "0" : "1");
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const here = labels[row]?.[column];
        if (row > 0) put({ level: true, row, column }, differ(labels[row - 1]?.[column], here));
        if (column > 0) put({ level: false, row, column }, differ(labels[row]?.[column - 1], here));
      }
    }
    return { ...marks, level, upright };
  }
  const inner = field(value, form.edge_layer.layer === "links" ? "links" : "borders");
  texts(field(inner, "right")).forEach((line, row) => {
    for (let column = 1; column < columns; column++)
      put({ level: false, row, column }, line[column - 1]);
  });
  texts(field(inner, "down")).forEach((line, row) => {
    for (let column = 0; column < columns; column++)
      put({ level: true, row: row + 1, column }, line[column]);
  });
  return { ...marks, level, upright };
}

/** The labels of the blocks that borders make, row by row; `.` for missing cells. */
function blockLabels(marks: Marks, board: BoardDocument): string[] {
  const { rows, columns } = marks;
  const labels = new Array<string>(rows * columns).fill("");
  let blocks = 0;
  for (let first = 0; first < labels.length; first++) {
    if (isHole(board, Math.floor(first / columns), first % columns)) labels[first] = ".";
    if (labels[first] !== "") continue;
    const label = String(blocks++);
    const stack = [first];
    labels[first] = label;
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      const beside: readonly (readonly [boolean, Edge, number])[] = [
        [row > 0, { level: true, row, column }, cell - columns],
        [row + 1 < rows, { level: true, row: row + 1, column }, cell + columns],
        [column > 0, { level: false, row, column }, cell - 1],
        [column + 1 < columns, { level: false, row, column: column + 1 }, cell + 1],
      ];
      for (const [isInside, edge, next] of beside) {
        if (!isInside || edgeAt(marks, edge) === 1 || labels[next] !== "") continue;
        if (isHole(board, Math.floor(next / columns), next % columns)) continue;
        labels[next] = label;
        stack.push(next);
      }
    }
  }
  return labels;
}

/**
 * The marks as a complete solution: what the player did not mark has nothing, printed numbers have their
 * number, and borders make blocks.
 */
export function toComplete(
  marks: Marks,
  board: BoardDocument,
  form: FormDocument,
): Record<string, unknown> {
  const layer = form.cell_layer;
  const cells = marks.cells.map((value, i) => {
    const [row, column] = [Math.floor(i / marks.columns), i % marks.columns];
    const clue = board.cells[row]?.[column] ?? ".";
    if (layer?.layer === "numbers") {
      if (!isOpen(form, board, row, column)) {
        if (form.black_clues) return BLACK;
        return clue === "#" ? layer.zero : clue;
      }
      return value === UNKNOWN ? layer.zero : value;
    }
    if (value !== UNKNOWN) return value;
    return layer?.layer === "symbols" ? (layer.symbols[0]?.symbol ?? ".") : ".";
  });
  const nothing = (list: readonly number[]) => list.map((value) => Math.max(value, 0));
  const complete: Marks = {
    ...marks,
    cells,
    level: nothing(marks.level),
    upright: nothing(marks.upright),
  };
  const solution = toSolution(complete, form);
  if (form.edge_layer?.layer !== "borders") return solution;
  const { borders: _, ...others } = solution;
  const labels = rowsOf(blockLabels(complete, board), marks.columns);
  return { ...others, regions: labels.map((row) => row.join(" ")) };
}

/** Places of marks: cells by their number, and edges. */
export interface Places {
  readonly cells: ReadonlySet<number>;
  readonly edges: readonly Edge[];
}

/** No place. */
export const NO_PLACES: Places = { cells: new Set(), edges: [] };

/** The places where both marks are known, or must be if `all`, and differ. */
export function differences(marks: Marks, other: Marks, all = false): Places {
  const isKnown = (a: string | number, b: string | number, none: string | number) =>
    a !== none && (all || b !== none);
  const cells = new Set<number>();
  marks.cells.forEach((value, i) => {
    const old = other.cells[i] ?? UNKNOWN;
    if (value !== old && isKnown(value, old, UNKNOWN)) cells.add(i);
  });
  const edges: Edge[] = [];
  const add = (level: boolean, list: readonly number[], length: number, old: readonly number[]) => {
    list.forEach((value, i) => {
      const before = old[i] ?? -1;
      if (value === before || !isKnown(value, before, -1)) return;
      edges.push({ level, row: Math.floor(i / length), column: i % length });
    });
  };
  add(true, marks.level, marks.columns, other.level);
  add(false, marks.upright, marks.columns + 1, other.upright);
  return { cells, edges };
}

/** The number of cells and edges that a player has marked, also as having nothing. */
export function countMarks(marks: Marks, empty: Marks): number {
  const count = <T>(list: readonly T[], before: readonly T[]) =>
    list.filter((value, i) => value !== before[i]).length;
  return (
    count(marks.cells, empty.cells) +
    count(marks.level, empty.level) +
    count(marks.upright, empty.upright)
  );
}

/** The value of a cell in words; null if it is not known. */
export function valueName(layer: CellLayerForm | null | undefined, value: string): string | null {
  if (!layer || value === UNKNOWN) return null;
  if (layer.layer === "shade") return value === "#" ? "shaded" : "not shaded";
  if (layer.layer === "numbers") return value === layer.zero ? "no number" : value;
  return layer.symbols.find(({ symbol }) => symbol === value)?.meaning ?? value;
}
