import { describe, expect, it } from "vitest";
import type { Reading } from "../api/generated";
import { destinationOf, linkOfPage, turningPuzzle } from "./openText";

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
