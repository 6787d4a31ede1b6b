import { describe, expect, it } from "vitest";
import { typeDigit } from "./DigitEditor";
import { fromLink as digitsFromLink, toLink as digitsToLink } from "./digitState";
import { drawNet, packNet, readNet } from "./digits";
import { sayPlace, stepFrom } from "./NetDrawing";
import { writePosition } from "./position";
import { writeSequence } from "./sequence";
import { fromLink, toLink } from "./state";
import { applyTurns } from "./stickerCube";

describe("the cursor in a net", () => {
  const check = (from: string, dx: number, dy: number, to: string, size = 3) =>
    it(`${from} ${dx} ${dy}`, () => {
      const place = { face: from.slice(0, 1) as "U", at: Number(from.slice(1)) };
      const next = stepFrom(place, dx, dy, size);
      expect(next === null ? null : `${next.face}${next.at}`).toBe(to);
    });
  check("F0", 1, 0, "F1");
  check("F2", 1, 0, "R0");
  check("F0", -1, 0, "L2");
  check("L0", -1, 0, "B2");
  check("F1", 0, -1, "U7");
  check("F7", 0, 1, "D1");
  check("U2", 1, 0, "U0");
  check("L0", 0, -1, "L6");
  check("D7", 0, 1, "U1");
  check("R3", 1, 0, "B2", 2);
  it("is said", () => expect(sayPlace({ face: "F", at: 5 }, 3)).toBe("front, row 2, column 3"));
});

describe("typed digits", () => {
  it("grow where the cube has such numbers", () => {
    expect(typeDigit("", "7", 3)).toBe("7");
    expect(typeDigit("1", "2", 3)).toBe("2");
    expect(typeDigit("1", "2", 4)).toBe("12");
    expect(typeDigit("1", "7", 4)).toBe("7");
    expect(typeDigit("2", "5", 5)).toBe("25");
    expect(typeDigit("", "0", 3)).toBeNull();
    expect(typeDigit("", "9", 2)).toBeNull();
  });
});

describe("links of the cube", () => {
  const solved = `${"URFDLB".replace(/./g, (face) => face.repeat(9))},000000`;
  const check = (
    query: Record<string, string>,
    start: string,
    line: string,
    at: number,
    text: string | null,
  ) =>
    it(JSON.stringify(query), () => {
      const linked = fromLink(query);
      expect(writePosition(linked.state.start)).toBe(start);
      expect(writeSequence(linked.state.line)).toBe(line);
      expect([linked.at, linked.text]).toEqual([at, text]);
    });
  check({}, solved, "", 0, null);
  check({ p: "R U" }, solved, "R U", 2, null);
  check({ p: "R U", i: "1" }, solved, "R U", 1, null);
  check({ p: solved, s: "R U'", i: "x" }, solved, "R U'", 0, null);
  check({ p: "R U )" }, solved, "", 0, "R U )");
  check({ p: solved, s: "R U )" }, solved, "", 0, "R U )");
  check({ p: "https://alg.cubing.net/?alg=R_U-&setup=F2_F2", i: "0" }, solved, "R U'", 0, null);
  check({ p: "https://alg.cubing.net/?setup=R_U" }, solved, "R U", 2, null);
  check({ p: "https://alg.cubing.net/?alg=R_//_first" }, solved, "R", 1, null);
  it("of other sites begin in the position after the setup", () => {
    const linked = fromLink({
      p: "https://alpha.twizzle.net/edit/?alg=R+U&setup-alg=F%27+L2&setup-anchor=start",
    });
    const after = fromLink({ p: "F' L2 R U" });
    const end = (state: typeof linked.state) =>
      writePosition(
        applyTurns(
          state.start,
          state.line.map((move) => move.turn),
        ).at(-1) ?? state.start,
      );
    expect(writeSequence(linked.state.line)).toBe("R U");
    expect(end(linked.state)).toBe(end(after.state));
    // Moves that end in the setup are undone first.
    const anchored = fromLink({ p: "https://alg.cubing.net/?alg=R_U&type=alg" });
    expect(end(anchored.state)).toBe(solved);
  });
  check(
    { p: "https://alg.cubing.net/?puzzle=4x4x4&alg=R" },
    solved,
    "",
    0,
    "https://alg.cubing.net/?puzzle=4x4x4&alg=R",
  );
  check({ p: 'kind = "cube3"\nscramble = "u r"\nlower-case = "face"\n' }, solved, "U R", 2, null);
  it("are read as they were written", () => {
    const { state } = fromLink({ p: solved, s: "R M2 x'", c: "1", m: "qtm" });
    const again = fromLink(toLink(state, 2) as Record<string, string>);
    expect(again).toEqual({ state, at: 2, text: null });
  });
  it("ask for centres where the file does", () => {
    expect(fromLink({ p: 'kind = "cube3"\nscramble = "R"\ncentres = true\n' }).state.centres).toBe(
      true,
    );
  });
});

describe("links of the Sudoku Cube", () => {
  const net = readNet(
    "1^ 2^\n3^ 4>\n1^ 2^ 1^ 2^ 1^ 2^ 1^ 2^\n3^ 4< 3^ 4^ 3^ 4^ 3^ 4v\n1^ 2^\n3^ 4^",
  );
  if (net === null) throw new Error("a net");
  it("are read as they were written", () => {
    const state = { net, ambiguous: { sixNine: false, eight: true }, line: [], goal: net };
    const again = digitsFromLink(digitsToLink(state, 0) as Record<string, string>);
    expect(again).toEqual({ state, at: 0, text: null });
  });
  it("may hold a puzzle file, or invalid text for the server to report", () => {
    expect(digitsFromLink({ p: drawNet(net) }).state.net).toEqual(net);
    expect(digitsFromLink({ p: "kind = 1" }).text).toBe("kind = 1");
    expect(digitsFromLink({ z: "1u.2u" }).text).toBe("1u.2u");
    expect(digitsFromLink({ z: packNet(net) }).text).toBeNull();
  });
});
