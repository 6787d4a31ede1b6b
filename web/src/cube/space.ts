/**
 * Directions in space, and the faces of a cube.
 *
 * The centre of the cube is the origin: x points right, y up, z towards the viewer of
 * the front. Pieces of a cube of size n have coordinates from 1 - n to n - 1 in steps of 2.
 */

/** A point or a direction with whole coordinates. */
export type Vector = readonly [x: number, y: number, z: number];

/** A face: up, left, front, right, back, down. */
export type Face = "U" | "L" | "F" | "R" | "B" | "D";

/** The faces in the order of the net. */
export const FACES: readonly Face[] = ["U", "L", "F", "R", "B", "D"];

/** The faces in the order in which cube programs list stickers. */
export const FACELET_ORDER: readonly Face[] = ["U", "R", "F", "D", "L", "B"];

const NORMALS: Record<Face, Vector> = {
  U: [0, 1, 0],
  L: [-1, 0, 0],
  F: [0, 0, 1],
  R: [1, 0, 0],
  B: [0, 0, -1],
  D: [0, -1, 0],
};

/** The spoken names of faces. */
export const FACE_NAMES: Record<Face, string> = {
  U: "up",
  L: "left",
  F: "front",
  R: "right",
  B: "back",
  D: "down",
};

/** Returns the outward normal of a face. */
export function faceNormal(face: Face): Vector {
  return NORMALS[face];
}

/** Returns the face with an outward normal. */
export function faceTowards(direction: Vector): Face {
  const face = FACES.find((it) => equalVectors(NORMALS[it], direction));
  if (face === undefined) throw new RangeError(`no face looks towards ${direction.join(", ")}`);
  return face;
}

/** Returns the face that lies above a face in the net. */
export function faceAbove(face: Face): Face {
  if (face === "U") return "B";
  return face === "D" ? "F" : "U";
}

/** Returns whether two vectors are the same. */
export function equalVectors(a: Vector, b: Vector): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

/** Returns the dot product of two vectors. */
export function dotProduct(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Returns a vector multiplied by a number. */
export function scaleVector(a: Vector, by: number): Vector {
  // Adding 0 turns -0 into 0.
  return [a[0] * by + 0, a[1] * by + 0, a[2] * by + 0];
}

/** Returns the sum of vectors. */
export function plus(...vectors: Vector[]): Vector {
  return vectors.reduce<Vector>(
    (sum, it) => [sum[0] + it[0], sum[1] + it[1], sum[2] + it[2]],
    [0, 0, 0],
  );
}

/** Returns a vector rotated by quarter turns around an axis, clockwise as seen from its positive end. */
export function rotateVector(v: Vector, axis: Vector, quarters: number): Vector {
  let out = v;
  for (let i = ((quarters % 4) + 4) % 4; i > 0; i -= 1) {
    const parallel = scaleVector(axis, dotProduct(out, axis));
    const across: Vector = [
      out[1] * axis[2] - out[2] * axis[1],
      out[2] * axis[0] - out[0] * axis[2],
      out[0] * axis[1] - out[1] * axis[0],
    ];
    out = plus(parallel, across);
  }
  return scaleVector(out, 1);
}

/** Returns the direction in space that is up in the drawn face. */
export function faceUp(face: Face): Vector {
  return faceNormal(faceAbove(face));
}

/** Returns the direction in space that is right in the drawn face. */
export function faceRight(face: Face): Vector {
  return rotateVector(faceUp(face), faceNormal(face), 1);
}

/** Returns how many clockwise quarter turns around `axis` lead from one direction to another one. */
export function quarterTurnsBetween(from: Vector, to: Vector, axis: Vector): number {
  const quarters = [0, 1, 2, 3].find((n) => equalVectors(rotateVector(from, axis, n), to));
  if (quarters === undefined) throw new RangeError("two directions that no turn brings together");
  return quarters;
}
