import { describe, expect, it } from "vitest";
import {
  blankNet,
  drawNet,
  finishedFaces,
  packNet,
  puzzleFile,
  readAmbiguous,
  readNet,
  readSolution,
  unpackNet,
} from "./digits";
import { parseSequence } from "./sequence";
import { applyTurns, fromNet, toNet } from "./stickerCube";

// The example `puzzles/sudoku-cube.toml` and the answer of `gordian solve --moves` to it.
const NET = `
           6v 5< 2^
           4< 6  2<
           5> 3> 8<

7< 3v 7^   3^ 9^ 4<   4^ 3^ 9>   8v 8< 2^
2^ 5  8>   9> 1  5>   2> 7  2v   3v 4  4v
3< 1> 1v   5^ 7< 9^   5^ 6< 6>   4> 8< 6<

           9> 6v 1>
           7< 1  9^
           7^ 8^ 1>
`;
const MOVES = "U2 F2 U R L' U' D' B L2 U' F D2 F U2 D2 F R2 F'";
const SOLUTION = {
  U: { rows: ["239", "568", "147"], direction: "left" },
  L: { rows: ["829", "157", "634"], direction: "down" },
  F: { rows: ["523", "618", "497"], direction: "right" },
  R: { rows: ["681", "974", "532"], direction: "right" },
  B: { rows: ["529", "347", "681"], direction: "right" },
  D: { rows: ["863", "219", "457"], direction: "right" },
};
const PLAIN = { sixNine: false, eight: false };

describe("a Sudoku Cube", () => {
  const start = readNet(NET);
  const goal = readSolution(SOLUTION);
  if (start === null || goal === null) throw new Error("the example can be read");

  it("is solved by moves from the server", () => {
    const turns = (parseSequence(MOVES) ?? []).map((it) => it.turn);
    const cubes = applyTurns(fromNet(start.net, 3), turns);
    const last = cubes.at(-1);
    if (last === undefined) throw new Error("there is a last cube");
    expect(cubes.map((it) => finishedFaces(it, PLAIN).length).slice(0, -1)).not.toContain(6);
    expect(finishedFaces(last, PLAIN)).toHaveLength(6);
    const marks = (it: typeof goal.net) =>
      Object.values(it).map((face) => face.map((s) => s.mark).join(""));
    expect(marks(toNet(last))).toEqual(marks(goal.net));
    // A 1 reads both ways; every other digit but a centre looks as the solution says.
    for (const face of ["U", "L", "F", "R", "B", "D"] as const) {
      toNet(last)[face].forEach((it, at) => {
        if (at !== 4 && it.mark !== "1") expect(it.quarters).toBe(goal.net[face][at]?.quarters);
      });
    }
  });
  it("is written as it was read", () => {
    expect(readNet(drawNet(start))).toEqual(start);
    expect(readNet(puzzleFile(start, PLAIN))).toEqual(start);
    expect(unpackNet(packNet(start))).toEqual(start);
    expect(packNet(start).length).toBeLessThan(200);
  });
  it("may be unfinished", () => {
    for (const size of [2, 3, 4, 5]) {
      const blank = blankNet(size);
      expect(unpackNet(packNet(blank))).toEqual(blank);
      expect(readNet(drawNet(blank))).toEqual(blank);
    }
  });
  it("is read as nothing where it is none", () => {
    expect(readNet("1^ 2^")).toBeNull();
    expect(readNet(NET.replace("9> 6v", "9 6v"))).toBeNull();
    expect(readNet(NET.replace("9> 6v", "9> 0v"))).toBeNull();
    expect(unpackNet("1.2.3")).toBeNull();
    expect(unpackNet(packNet(start).replace("6d", "66d"))).toBeNull();
    expect(readSolution({ U: 1 })).toBeNull();
  });
  it("says which digits read two ways", () => {
    const both = { sixNine: true, eight: true };
    expect(readAmbiguous(puzzleFile(start, both))).toEqual(both);
    expect(readAmbiguous(puzzleFile(start, PLAIN))).toEqual(PLAIN);
  });
  it("takes no digit twice", () => {
    const net = { ...goal.net, U: goal.net.U.map(() => ({ mark: "5", quarters: 3 })) };
    expect(finishedFaces(fromNet(net, 3), PLAIN)).toHaveLength(5);
  });
  it("reads an 8 upside down only if declared", () => {
    const net = {
      ...goal.net,
      U: goal.net.U.map((it) => (it.mark === "8" ? { mark: "8", quarters: 1 } : it)),
    };
    const solid = fromNet(net, 3);
    expect(finishedFaces(solid, PLAIN)).toHaveLength(5);
    expect(finishedFaces(solid, { sixNine: false, eight: true })).toHaveLength(6);
  });
});
