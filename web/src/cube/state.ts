/** The state of the 3×3×3 scene, and its form in a link. */

import { readAlgLink } from "../perm/state";
import { isPuzzleFile, readKeys } from "../three/puzzleFile";
import { isStickers, readPosition, writePosition } from "./position";
import { type Metric, type Move, parseSequence, writeSequence } from "./sequence";
import { applyTurns, type StickerCube, solvedCube } from "./stickerCube";

/** The state: the position at which the line begins, its moves, and the settings. */
export interface State {
  readonly start: StickerCube;
  readonly line: readonly Move[];
  readonly metric: Metric;
  /** Whether the directions of the centres must be solved too. */
  readonly centres: boolean;
}

/** The content of a link: the state, the index of the player, and a text that could not be read. */
export interface LinkState {
  readonly state: State;
  readonly at: number;
  readonly text: string | null;
}

/** Reads the moves in a link of another site, from the position after its setup, or its setup if there are none. */
function readLinkedMoves(text: string): Pick<State, "start" | "line"> | null {
  const linked = readAlgLink(text)?.state;
  if (linked?.name !== "3x3x3") return null;
  const setup = parseSequence(withoutComments(linked.setup));
  const line = parseSequence(withoutComments(linked.moves));
  if (setup === null || line === null) return null;
  const solved = solvedCube();
  if (line.length === 0) return { start: solved, line: setup };
  const turns = setup.map((move) => move.turn);
  return { start: applyTurns(solved, turns).at(-1) ?? solved, line };
}

function withoutComments(text: string): string {
  return text.replace(/\/\/.*$/gm, "");
}

/** Reads stickers, a link of another site, or a sequence from the solved cube; returns `null` if the server has to name the error. */
export function readText(text: string): Pick<State, "start" | "line"> | null {
  if (isStickers(text)) {
    const start = readPosition(text);
    return start === null ? null : { start, line: [] };
  }
  const linked = readLinkedMoves(text);
  if (linked !== null) return linked;
  const line = parseSequence(text);
  return line === null ? null : { start: solvedCube(), line };
}

/** Reads the index of the player on a line of `n` moves; the end if missing. */
export function readPlayerIndex(text: string | undefined, n: number): number {
  return text === undefined ? n : Math.min(n, Math.max(0, Math.trunc(Number(text)) || 0));
}

type Query = Readonly<Record<string, string>>;

/** Returns the link of the puzzle in a puzzle file. */
function fromFile(text: string): Query {
  const keys = readKeys(text);
  // If lower-case letters mean faces, upper-case letters mean the same in every notation.
  const scramble = keys["lower-case"] === "face" ? keys.scramble?.toUpperCase() : keys.scramble;
  const puzzle = { p: keys.position ?? scramble ?? text };
  return keys.centres === "true" ? { ...puzzle, c: "1" } : puzzle;
}

/** Reads a link; `p` may also be a puzzle file. */
export function fromLink(link: Query): LinkState {
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
  return { state, at: readPlayerIndex(query.i, line.length), text: null };
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
