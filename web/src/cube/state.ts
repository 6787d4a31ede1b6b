/** What the scene of the 3×3×3 shows, and how that is written into a link. */

import { isPuzzleFile, readKeys } from "../three/puzzleFile";
import { isStickers, readPosition, writePosition } from "./position";
import { type Metric, type Move, parseSequence, writeSequence } from "./sequence";
import { type Solid, solvedCube } from "./solid";

/** The state: where the line begins, its moves, and the settings. */
export interface State {
  readonly start: Solid;
  readonly line: readonly Move[];
  readonly metric: Metric;
  /** Whether the centres must come right too. */
  readonly centres: boolean;
}

/** What a link holds: the state, the place on the line, and a text that was not understood. */
export interface Linked {
  readonly state: State;
  readonly at: number;
  readonly text: string | null;
}

/** Reads stickers, or a sequence that begins at the solved cube; `null` where the server has to say why not. */
export function readText(text: string): Pick<State, "start" | "line"> | null {
  if (isStickers(text)) {
    const start = readPosition(text);
    return start === null ? null : { start, line: [] };
  }
  const line = parseSequence(text);
  return line === null ? null : { start: solvedCube(), line };
}

/** Reads a place on a line of `n` moves; its end if nothing is said. */
export function readAt(text: string | undefined, n: number): number {
  return text === undefined ? n : Math.min(n, Math.max(0, Math.trunc(Number(text)) || 0));
}

type Query = Readonly<Record<string, string>>;

/** Returns the link of the puzzle in a puzzle file. */
function fromFile(text: string): Query {
  const keys = readKeys(text);
  // Where small letters mean faces, capitals say the same everywhere.
  const scramble = keys["lower-case"] === "face" ? keys.scramble?.toUpperCase() : keys.scramble;
  const puzzle = { p: keys.position ?? scramble ?? text };
  return keys.centres === "true" ? { ...puzzle, c: "1" } : puzzle;
}

/** Reads a link; `p` may also be a puzzle file. */
export function fromLink(link: Query): Linked {
  const query = isPuzzleFile(link.p ?? "") ? fromFile(link.p ?? "") : link;
  const settings = { metric: query.m === "qtm" ? "qtm" : "htm", centres: query.c === "1" } as const;
  const text = query.p ?? "";
  const read = readText(text);
  if (read === null) return { state: { start: solvedCube(), line: [], ...settings }, at: 0, text };
  const line = query.s === undefined ? read.line : parseSequence(query.s);
  if (line === null) {
    return { state: { start: read.start, line: [], ...settings }, at: 0, text: query.s ?? null };
  }
  const state = { start: read.start, line, ...settings };
  return { state, at: readAt(query.i, line.length), text: null };
}

/** Writes a link. */
export function toLink(state: State, at: number): Record<string, string | undefined> {
  const some = state.line.length > 0;
  return {
    p: writePosition(state.start),
    s: some ? writeSequence(state.line) : undefined,
    i: some ? String(at) : undefined,
    m: state.metric === "qtm" ? "qtm" : undefined,
    c: state.centres ? "1" : undefined,
  };
}
