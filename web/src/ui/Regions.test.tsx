import { render } from "preact";
import { describe, expect, it } from "vitest";
import { hasSplitRegions, pieces, RegionLabels } from "./Regions";

// Two regions of a 3×3 grid: the corners and the middle, and what is left.
const UNCONNECTED = { name: "region 1", cells: [0, 2, 4, 6, 8] };
const REST = { name: "region 12", cells: [1, 3, 5, 7] };

describe("pieces", () => {
  it("are cells that touch along sides, not across the edge of the grid", () => {
    expect(pieces(3, UNCONNECTED.cells)).toEqual([[0], [2], [4], [6], [8]]);
    expect(pieces(3, [2, 3])).toEqual([[2], [3]]);
    expect(pieces(3, [8, 0, 1, 5, 4])).toEqual([[0, 1, 4, 5, 8]]);
  });
  it("are those with unconnected regions", () => {
    expect(hasSplitRegions(3, [{ name: "", cells: [0, 1, 3] }])).toBe(false);
    expect(hasSplitRegions(3, [{ name: "", cells: [0, 1, 3] }, REST])).toBe(true);
  });
});

describe("labels", () => {
  it("stand on every piece", () => {
    const root = document.createElement("div");
    render(
      <svg>
        <title>Regions</title>
        <RegionLabels n={3} regions={[UNCONNECTED, REST]} size={40} />
        <RegionLabels n={3} regions={[{ ...REST, name: "region A" }]} size={40} />
      </svg>,
      root,
    );
    const texts = [...root.querySelectorAll("text")].map((it) => it.textContent);
    expect(texts).toEqual(["1", "1", "1", "1", "1", "12", "12", "12", "12", "A", "A", "A", "A"]);
  });
});
