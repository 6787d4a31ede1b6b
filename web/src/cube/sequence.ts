/**
 * Sequences of cube moves as texts: faces `R`, wide turns `Rw` or `r`, slices `M E S`, rotations
 * `x y z`, groups `(R U)3` and `(R U)'`. The server names the errors of a text.
 */

import { itemAt } from "../three/itemAt";
import type { Face } from "./space";
import { FACE_NAMES } from "./space";
import type { Layers, Turn } from "./stickerCube";

/** A move as written, and the turn of a 3×3×3 that it means. */
export interface Move {
  readonly text: string;
  readonly turn: Turn;
}

/** How moves are counted: half turns as one move or as two. */
export type Metric = "htm" | "qtm";

/** The most moves that are played. */
const MAX_MOVES = 2000;

const SLICES: Record<string, Face> = { M: "L", E: "D", S: "F" };
const ROTATIONS: Record<string, Face> = { x: "R", y: "U", z: "F" };

/** Returns the layers that a letter turns; `null` if the letter is not a move. */
function layers(letter: string): Layers | null {
  const [first = "", wide = ""] = letter;
  const slice = SLICES[first];
  if (slice !== undefined) return wide === "" ? { face: slice, from: 1, to: 1 } : null;
  const rotation = ROTATIONS[first];
  if (rotation !== undefined) return wide === "" ? { face: rotation, from: 0, to: 2 } : null;
  const upper = first.toUpperCase();
  if (!"ULFRBD".includes(upper) || upper === "") return null;
  const isWide = wide === "w" || first !== upper;
  return { face: upper as Face, from: 0, to: isWide ? 1 : 0 };
}

const PRIMES = "'’‘′´`";

function suffix(quarters: number): string {
  return quarters === 2 ? "2" : quarters === -1 ? "'" : "";
}

/** Returns quarters from -1 to 2. */
function reduced(quarters: number): number {
  const n = ((quarters % 4) + 4) % 4;
  return n === 3 ? -1 : n;
}

/** Returns the moves that undo moves. */
export function inverse(moves: readonly Move[]): Move[] {
  return [...moves].reverse().map((it) => {
    const quarters = reduced(-it.turn.quarters);
    return { text: letterOf(it.text) + suffix(quarters), turn: { ...it.turn, quarters } };
  });
}

function letterOf(text: string): string {
  return text.replace(/[2']+$/, "");
}

/** Reads a sequence; returns `null` if the text is not one, or is too long to be played. */
export function parseSequence(text: string): Move[] | null {
  const token = new RegExp(
    `\\s*(?:(\\()|(\\))(\\d*)([${PRIMES}]?)|([A-Za-z]w?)([123]?)([${PRIMES}]?))\\s*`,
    "y",
  );
  const groups: Move[][] = [[]];
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (match === null) return text.trim() === "" ? [] : null;
    const [, open, close, times, undone, letter] = match;
    if (open !== undefined) groups.push([]);
    else if (close !== undefined) {
      const group = groups.length > 1 ? groups.pop() : undefined;
      const n = times ? Number(times) : 1;
      if (group === undefined || n < 1 || n * group.length > MAX_MOVES) return null;
      const moves = undone ? inverse(group) : group;
      for (let i = 0; i < (moves.length === 0 ? 0 : n); i += 1)
        itemAt(groups, groups.length - 1).push(...moves);
    } else {
      const found = layers(letter ?? "");
      if (found === null) return null;
      const n = match[6] ? Number(match[6]) : 1;
      const quarters = reduced(match[7] ? -n : n);
      itemAt(groups, groups.length - 1).push({
        text: `${letter ?? ""}${suffix(quarters)}`,
        turn: { ...found, quarters },
      });
    }
    if (itemAt(groups, groups.length - 1).length > MAX_MOVES) return null;
  }
  return groups.length === 1 ? itemAt(groups, 0) : null;
}

/** Writes moves as a text. */
export function writeSequence(moves: readonly Move[]): string {
  return moves.map((it) => it.text).join(" ");
}

/** Appends a move; consecutive turns of the same layers are merged. */
export function appendMove(moves: readonly Move[], move: Move): Move[] {
  const last = moves.at(-1);
  if (last === undefined || letterOf(last.text) !== letterOf(move.text)) return [...moves, move];
  const quarters = reduced(last.turn.quarters + move.turn.quarters);
  if (quarters === 0) return moves.slice(0, -1);
  return [
    ...moves.slice(0, -1),
    { text: letterOf(move.text) + suffix(quarters), turn: { ...move.turn, quarters } },
  ];
}

/** Returns the move that turns a single layer by quarter turns; `null` for a full turn. */
export function moveOf({ face, from, to }: Layers, quarters: number): Move | null {
  const left = reduced(quarters);
  if (left === 0) return null;
  const slice = Object.keys(SLICES).find((it) => SLICES[it] === face);
  const letter = from === 0 ? face : (slice ?? face);
  return { text: letter + suffix(left), turn: { face, from, to, quarters: left } };
}

/** Describes a move in words. */
export function sayMove(move: Move): string {
  const { face, from, to, quarters } = move.turn;
  const amount = quarters === 2 ? "by half" : quarters === -1 ? "anticlockwise" : "clockwise";
  const name = FACE_NAMES[face];
  if (from === 1) return `the layer behind ${name} ${amount}, as seen from ${name}`;
  if (to === 2) return `the whole cube ${amount}, as seen from ${name}`;
  return to === 1 ? `${name} and the layer behind it ${amount}` : `${name} ${amount}`;
}
