import { describe, expect, it } from "vitest";
import { daily, dayNumber } from "./daily";

describe("daily", () => {
  it("has the same puzzles all day, others tomorrow", () => {
    const morning = dayNumber(new Date(2026, 10, 29, 0, 1));
    expect(dayNumber(new Date(2026, 10, 29, 23, 59))).toBe(morning);
    expect(dayNumber(new Date(2026, 10, 30, 0, 1))).toBe(morning + 1);
    expect(daily(morning + 1)).not.toEqual(daily(morning));
  });
  it("has three different puzzles on each day", () => {
    for (let day = 20_000; day < 20_100; day += 1) {
      expect(new Set(daily(day).map(({ title }) => title)).size).toBe(3);
    }
  });
  it("is easy on Mondays", () => {
    expect(daily(dayNumber(new Date(2026, 10, 30)))[0]?.level).toBe("easy");
    expect(daily(dayNumber(new Date(2026, 10, 29)))[0]?.level).toBe("unfair");
  });
});
