/**
 * A cube of any size as stickers in space, and the turns of its layers: a plain simulator.
 *
 * Each sticker has a mark (a letter of a face, or a digit) and, where it is known, the direction to
 * which its upper side points. The same code plays the coloured cube and the Sudoku Cube.
 */

import { itemAt } from "../three/itemAt";
import type { Face, Vector } from "./space";
import {
  dotProduct,
  equalVectors,
  FACES,
  faceNormal,
  faceRight,
  faceUp,
  plus,
  quarterTurnsBetween,
  rotateVector,
  scaleVector,
} from "./space";

/** A sticker in space. */
export interface Facelet {
  /** The position of its piece. */
  readonly spot: Vector;
  /** Its outward normal. */
  readonly normal: Vector;
  /** Its mark. */
  readonly mark: string;
  /** The direction of its upper side; `null` if unknown. */
  readonly top: Vector | null;
}

/** A cube in space. Facelets keep their index in the list when layers turn. */
export interface StickerCube {
  readonly size: number;
  readonly facelets: readonly Facelet[];
}

/** A sticker of a drawn face: its mark, and its rotation in clockwise quarter turns from upright. */
export interface DrawnSticker {
  readonly mark: string;
  readonly quarters: number | null;
}

/** The drawn faces, row by row, in the order of the net. */
export type Net = Readonly<Record<Face, readonly DrawnSticker[]>>;

/** Layers that turn together around the axis of a face. */
export interface Layers {
  readonly face: Face;
  /** The first and the last layer that turn, counted from 0 at the face. */
  readonly from: number;
  readonly to: number;
}

/** A turn of some layers, clockwise as seen from outside their face. */
export interface Turn extends Layers {
  /** Quarter turns, -1 to 2; 0 for none. */
  readonly quarters: number;
}

/** Returns the position of the piece at a row and column of a drawn face. */
export function spotAt(face: Face, row: number, column: number, size: number): Vector {
  const outer = size - 1;
  return plus(
    scaleVector(faceNormal(face), outer),
    scaleVector(faceRight(face), 2 * column - outer),
    scaleVector(faceUp(face), outer - 2 * row),
  );
}

/** Returns the cube that a net shows. */
export function fromNet(net: Net, size: number): StickerCube {
  const facelets = FACES.flatMap((face) =>
    net[face].map(
      (shown, at): Facelet => ({
        spot: spotAt(face, Math.floor(at / size), at % size, size),
        normal: faceNormal(face),
        mark: shown.mark,
        top:
          shown.quarters === null
            ? null
            : rotateVector(faceUp(face), faceNormal(face), shown.quarters),
      }),
    ),
  );
  return { size, facelets };
}

/** Returns the net of a cube. */
export function toNet(solid: StickerCube): Net {
  const { size } = solid;
  const face = (name: Face): DrawnSticker[] =>
    Array.from({ length: size * size }, (_, at) => {
      const spot = spotAt(name, Math.floor(at / size), at % size, size);
      const here = solid.facelets.find(
        (it) => equalVectors(it.spot, spot) && equalVectors(it.normal, faceNormal(name)),
      );
      if (here === undefined) throw new RangeError("a cube without a sticker at some place");
      const quarters =
        here.top === null ? null : quarterTurnsBetween(faceUp(name), here.top, faceNormal(name));
      return { mark: here.mark, quarters };
    });
  return { U: face("U"), L: face("L"), F: face("F"), R: face("R"), B: face("B"), D: face("D") };
}

/** Returns whether a turn moves the piece at a position. */
export function moves(turn: Turn, spot: Vector, size: number): boolean {
  const depth = (size - 1 - dotProduct(spot, faceNormal(turn.face))) / 2;
  return depth >= turn.from && depth <= turn.to;
}

/** The faces at the ends of each axis; a middle layer is counted from the first, as `M`, `E` and `S` are. */
const ENDS: readonly (readonly [first: Face, second: Face])[] = [
  ["L", "R"],
  ["D", "U"],
  ["F", "B"],
];

/** Returns the single layer at an index along an axis, counted from its low end. */
export function layerThrough(axis: number, place: number, size: number): Layers {
  const [first, second] = itemAt(ENDS, axis);
  // Along z, the front is the high end.
  const at = axis === 2 ? size - 1 - place : place;
  const [face, from] = 2 * at < size ? ([first, at] as const) : ([second, size - 1 - at] as const);
  return { face, from, to: from };
}

/** Returns the cube after a turn. */
export function applyTurn(solid: StickerCube, turn: Turn): StickerCube {
  const axis = faceNormal(turn.face);
  const spin = (v: Vector): Vector => rotateVector(v, axis, turn.quarters);
  const facelets = solid.facelets.map((it) =>
    moves(turn, it.spot, solid.size)
      ? { mark: it.mark, spot: spin(it.spot), normal: spin(it.normal), top: it.top && spin(it.top) }
      : it,
  );
  return { size: solid.size, facelets };
}

/** Returns the cube before each turn and after the last one. */
export function applyTurns(start: StickerCube, turns: readonly Turn[]): StickerCube[] {
  const out = [start];
  for (const turn of turns) out.push(applyTurn(itemAt(out, out.length - 1), turn));
  return out;
}

/** Returns the solved coloured cube, whose upper sides all point up in the net. */
export function solvedCube(size = 3): StickerCube {
  const face = (name: Face): DrawnSticker[] =>
    Array.from({ length: size * size }, () => ({ mark: name, quarters: 0 }));
  const net = {
    U: face("U"),
    L: face("L"),
    F: face("F"),
    R: face("R"),
    B: face("B"),
    D: face("D"),
  };
  return fromNet(net, size);
}
