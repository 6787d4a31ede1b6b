/**
 * Positions of the Square-1 and the effect of moves: a plain simulator for display.
 *
 * A layer has twelve slots of 30°, anticlockwise as seen from outside it, from the cut on: on top
 * from the front end of the cut, at the bottom from its back end. A slot holds the digit of the piece
 * that begins there, or `null` where the second half of a big piece lies. Slot 11 may hold a big
 * piece, which then lies across the cut. Even digits are small pieces, odd ones are big.
 */

import { itemAt, modulo } from "../three/itemAt";

/** The number of a piece, 0 to 15. */
export type Piece = number;

/** The content of the twelve slots of a layer. */
export type Layer = readonly (Piece | null)[];

/** Which pieces can be told apart. */
export type Colours = "six" | "silver";

/** A position: both layers as they are turned, and whether the middle layer is a kite. */
export interface Position {
  readonly top: Layer;
  readonly bottom: Layer;
  readonly kite: boolean;
}

/** One of the two outer layers. */
export type OuterLayer = "top" | "bottom";

/** One step of a sequence. Turns are slots of 30°, clockwise as seen from outside the layer. */
export type Step =
  | { readonly kind: "turn"; readonly top: number; readonly bottom: number }
  | { readonly kind: "twist" }
  | { readonly kind: "flip" };

/** Returns whether a piece is big: a corner of 60°. */
export function isBig(piece: Piece): boolean {
  return piece % 2 === 1;
}

/** Returns the number of slots that a piece occupies. */
export function slotsOf(piece: Piece): 1 | 2 {
  return isBig(piece) ? 2 : 1;
}

/** Returns the digit of a piece. */
export function digitOf(piece: Piece): string {
  return piece.toString(16).toUpperCase();
}

/** Returns the equivalent piece of a silver puzzle, where pieces are equal in pairs. */
export function silverOf(piece: Piece): Piece {
  return isBig(piece) ? piece : piece & 12;
}

/** Returns the layer of pieces, the first of which begins in slot `first`; `null` unless they fill it. */
export function layerOf(pieces: readonly Piece[], first = 0): Layer | null {
  const filled = pieces.reduce<number>((sum, piece) => sum + slotsOf(piece), 0);
  if (filled !== 12) return null;
  const slots: (Piece | null)[] = Array.from({ length: 12 }, () => null);
  let slot = first;
  for (const piece of pieces) {
    slots[slot % 12] = piece;
    slot += slotsOf(piece);
  }
  return slots;
}

/** Returns the solved puzzle. */
export function solved(colours: Colours): Position {
  const layer = (digits: string): Layer => {
    const pieces = [...digits].map((digit) => Number.parseInt(digit, 16));
    return layerOf(colours === "silver" ? pieces.map(silverOf) : pieces) ?? [];
  };
  return { top: layer("01234567"), bottom: layer("F89ABCDE"), kite: false };
}

/** Returns the pieces of a layer in order, the one across the cut last. */
export function piecesOf(layer: Layer): Piece[] {
  return layer.filter((slot): slot is Piece => slot !== null);
}

/** Returns the piece that occupies a slot, entirely or with one half. */
export function pieceAt(layer: Layer, slot: number): Piece {
  return layer[slot] ?? itemAt(layer, modulo(slot - 1, 12)) ?? 0;
}

/** Returns whether no piece of a layer lies across the cut. */
export function canCut(layer: Layer): boolean {
  return itemAt(layer, 0) !== null && itemAt(layer, 6) !== null;
}

/** Returns whether a twist is possible: no big piece lies across the cut. */
export function canTwist(position: Position): boolean {
  return canCut(position.top) && canCut(position.bottom);
}

/** Returns a layer turned by slots, clockwise as seen from outside it. */
export function turnedLayer(layer: Layer, clockwise: number): Layer {
  const by = modulo(clockwise, 12);
  return [...layer.slice(by), ...layer.slice(0, by)];
}

/** Returns the position after a step, or `null` for a twist that is blocked. */
export function applyStep(position: Position, step: Step): Position | null {
  const { top, bottom, kite } = position;
  switch (step.kind) {
    case "turn":
      return { top: turnedLayer(top, step.top), bottom: turnedLayer(bottom, step.bottom), kite };
    case "flip":
      return { top: bottom, bottom: top, kite };
    case "twist":
      if (!canTwist(position)) return null;
      return {
        top: [...bottom.slice(0, 6), ...top.slice(6)],
        bottom: [...top.slice(0, 6), ...bottom.slice(6)],
        kite: !kite,
      };
  }
}

/** Returns `start` and the position after each step, up to the first blocked twist. */
export function replay(start: Position, steps: readonly Step[]): Position[] {
  const passed = [start];
  let position = start;
  for (const step of steps) {
    const next = applyStep(position, step);
    if (next === null) break;
    position = next;
    passed.push(position);
  }
  return passed;
}

/** Returns the colours of a puzzle, derived from its pieces. */
export function coloursOf(position: Position): Colours {
  const pieces = [...piecesOf(position.top), ...piecesOf(position.bottom)];
  return pieces.every((piece) => piece === silverOf(piece)) ? "silver" : "six";
}

/** Writes a position, such as `01234567-F89ABCDE,S`. */
export function writePosition(position: Position): string {
  const word = (layer: Layer): string =>
    (itemAt(layer, 0) === null ? "+" : "") + piecesOf(layer).map(digitOf).join("");
  return `${word(position.top)}-${word(position.bottom)},${position.kite ? "K" : "S"}`;
}

/**
 * Reads a position written by the server, or one of a link. Returns `null` if the text is not a position;
 * the server names the error.
 */
export function parsePosition(text: string): Position | null {
  const match = /^(\+?)([0-9A-F]+)-(\+?)([0-9A-F]+),([SK])$/.exec(
    text.replace(/\s/g, "").toUpperCase(),
  );
  if (match === null) return null;
  const layer = (across: string, digits: string): Layer | null => {
    const pieces = [...digits].map((digit) => Number.parseInt(digit, 16));
    const last = pieces.at(-1);
    if (across !== "" && (last === undefined || !isBig(last))) return null;
    return layerOf(pieces, across === "" ? 0 : 1);
  };
  const top = layer(itemAt(match, 1), itemAt(match, 2));
  const bottom = layer(itemAt(match, 3), itemAt(match, 4));
  if (top === null || bottom === null) return null;
  const position = { top, bottom, kite: itemAt(match, 5) === "K" };
  return hasRightPieces(position) ? position : null;
}

/** Returns how many of each piece a puzzle has, by the piece's number. */
export function pieceCounts(colours: Colours): number[] {
  const counts = Array.from({ length: 16 }, () => 0);
  for (let piece = 0; piece < 16; piece += 1) {
    const shown = colours === "silver" ? silverOf(piece) : piece;
    counts[shown] = itemAt(counts, shown) + 1;
  }
  return counts;
}

/** Returns which pieces of a puzzle are not among these, one entry for each copy. */
export function missingPieces(colours: Colours, pieces: readonly Piece[]): Piece[] {
  const counts = pieceCounts(colours);
  for (const piece of pieces) counts[piece] = itemAt(counts, piece) - 1;
  return counts.flatMap((count, piece) => Array.from({ length: Math.max(0, count) }, () => piece));
}

function hasRightPieces(position: Position): boolean {
  const pieces = [...piecesOf(position.top), ...piecesOf(position.bottom)];
  return pieces.length === 16 && missingPieces(coloursOf(position), pieces).length === 0;
}
