/** The state of the Square-1 scene, and its form in a link. */

import { readAlgLink } from "../perm/state";
import { isPuzzleFile, readKeys } from "../three/puzzleFile";
import type { Colours, Position, Step } from "./position";
import { applyStep, coloursOf, parsePosition, replay, solved, writePosition } from "./position";
import { type Metric, type Notation, parseSequence, writeSequence } from "./sequence";

/** The state: the position at which the line begins, its steps, and the settings. */
export interface State {
  readonly start: Position;
  readonly line: readonly Step[];
  readonly colours: Colours;
  readonly notation: Notation;
  readonly metric: Metric;
}

/** The state of an empty link. */
export const FIRST: State = {
  start: solved("six"),
  line: [],
  colours: "six",
  notation: "wca",
  metric: "twist",
};

/** The content of a link: the state, the index of the player, and a text that could not be read. */
export interface LinkState {
  readonly state: State;
  readonly at: number;
  /** A position or sequence that the server has to read; `null` if everything was read. */
  readonly text: string | null;
  /** The first move of the link that cannot be played, and why; empty if all can. */
  readonly note: string;
}

type Query = Readonly<Record<string, string>>;

/** Returns the link of the puzzle in a puzzle file. */
function fromFile(text: string): Query {
  const keys = readKeys(text);
  const puzzle: Record<string, string> = { p: keys.position ?? keys.scramble ?? text };
  if (keys.notation !== undefined) puzzle.n = keys.notation;
  if (keys.colours !== undefined) puzzle.c = keys.colours;
  return puzzle;
}

/** Reads a link; `p` may also be a puzzle file. */
export function fromLink(link: Query): LinkState {
  const query = isPuzzleFile(link.p ?? "") ? fromFile(link.p ?? "") : link;
  const notation: Notation = query.n === "cube21" ? "cube21" : "wca";
  const metric: Metric = query.m === "wca" || query.m === "face" ? query.m : "twist";
  const asked: Colours = query.c === "silver" ? "silver" : "six";
  const text = query.p ?? "";
  const read = readText(text, asked, notation);
  if (read === null) {
    return {
      state: { ...FIRST, colours: asked, start: solved(asked), notation, metric },
      at: 0,
      text,
      note: "",
    };
  }
  // A line in the other notation may have flips, which the link has to keep.
  const steps = query.s === undefined ? [] : parseSequence(query.s, notation, true);
  if (steps === null) {
    const state = { ...FIRST, colours: read.colours, start: read.start, notation, metric };
    return { state, at: 0, text: query.s ?? null, note: "" };
  }
  const line = steps.length === 0 ? read.line : steps;
  const state = { start: read.start, line, colours: read.colours, notation, metric };
  const passed = replay(state.start, line);
  const n = passed.length - 1;
  const reached = passed[n] ?? state.start;
  const at = query.i === undefined ? n : Math.min(n, Math.max(0, Math.trunc(Number(query.i)) || 0));
  const note = n === line.length ? "" : blockedNote(n, line.length, reached);
  return { state: { ...state, line: line.slice(0, n) }, at, text: null, note };
}

/** Returns the notice for a line whose twist after `n` moves is blocked. */
function blockedNote(n: number, all: number, reached: Position): string {
  const left = all - n === 1 ? "is left out" : "is left out with all that follow";
  return `move ${n + 1} of ${all} in the link, /, cannot be played and ${left}: ${blockedReason(reached) ?? ""}`;
}

/** Writes a link. */
export function toLink(state: State, at: number): Record<string, string | undefined> {
  return {
    p: writePosition(state.start),
    s: state.line.length === 0 ? undefined : writeSequence(state.line, state.notation),
    i: state.line.length === 0 ? undefined : String(at),
    c: state.colours === "silver" ? "silver" : undefined,
    n: state.notation === "cube21" ? "cube21" : undefined,
    m: state.metric === "twist" ? undefined : state.metric,
  };
}

/** Reads the moves in a link of another site, from the position after its setup, or its setup if there are none. */
function readLinkedMoves(text: string): Pick<State, "start" | "line" | "colours"> | null {
  const linked = readAlgLink(text)?.state;
  if (linked?.name !== "square1") return null;
  const setup = parseSequence(linked.setup, "wca");
  const line = parseSequence(linked.moves, "wca");
  if (setup === null || line === null) return null;
  const colours = "six";
  const positions = replay(solved(colours), [...setup, ...line]);
  if (positions.length !== setup.length + line.length + 1) return null;
  if (line.length === 0) return { start: solved(colours), line: setup, colours };
  return { start: positions[setup.length] ?? solved(colours), line, colours };
}

/**
 * Reads a position, a link of another site, or a sequence from the solved puzzle; returns `null` if the text is neither, or
 * if a twist is blocked; the server names the error.
 */
export function readText(
  text: string,
  colours: Colours,
  notation: Notation,
): Pick<State, "start" | "line" | "colours"> | null {
  const linked = readLinkedMoves(text);
  if (linked !== null) return linked;
  if (text.trim() === "" || /[(/!]/.test(text)) {
    const line = parseSequence(text, notation);
    if (line === null) return null;
    const start = solved(colours);
    return replay(start, line).length === line.length + 1 ? { start, line, colours } : null;
  }
  const start = parsePosition(text);
  return start === null ? null : { start, line: [], colours: coloursOf(start) };
}

/** Whether the puzzle is held upside down after some steps of a line. */
export function isUpsideDown(line: readonly Step[], steps: number): boolean {
  return line.slice(0, steps).filter((step) => step.kind === "flip").length % 2 === 1;
}

/** Returns why a twist is blocked, in words; `null` where it is not. */
export function blockedReason(position: Position): string | null {
  if (applyStep(position, { kind: "twist" }) !== null) return null;
  const places = [
    ["top", position.top[0], "front"],
    ["top", position.top[6], "back"],
    ["bottom", position.bottom[6], "front"],
    ["bottom", position.bottom[0], "back"],
  ] as const;
  const found = places.find(([, slot]) => slot === null);
  return found === undefined
    ? null
    : `no twist here: a big piece of the ${found[0]} layer lies across the ${found[2]} end of the cut`;
}
