/** Solid bodies and stickers from outlines in plan. */

import { type BufferGeometry, ExtrudeGeometry, Shape, Vector2 } from "three";
import { itemAt } from "./itemAt";

/** A point in plan. */
type Point = readonly [x: number, y: number];

/** Returns a convex outline, anticlockwise, with every side moved inwards. */
export function insetOutline(points: readonly Point[], by: number): Point[] {
  const n = points.length;
  // Each side as a point and a direction of length one, moved to its left, which is inside.
  const sides = points.map((a, i) => {
    const b = itemAt(points, (i + 1) % n);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const d: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    return { a: [a[0] - d[1] * by, a[1] + d[0] * by] as Point, d };
  });
  return sides.map((side, i) => {
    const before = itemAt(sides, (i + n - 1) % n);
    const cross = before.d[0] * side.d[1] - before.d[1] * side.d[0];
    const [dx, dy] = [side.a[0] - before.a[0], side.a[1] - before.a[1]];
    const along = (dx * side.d[1] - dy * side.d[0]) / cross;
    return [before.a[0] + along * before.d[0], before.a[1] + along * before.d[1]];
  });
}

function shapeOf(points: readonly Point[]): Shape {
  return new Shape(points.map(([x, y]) => new Vector2(x, y)));
}

/** Returns a body with softened edges on an outline, between two heights. Plan y goes to the back. */
export function prism(points: readonly Point[], from: number, to: number): ExtrudeGeometry {
  const soft = 0.022;
  const geometry = new ExtrudeGeometry(shapeOf(insetOutline(points, soft + 0.006)), {
    depth: to - from - 2 * soft,
    bevelEnabled: true,
    bevelSize: soft,
    bevelThickness: soft,
    bevelSegments: 2,
  });
  geometry.translate(0, 0, from + soft);
  geometry.rotateX(-Math.PI / 2);
  return geometry;
}

/** The height of a sticker above its piece. */
export const STICKER_HEIGHT = 0.016;

/** Returns a sticker of a shape, with softened edges; it lies in the plane z = 0 and looks along z. */
function raised(shape: Shape): ExtrudeGeometry {
  const soft = 0.012;
  return new ExtrudeGeometry(shape, {
    depth: STICKER_HEIGHT - soft,
    bevelEnabled: true,
    bevelSize: soft,
    bevelOffset: -soft,
    bevelThickness: soft,
    bevelSegments: 2,
    curveSegments: 6,
  });
}

/** Returns a sticker on an outline at a height, seen from above. */
export function stickerSheet(points: readonly Point[], height: number): BufferGeometry {
  const geometry = raised(shapeOf(points));
  geometry.translate(0, 0, height);
  geometry.rotateX(-Math.PI / 2);
  return geometry;
}

/** Returns a sticker with round corners, around the origin, that looks along z. */
export function roundedSticker(width = 1, height = 1, radius = 0.12): BufferGeometry {
  const shape = new Shape();
  const [w, h, r] = [width, height, radius * Math.min(width, height)];
  shape.moveTo(r, 0);
  shape.lineTo(w - r, 0);
  shape.quadraticCurveTo(w, 0, w, r);
  shape.lineTo(w, h - r);
  shape.quadraticCurveTo(w, h, w - r, h);
  shape.lineTo(r, h);
  shape.quadraticCurveTo(0, h, 0, h - r);
  shape.lineTo(0, r);
  shape.quadraticCurveTo(0, 0, r, 0);
  const geometry = raised(shape);
  geometry.translate(-w / 2, -h / 2, 0);
  return geometry;
}
