import { describe, expect, it } from "vitest";
import { allDaily, dayName, dayNumber, fewDaily } from "./daily";

const MONDAY = dayNumber(new Date("2026-11-30T12:00:00Z"));

describe("a day", () => {
  it("is the same everywhere, and begins at midnight UTC", () => {
    expect(dayNumber(new Date("2026-11-30T00:00:00Z"))).toBe(MONDAY);
    expect(dayNumber(new Date("2026-11-30T23:59:59.999Z"))).toBe(MONDAY);
    expect(dayNumber(new Date("2026-12-01T00:00:00Z"))).toBe(MONDAY + 1);
    // The same moment in two time zones.
    expect(dayNumber(new Date("2026-12-01T09:00:00+14:00"))).toBe(MONDAY);
    expect(dayNumber(new Date("2026-11-29T23:00:00-11:00"))).toBe(MONDAY);
    expect(dayName(MONDAY)).toBe("2026-11-30");
  });
});

describe("the puzzles of a day", () => {
  it("follow from the date alone", () => {
    // They must never change, or some players have others than the rest.
    expect(fewDaily(MONDAY).map(({ id, rows, seed }) => [id, rows, seed])).toEqual([
      ["grid easy", 9, 3485910459],
      ["hitori easy", 6, 1236401693],
      ["akari easy", 6, 2923140080],
    ]);
    expect(fewDaily(MONDAY)).toEqual(fewDaily(MONDAY));
  });
  it("are different ones, with seeds of their own, also from those of other days", () => {
    const seeds = new Set<number>();
    for (let day = MONDAY; day < MONDAY + 100; day += 1) {
      const all = allDaily(day);
      expect(new Set(all.map(({ id }) => id)).size).toBe(8);
      for (const { seed } of all) seeds.add(seed);
    }
    expect(seeds.size).toBe(800);
  });
  it("on the first screen are some of all", () => {
    for (let day = MONDAY; day < MONDAY + 100; day += 1) {
      const few = fewDaily(day);
      expect(few).toHaveLength(3);
      expect(allDaily(day)).toEqual(expect.arrayContaining([...few]));
    }
  });
  it("have a Sudoku that is easy on Mondays, and hard at the end of the week", () => {
    const levels = Array.from({ length: 7 }, (_, i) => fewDaily(MONDAY + i)[0]?.level);
    expect(levels).toEqual(["easy", "easy", "medium", "medium", "hard", "hard", "unfair"]);
  });
  it("have every kind on some day", () => {
    const kinds = new Set<string>();
    for (let i = 0; i < 7; i += 1) for (const { kind } of fewDaily(MONDAY + i)) kinds.add(kind);
    expect(kinds.size).toBe(8);
  });
});
