// Drags on a cube of half side 1, seen from in front and above: which turn they mean, and how far it goes.
import { PerspectiveCamera, Vector2, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import {
  type CameraView,
  type Grip,
  LayerDrag,
  onScreen,
  rayThrough,
  turnOfDrag,
} from "./layerDrag";

const QUARTER = Math.PI / 2;
const OUT = new Vector3(0, 0, 1);
const Y: Grip<string> = { turn: "y", axis: new Vector3(0, -1, 0), step: QUARTER, normal: OUT };
const X: Grip<string> = { turn: "x", axis: new Vector3(-1, 0, 0), step: QUARTER, normal: OUT };

function cameraView(x: number, y: number, z: number): CameraView {
  const camera = new PerspectiveCamera(28, 1.5, 0.1, 200);
  camera.position.set(x, y, z);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return { camera, width: 600, height: 400 };
}

/** Returns a place of the canvas from its upper left corner. */
function pixel(point: Vector3, from: CameraView): Vector2 {
  return onScreen(point, from).add(new Vector2(from.width / 2, from.height / 2));
}

const FRONT = cameraView(0, 0, 8);
const ABOVE = cameraView(2, 6, 6);
const ON_FRONT = new Vector3(0.4, 0.6, 1);
const ON_TOP = new Vector3(0.8, 1, 0);

describe("rayThrough", () => {
  it("goes through the point that is seen there", () => {
    const at = pixel(ON_TOP, ABOVE);
    const ray = rayThrough(at.x, at.y, ABOVE);
    expect(ray.distanceToPoint(ON_TOP)).toBeLessThan(1e-6);
  });
});

describe("a drag", () => {
  const check = (drag: [number, number], turn: string | null) =>
    it(`by ${drag} means ${turn}`, () => {
      const grip = turnOfDrag([X, Y], ON_FRONT, new Vector2(...drag), FRONT);
      expect(grip?.turn ?? null).toBe(turn);
    });
  check([-20, 3], "y");
  check([20, 3], "y");
  check([4, -30], "x");
  check([4, 30], "x");
  it("is ignored across the direction of the only turn", () => {
    expect(turnOfDrag([Y], ON_FRONT, new Vector2(1, 20), FRONT)).toBeNull();
    expect(turnOfDrag([], ON_FRONT, new Vector2(20, 1), FRONT)).toBeNull();
  });
});

describe("a layer that is dragged", () => {
  it("rolls under the pointer on its side", () => {
    const from = pixel(ON_FRONT, FRONT);
    const pull = new LayerDrag(Y, ON_FRONT, from, FRONT);
    const to = (x: number) => pull.to(pixel(new Vector3(x, 0.6, 1), FRONT));
    expect(pull.to(from)).toBeCloseTo(0);
    // To the left is clockwise as seen from above. Half a side is 1.25 radians.
    expect(to(0.4 - QUARTER / 1.25)).toBeCloseTo(1);
    expect(to(0.4 + (2 * QUARTER) / 1.25)).toBeCloseTo(-2);
  });
  it("follows the pointer around on its face, for more than a whole turn", () => {
    const pull = new LayerDrag(
      { ...Y, normal: new Vector3(0, 1, 0) },
      ON_TOP,
      pixel(ON_TOP, ABOVE),
      ABOVE,
    );
    let steps = 0;
    for (let degrees = 0; degrees <= 450; degrees += 10) {
      const angle = (-degrees * Math.PI) / 180;
      const at = new Vector3(0.5 * Math.cos(angle), 1, -0.5 * Math.sin(angle));
      steps = pull.to(pixel(at, ABOVE));
      expect(steps).toBeCloseTo(degrees / 90);
    }
    expect(steps).toBeCloseTo(5);
  });
  it("stays bounded on sides seen at a steep angle", () => {
    const steep = cameraView(0, 8, 0.4);
    const point = new Vector3(0.2, 0, 1);
    const from = pixel(point, steep);
    const moved = new LayerDrag(X, point, from, steep).to(from.clone().add(new Vector2(0, 60)));
    expect(Math.abs(moved)).toBeLessThan(2);
  });
});
