/**
 * Building a position piece by piece: which slots are taken, what fits where, and what is still missing.
 */

import { item, modulo } from "../three/item";
import type { Colours, Layer, Piece, Position, Side } from "./position";
import { digitOf, isBig, missingPieces, piecesOf, silverOf, slotsOf } from "./position";

/** A position that is not finished; slots that are free hold no piece and no half of one. */
export interface Build {
  readonly top: Layer;
  readonly bottom: Layer;
  readonly kite: boolean;
}

/** Two empty layers. */
export const EMPTY: Build = {
  top: Array(12).fill(null),
  bottom: Array(12).fill(null),
  kite: false,
};

/** Returns the slot in which the piece begins that fills a slot; `null` for a free slot. */
export function beginOf(layer: Layer, slot: number): number | null {
  if (item(layer, slot) !== null) return slot;
  const before = modulo(slot - 1, 12);
  const piece = item(layer, before);
  return piece !== null && isBig(piece) ? before : null;
}

/** Returns the free slots of a layer. */
export function freeSlots(layer: Layer): number[] {
  return layer.map((_, slot) => slot).filter((slot) => beginOf(layer, slot) === null);
}

/** Returns a build for a puzzle of these colours: what such a puzzle does not have goes. */
export function recoloured(build: Build, colours: Colours): Build {
  const silver = (layer: Layer): Layer => layer.map((it) => (it === null ? null : silverOf(it)));
  if (colours === "silver") {
    return { ...build, top: silver(build.top), bottom: silver(build.bottom) };
  }
  const pieces = [...piecesOf(build.top), ...piecesOf(build.bottom)];
  return new Set(pieces).size === pieces.length ? build : EMPTY;
}

/** Returns the pieces that are still to be placed, one entry for each copy. */
export function palette(build: Build, colours: Colours): Piece[] {
  return missingPieces(colours, [...piecesOf(build.top), ...piecesOf(build.bottom)]);
}

/** Returns the build with what fills a slot taken away. */
export function removed(build: Build, side: Side, slot: number): Build {
  const begin = beginOf(build[side], slot);
  if (begin === null) return build;
  return { ...build, [side]: build[side].map((piece, at) => (at === begin ? null : piece)) };
}

/** Returns the build with a piece that begins in a slot, in place of what is there; or why it does not fit. */
export function placed(
  build: Build,
  side: Side,
  slot: number,
  piece: Piece,
  colours: Colours,
): Build | string {
  const cleared = removed(build, side, slot);
  if (!palette(cleared, colours).includes(piece)) {
    return `piece ${digitOf(piece)} is not there any more: take it away elsewhere first`;
  }
  const layer = cleared[side];
  const next = modulo(slot + 1, 12);
  if (isBig(piece) && beginOf(layer, next) !== null) {
    return `piece ${digitOf(piece)} is big and needs two slots, but the next one is taken`;
  }
  return { ...cleared, [side]: layer.map((old, at) => (at === slot ? piece : old)) };
}

/** Returns the slot where the next piece is likely to go: the first free one from a slot on. */
export function nextFree(layer: Layer, from: number): number {
  for (let by = 0; by < 12; by += 1) {
    const slot = modulo(from + by, 12);
    if (beginOf(layer, slot) === null) return slot;
  }
  return modulo(from, 12);
}

/** Returns the position, if the build is finished. */
export function finished(build: Build, colours: Colours): Position | null {
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

/** Says what is still missing, and what can no longer come out right. */
export function complaints(build: Build, colours: Colours): string[] {
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

/** Writes a build as a position, as far as it goes: the server says what is wrong with it. */
export function writeBuild(build: Build): string {
  const word = (layer: Layer): string => {
    const last = item(layer, 11);
    const across = last !== null && isBig(last);
    return (across ? "+" : "") + piecesOf(layer).map(digitOf).join("");
  };
  return `${word(build.top)}-${word(build.bottom)},${build.kite ? "K" : "S"}`;
}
