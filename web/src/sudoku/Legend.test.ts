// The legend of a drawing names the signs that it has, and no others.
import { expect, it } from "vitest";
import { TECHNIQUES } from "../techniques/catalogue";
import { legend } from "./Legend";

function signs(name: string): string[] {
  const technique = TECHNIQUES.find((it) => it.technique === name);
  if (!technique) throw new Error(`no technique ${name}`);
  return legend(technique.example.step).map(({ sign, means }) => `${sign} ${means}`);
}

it("names the signs of a step only", () => {
  expect(signs("naked-pair").join()).toMatch(/^● a candidate of the pattern,╱ an eliminated/);
  expect(signs("naked-pair").join()).not.toMatch(/link|set|fin|group/);
  expect(signs("aic").join()).toMatch(/strong link.*weak link/);
  expect(signs("aic").join()).not.toMatch(/group|locked/);
  expect(signs("grouped-aic").join()).toMatch(/a group, one of these/);
  expect(signs("als-xz").join()).toMatch(/restricted common.*A B almost locked sets/);
  expect(signs("multi-colours").join()).toMatch(/A and a, B and b/);
  expect(signs("finned-swordfish").join()).toMatch(/◆ a fin.*hatched/);
  expect(signs("naked-single").join()).toMatch(/◉ a digit that is placed/);
});

it("has a sign for every pattern element", () => {
  for (const technique of TECHNIQUES) {
    const entries = legend(technique.example.step);
    expect(new Set(entries.map(({ sign }) => sign)).size, technique.name).toBe(entries.length);
  }
});
