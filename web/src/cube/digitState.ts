/** The state of the Sudoku Cube scene, and its form in a link. */

import { loadStored } from "../shell/store";
import {
  blankNet,
  type DigitNet,
  packNet,
  readAmbiguous,
  readNet,
  type TwoWayDigits,
  unpackNet,
} from "./digits";
import { type Move, parseSequence, writeSequence } from "./sequence";
import { readPlayerIndex } from "./state";

/** The state: the scrambled cube, which digits read two ways, the solution and the solved net. */
export interface State {
  readonly net: DigitNet;
  readonly ambiguous: TwoWayDigits;
  readonly line: readonly Move[];
  readonly goal: DigitNet | null;
}

/** The content of a link: the state, the index of the player, and a text that could not be read. */
export interface LinkState {
  readonly state: State;
  readonly at: number;
  readonly text: string | null;
}

const PLAIN: TwoWayDigits = { sixNine: false, eight: false };

function fresh(net: DigitNet, ambiguous: TwoWayDigits): State {
  return { net, ambiguous, line: [], goal: null };
}

/** Reads a link; `p` may be a puzzle file or the text typed last. */
export function fromLink(query: Readonly<Record<string, string>>): LinkState {
  const draft = unpackNet(loadStored("sudoku-cube.net", "")) ?? blankNet(3);
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
  return {
    state: { net, ambiguous, line, goal },
    at: readPlayerIndex(query.i, line.length),
    text: null,
  };
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
