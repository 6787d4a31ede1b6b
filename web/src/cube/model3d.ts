/**
 * A cube of any size in three dimensions: bodies for the pieces, and stickers whose appearance the frame
 * defines. The unit is half the side of the cube.
 */

import {
  type BufferGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { itemAt } from "../three/itemAt";
import { Labels, type StickerLook } from "../three/labels";
import type { Grip, SurfacePoint } from "../three/layerDrag";
import { roundedSticker } from "../three/shapes";
import type { Model } from "../three/stage";
import { faceNormal, faceTowards, faceUp, type Vector } from "./space";
import type { Facelet, Layers, StickerCube, Turn } from "./stickerCube";
import { layerThrough, moves } from "./stickerCube";

/** What is shown. */
export interface Frame {
  readonly solid: StickerCube;
  /** The appearance of a sticker, drawn upright with respect to its upper side. */
  readonly look: (facelet: Facelet) => StickerLook;
  /** The turn in progress, and its completed part, 0 to 1. */
  readonly motion: { readonly turn: Turn; readonly part: number } | null;
}

function vector(v: Vector): Vector3 {
  return new Vector3(v[0], v[1], v[2]);
}

/** Returns the positions of the visible pieces. */
function shell(size: number): Vector[] {
  const steps = Array.from({ length: size }, (_, i) => 2 * i + 1 - size);
  const all = steps.flatMap((x) => steps.flatMap((y) => steps.map((z): Vector => [x, y, z])));
  return all.filter((spot) => spot.some((it) => Math.abs(it) === size - 1));
}

class CubeModel implements Model<Frame, Layers> {
  readonly object = new Group();
  readonly radius = 1.78;
  private readonly labels = new Labels();
  private readonly materials = new Map<string, MeshStandardMaterial>();
  private readonly plastic = new MeshStandardMaterial({ color: 0x1d2126, roughness: 0.5 });
  private readonly square = roundedSticker();
  private body: BufferGeometry | null = null;
  private size = 0;
  private spots: Vector[] = [];
  private bodies: Mesh[] = [];
  private stickers: Mesh[] = [];

  show({ solid, look, motion }: Frame): void {
    if (solid.size !== this.size) this.build(solid.size);
    const spin = this.spin(motion);
    const half = 1 / this.size;
    const put = (mesh: Mesh, matrix: Matrix4, spot: Vector): void => {
      if (motion !== null && moves(motion.turn, spot, this.size)) matrix.premultiply(spin);
      mesh.matrix.copy(matrix);
      mesh.matrixWorldNeedsUpdate = true;
    };
    this.spots.forEach((spot, i) => {
      const at = vector(spot).multiplyScalar(half);
      put(itemAt(this.bodies, i), new Matrix4().setPosition(at), spot);
    });
    solid.facelets.forEach((facelet, i) => {
      const mesh = itemAt(this.stickers, i);
      mesh.material = this.material(look(facelet));
      const out = vector(facelet.normal);
      const top = vector(facelet.top ?? faceUp(faceTowards(facelet.normal)));
      const at = vector(facelet.spot)
        .multiplyScalar(half)
        .addScaledVector(out, half + 0.002);
      const across = new Vector3().crossVectors(top, out);
      const matrix = new Matrix4().makeBasis(across, top, out);
      const side = 2 * half * 0.88;
      put(mesh, matrix.scale(new Vector3(side, side, 1)).setPosition(at), facelet.spot);
    });
  }

  /** A point of a face can be dragged along both directions of the face. */
  grips(_part: Object3D, { point }: SurfacePoint): Grip<Layers>[] {
    const place = point.toArray();
    // The face is the one along whose axis the point lies outermost: the rounded edges between pieces have other normals.
    const out = place.map(Math.abs);
    const towards = out.indexOf(Math.max(...out));
    const face = new Vector3().setComponent(towards, Math.sign(itemAt(place, towards)));
    return [0, 1, 2]
      .filter((axis) => axis !== towards)
      .map((axis) => {
        const layer = Math.floor(((itemAt(place, axis) + 1) / 2) * this.size);
        const turn = layerThrough(axis, Math.min(this.size - 1, Math.max(0, layer)), this.size);
        // Clockwise as seen from outside is a negative rotation around the outward axis.
        return {
          turn,
          axis: vector(faceNormal(turn.face)).negate(),
          step: Math.PI / 2,
          normal: face,
        };
      });
  }

  dispose(): void {
    this.labels.dispose();
    this.plastic.dispose();
    this.square.dispose();
    this.body?.dispose();
    for (const material of this.materials.values()) material.dispose();
  }

  private spin(motion: Frame["motion"]): Matrix4 {
    if (motion === null) return new Matrix4();
    const { face, quarters } = motion.turn;
    return new Matrix4().makeRotationAxis(
      vector(faceNormal(face)),
      (-Math.PI / 2) * quarters * motion.part,
    );
  }

  private build(size: number): void {
    this.size = size;
    this.object.clear();
    this.body?.dispose();
    const side = 2 / size;
    this.body = new RoundedBoxGeometry(side, side, side, 3, side * 0.09);
    this.spots = shell(size);
    const mesh = (geometry: BufferGeometry): Mesh => {
      const made = new Mesh(geometry, this.plastic);
      made.matrixAutoUpdate = false;
      this.object.add(made);
      return made;
    };
    const body = this.body;
    this.bodies = this.spots.map(() => mesh(body));
    this.stickers = Array.from({ length: 6 * size * size }, () => mesh(this.square));
  }

  private material(look: StickerLook): MeshStandardMaterial {
    const key = JSON.stringify(look);
    const found = this.materials.get(key);
    if (found !== undefined) return found;
    const made = new MeshStandardMaterial({ roughness: 0.58, map: this.labels.of(look) });
    this.materials.set(key, made);
    return made;
  }
}

/** Makes the model. */
export function createModel(): Model<Frame, Layers> {
  return new CubeModel();
}
