/**
 * Dragging a layer with a pointer: which of several turns a drag means, and how far it has turned.
 *
 * A drag follows the surface. On a side of the layer the pointer moves along a line, and the layer rolls
 * with it; on the face around which the layer turns, it follows the pointer around.
 */

import { type Camera, Plane, Ray, Vector2, Vector3 } from "three";

/** A turn that dragging a point of the model can make. */
export interface Grip<T> {
  readonly turn: T;
  /** The axis through the middle of the model; positive steps turn anticlockwise around it. */
  readonly axis: Vector3;
  /** The angle of one step, in radians. */
  readonly step: number;
  /** The normal of the side on which it is dragged. */
  readonly normal: Vector3;
}

/** The point of the model under the pointer. */
export interface SurfacePoint {
  readonly point: Vector3;
  /** The normal of the surface there. */
  readonly normal: Vector3;
}

/** The camera, and the size of the canvas in pixels. */
export interface CameraView {
  readonly camera: Camera;
  readonly width: number;
  readonly height: number;
}

/** If the axis and the normal are closer than this, the drag follows the pointer around the face. */
const FACING = 0.7;
/** A plane that is seen at a smaller slope than this (as a sine) is too steep to follow around. */
const STEEP = 0.2;
/** A drag whose direction deviates more than this (as a cosine) from that of a turn does not mean the turn. */
const MEANT = 0.35;
/** A side turns somewhat further than the pointer moves, so that a quarter turn needs less than a full drag across it. */
const LIVELY = 1.25;
/** The least length of one radian on the screen, in units, however steeply the surface is seen. */
const LEAST = 0.35;

/** Returns the screen position of a point in space, in pixels. */
export function onScreen(point: Vector3, { camera, width, height }: CameraView): Vector2 {
  const at = point.clone().project(camera);
  return new Vector2((at.x * width) / 2, (-at.y * height) / 2);
}

/** Returns the ray through a point of the screen, in pixels from the upper left corner. */
export function rayThrough(x: number, y: number, { camera, width, height }: CameraView): Ray {
  const origin = new Vector3().setFromMatrixPosition(camera.matrixWorld);
  const to = new Vector3((2 * x) / width - 1, 1 - (2 * y) / height, 0.5).unproject(camera);
  return new Ray(origin, to.sub(origin).normalize());
}

/** Returns the motion of a point on the screen during a turn, in pixels per radian. */
function motion<T>({ axis, normal }: Grip<T>, point: Vector3, view: CameraView): Vector2 {
  const tangent = new Vector3().crossVectors(axis, point);
  tangent.addScaledVector(normal, -tangent.dot(normal));
  const by = 0.01;
  return onScreen(point.clone().addScaledVector(tangent, by), view)
    .sub(onScreen(point, view))
    .divideScalar(by);
}

/** Returns the turn that a drag by some pixels means; `null` if it means none. */
export function turnOfDrag<T>(
  grips: readonly Grip<T>[],
  point: Vector3,
  drag: Vector2,
  view: CameraView,
): Grip<T> | null {
  let [best, found]: [number, Grip<T> | null] = [MEANT, null];
  for (const grip of grips) {
    const way = motion(grip, point, view);
    const fit = Math.abs(way.dot(drag)) / Math.max(1e-9, way.length() * drag.length());
    if (fit > best) [best, found] = [fit, grip];
  }
  return found;
}

/** A drag that turns a layer. */
export class LayerDrag<T> {
  private readonly from: Vector2;
  private readonly way: Vector2;
  private readonly plane: Plane | null;
  private angle = 0;
  private last = 0;

  constructor(
    readonly grip: Grip<T>,
    private readonly point: Vector3,
    from: Vector2,
    private readonly view: CameraView,
  ) {
    this.from = from.clone();
    const { axis, normal } = grip;
    const ray = rayThrough(from.x, from.y, view);
    const around = Math.abs(axis.dot(normal)) > FACING && Math.abs(ray.direction.dot(axis)) > STEEP;
    this.plane = around ? new Plane().setFromNormalAndCoplanarPoint(axis, point) : null;
    this.way = motion(grip, point, view);
    const across = new Vector3().setFromMatrixColumn(view.camera.matrixWorld, 0);
    const unit = onScreen(across, view).distanceTo(onScreen(new Vector3(), view));
    if (this.way.length() < LEAST * unit) this.way.setLength(LEAST * unit);
    this.last = this.direction(from) ?? 0;
  }

  /** Returns by how many steps the layer is turned with the pointer at a point of the screen. */
  to(pointer: Vector2): number {
    if (this.plane === null) {
      const drag = pointer.clone().sub(this.from);
      return (LIVELY * drag.dot(this.way)) / this.way.lengthSq() / this.grip.step;
    }
    const now = this.direction(pointer);
    if (now !== null) {
      // The shorter direction, so that full turns are counted.
      const by = now - this.last;
      this.angle += by - 2 * Math.PI * Math.round(by / (2 * Math.PI));
      this.last = now;
    }
    return this.angle / this.grip.step;
  }

  /** Returns the angle around the axis at which the pointer meets the plane of the face. */
  private direction(pointer: Vector2): number | null {
    if (this.plane === null) return null;
    const at = rayThrough(pointer.x, pointer.y, this.view).intersectPlane(
      this.plane,
      new Vector3(),
    );
    if (at === null) return null;
    const { axis } = this.grip;
    const first = this.point.clone().addScaledVector(axis, -this.point.dot(axis));
    const second = new Vector3().crossVectors(axis, first);
    return Math.atan2(at.dot(second), at.dot(first));
  }
}
