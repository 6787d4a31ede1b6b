import { describe, expect, it } from "vitest";
import type { Reading } from "../api/generated";
import { destinationOf, findDestination, linkOfPage, turningPuzzle } from "./openText";

const reading = (content: Reading["content"], kind: string): Reading => ({
  content,
  kind,
  title: null,
  puzzles: 1,
  notes: [],
});

describe("destinationOf", () => {
  it("knows the scene of every kind", () => {
    const to = (content: Reading["content"], kind: string, text = "x") => {
      const { scene, query } = destinationOf(reading(content, kind), text);
      return [scene, query];
    };
    expect(to("puzzle", "grid")).toEqual(["sudoku", { p: "x" }]);
    expect(to("puzzle", "nurikabe")).toEqual(["pencil", { p: "x" }]);
    expect(to("puzzle", "goishi")).toEqual(["golden-waste", { p: "x" }]);
    expect(to("puzzle", "sudoku-cube")).toEqual(["sudoku-cube", { p: "x" }]);
    expect(to("model", "model")).toEqual(["model", { p: "x" }]);
    expect(to("position", "square1")).toEqual(["square1", { p: "x" }]);
    expect(to("position", "cube3")).toEqual(["cube", { p: "x" }]);
    expect(to("permutations", "skewb")).toEqual(["perm", { p: "skewb" }]);
    expect(to("permutations", "definition", "Name A")).toEqual(["perm", { d: "Name A" }]);
  });
  it("shows positions of puzzle files", () => {
    const file = "kind = 'square1'\ncolours = 'silver'\nscramble = '(1,0)/'\n";
    expect(turningPuzzle("square1", file)).toEqual({
      scene: "square1",
      query: { p: "(1,0)/", c: "silver" },
    });
    expect(turningPuzzle("cube", "scramble = 'R'\ncentres = true")).toEqual({
      scene: "cube",
      query: { p: "R", c: "1" },
    });
  });
});

describe("links of other sites with moves", () => {
  const check = (link: string, scene: string, query: object) =>
    it(link, async () => expect(await findDestination(` ${link}\n`)).toEqual({ scene, query }));
  const cube = "https://alg.cubing.net/?alg=R_U-&setup=F2";
  check(cube, "cube", { p: cube, i: "0" });
  const setup = "https://alpha.twizzle.net/edit/?puzzle=3x3x3&setup-alg=R+U";
  check(setup, "cube", { p: setup, i: undefined });
  const square1 = "https://alpha.twizzle.net/edit/?puzzle=square1&alg=(1,0)/(3,0)/";
  check(square1, "square1", { p: square1, i: "0" });
  // The cube's own scene does not read commutators, nor that of the Square-1 a twist that is blocked.
  check("https://alg.cubing.net/?alg=[R,_U]", "perm", { p: "3x3x3", t: "", s: "[R, U]", i: "0" });
  const blocked = "https://alpha.twizzle.net/edit/?puzzle=square1&alg=(2,0)/";
  check(blocked, "perm", { p: "square1", t: "", s: "(2,0)/", i: "0" });
  check("https://alg.cubing.net/?puzzle=2x2x2&alg=R", "perm", {
    p: "2x2x2",
    t: "",
    s: "R",
    i: "0",
  });
});

describe("linkOfPage", () => {
  it("reads links of this page on any server", () => {
    const link = linkOfPage("https://puzzles.example.org/sub/#/sudoku?p=1..&d=2");
    expect(link).toEqual({ scene: "sudoku", query: { p: "1..", d: "2" } });
    expect(linkOfPage("#/jobs/17")?.scene).toBe("jobs/17");
  });
  it("leaves other texts alone", () => {
    expect(linkOfPage("https://puzz.link/p?nurikabe/6/6/g2")).toBeNull();
    expect(linkOfPage("a comment about #/sudoku")).toBeNull();
  });
});
