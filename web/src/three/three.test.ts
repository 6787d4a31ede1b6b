import { describe, expect, it } from "vitest";
import { itemAt, modulo } from "./itemAt";
import { moveView, sayView, type View, viewAfterKey } from "./orbit";
import { advancePlayer, currentMove, done, easeInOut, type PlayerPosition } from "./player";
import { isPuzzleFile, readKeys } from "./puzzleFile";
import { insetOutline } from "./shapes";

const START: View = { yaw: 30, pitch: 20, zoom: 1 };

describe("the view", () => {
  const check = (key: string, expected: View | null) =>
    it(key, () => expect(viewAfterKey(START, key, START)).toEqual(expected));
  check("ArrowLeft", { yaw: 15, pitch: 20, zoom: 1 });
  check("ArrowRight", { yaw: 45, pitch: 20, zoom: 1 });
  check("ArrowUp", { yaw: 30, pitch: 35, zoom: 1 });
  check("ArrowDown", { yaw: 30, pitch: 5, zoom: 1 });
  check("Home", START);
  check("a", null);
  it("clamps the pitch and wraps the yaw", () => {
    expect(moveView(START, 0, 500).pitch).toBe(89);
    expect(moveView(START, 0, -500).pitch).toBe(-89);
    expect(moveView(START, 340, 0).yaw).toBe(10);
    expect(moveView(START, 160, 0).yaw).toBe(-170);
    expect(moveView(START, 0, 0, 100).zoom).toBe(2.5);
    expect(moveView(START, 0, 0, 0.001).zoom).toBe(0.6);
  });
  it("is said", () => {
    expect(sayView(START)).toBe("seen from the front right");
    expect(sayView({ yaw: -90, pitch: 40, zoom: 1 })).toBe("seen from the left, from above");
    expect(sayView({ yaw: 180, pitch: -40, zoom: 1 })).toBe("seen from the back, from below");
  });
});

describe("playing", () => {
  const at = (place: number, goal: number, playing = false): PlayerPosition => ({
    at: place,
    goal,
    playing,
  });
  it("runs towards the goal and stays there", () => {
    expect(advancePlayer(at(0, 3, true), 0.25, 2)).toEqual(at(0.5, 3, true));
    expect(advancePlayer(at(2.9, 3, true), 0.25, 2)).toEqual(at(3, 3));
    expect(advancePlayer(at(3, 3), 1, 2)).toEqual(at(3, 3));
  });
  it("runs back, and skips ahead of queued steps", () => {
    expect(advancePlayer(at(1, 0), 0.25, 2)).toEqual(at(0.5, 0));
    expect(advancePlayer(at(0, 3), 0.25, 1)).toEqual(at(0.75, 3));
  });
  it("has one current move: the one that is played, or the last one", () => {
    expect([0, 0.5, 0.99, 1, 1.5].map((it) => currentMove(at(it, 3, true)))).toEqual([
      1, 1, 1, 2, 2,
    ]);
    expect(currentMove(at(3, 3))).toBe(3);
    expect(currentMove(at(0, 0))).toBe(0);
    // A step back shows the move before at once.
    expect(currentMove(at(2.4, 1))).toBe(1);
  });
  it("counts whole moves", () => {
    expect([0, 0.5, 0.999999, 1, 2.2].map(done)).toEqual([0, 0, 0, 1, 2]);
    expect([0, 0.5, 1].map(easeInOut)).toEqual([0, 0.5, 1]);
  });
});

describe("lists", () => {
  it("return their items", () => {
    expect(itemAt([5, 6], 1)).toBe(6);
    expect(() => itemAt([5, 6], 2)).toThrow(RangeError);
    expect(modulo(-1, 12)).toBe(11);
  });
});

describe("outlines", () => {
  it("are moved inwards on all sides", () => {
    const square = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ] as const;
    expect(insetOutline(square, 1)).toEqual([
      [1, 1],
      [3, 1],
      [3, 3],
      [1, 3],
    ]);
  });
});

describe("puzzle files", () => {
  const file = `# a comment\nkind = "cube3"\ntitle = 'One'\nposition = '''\n  U U\n'''\ncentres = true\n`;
  it("are told from positions", () => {
    expect(isPuzzleFile(file)).toBe(true);
    expect(isPuzzleFile("(1,0)/")).toBe(false);
  });
  it("give their keys", () => {
    expect({ ...readKeys(file) }).toEqual({
      kind: "cube3",
      title: "One",
      position: "\n  U U\n",
      centres: "true",
    });
  });
});
