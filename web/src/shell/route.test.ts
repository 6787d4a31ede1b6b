import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatHash, MAX_HASH, parseHash, saveInAddress } from "./route";

describe("parseHash", () => {
  const check = (hash: string, scene: string, rest: string[], query: Record<string, string>) =>
    it(JSON.stringify(hash), () => {
      const route = parseHash(hash);
      expect(route.scene).toBe(scene);
      expect(route.rest).toEqual(rest);
      expect({ ...route.query }).toEqual(query);
    });
  check("", "", [], {});
  check("#", "", [], {});
  check("#/", "", [], {});
  check("#/sudoku", "sudoku", [], {});
  check("#/jobs/17", "jobs", ["17"], {});
  check("#/sudoku?p=1..%0A2&view=a%26b", "sudoku", [], { p: "1..\n2", view: "a&b" });
  check("#/sudoku?p=a+b", "sudoku", [], { p: "a b" });
  check("#/sudoku?p=100%", "sudoku", [], { p: "100%" });
  check("#/sudoku?p", "sudoku", [], { p: "" });
  check("#/sudoku?__proto__=x", "sudoku", [], JSON.parse(`{"__proto__":"x"}`));
  check(`#/sudoku?p=${"1".repeat(MAX_HASH)}`, "too-long", [], {});
});

describe("formatHash", () => {
  it("is read back as it was", () => {
    const query = { p: 'kind = "grid"\n&=#?+%é', empty: "" };
    const back = parseHash(formatHash("sudoku", query));
    expect({ ...back.query }).toEqual({ p: query.p });
  });
});

describe("remember", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    location.hash = "#/sudoku";
  });
  afterEach(() => vi.useRealTimers());
  it("writes the last state a moment later", () => {
    saveInAddress("sudoku", { p: "1" });
    saveInAddress("sudoku", { p: "2" });
    expect(location.hash).toBe("#/sudoku");
    vi.runAllTimers();
    expect(location.hash).toBe("#/sudoku?p=2");
  });
  it("does not write over another scene", () => {
    saveInAddress("sudoku", { p: "1" });
    location.hash = "#/model";
    vi.runAllTimers();
    expect(location.hash).toBe("#/model");
  });
  it("does not write over a new address of the same scene", () => {
    saveInAddress("sudoku", { p: "1" });
    location.hash = "#/sudoku?p=3";
    // The event comes later.
    vi.runAllTimers();
    expect(location.hash).toBe("#/sudoku?p=3");
  });
  it("leaves out what is too long", () => {
    saveInAddress("sudoku", { p: "1".repeat(MAX_HASH) });
    vi.runAllTimers();
    expect(location.hash).toBe("#/sudoku");
  });
});
