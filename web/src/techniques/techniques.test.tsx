// Every technique has a page, and what is drawn there is the example of the solver.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TECHNIQUES, techniqueOf } from "./catalogue";
import Techniques, { positionOf } from "./Techniques";
import { FAMILIES, textOf } from "./texts";

let root: HTMLElement;

beforeEach(() => {
  root = document.createElement("div");
  document.body.append(root);
});

afterEach(() => {
  act(() => render(null, root));
  root.remove();
});

function show(...rest: string[]): void {
  act(() => render(<Techniques route={{ scene: "techniques", rest, query: {} }} />, root));
}

describe("texts", () => {
  it("are there for every technique, each with words of its own", () => {
    const told = TECHNIQUES.map(({ technique }) => [technique, textOf(technique)] as const);
    expect(told.filter(([, text]) => text === null)).toEqual([]);
    for (const [technique, text] of told) {
      expect(text?.definition.length, technique).toBeGreaterThan(40);
      expect(text?.why.length, technique).toBeGreaterThan(40);
      expect(Object.keys(FAMILIES)).toContain(text?.family);
    }
    const definitions = told.map(([, text]) => text?.definition);
    expect(new Set(definitions).size).toBe(definitions.length);
  });
  it("leave no family of the index empty", () => {
    const used = new Set(TECHNIQUES.map(({ technique }) => textOf(technique)?.family));
    expect([...used].sort()).toEqual(Object.keys(FAMILIES).sort());
  });
  it("tell the size and the shape of fish", () => {
    expect(textOf("swordfish")?.definition).toMatch(/^Three rows/);
    expect(textOf("sashimi-jellyfish")?.definition).toMatch(/^Four rows.*sashimi/s);
    expect(textOf("finned-mutant-whale")?.definition).toMatch(/^Six base houses.*fins/s);
    expect(textOf("franken-x-wing")?.family).toBe("complex fish");
    expect(textOf("goldfish")).toBe(null);
  });
});

describe("techniques", () => {
  it("are found by all of their names", () => {
    expect(techniqueOf("x-wing")?.name).toBe("X-wing");
    expect(techniqueOf("Y-Wing")?.technique).toBe("xy-wing");
    expect(techniqueOf("bug-1")).toBe(null);
    expect(techniqueOf("BUG+1")?.technique).toBe("bug-plus-1");
    for (const technique of TECHNIQUES) {
      for (const name of [technique.technique, technique.name, ...technique.aliases]) {
        expect(techniqueOf(name)?.technique, name).toBe(technique.technique);
      }
    }
  });
  it("have examples whose steps change their positions", () => {
    for (const technique of TECHNIQUES) {
      const { marks, givens, placed } = positionOf(technique);
      expect([givens.length, placed.length, marks.length]).toEqual([81, 81, 81]);
      const { placements = [], eliminations = [] } = technique.example.step;
      expect(placements.length + eliminations.length, technique.name).toBeGreaterThan(0);
      for (const { cell, digit } of [...placements, ...eliminations]) {
        const [, row, column] = /^r(\d)c(\d)$/.exec(cell) ?? [];
        const at = (Number(row) - 1) * 9 + Number(column) - 1;
        expect(marks[at], `${technique.name} ${cell}`).toContain(digit);
      }
    }
  });
});

describe("pages", () => {
  it("list all techniques, and find some", () => {
    show();
    expect(root.querySelectorAll("tbody tr")).toHaveLength(TECHNIQUES.length);
    const find = root.querySelector<HTMLInputElement>("input[type=search]");
    act(() => {
      if (find) find.value = "nice loop";
      find?.dispatchEvent(new Event("input", { bubbles: true }));
    });
    expect(root.querySelectorAll("tbody tr")).toHaveLength(4);
  });
  it("show the definition, ratings and the example of each", () => {
    for (const technique of TECHNIQUES) {
      show(technique.technique);
      expect(root.querySelector("h1")?.textContent?.toLowerCase()).toBe(
        technique.name.toLowerCase(),
      );
      expect(root.textContent).toContain(textOf(technique.technique)?.why);
      const { step } = technique.example;
      expect(root.querySelectorAll(".explanation li")).toHaveLength(step.explanation?.length ?? 0);
      expect(root.querySelectorAll(".sign.out")).toHaveLength(step.eliminations?.length ?? 0);
      expect(root.querySelectorAll(".links .line")).toHaveLength(step.links?.length ?? 0);
    }
  });
  it("highlight the elements of a sentence in the drawing", () => {
    show("aic");
    const number = root.querySelector<HTMLButtonElement>(".explanation li:nth-child(2) button");
    expect(root.querySelectorAll(".link.lit")).toHaveLength(0);
    act(() => number?.click());
    expect(number?.getAttribute("aria-pressed")).toBe("true");
    expect(root.querySelectorAll(".link.lit")).toHaveLength(1);
    act(() => number?.click());
    expect(root.querySelectorAll(".link.lit")).toHaveLength(0);
  });
  it("say that a technique is unknown", () => {
    show("goldfish");
    expect(root.querySelector("h1")?.textContent).toBe("No such technique");
  });
});
