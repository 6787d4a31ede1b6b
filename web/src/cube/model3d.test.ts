// A turn that is done to its end looks like the cube that the simulator says comes next.
import { Group, type Material, Mesh, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { createModel } from "./model3d";
import { parseSequence } from "./sequence";
import { FACES, faceNormal, rotateVector, type Vector } from "./space";
import {
  applyTurn,
  type Facelet,
  fromNet,
  moves,
  type Net,
  type StickerCube,
  solvedCube,
  type Turn,
} from "./stickerCube";

/** Returns where each sticker lies, by its number. */
function stickers(solid: StickerCube, motion: { turn: Turn; part: number } | null): string[] {
  const model = createModel();
  const look = (it: Facelet) => ({ fill: it.mark, ink: "#000000", text: "" });
  model.show({ solid, look, motion });
  const meshes = model.object.children.filter((it): it is Mesh => it instanceof Mesh);
  // The stickers come after the bodies; all bodies look alike.
  return meshes.slice(-6 * solid.size ** 2).map((mesh) => {
    expect((mesh.material as Material).type).toBe("MeshStandardMaterial");
    return mesh.matrix.elements.map((it) => (Math.round(it * 1e6) / 1e6 + 0).toFixed(6)).join(" ");
  });
}

/** Returns where the piece of a 3×3×3 sits at a point of its surface. */
function fromPlace(point: readonly [number, number, number]): Vector {
  const layer = (it: number) => 2 * Math.min(2, Math.floor(((it + 1) / 2) * 3)) - 2 + 0;
  return [layer(point[0]), layer(point[1]), layer(point[2])];
}

describe("the model", () => {
  const check = (start: StickerCube, turns: readonly Turn[]): void => {
    let solid = start;
    for (const turn of turns) {
      const next = applyTurn(solid, turn);
      expect(stickers(solid, { turn, part: 1 })).toEqual(stickers(next, null));
      expect(stickers(solid, { turn, part: 0 })).toEqual(stickers(solid, null));
      solid = next;
    }
  };
  it("turns as the simulator does", () => {
    const moves = parseSequence("R U2 F' l M E' S2 x y' z2 Dw B") ?? [];
    expect(moves).toHaveLength(12);
    check(
      solvedCube(),
      moves.map((it) => it.turn),
    );
  });
  it.each([2, 4, 5])("turns a cube of size %i", (size) => {
    const shown = (mark: string) =>
      Array.from({ length: size * size }, () => ({ mark, quarters: 1 }));
    const net = Object.fromEntries(FACES.map((face) => [face, shown(face)])) as unknown as Net;
    const turns = FACES.map(
      (face, i): Turn => ({ face, from: 0, to: i % 2, quarters: 1 - (i % 3) }),
    );
    check(fromNet(net, size), turns);
  });
  it.each([
    ["R", [1, 0.5, 0.5]],
    ["F", [0.1, -0.6, 1]],
    ["U", [-0.9, 1, 0.95]],
  ] as const)("is turned by drags on %s as the layers that lie there", (face, point) => {
    const model = createModel();
    model.show({
      solid: solvedCube(),
      look: () => ({ fill: "", ink: "", text: "" }),
      motion: null,
    });
    // Between two pieces the surface looks to the side: the face is the same.
    const place = { point: new Vector3(...point), normal: new Vector3(0.9, 0.3, 0.3).normalize() };
    const grips = model.grips(new Group(), place);
    expect(grips).toHaveLength(2);
    for (const { turn, axis, step, normal: out } of grips) {
      // The place moves as the turn moves its sticker.
      const at = fromPlace(point);
      expect(moves({ ...turn, quarters: 1 }, at, 3)).toBe(true);
      expect(turn.from).toBe(turn.to);
      expect(out.toArray()).toEqual(faceNormal(face));
      const moved = rotateVector(faceNormal(face), faceNormal(turn.face), 1);
      const by = new Vector3(...faceNormal(face)).applyAxisAngle(axis, step);
      expect(by.distanceTo(new Vector3(...moved))).toBeLessThan(1e-9);
    }
  });
  it("has a sticker at every place, each at its own", () => {
    for (const size of [2, 3, 5]) {
      const places = stickers(solvedCube(size), null).map((it) =>
        it.split(" ").slice(12).join(" "),
      );
      expect(new Set(places).size).toBe(6 * size * size);
    }
  });
});
