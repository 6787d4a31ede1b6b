/**
 * Building a position piece by piece: occupied slots, what fits, and what is missing.
 */

import { itemAt, modulo } from "../three/itemAt";
import type { Colours, Layer, OuterLayer, Piece, Position } from "./position";
import { digitOf, isBig, missingPieces, piecesOf, silverOf, slotsOf } from "./position";

/** An unfinished position; a free slot holds neither a piece nor half of one. */
export interface PartialPosition {
  readonly top: Layer;
  readonly bottom: Layer;
  readonly kite: boolean;
}

/** Two empty layers. */
export const EMPTY_POSITION: PartialPosition = {
  top: Array(12).fill(null),
  bottom: Array(12).fill(null),
  kite: false,
};

/** Returns the first slot of the piece that occupies a slot; `null` for a free slot. */
export function firstSlotOfPiece(layer: Layer, slot: number): number | null {
  if (itemAt(layer, slot) !== null) return slot;
  const before = modulo(slot - 1, 12);
  const piece = itemAt(layer, before);
  return piece !== null && isBig(piece) ? before : null;
}

/** Returns the free slots of a layer. */
export function freeSlots(layer: Layer): number[] {
  return layer.map((_, slot) => slot).filter((slot) => firstSlotOfPiece(layer, slot) === null);
}

/** Returns the position for these colours; pieces that such a puzzle does not have are removed. */
export function withColours(build: PartialPosition, colours: Colours): PartialPosition {
  const silver = (layer: Layer): Layer => layer.map((it) => (it === null ? null : silverOf(it)));
  if (colours === "silver") {
    return { ...build, top: silver(build.top), bottom: silver(build.bottom) };
  }
  const pieces = [...piecesOf(build.top), ...piecesOf(build.bottom)];
  return new Set(pieces).size === pieces.length ? build : EMPTY_POSITION;
}

/** Returns the pieces that are still to be placed, one entry for each copy. */
export function palette(build: PartialPosition, colours: Colours): Piece[] {
  return missingPieces(colours, [...piecesOf(build.top), ...piecesOf(build.bottom)]);
}

/** Returns the position without the piece in a slot. */
export function removePiece(
  build: PartialPosition,
  side: OuterLayer,
  slot: number,
): PartialPosition {
  const begin = firstSlotOfPiece(build[side], slot);
  if (begin === null) return build;
  return { ...build, [side]: build[side].map((piece, at) => (at === begin ? null : piece)) };
}

/** Returns the position with a piece that begins in a slot and replaces what is there, or the reason why it does not fit. */
export function placed(
  build: PartialPosition,
  side: OuterLayer,
  slot: number,
  piece: Piece,
  colours: Colours,
): PartialPosition | string {
  const cleared = removePiece(build, side, slot);
  if (!palette(cleared, colours).includes(piece)) {
    return `piece ${digitOf(piece)} is already placed: remove it there first`;
  }
  const layer = cleared[side];
  const next = modulo(slot + 1, 12);
  if (isBig(piece) && firstSlotOfPiece(layer, next) !== null) {
    return `piece ${digitOf(piece)} is big and needs two slots, but the next one is taken`;
  }
  return { ...cleared, [side]: layer.map((old, at) => (at === slot ? piece : old)) };
}

/** Returns the first free slot from a slot on. */
export function nextFreeSlot(layer: Layer, from: number): number {
  for (let by = 0; by < 12; by += 1) {
    const slot = modulo(from + by, 12);
    if (firstSlotOfPiece(layer, slot) === null) return slot;
  }
  return modulo(from, 12);
}

/** Returns the complete position, or `null` while pieces are missing. */
export function toPosition(build: PartialPosition, colours: Colours): Position | null {
  const full = freeSlots(build.top).length === 0 && freeSlots(build.bottom).length === 0;
  return full && palette(build, colours).length === 0 ? build : null;
}

/** Returns the lengths of the gaps of a layer, with the slot in which each begins. */
function gaps(layer: Layer): { from: number; length: number }[] {
  const free = new Set(freeSlots(layer));
  if (free.size === 12) return [{ from: 0, length: 12 }];
  const starts = [...free].filter((slot) => !free.has(modulo(slot - 1, 12)));
  return starts.map((from) => {
    let length = 0;
    while (free.has(modulo(from + length, 12))) length += 1;
    return { from, length };
  });
}

/** Returns what is still missing, and what makes a complete position impossible. */
export function problems(build: PartialPosition, colours: Colours): string[] {
  const left = palette(build, colours);
  const out: string[] = [];
  const all = (["top", "bottom"] as const).flatMap((side) =>
    gaps(build[side]).map((gap) => ({ side, ...gap })),
  );
  const room = all.reduce((sum, gap) => sum + gap.length, 0);
  const needed = left.reduce<number>((sum, piece) => sum + slotsOf(piece), 0);
  for (const side of ["top", "bottom"] as const) {
    const n = freeSlots(build[side]).length;
    if (n > 0) out.push(`the ${side} layer has ${n} free slot${n === 1 ? "" : "s"}`);
  }
  if (left.length > 0) out.push(`left: ${left.map(digitOf).join(" ")}`);
  if (needed !== room) out.push(`these pieces fill ${needed} slots, but ${room} are free`);
  const odd = all.filter((gap) => gap.length % 2 === 1).length;
  const small = left.filter((piece) => !isBig(piece)).length;
  if (odd > small) {
    out.push(
      `${odd} gap${odd === 1 ? " has" : "s have"} an odd number of slots, but only ${small} small piece${small === 1 ? " is" : "s are"} left: move a big piece by one slot`,
    );
  }
  return out;
}

/** Writes the unfinished position, so that the server names its errors. */
export function writeBuild(build: PartialPosition): string {
  const word = (layer: Layer): string => {
    const last = itemAt(layer, 11);
    const across = last !== null && isBig(last);
    return (across ? "+" : "") + piecesOf(layer).map(digitOf).join("");
  };
  return `${word(build.top)}-${word(build.bottom)},${build.kite ? "K" : "S"}`;
}
