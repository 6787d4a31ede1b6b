import { describe, expect, it } from "vitest";
import type { OrbitState } from "../api/generated";
import { cross, dot, type Facelet, faceletsOf, netOf, VERTICES, type Vector } from "./nets";
import { homeOf, rowsOf, sayCell, sayState } from "./orbits";
import { appended, FIRST, fromLink, otherScene, puzzleOf, readAlgLink, toLink } from "./state";
import vectors from "./vectors.json";

describe("rows", () => {
  const orbits = [{ name: "A", positions: 3, orientations: 2, labels: 2 }];
  const solved = [{ orbit: "A", pieces: [1, 2, 2], orientations: [0, null, null] }];
  const state = [{ orbit: "A", pieces: [2, 1, 2], orientations: [null, 1, null] }];
  const rows = rowsOf(orbits, solved, state);
  it("tell which pieces are at home", () => {
    expect(rows[0]?.cells.map((cell) => cell.home)).toEqual([false, false, true]);
    expect(homeOf(rows)).toEqual({ home: 1, all: 3 });
    expect(sayState(rows)).toBe("1 of 3 pieces at home");
    expect(sayState(rowsOf(orbits, solved, solved))).toBe("solved");
    const turned = [{ orbit: "A", pieces: [1, 2, 2], orientations: [1, null, null] }];
    expect(homeOf(rowsOf(orbits, solved, turned)).home).toBe(2);
  });
  it("have a colour for each label", () => {
    expect(rows[0]?.cells.map((cell) => cell.hue)).toEqual([180, 0, 180]);
  });
  it("are described", () => {
    const cells = rows[0]?.cells ?? [];
    const said = cells.map((cell) => sayCell(cell, 2));
    expect(said).toEqual([
      "position 1: piece 2, orientation ignored",
      "position 2: piece 1, orientation 1 of 2",
      "position 3: piece 2, orientation ignored, at home",
    ]);
    expect(cells.map((cell) => sayCell(cell, 1))[1]).toBe("position 2: piece 1");
  });
});

describe("links", () => {
  it("are read and written", () => {
    const query = { p: "skewb", t: "R U", s: "[R, L] // x\nU", i: "3" };
    const linked = fromLink(query);
    expect(linked).toEqual({
      state: { name: "skewb", definition: "", setup: "R U", moves: "[R, L] // x\nU" },
      at: 3,
    });
    expect(toLink(linked.state, 3)).toEqual({ ...query, d: undefined });
    expect(fromLink({})).toEqual({ state: FIRST, at: null });
    expect(fromLink({ i: "-2" }).at).toBe(0);
    expect(fromLink({ i: "x" }).at).toBe(0);
  });
  it("have a definition instead of a name", () => {
    const { state } = fromLink({ p: "skewb", d: "Name A\n" });
    expect(state).toMatchObject({ name: "", definition: "Name A\n" });
    expect(puzzleOf(state)).toBe("Name A\n");
    expect(puzzleOf(FIRST)).toBe("2x2x2");
    expect(toLink(state, 0)).toMatchObject({ p: undefined, d: "Name A\n", i: undefined });
  });
});

describe("links of other sites", () => {
  const check = (text: string, expected: object | null) =>
    it(text, () => expect(readAlgLink(text)?.state ?? null).toEqual(expected));
  const state = (name: string, setup: string, moves: string) => ({
    name,
    definition: "",
    setup,
    moves,
  });
  check(
    "https://alg.cubing.net/?puzzle=2x2x2&alg=R_U_R-&setup=F2_%2F%2F_start%0AU-",
    state("2x2x2", "F2 // start\nU'", "R U R'"),
  );
  check("https://alg.cubing.net/?alg=R2_[U,_F]", state("3x3x3", "", "R2 [U, F]"));
  check("https://alg.cubing.net/?alg=R_U&type=alg", state("3x3x3", "(R U\n)'", "R U"));
  check(
    "https://alpha.twizzle.net/edit/?puzzle=3x3x3&alg=R+U+R%27&setup-alg=F-",
    state("3x3x3", "F-", "R U R'"),
  );
  check(
    "  https://twizzle.net/edit/?puzzle=skewb&alg=R&setup-anchor=end&setup-alg=U ",
    state("skewb", "U\n(R\n)'", "R"),
  );
  check("https://alg.cubing.net/?puzzle=4x4x4&alg=R", state("4x4x4", "", "R"));
  check("http://127.0.0.1:8080/#/perm?p=ivy&s=UFR&i=1", state("ivy", "", "UFR"));
  check("http://127.0.0.1:8080/#/cube?p=R", null);
  check("https://alg.cubing.net.example.org/?alg=R", null);
  check("https://mytwizzle.net/?alg=R", null);
  check("R U R'", null);
  check("[R: U]", null);
  check("", null);
  it("begin at the start, own links where they say", () => {
    expect(readAlgLink("https://alg.cubing.net/?alg=R")?.at).toBe(0);
    expect(readAlgLink("http://localhost/#/perm?s=R&i=1")?.at).toBe(1);
  });
});

describe("appended moves", () => {
  const check = (moves: string, expected: string) =>
    it(JSON.stringify(moves), () => expect(appended(moves, "R'")).toBe(expected));
  check("", "R'");
  check("U ", "U R'");
  check("U // up", "U // up\nR'");
  check("U // up\nF", "U // up\nF R'");
});

describe("the scene in three dimensions", () => {
  const check = (name: string, steps: readonly string[], expected: object | null, at = 1) =>
    it(`${name} ${steps.join(" ")}`, () => {
      const [first = "", ...others] = steps;
      expect(otherScene(name, [first], others, at)?.query ?? null).toEqual(expected);
    });
  check("3x3x3", ["R2", "U'", "F5", "L4", "B3'"], { s: "R2 U' F B", i: "2" });
  check("3x3x3", ["R2", "U4", "F"], { s: "R2 F", i: "1" });
  check("square1", ["U3", "S", "D11", "S2", "U6'"], { s: "(3,0)/(0,-1)(6,0)", i: "3" }, 3);
  check("2x2x2", ["R"], null);
  check("3x3x3", ["R", "Rw"], null);
  check("constructor", ["R"], null);
});

/** Returns a vector turned about an axis, clockwise as seen from its end. */
function turned(a: Vector, axis: Vector, fraction: number): Vector {
  const length = Math.sqrt(dot(axis, axis));
  const [u, v, w] = axis;
  const unit: Vector = [u / length, v / length, w / length];
  const angle = -2 * Math.PI * fraction;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const along = dot(unit, a) * (1 - cosine);
  const across = cross(unit, a);
  const one = (i: 0 | 1 | 2): number =>
    Math.round(1e6 * (a[i] * cosine + across[i] * sine + unit[i] * along)) / 1e6;
  return [one(0), one(1), one(2)];
}

/** The axis of each move, the height above which pieces turn, and how often it makes a full turn. */
const TURNS: Readonly<Record<string, readonly [Vector, number, number]>> = {
  "2x2x2 U": [[0, 0, 1], 0.5, 4],
  "2x2x2 R": [[1, 0, 0], 0.5, 4],
  "2x2x2 F": [[0, -1, 0], 0.5, 4],
  "3x3x3 R": [[1, 0, 0], 0.5, 4],
  "3x3x3 B": [[0, 1, 0], 0.5, 4],
  "3x3x3 D": [[0, 0, -1], 0.5, 4],
  "skewb U": [[-1, 1, 1], 0, 3],
  "skewb R": [[1, 1, -1], 0, 3],
  "skewb L": [[-1, -1, -1], 0, 3],
  "skewb B": [[-1, 1, -1], 0, 3],
  "pyraminx U": [VERTICES.U, 0.5, 3],
  "pyraminx L": [VERTICES.L, 0.5, 3],
  "pyraminx R": [VERTICES.R, 0.5, 3],
  "pyraminx B": [VERTICES.B, 0.5, 3],
};

const NORMALS: Readonly<Record<string, readonly (readonly [string, Vector])[]>> = {
  cube: [
    ["U", [0, 0, 1]],
    ["R", [1, 0, 0]],
    ["F", [0, -1, 0]],
    ["D", [0, 0, -1]],
    ["L", [-1, 0, 0]],
    ["B", [0, 1, 0]],
  ],
  pyraminx: [
    ["D", [-1, -1, -1]],
    ["R", [-1, 1, 1]],
    ["L", [1, -1, 1]],
    ["F", [1, 1, -1]],
  ],
};

interface Made {
  readonly puzzle: string;
  /** The moves, and the state after each of them. */
  readonly moves: readonly string[];
  readonly states: readonly (readonly OrbitState[])[];
}

function keyed(facelets: readonly Facelet[]): string[] {
  return facelets.map(({ at, face, home }) => `${at.join(" ")} ${face}: ${home}`).sort();
}

describe("stickers", () => {
  // `vectors.json` has answers of `perm/apply`: the states must be those that turns in space lead to.
  for (const { puzzle, moves, states } of vectors as readonly Made[]) {
    it(`of ${puzzle} turn as in space`, () => {
      const normals = NORMALS[puzzle === "pyraminx" ? "pyraminx" : "cube"] ?? [];
      expect(states).toHaveLength(moves.length + 1);
      for (const [index, move] of moves.entries()) {
        const before = faceletsOf(puzzle, states[index] ?? []) ?? [];
        const after = faceletsOf(puzzle, states[index + 1] ?? []) ?? [];
        const [axis, beyond, order] = TURNS[`${puzzle} ${move}`] ?? [[0, 0, 0], 9, 1];
        const expected = before.map((facelet): Facelet => {
          if (dot(facelet.at, axis) <= beyond) return facelet;
          const normal = normals.find(([name]) => name === facelet.face)?.[1] ?? [0, 0, 0];
          const there = turned(normal, axis, 1 / order);
          const face = normals.find(([, it]) =>
            it.every((x, i) => Math.abs(x - (there[i] ?? 9)) < 1e-3),
          );
          const at = turned(facelet.at, axis, 1 / order).map((x) => Math.round(x) + 0);
          return { at: at as unknown as Vector, face: face?.[0] ?? "?", home: facelet.home };
        });
        expect(keyed(after), move).toEqual(keyed(expected));
        expect(keyed(after)).not.toEqual(keyed(before));
      }
    });
  }
  it("of the solved state are on their faces", () => {
    for (const { puzzle, states } of vectors as readonly Made[]) {
      const facelets = faceletsOf(puzzle, states[0] ?? []) ?? [];
      expect(facelets.length).toBeGreaterThan(20);
      for (const { face, home } of facelets) expect(home).toBe(face);
    }
  });
});

describe("nets", () => {
  const solved = (name: string) =>
    (vectors as readonly Made[]).find(({ puzzle }) => puzzle === name)?.states[0] ?? [];
  const check = (puzzle: string, polygons: number) =>
    it(`of ${puzzle}`, () => {
      const net = netOf(puzzle, solved(puzzle));
      expect(net?.polygons).toHaveLength(polygons);
      const middles = net?.polygons.map(({ middle }) => middle.map(Math.round).join(",")) ?? [];
      expect(new Set(middles).size).toBe(polygons);
      for (const { points } of net?.polygons ?? []) {
        for (const [x, y] of points) {
          expect(x).toBeGreaterThanOrEqual(-1e-6);
          expect(x).toBeLessThanOrEqual((net?.width ?? 0) + 1e-6);
          expect(y).toBeGreaterThanOrEqual(-1e-6);
          expect(y).toBeLessThanOrEqual((net?.height ?? 0) + 1e-6);
        }
      }
    });
  check("2x2x2", 24);
  check("3x3x3", 54);
  check("skewb", 30);
  check("pyraminx", 36);
  it("exist for puzzles with known geometry only", () => {
    expect(netOf("ivy", [])).toBe(null);
    expect(netOf("toString", [])).toBe(null);
    expect(netOf("2x2x2", solved("skewb"))).toBe(null);
    expect(
      netOf("2x2x2", [{ orbit: "CORNER", pieces: [9, 9, 9, 9, 9, 9, 9, 9], orientations: [] }]),
    ).toBe(null);
  });
});
