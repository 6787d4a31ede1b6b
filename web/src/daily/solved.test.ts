import { afterEach, describe, expect, it } from "vitest";
import { isDraft, openedText, rememberOpened, rememberSolved, solvedOf, streak } from "./solved";

const DAY = 20_787;

/** Some hour of a day. */
function at(day: number, hour = 12): Date {
  return new Date(day * 86_400_000 + hour * 3_600_000);
}

/** Opens and solves a puzzle of a day on that day. */
function play(day: number, id = "grid easy"): void {
  rememberOpened(`puzzle ${id} of ${day}`, day, id);
  rememberSolved(`puzzle ${id} of ${day}`, at(day));
}

afterEach(() => localStorage.clear());

describe("a streak", () => {
  it("is the number of days in a row", () => {
    expect(streak(DAY)).toBe(0);
    play(DAY);
    expect(streak(DAY)).toBe(1);
    play(DAY, "lits easy");
    expect(streak(DAY)).toBe(1);
    play(DAY + 1);
    play(DAY + 2);
    expect(streak(DAY + 2)).toBe(3);
    // Today's can still be solved.
    expect(streak(DAY + 3)).toBe(3);
    expect(streak(DAY + 4)).toBe(0);
    play(DAY + 5);
    expect(streak(DAY + 5)).toBe(1);
  });
  it("does not count puzzles of no day, nor those that were opened but not solved", () => {
    rememberSolved("some puzzle", at(DAY));
    rememberOpened("one", DAY, "grid easy");
    expect(streak(DAY)).toBe(0);
  });
  it("counts a puzzle until the end of the day after its own", () => {
    rememberOpened("one", DAY, "grid easy");
    rememberSolved("one", at(DAY + 2, 0));
    expect(streak(DAY)).toBe(0);
    rememberSolved("one", at(DAY + 1, 23));
    expect(streak(DAY + 1)).toBe(1);
    expect(solvedOf(DAY)).toEqual(new Set(["grid easy"]));
    expect(solvedOf(DAY + 1)).toEqual(new Set());
  });
  it("survives a clock that was ahead, or is behind", () => {
    play(DAY);
    play(DAY + 1);
    play(DAY + 400);
    expect(streak(DAY + 1)).toBe(2);
    play(DAY + 2);
    expect(streak(DAY + 2)).toBe(3);
    // A clock that is behind shows what was then, and loses nothing.
    expect(streak(DAY)).toBe(1);
    expect(streak(DAY - 100)).toBe(0);
    rememberSolved("puzzle grid easy of 20789", at(DAY - 100));
    expect(streak(DAY + 2)).toBe(3);
  });
  it("reads what it can of a broken text", () => {
    for (const text of ["{", "7", "null", '{"a":1}', '["x",null,-3,1.5,1e99]']) {
      localStorage.setItem("gordian.daily.days", text);
      localStorage.setItem("gordian.daily.opened", text);
      localStorage.setItem("gordian.daily.solved", text);
      expect(streak(DAY), text).toBe(0);
      expect(openedText(DAY, "grid easy"), text).toBe(null);
      expect(solvedOf(DAY), text).toEqual(new Set());
      play(DAY);
      expect(streak(DAY), text).toBe(1);
    }
    localStorage.setItem("gordian.daily.days", `["x", ${DAY - 1}, ${DAY}, ${DAY}]`);
    expect(streak(DAY)).toBe(2);
  });
  it("is as long as ten years", () => {
    const days = Array.from({ length: 3660 }, (_, i) => DAY - 3660 + i);
    localStorage.setItem("gordian.daily.days", JSON.stringify(days));
    play(DAY);
    expect(streak(DAY)).toBe(3660);
  });
});

describe("a puzzle of a day", () => {
  it("is opened again with its text", () => {
    rememberOpened("one", DAY, "grid easy");
    rememberOpened("two", DAY, "grid hard");
    expect(openedText(DAY, "grid easy")).toBe("one");
    expect(openedText(DAY + 1, "grid easy")).toBe(null);
    rememberOpened("three", DAY, "grid easy");
    expect(openedText(DAY, "grid easy")).toBe("three");
  });
  it("is the Sudoku that was shown last", () => {
    expect(isDraft("1..2")).toBe(false);
    localStorage.setItem("gordian.sudoku", '{"givens":[1,0,0,2],"placed":[0,3,0,0]}');
    expect(isDraft("1..2")).toBe(true);
    expect(isDraft("1.32")).toBe(false);
    for (const text of ["{", "7", "null", '{"givens":7}']) {
      localStorage.setItem("gordian.sudoku", text);
      expect(isDraft("1..2"), text).toBe(false);
    }
  });
  it("is known to be solved", () => {
    play(DAY, "lits easy");
    play(DAY + 1, "grid easy");
    expect(solvedOf(DAY)).toEqual(new Set(["lits easy"]));
  });
});
