/**
 * The Square-1 in three dimensions: sixteen pieces and the two halves of the middle layer.
 *
 * The unit is half the side of the cube, y points up, z to the front. A piece is built in the top
 * layer, beginning at angle 0; a rotation around y moves it to its slot, and a half turn around x
 * moves it to the bottom layer, whose slots then run the other way, as on the puzzle.
 */

import {
  type BufferGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  PlaneGeometry,
  Vector3,
} from "three";
import { itemAt } from "../three/itemAt";
import { Labels } from "../three/labels";
import type { Grip, SurfacePoint } from "../three/layerDrag";
import { insetOutline, prism, roundedSticker, STICKER_HEIGHT, stickerSheet } from "../three/shapes";
import type { Model } from "../three/stage";
import { capFace, colourOf, type FaceName, letterColour, sidesOf } from "./colours";
import { firstSlot, middleOutline, type Point, pieceOutline, polar, TWIST_AXIS } from "./geometry";
import type { Colours, Layer, OuterLayer, Piece, Position, Step } from "./position";
import { digitOf, isBig } from "./position";

/** What is shown. */
export interface Frame {
  readonly position: Position;
  /** Whether the puzzle is held upside down, against the middle layer's left half. */
  readonly over: boolean;
  readonly colours: Colours;
  /** Whether the digits of the pieces are shown. */
  readonly letters: boolean;
  /** The step in progress, and its completed part, 0 to 1. */
  readonly motion: { readonly step: Step; readonly part: number } | null;
}

const RADIANS = Math.PI / 180;
const MIDDLE = 1 / 3;
/** The height of digits above their stickers. */
const ABOVE = STICKER_HEIGHT + 0.003;
const AXIS = new Vector3(Math.cos(TWIST_AXIS * RADIANS), 0, -Math.sin(TWIST_AXIS * RADIANS));

/** What a drag turns: a layer in steps of 30°, or the right half in steps of 180°. */
export type DraggedPart = OuterLayer | "twist";

/** A movable part: its body, its stickers by the index of their colour, and its digits. */
interface Part {
  readonly group: Group;
  readonly stickers: Mesh[];
  readonly digits: Mesh[];
  /** Its layer, if it is a piece, and whether any of it is in the right half. */
  layer: OuterLayer | null;
  right: boolean;
}

function spun(degrees: number): Matrix4 {
  return new Matrix4().makeRotationY(degrees * RADIANS);
}

function twisted(part: number): Matrix4 {
  return new Matrix4().makeRotationAxis(AXIS, Math.PI * part);
}

/** Places a mesh with normal z at a point, with the normal `out` and the upper side along `up`. */
function place(mesh: Mesh, at: Vector3, out: Vector3, up: Vector3): void {
  const across = new Vector3().crossVectors(up, out);
  mesh.applyMatrix4(new Matrix4().makeBasis(across, up, out).setPosition(at));
}

/** Returns a point in plan at a height in space. */
function inSpace([x, y]: Point, height: number): Vector3 {
  return new Vector3(x, height, -y);
}

const UP = new Vector3(0, 1, 0);

/** The model. */
class Square1Model implements Model<Frame, DraggedPart> {
  readonly object = new Group();
  readonly radius = 1.78;
  private readonly labels = new Labels();
  private readonly materials = new Map<string, MeshStandardMaterial>();
  private readonly geometries: BufferGeometry[] = [];
  private readonly plastic = new MeshStandardMaterial({ color: 0x22262c, roughness: 0.5 });
  private readonly small: Part[];
  private readonly big: Part[];
  private readonly left: Part;
  private readonly right: Part;

  constructor() {
    const eight = Array.from({ length: 8 }, (_, i) => i);
    this.small = eight.map(() => this.piece(false));
    this.big = eight.map(() => this.piece(true));
    this.left = this.half("left");
    this.right = this.half("right");
  }

  show(frame: Frame): void {
    const { position, over, colours, letters, motion } = frame;
    const part = motion === null ? 0 : motion.part;
    const step = motion?.step ?? null;
    const whole = step?.kind === "flip" ? twisted(part) : new Matrix4();
    const right = step?.kind === "twist" ? twisted(part) : whole;
    const used = { small: 0, big: 0 };
    const lay = (layer: Layer, side: OuterLayer, turn: Matrix4): void => {
      layer.forEach((piece, slot) => {
        if (piece === null) return;
        const size = isBig(piece) ? "big" : "small";
        const body = itemAt(this[size], used[size]);
        used[size] += 1;
        this.paint(body, piece, colours, letters);
        const base = spun(firstSlot(side) + 30 * slot);
        if (side === "bottom") base.premultiply(new Matrix4().makeRotationX(Math.PI));
        body.layer = side;
        // Also a piece across the cut: dragging it means a twist, and the reason why it is blocked is shown.
        body.right = slot < 6 || (slot === 11 && isBig(piece));
        const extra = step?.kind === "turn" ? turn : slot < 6 ? right : whole;
        this.put(body, base.premultiply(extra));
      });
    };
    const turns = step?.kind === "turn" ? step : { top: 0, bottom: 0 };
    lay(position.top, "top", spun(-30 * turns.top * part));
    lay(position.bottom, "bottom", spun(30 * turns.bottom * part));
    this.paintHalf(this.left, ["F", "L", "B"], colours);
    this.paintHalf(this.right, ["F", "R", "B"], colours);
    this.put(this.left, twisted(over ? 1 : 0).premultiply(whole));
    this.put(this.right, twisted(over !== position.kite ? 1 : 0).premultiply(right));
  }

  /** Pieces turn with their layer; on the sides, the right half can be dragged up and down too. */
  grips(mesh: Object3D, { normal }: SurfacePoint): Grip<DraggedPart>[] {
    const parts = [...this.small, ...this.big, this.left, this.right];
    const part = parts.find((it) => it.group === mesh.parent);
    if (part === undefined) return [];
    const grips: Grip<DraggedPart>[] = [];
    const step = 30 * RADIANS;
    // Clockwise as seen from above is a negative rotation around y.
    if (part.layer === "top") grips.push({ turn: "top", axis: UP.clone().negate(), step, normal });
    if (part.layer === "bottom") grips.push({ turn: "bottom", axis: UP, step, normal });
    // On the flat face of a piece the same drag would mean a turn of its layer.
    const twists = part.layer === null || Math.abs(normal.y) < 0.7;
    if (part.right && twists) grips.push({ turn: "twist", axis: AXIS, step: Math.PI, normal });
    return grips;
  }

  dispose(): void {
    this.labels.dispose();
    this.plastic.dispose();
    for (const material of this.materials.values()) material.dispose();
    for (const geometry of this.geometries) geometry.dispose();
  }

  private put(part: Part, matrix: Matrix4): void {
    part.group.matrix.copy(matrix);
    part.group.matrixWorldNeedsUpdate = true;
  }

  private mesh(geometry: BufferGeometry, group: Group): Mesh {
    this.geometries.push(geometry);
    const mesh = new Mesh(geometry, this.plastic);
    group.add(mesh);
    return mesh;
  }

  private newGroup(): Group {
    const group = new Group();
    group.matrixAutoUpdate = false;
    this.object.add(group);
    return group;
  }

  /** Makes the stickers of the outer sides of an outline, from its point number `first` on. */
  private sides(
    group: Group,
    points: readonly Point[],
    first: number,
    from: number,
    to: number,
  ): { stickers: Mesh[]; digits: Mesh[] } {
    const [stickers, digits]: [Mesh[], Mesh[]] = [[], []];
    for (let i = first; i + 1 < points.length; i += 1) {
      const [a, b] = [itemAt(points, i), itemAt(points, i + 1)];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      // Outside is to the right of an anticlockwise outline.
      const out = inSpace([(b[1] - a[1]) / length, (a[0] - b[0]) / length], 0);
      const middle = inSpace([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], (from + to) / 2);
      const sheetAt = (mesh: Mesh, by: number): Mesh => {
        place(mesh, middle.clone().addScaledVector(out, by), out, UP);
        return mesh;
      };
      const size = roundedSticker(length - 0.1, to - from - 0.1);
      stickers.push(sheetAt(this.mesh(size, group), 0.002));
      digits.push(sheetAt(this.mesh(new PlaneGeometry(0.36, 0.36), group), 0.002 + ABOVE));
    }
    return { stickers, digits };
  }

  private piece(big: boolean): Part {
    const group = this.newGroup();
    const outline = pieceOutline(big);
    this.mesh(prism(outline, MIDDLE, 1), group);
    const cap = this.mesh(stickerSheet(insetOutline(outline, 0.055), 1.002), group);
    const along = big ? 30 : 15;
    const out = inSpace(polar(along, 1), 0);
    const digit = this.mesh(new PlaneGeometry(0.36, 0.36), group);
    place(digit, inSpace(polar(along, big ? 0.92 : 0.74), 1.002 + ABOVE), UP, out);
    const sides = this.sides(group, outline, 1, MIDDLE, 1);
    return {
      group,
      stickers: [cap, ...sides.stickers],
      digits: [digit, ...sides.digits],
      layer: "top",
      right: false,
    };
  }

  private half(which: "left" | "right"): Part {
    const group = this.newGroup();
    const outline = middleOutline(which, false);
    // The left half is drawn clockwise and is reversed here.
    const points = which === "left" ? [...outline].reverse() : outline;
    this.mesh(prism(points, -MIDDLE, MIDDLE), group);
    const { stickers, digits } = this.sides(group, points, 0, -MIDDLE, MIDDLE);
    for (const digit of digits) digit.visible = false;
    // Stickers in the order front, side, back.
    return {
      group,
      stickers: which === "left" ? stickers.reverse() : stickers,
      digits: [],
      layer: null,
      right: which === "right",
    };
  }

  private paint(part: Part, piece: Piece, colours: Colours, letters: boolean): void {
    const faces = [capFace(piece), ...sidesOf(piece)];
    faces.forEach((face, i) => {
      itemAt(part.stickers, i).material = this.material(face, colours, "");
      const digit = itemAt(part.digits, i);
      digit.visible = letters;
      if (letters) digit.material = this.material(face, colours, digitOf(piece));
    });
  }

  private paintHalf(part: Part, faces: readonly FaceName[], colours: Colours): void {
    part.stickers.forEach((mesh, i) => {
      mesh.material = this.material(itemAt(faces, i), colours, "");
    });
  }

  /** Returns the material of a sticker or, with a text, of a clear sheet with that text. */
  private material(face: FaceName, colours: Colours, text: string): MeshStandardMaterial {
    const key = `${colours} ${face} ${text}`;
    const found = this.materials.get(key);
    if (found !== undefined) return found;
    const made = new MeshStandardMaterial({ roughness: 0.58 });
    if (text === "") made.color.set(colourOf(face, colours));
    else {
      const underlined = text === "6" || text === "9";
      made.map = this.labels.of({ fill: "", ink: letterColour(face, colours), text, underlined });
      made.transparent = true;
      made.depthWrite = false;
    }
    this.materials.set(key, made);
    return made;
  }
}

/** Makes the model. */
export function createModel(): Model<Frame, DraggedPart> {
  return new Square1Model();
}
