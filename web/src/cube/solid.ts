/**
 * A cube of any size as stickers in space, and the turns of its layers: a plain simulator.
 *
 * Each sticker has a mark (a letter of a face, or a digit) and, where it is known, the direction to
 * which its upper side points. The same code plays the coloured cube and the Sudoku Cube.
 */

import { item } from "../three/item";
import type { Face, Vector } from "./space";
import {
  dot,
  FACES,
  normal,
  plus,
  quartersBetween,
  right,
  same,
  scaled,
  turned,
  up,
} from "./space";

/** A sticker somewhere in space. */
export interface Facelet {
  /** Where its piece sits. */
  readonly spot: Vector;
  /** Where it looks. */
  readonly normal: Vector;
  /** What is on it. */
  readonly mark: string;
  /** Where its upper side points; `null` if nobody knows. */
  readonly top: Vector | null;
}

/** A cube in space. Facelets keep their place in the list when layers turn. */
export interface Solid {
  readonly size: number;
  readonly facelets: readonly Facelet[];
}

/** A sticker of a drawn face: its mark, and by how many clockwise quarters it is turned from upright. */
export interface Shown {
  readonly mark: string;
  readonly quarters: number | null;
}

/** The drawn faces, row by row, in the order of the net. */
export type Net = Readonly<Record<Face, readonly Shown[]>>;

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

/** Returns where a piece sits that shows at a row and column of a drawn face. */
export function spotAt(face: Face, row: number, column: number, size: number): Vector {
  const outer = size - 1;
  return plus(
    scaled(normal(face), outer),
    scaled(right(face), 2 * column - outer),
    scaled(up(face), outer - 2 * row),
  );
}

/** Returns the cube that a net shows. */
export function fromNet(net: Net, size: number): Solid {
  const facelets = FACES.flatMap((face) =>
    net[face].map(
      (shown, at): Facelet => ({
        spot: spotAt(face, Math.floor(at / size), at % size, size),
        normal: normal(face),
        mark: shown.mark,
        top: shown.quarters === null ? null : turned(up(face), normal(face), shown.quarters),
      }),
    ),
  );
  return { size, facelets };
}

/** Returns what the net of a cube shows. */
export function toNet(solid: Solid): Net {
  const { size } = solid;
  const face = (name: Face): Shown[] =>
    Array.from({ length: size * size }, (_, at) => {
      const spot = spotAt(name, Math.floor(at / size), at % size, size);
      const here = solid.facelets.find(
        (it) => same(it.spot, spot) && same(it.normal, normal(name)),
      );
      if (here === undefined) throw new RangeError("a cube without a sticker at some place");
      const quarters = here.top === null ? null : quartersBetween(up(name), here.top, normal(name));
      return { mark: here.mark, quarters };
    });
  return { U: face("U"), L: face("L"), F: face("F"), R: face("R"), B: face("B"), D: face("D") };
}

/** Returns whether a turn moves what sits at a spot. */
export function moves(turn: Turn, spot: Vector, size: number): boolean {
  const depth = (size - 1 - dot(spot, normal(turn.face))) / 2;
  return depth >= turn.from && depth <= turn.to;
}

/** The faces at the ends of each axis; a middle layer is counted from the first, as `M`, `E` and `S` are. */
const ENDS: readonly (readonly [first: Face, second: Face])[] = [
  ["L", "R"],
  ["D", "U"],
  ["F", "B"],
];

/** Returns the single layer at a place along an axis, counted from its low end. */
export function layerThrough(axis: number, place: number, size: number): Layers {
  const [first, second] = item(ENDS, axis);
  // Along z the front is the high end.
  const at = axis === 2 ? size - 1 - place : place;
  const [face, from] = 2 * at < size ? ([first, at] as const) : ([second, size - 1 - at] as const);
  return { face, from, to: from };
}

/** Returns the cube after a turn. */
export function after(solid: Solid, turn: Turn): Solid {
  const axis = normal(turn.face);
  const spin = (v: Vector): Vector => turned(v, axis, turn.quarters);
  const facelets = solid.facelets.map((it) =>
    moves(turn, it.spot, solid.size)
      ? { mark: it.mark, spot: spin(it.spot), normal: spin(it.normal), top: it.top && spin(it.top) }
      : it,
  );
  return { size: solid.size, facelets };
}

/** Returns the cubes that turns pass, `start` first. */
export function passed(start: Solid, turns: readonly Turn[]): Solid[] {
  const out = [start];
  for (const turn of turns) out.push(after(item(out, out.length - 1), turn));
  return out;
}

/** Returns the solved coloured cube, whose upper sides all point up in the net. */
export function solvedCube(size = 3): Solid {
  const face = (name: Face): Shown[] =>
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
