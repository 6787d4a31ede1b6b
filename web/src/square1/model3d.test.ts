// A move that is done to its end looks like the position that the simulator says comes next.
import { Group, type Material, Matrix4, Mesh, Raycaster, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { createModel, type Frame } from "./model3d";
import {
  applyStep,
  type Colours,
  type Position,
  parsePosition,
  type Step,
  solved,
} from "./position";
import { parseSequence } from "./sequence";
import vectors from "./vectors.json";

/** Returns each part of the model: what its stickers are, and where it lies. */
function parts(frame: Frame): string[] {
  const model = createModel();
  model.show(frame);
  const names = new Map<Material, string>();
  const look = (mesh: Mesh): string => {
    const material = mesh.material as Material;
    const map = "map" in material ? material.map : null;
    const key = JSON.stringify([
      material.transparent,
      map !== null,
      "color" in material ? material.color : 0,
    ]);
    if (!names.has(material)) names.set(material, key);
    return names.get(material) ?? "";
  };
  return model.object.children
    .map((group) => {
      const meshes = group.children.filter((it): it is Mesh => it instanceof Mesh);
      const matrix = group.matrix.elements.map((it) => Math.round(it * 1e6) / 1e6 + 0);
      return `${meshes.map(look).join()} at ${matrix.join(" ")}`;
    })
    .sort();
}

function frame(
  position: Position,
  over: boolean,
  colours: Colours,
  motion: Frame["motion"],
): Frame {
  return { position, over, colours, letters: false, motion };
}

describe("the model", () => {
  const check = (start: Position, colours: Colours, steps: readonly Step[]): void => {
    let [position, over]: [Position, boolean] = [start, false];
    for (const step of steps) {
      const next = applyStep(position, step);
      if (next === null) throw new Error("a blocked twist");
      const nextOver: boolean = over !== (step.kind === "flip");
      expect(parts(frame(position, over, colours, { step, part: 1 }))).toEqual(
        parts(frame(next, nextOver, colours, null)),
      );
      expect(parts(frame(position, over, colours, { step, part: 0 }))).toEqual(
        parts(frame(position, over, colours, null)),
      );
      [position, over] = [next, nextOver];
    }
  };
  it("turns, twists and flips as the simulator does", () => {
    const steps = parseSequence("(-1,0)/!(1,1)/(0,-1)!/(-2,3)/", "cube21") ?? [];
    check(solved("six"), "six", steps.slice(0, 6));
    check(solved("silver"), "silver", steps.slice(0, 6));
  });
  it.each(vectors.filter((it) => it.from === "").slice(0, 6))("does $moves", (it) => {
    const steps = parseSequence(it.moves, it.notation as "wca" | "cube21") ?? [];
    check(solved(it.colours as Colours), it.colours as Colours, steps);
  });
  it("is dragged by layers, and by its right half up and down", () => {
    const model = createModel();
    const position = solved("six");
    model.show(frame(position, false, "six", null));
    model.object.updateMatrixWorld(true);
    const side = (x: number, y: number) => {
      const ray = new Raycaster(new Vector3(x, y, 5), new Vector3(0, 0, -1));
      const [hit] = ray.intersectObject(model.object, true);
      if (!hit?.face) throw new Error("nothing there");
      const normal = hit.face.normal.clone().transformDirection(hit.object.matrixWorld);
      return model.grips(hit.object, { point: hit.point, normal }).map((it) => it.turn);
    };
    expect(side(0.7, 0.6)).toEqual(["top", "twist"]);
    expect(side(-0.7, 0.6)).toEqual(["top"]);
    expect(side(0.7, -0.6)).toEqual(["bottom", "twist"]);
    expect(side(0.7, 0)).toEqual(["twist"]);
    expect(side(-0.7, 0)).toEqual([]);
  });
  it.each([
    ["top", { kind: "turn", top: 1, bottom: 0 }],
    ["bottom", { kind: "turn", top: 0, bottom: 1 }],
    ["twist", { kind: "twist" }],
  ] as const)("moves as a drag says: %s", (turn, step) => {
    const model = createModel();
    const position = solved("six");
    model.show(frame(position, false, "six", null));
    const moved: number[] = [];
    const before = model.object.children.map((it) => it.matrix.clone());
    model.show(frame(position, false, "six", { step, part: 0.5 }));
    model.object.children.forEach((group, i) => {
      const [from, mesh] = [before[i], group.children[0]];
      if (from === undefined || mesh === undefined) throw new Error("a part");
      if (group.matrix.equals(from)) return;
      moved.push(i);
      const normal = new Vector3(1, 0, 0);
      const grip = model.grips(mesh, { point: normal, normal }).find((it) => it.turn === turn);
      if (grip === undefined) throw new Error(`part ${i} cannot be dragged`);
      const spin = new Matrix4().makeRotationAxis(grip.axis, grip.step / 2).multiply(from);
      spin.elements.forEach((it, k) => {
        expect(it).toBeCloseTo(group.matrix.elements[k] ?? Number.NaN);
      });
    });
    // The pieces of a layer, or those of the right half and half the middle.
    expect(moved).toHaveLength(turn === "twist" ? 9 : 8);
  });
  it("has sixteen pieces and two halves", () => {
    const position = parsePosition("01034547-F898BCDC,K") ?? solved("silver");
    const model = createModel();
    model.show(frame(position, false, "silver", null));
    expect(model.object.children.filter((it) => it instanceof Group)).toHaveLength(18);
    model.dispose();
  });
});
