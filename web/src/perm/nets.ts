/**
 * The stickers of puzzles whose geometry is known here, and where they are in a flat net.
 *
 * Orbits, positions and orientations are those of the definitions of the server: positions from top to bottom, from
 * back to front and from right to left; the stickers of a piece clockwise as seen from outside, from the first of its
 * faces on. A piece with orientation 1 has its first sticker where the second one of the position is.
 */

import type { OrbitState } from "../api/generated";

/** A point or a direction: x points right, y to the back, z up. */
export type Vector = readonly [x: number, y: number, z: number];

type Faces = readonly (readonly [name: string, normal: Vector])[];

/** A place of a piece with the directions of its stickers. */
interface Place {
  readonly at: Vector;
  readonly stickers: readonly Vector[];
}

/** The geometry of a puzzle. */
interface Geometry {
  readonly faces: Faces;
  /** The places of each orbit, by its name. */
  readonly orbits: Readonly<Record<string, readonly Place[]>>;
  /** Centres that never move. */
  readonly fixed: readonly Place[];
}

/** A sticker in a state. */
export interface Facelet {
  readonly at: Vector;
  /** The face on which it is. */
  readonly face: string;
  /** The face to which it belongs. */
  readonly home: string;
}

const CUBE: Faces = [
  ["U", [0, 0, 1]],
  ["R", [1, 0, 0]],
  ["F", [0, -1, 0]],
  ["D", [0, 0, -1]],
  ["L", [-1, 0, 0]],
  ["B", [0, 1, 0]],
];

/** The vertices of the pyraminx: up, left, right, back. */
export const VERTICES: Readonly<Record<"U" | "L" | "R" | "B", Vector>> = {
  U: [1, 1, 1],
  L: [1, -1, -1],
  R: [-1, 1, -1],
  B: [-1, -1, 1],
};

/** A face has the direction opposite to its vertex. */
const TETRAHEDRON: Faces = [
  ["D", [-1, -1, -1]],
  ["R", [-1, 1, 1]],
  ["L", [1, -1, 1]],
  ["F", [1, 1, -1]],
];

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function scaled(a: Vector, by: number): Vector {
  return [a[0] * by, a[1] * by, a[2] * by];
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** Returns directions clockwise as seen from the end of `axis`, from the first one on. */
function clockwise(directions: readonly Vector[], axis: Vector): readonly Vector[] {
  const [first] = directions;
  if (first === undefined) return [];
  const unit = scaled(axis, 1 / Math.sqrt(dot(axis, axis)));
  const flat = (a: Vector): Vector => minus(a, scaled(unit, dot(a, unit)));
  const start = flat(first);
  const side = cross(start, unit);
  const angle = (a: Vector): number => {
    const found = Math.atan2(dot(flat(a), side), dot(flat(a), start));
    return found < -1e-6 ? found + 2 * Math.PI : found;
  };
  return [...directions].sort((a, b) => angle(a) - angle(b));
}

/** Returns all places with coordinates 0, 1 or −1, this many of which are not 0. */
function places(nonzero: number): readonly Vector[] {
  const all: Vector[] = [];
  for (const z of [1, 0, -1])
    for (const y of [1, 0, -1]) for (const x of [1, 0, -1]) all.push([x, y, z]);
  return all.filter((at) => at.filter((it) => it !== 0).length === nonzero);
}

function withStickers(all: readonly Vector[], faces: Faces): readonly Place[] {
  return all.map((at) => ({
    at,
    stickers: clockwise(
      faces.map(([, normal]) => normal).filter((normal) => dot(normal, at) > 0),
      at,
    ),
  }));
}

const corners = withStickers(places(3), CUBE);
const centres = withStickers(places(1), CUBE);

const GEOMETRIES: Readonly<Record<string, Geometry>> = {
  "2x2x2": { faces: CUBE, orbits: { CORNER: corners }, fixed: [] },
  "3x3x3": {
    faces: CUBE,
    orbits: { CORNER: corners, EDGE: withStickers(places(2), CUBE) },
    fixed: centres,
  },
  skewb: { faces: CUBE, orbits: { CORNER: corners, CENTER: centres }, fixed: [] },
  pyraminx: {
    faces: TETRAHEDRON,
    orbits: {
      AXIAL: withStickers(Object.values(VERTICES), TETRAHEDRON),
      EDGE: withStickers(places(1), TETRAHEDRON),
    },
    fixed: [],
  },
};

function nameOf(faces: Faces, normal: Vector): string {
  return faces.find(([, it]) => it === normal)?.[0] ?? "";
}

/** Returns the stickers of a state; `null` if there is no net of this puzzle. */
export function faceletsOf(puzzle: string, state: readonly OrbitState[]): Facelet[] | null {
  const geometry = Object.hasOwn(GEOMETRIES, puzzle) ? GEOMETRIES[puzzle] : undefined;
  if (geometry === undefined) return null;
  const { faces, fixed } = geometry;
  const facelets: Facelet[] = fixed.flatMap(({ at, stickers }) =>
    stickers.map((normal) => ({ at, face: nameOf(faces, normal), home: nameOf(faces, normal) })),
  );
  for (const { orbit, pieces, orientations } of state) {
    const spots = geometry.orbits[orbit];
    if (spots === undefined || spots.length !== pieces.length) return null;
    for (const [index, { at, stickers }] of spots.entries()) {
      const own = spots[(pieces[index] ?? 0) - 1]?.stickers;
      if (own === undefined) return null;
      const n = stickers.length;
      stickers.forEach((normal, k) => {
        const mark = own[(k - (orientations[index] ?? 0) + n) % n];
        if (mark === undefined) return;
        facelets.push({ at, face: nameOf(faces, normal), home: nameOf(faces, mark) });
      });
    }
  }
  return facelets;
}

/** A point of the drawing. */
export type Point = readonly [x: number, y: number];

/** A polygon of the net, with the place of its letter. */
export interface Polygon {
  readonly points: readonly Point[];
  readonly middle: Point;
  readonly facelet: Facelet;
}

/** The drawing of a net: its polygons, and its size. */
export interface Net {
  readonly polygons: readonly Polygon[];
  readonly width: number;
  readonly height: number;
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], [a, b]) => [x + a, y + b], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

function polygon(facelet: Facelet, points: readonly Point[]): Polygon {
  return { facelet, points, middle: middleOf(points) };
}

/** For each face of a cube its column and row in the net, and which directions are right and down there. */
const CUBE_NET: Readonly<Record<string, readonly [Point, Vector, Vector]>> = {
  U: [
    [1, 0],
    [1, 0, 0],
    [0, -1, 0],
  ],
  L: [
    [0, 1],
    [0, -1, 0],
    [0, 0, -1],
  ],
  F: [
    [1, 1],
    [1, 0, 0],
    [0, 0, -1],
  ],
  R: [
    [2, 1],
    [0, 1, 0],
    [0, 0, -1],
  ],
  B: [
    [3, 1],
    [-1, 0, 0],
    [0, 0, -1],
  ],
  D: [
    [1, 2],
    [1, 0, 0],
    [0, 1, 0],
  ],
};

const SIDE = 90;
const GAP = 10;

/** Returns the outline of a sticker of a face from −1 to 1. */
function outline(puzzle: string, x: number, y: number): readonly Point[] {
  if (puzzle === "skewb") {
    const diamond: readonly Point[] = [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ];
    return x === 0 && y === 0
      ? diamond
      : [
          [x, y],
          [0, y],
          [x, 0],
        ];
  }
  const half = puzzle === "2x2x2" ? 1 / 2 : 1 / 3;
  const [a, b] = [x * (1 - half), y * (1 - half)];
  return [
    [a - half, b - half],
    [a + half, b - half],
    [a + half, b + half],
    [a - half, b + half],
  ];
}

function cubeNet(puzzle: string, facelets: readonly Facelet[]): Net {
  const polygons = facelets.flatMap((facelet) => {
    const place = CUBE_NET[facelet.face];
    if (place === undefined) return [];
    const [[column, row], right, down] = place;
    const [left, top] = [column * (SIDE + GAP) + SIDE / 2, row * (SIDE + GAP) + SIDE / 2];
    const points = outline(puzzle, dot(facelet.at, right), dot(facelet.at, down));
    return polygon(
      facelet,
      points.map(([x, y]): Point => [left + (x * SIDE) / 2, top + (y * SIDE) / 2]),
    );
  });
  return { polygons, width: 4 * SIDE + 3 * GAP, height: 3 * SIDE + 2 * GAP };
}

const EDGE = 240;
const HEIGHT = (EDGE * Math.sqrt(3)) / 2;

/** The faces of the pyraminx in the net: where their vertices are. */
const PYRAMINX_NET: Readonly<Record<string, Readonly<Record<string, Point>>>> = {
  F: { U: [EDGE, 0], L: [EDGE / 2, HEIGHT], R: [1.5 * EDGE, HEIGHT] },
  L: { U: [EDGE, 0], L: [EDGE / 2, HEIGHT], B: [0, 0] },
  R: { U: [EDGE, 0], R: [1.5 * EDGE, HEIGHT], B: [2 * EDGE, 0] },
  D: { L: [EDGE / 2, HEIGHT], R: [1.5 * EDGE, HEIGHT], B: [EDGE, 2 * HEIGHT] },
};

function pyraminxNet(facelets: readonly Facelet[]): Net {
  const polygons = facelets.flatMap((facelet) => {
    const vertices = PYRAMINX_NET[facelet.face] ?? {};
    const mix = (...parts: readonly (readonly [string, number])[]): Point =>
      parts.reduce<Point>(
        ([x, y], [name, part]) => {
          const [a, b] = vertices[name] ?? [0, 0];
          return [x + (a * part) / 3, y + (b * part) / 3];
        },
        [0, 0],
      );
    // The vertices of the face by how close they are to the place.
    const near = Object.entries(VERTICES)
      .filter(([name]) => Object.hasOwn(vertices, name))
      .sort((a, b) => dot(b[1], facelet.at) - dot(a[1], facelet.at))
      .map(([name]) => name);
    const [a = "", b = "", c = ""] = near;
    const centre = mix([a, 1], [b, 1], [c, 1]);
    const isEdge = facelet.at.filter((it) => it !== 0).length === 1;
    if (isEdge) return [polygon(facelet, [mix([a, 2], [b, 1]), mix([a, 1], [b, 2]), centre])];
    // A tip turns with the piece behind it.
    const [left, right] = [mix([a, 2], [b, 1]), mix([a, 2], [c, 1])];
    return [polygon(facelet, [left, right, centre]), polygon(facelet, [left, right, mix([a, 3])])];
  });
  return { polygons, width: 2 * EDGE, height: 2 * HEIGHT };
}

/** Returns the net of a state; `null` if there is none of this puzzle. */
export function netOf(puzzle: string, state: readonly OrbitState[]): Net | null {
  const facelets = faceletsOf(puzzle, state);
  if (facelets === null) return null;
  return puzzle === "pyraminx" ? pyraminxNet(facelets) : cubeNet(puzzle, facelets);
}
