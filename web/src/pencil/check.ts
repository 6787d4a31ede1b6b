// The rules that a drawing breaks, named by the server from the marks alone.
//
// The server checks complete boards. A rule is broken for sure if it is broken however the open places are filled in, so
// several complete boards are checked: with nothing in the open places, with the solution there, and with random values.
// What all of them break, with the same sentence but for the numbers in it, is reported, unless a number in the sentence
// is too small on one of the boards and too large on another. If no mark differs from the solution, nothing is reported.
import type { BoardDocument, FormDocument } from "../api/generated";
import { cellAt, cellValues, emptyEdge, isOpen, type Marks, toComplete, UNKNOWN } from "./marks";

/** A rule that is broken, and where. */
export interface BrokenRule {
  /** What is wrong, as a lower-case sentence. */
  readonly text: string;
  /** The cells that it names, row by row from 0. */
  readonly cells: readonly number[];
}

/** Checks a complete board: the sentences about the rules that it breaks. */
export type CheckBoard = (solution: Record<string, unknown>) => Promise<readonly string[]>;

/** The number of boards with random values. */
const SAMPLES = 12;

/** The sentences that say only that something is missing. */
const INCOMPLETE = /is not filled in|is not known/;

/** The cells that a sentence about a broken rule is about. */
export function cellsOfRule(text: string, columns: number, rows: number): number[] {
  const cells: number[] = [];
  for (const [, area, row, column] of text.matchAll(/(2×2 area at )?\br(\d+)c(\d+)\b/g)) {
    const [r, c] = [Number(row) - 1, Number(column) - 1];
    for (const [down, across] of area ? AREA : ONE) {
      if (r + down < rows && c + across < columns) cells.push((r + down) * columns + c + across);
    }
  }
  const line = /\b(row|column) (\d+)\b/.exec(text);
  if (cells.length > 0 || !line) return cells;
  const at = Number(line[2]) - 1;
  return line[1] === "row"
    ? Array.from({ length: columns }, (_, column) => at * columns + column)
    : Array.from({ length: rows }, (_, row) => row * columns + at);
}

const ONE = [[0, 0]] as const;
const AREA = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;

/**
 * A sentence without what depends on the open places: how many there are of something, and by which of its cells a part is
 * named that is cut off.
 */
function pattern(text: string): string {
  const named = text
    .replace(/^(the .+) at r\d+c\d+ are cut off/, "$1 are cut off")
    .replace("crosses itself", "branches")
    .replaceAll(/\bcells?\b/g, "cells");
  return named.replaceAll(/\br\d+c\d+\b|\b(?:row|column) \d+\b|\d+/g, (part) =>
    /^\d/.test(part) ? "#" : part,
  );
}

/** A generator of numbers below 1 that gives the same numbers each time. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Which values open places take: chosen for each of them. */
interface Filling {
  readonly cell: (known: string | undefined) => string;
  readonly edge: (known: number | undefined) => number;
}

/** The marks with values in open places. */
function filled(
  marks: Marks,
  board: BoardDocument,
  form: FormDocument,
  solution: Marks | null,
  { cell, edge }: Filling,
): Marks {
  const { columns } = board;
  const edges = (level: boolean, length: number) =>
    (level ? marks.level : marks.upright).map((value, i) => {
      const place = { level, row: Math.floor(i / length), column: i % length };
      if (value !== -1 || emptyEdge(board, form, place) !== -1) return value;
      return edge((level ? solution?.level : solution?.upright)?.[i]);
    });
  return {
    ...marks,
    cells: marks.cells.map((value, i) => {
      const [row, column] = [Math.floor(i / columns), i % columns];
      if (value !== UNKNOWN || !isOpen(form, board, row, column)) return value;
      return cell(solution ? cellAt(solution, row, column) : undefined);
    }),
    level: edges(true, columns),
    upright: edges(false, columns + 1),
  };
}

/** All values that a cell can have. */
function allValues(form: FormDocument, board: BoardDocument): readonly string[] {
  const layer = form.cell_layer;
  if (!layer) return [UNKNOWN];
  if (layer.layer !== "numbers") return cellValues(layer).filter((value) => value !== UNKNOWN);
  const largest = form.cells?.form === "sums" ? 9 : Math.max(board.rows, board.columns);
  return [...Array.from({ length: largest }, (_, i) => String(i + 1)), layer.zero];
}

/** The numbers of a sentence that are no part of a place. */
function numbersOf(text: string): number[] {
  const plain = text.replaceAll(/\br\d+c\d+\b|\b(?:row|column) \d+\b/g, "");
  return [...plain.matchAll(/\d+/g)].map(([digits]) => Number(digits));
}

/** A sentence, and the numbers that stand at each place in it on the boards that were checked. */
interface Suspicion {
  readonly text: string;
  readonly ranges: readonly (readonly [least: number, most: number])[];
}

/** The sentence with the numbers that it has on another board. */
function widened({ text, ranges }: Suspicion, numbers: readonly number[]): Suspicion {
  return {
    text,
    ranges: ranges.map(([least, most], i) => {
      const number = numbers[i] ?? least;
      return [Math.min(least, number), Math.max(most, number)] as const;
    }),
  };
}

/** Whether a number that depends on the open places can become one that does not. */
function canBeKept({ ranges }: Suspicion): boolean {
  const fixed = ranges.filter(([least, most]) => least === most).map(([number]) => number);
  return ranges.some(([least, most]) => fixed.some((number) => least < number && number < most));
}

/** Whether a sentence says that a piece is missing, which is not wrong before the last mark. */
function isMissingPiece(text: string): boolean {
  const [, used, wanted] = /is used (\d+) times, but is (\d+) times/.exec(text) ?? [];
  return Number(used) < Number(wanted);
}

/** Whether a sentence says that there are several loops, or parts of them. */
const SEVERAL_LOOPS = /is not part of the same loop/;

/** The closed loops among the lines, each by the cells that it passes, or of which it passes corners. */
export function closedLoops(marks: Marks, form: FormDocument): readonly (readonly number[])[] {
  const { rows, columns } = marks;
  const isOutline = form.edge_layer?.layer === "outline";
  const width = isOutline ? columns + 1 : columns;
  const ends = new Map<number, number[]>();
  const join = (a: number, b: number) => {
    ends.set(a, [...(ends.get(a) ?? []), b]);
    ends.set(b, [...(ends.get(b) ?? []), a]);
  };
  marks.level.forEach((value, i) => {
    const at = Math.floor(i / columns) * width + (i % columns);
    if (value > 0) join(at, isOutline ? at + 1 : at - width);
  });
  marks.upright.forEach((value, i) => {
    const at = Math.floor(i / (columns + 1)) * width + (i % (columns + 1));
    if (value > 0) join(at, isOutline ? at + width : at - 1);
  });
  const loops: number[][] = [];
  const seen = new Set<number>();
  for (const first of ends.keys()) {
    const part: number[] = [];
    const stack = [first];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      part.push(at);
      stack.push(...(ends.get(at) ?? []));
    }
    if (part.length > 0 && part.every((at) => ends.get(at)?.length === 2)) loops.push(part);
  }
  const cellsOf = (at: number) => {
    const [row, column] = [Math.floor(at / width), at % width];
    return row < rows && column < columns ? [row * columns + column] : [];
  };
  return loops.map((part) => part.flatMap(cellsOf).sort((a, b) => a - b));
}

/** The rules that are broken whatever is drawn into the open places. */
export async function brokenRules(
  marks: Marks,
  board: BoardDocument,
  form: FormDocument,
  solution: Marks | null,
  check: CheckBoard,
): Promise<readonly BrokenRule[]> {
  const ask = (complete: Marks) => check(toComplete(complete, board, form));
  const isFull = !marks.cells.includes(UNKNOWN) && ![...marks.level, ...marks.upright].includes(-1);
  const drawn = await ask(marks);
  // A loop that is closed cannot become part of another one.
  const loops = drawn.some((text) => SEVERAL_LOOPS.test(text)) ? closedLoops(marks, form) : [];
  const closed = loops.map((cells): BrokenRule => {
    const [first = 0] = cells;
    const name = `r${Math.floor(first / board.columns) + 1}c${(first % board.columns) + 1}`;
    return { text: `the loop at ${name} is closed, but there are other lines`, cells };
  });
  let found = drawn
    .filter((text) => !INCOMPLETE.test(text) && (isFull || !isMissingPiece(text)))
    .map((text): Suspicion => ({ text, ranges: numbersOf(text).map((it) => [it, it]) }));
  const keep = async (filling: Filling) => {
    if (found.length === 0) return;
    const others = new Map<string, string[]>();
    for (const text of await ask(filled(marks, board, form, solution, filling))) {
      const key = pattern(text);
      others.set(key, [...(others.get(key) ?? []), text]);
    }
    found = found.flatMap((suspicion) => {
      const same = others.get(pattern(suspicion.text));
      return same ? [same.reduce((old, text) => widened(old, numbersOf(text)), suspicion)] : [];
    });
  };
  if (solution) {
    await keep({ cell: (known) => known ?? UNKNOWN, edge: (known) => known ?? -1 });
  }
  const values = allValues(form, board);
  const most = form.edge_layer?.layer === "links" ? form.edge_layer.max : 1;
  await keep({ cell: () => values[0] ?? UNKNOWN, edge: () => most });
  const random = randomNumbers(1);
  for (let i = 0; i < SAMPLES && !isFull; i++) {
    // Values near those of the solution keep most of the other rules.
    const nearness = solution ? random() : 0;
    const density = random();
    await keep({
      cell: (known) =>
        known !== undefined && random() < nearness
          ? known
          : (values[Math.floor(random() * values.length)] ?? UNKNOWN),
      edge: (known) => {
        if (known !== undefined && random() < nearness) return known;
        return random() < density ? Math.ceil(random() * most) : 0;
      },
    });
    found = found.filter((suspicion) => !canBeKept(suspicion));
  }
  return [
    ...closed,
    ...found.map(({ text }) => ({ text, cells: cellsOfRule(text, board.columns, board.rows) })),
  ];
}

/** The sentences that say that a clue has a value which the rules forbid there. */
const CLOSED = [
  /^the clue at (r\d+c\d+) is shaded$/,
  /^the white circle at (r\d+c\d+) is shaded$/,
  /^the water at (r\d+c\d+) is shaded$/,
  /^(r\d+c\d+) has `\?` but is shaded$/,
  /^(r\d+c\d+) is black and has a light$/,
  /^there is a triangle in the black cell (r\d+c\d+)$/,
  /^the tent at (r\d+c\d+) is on a tree$/,
];

/** The cells with clues that the rules keep empty: the server checks a board where all of them are marked. */
export async function closedCells(
  empty: Marks,
  board: BoardDocument,
  form: FormDocument,
  check: CheckBoard,
): Promise<ReadonlySet<number>> {
  const layer = form.cell_layer;
  if (!layer || layer.layer === "numbers") return new Set();
  const value = cellValues(layer)[0] ?? UNKNOWN;
  const clues = board.cells.flat();
  if (clues.every((clue) => clue === ".")) return new Set();
  const cells = empty.cells.map((old, i) => (clues[i] === "." || clues[i] === "#" ? old : value));
  const broken = await check(toComplete({ ...empty, cells }, board, form));
  const named = broken.flatMap((text) =>
    CLOSED.flatMap((sentence) => sentence.exec(text)?.[1] ?? []),
  );
  return new Set(named.flatMap((cell) => cellsOfRule(cell, board.columns, board.rows)));
}
