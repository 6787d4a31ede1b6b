// A move that is done to its end looks like the position that the simulator says comes next.
import { Group, type Material, Mesh } from "three";
import { describe, expect, it } from "vitest";
import { createModel, type Frame } from "./model3d";
import { type Colours, type Position, parsePosition, type Step, solved, stepped } from "./position";
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
      const next = stepped(position, step);
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
  it("has sixteen pieces and two halves", () => {
    const position = parsePosition("01034547-F898BCDC,K") ?? solved("silver");
    const model = createModel();
    model.show(frame(position, false, "silver", null));
    expect(model.object.children.filter((it) => it instanceof Group)).toHaveLength(18);
    model.dispose();
  });
});
