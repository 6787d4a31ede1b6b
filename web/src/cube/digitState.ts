/** What the scene of the Sudoku Cube shows, and how that is written into a link. */

import { recall } from "../shell/store";
import {
  type Ambiguous,
  blankNet,
  type DigitNet,
  packNet,
  readAmbiguous,
  readNet,
  unpackNet,
} from "./digits";
import { type Move, parseSequence, writeSequence } from "./sequence";
import { readAt } from "./state";

/** The state: the scrambled cube, which digits read two ways, the way home and the goal. */
export interface State {
  readonly net: DigitNet;
  readonly ambiguous: Ambiguous;
  readonly line: readonly Move[];
  readonly goal: DigitNet | null;
}

/** What a link holds: the state, the place on the line, and a text that was not understood. */
export interface Linked {
  readonly state: State;
  readonly at: number;
  readonly text: string | null;
}

const PLAIN: Ambiguous = { sixNine: false, eight: false };

function fresh(net: DigitNet, ambiguous: Ambiguous): State {
  return { net, ambiguous, line: [], goal: null };
}

/** Reads a link, in which `p` may be a puzzle file, or what was typed last. */
export function fromLink(query: Readonly<Record<string, string>>): Linked {
  const draft = unpackNet(recall("sudoku-cube.net", "")) ?? blankNet(3);
  if (query.p !== undefined) {
    const net = readNet(query.p);
    if (net === null) return { state: fresh(draft, PLAIN), at: 0, text: query.p };
    return { state: fresh(net, readAmbiguous(query.p)), at: 0, text: null };
  }
  if (query.z === undefined) return { state: fresh(draft, PLAIN), at: 0, text: null };
  const net = unpackNet(query.z);
  if (net === null) return { state: fresh(draft, PLAIN), at: 0, text: query.z };
  const a = query.a ?? "";
  const ambiguous = { sixNine: a.includes("6"), eight: a.includes("8") };
  const line = parseSequence(query.s ?? "") ?? [];
  const goal = unpackNet(query.g ?? "");
  return { state: { net, ambiguous, line, goal }, at: readAt(query.i, line.length), text: null };
}

/** Writes a link. */
export function toLink(
  { net, ambiguous, line, goal }: State,
  at: number,
): Record<string, string | undefined> {
  return {
    z: packNet(net),
    a: (ambiguous.sixNine ? "6" : "") + (ambiguous.eight ? "8" : "") || undefined,
    s: line.length > 0 ? writeSequence(line) : undefined,
    i: line.length > 0 ? String(at) : undefined,
    g: goal === null ? undefined : packNet(goal),
  };
}
