import { afterEach, describe, expect, it } from "vitest";
import {
  advance,
  clockTime,
  loadTimer,
  type Moment,
  NEW_TIMER,
  openTimer,
  saveTimer,
  solvedTime,
  spokenTime,
  type Timer,
  UNTIMED,
} from "./timer";

const PLAYING: Moment = {
  now: 0,
  isMarked: true,
  isUndone: false,
  isChanged: false,
  isPlaying: true,
  isSolved: false,
};

/** The timer after some moments, each with what is different then. */
function after(timer: Timer, ...moments: readonly Partial<Moment>[]): Timer {
  return moments.reduce<Timer>((old, it) => advance(old, { ...PLAYING, ...it }), timer);
}

describe("the timer", () => {
  it("waits for the first mark", () => {
    const waiting = after(NEW_TIMER, { now: 0, isMarked: false }, { now: 4000, isMarked: false });
    expect(waiting).toBe(NEW_TIMER);
    const counting = after(waiting, { now: 5000, isChanged: true }, { now: 7000 });
    expect(counting).toMatchObject({ state: "counting", spent: 2000 });
  });
  it("does not count while the page is hidden", () => {
    const hidden = after(NEW_TIMER, { now: 0 }, { now: 3000, isPlaying: false });
    expect(hidden).toMatchObject({ spent: 3000, last: null });
    const back = after(hidden, { now: 90_000, isPlaying: false }, { now: 100_000 });
    expect(after(back, { now: 101_000 }).spent).toBe(4000);
  });
  it("does not count while the computer sleeps, nor backwards", () => {
    const slept = after(NEW_TIMER, { now: 0 }, { now: 3_600_000 });
    expect(slept.spent).toBe(5000);
    expect(after(slept, { now: 10 }).spent).toBe(5000);
  });
  it("goes on when the marks are taken back", () => {
    const empty = after(NEW_TIMER, { now: 0 }, { now: 2000, isMarked: false });
    expect(after(empty, { now: 4000 }).spent).toBe(4000);
  });
  it("stops at the last mark of the solution, not at its check", () => {
    const solved = after(
      NEW_TIMER,
      { now: 0, isChanged: true },
      { now: 3000, isChanged: true },
      { now: 4000 },
      { now: 4500, isSolved: true },
    );
    expect(solvedTime(solved)).toBe(3000);
    // Changes after that do not start it again.
    expect(after(solved, { now: 9000, isChanged: true })).toBe(solved);
    expect(solvedTime(after(NEW_TIMER, { now: 0 }))).toBe(null);
  });
  it("begins again on an empty board", () => {
    const solved = after(NEW_TIMER, { now: 0 }, { now: 1000, isChanged: true, isSolved: true });
    expect(after(solved, { now: 2000, isMarked: false })).toBe(NEW_TIMER);
    expect(after(UNTIMED, { isMarked: false })).toBe(NEW_TIMER);
  });
  it("has no time for marks that are there at once, or come back by undo", () => {
    expect(openTimer(null, true)).toBe(UNTIMED);
    expect(solvedTime(after(UNTIMED, { now: 0 }, { now: 9, isSolved: true }))).toBe(null);
    const undone = after(NEW_TIMER, { isUndone: true, isChanged: true }, { isSolved: true });
    expect(solvedTime(undone)).toBe(null);
  });
});

describe("a time that is kept", () => {
  afterEach(() => localStorage.clear());

  it("goes on with the marks, and begins again without them", () => {
    const counting = after(NEW_TIMER, { now: 0 }, { now: 2500 });
    saveTimer("one", counting);
    const opened = openTimer(loadTimer("one"), true);
    // The clock of another page begins anew.
    expect(after(opened, { now: 1 }, { now: 501 }).spent).toBe(3000);
    expect(openTimer(loadTimer("one"), false)).toBe(NEW_TIMER);
    expect(loadTimer("two")).toBe(null);
  });
  it("stays that of the solution", () => {
    saveTimer("one", after(NEW_TIMER, { now: 0 }, { now: 2500, isChanged: true, isSolved: true }));
    expect(solvedTime(openTimer(loadTimer("one"), true))).toBe(2500);
  });
  it("is removed when the board has no time", () => {
    saveTimer("one", after(NEW_TIMER, { now: 0 }));
    saveTimer("two", after(NEW_TIMER, { now: 0 }));
    saveTimer("one", UNTIMED);
    expect(loadTimer("one")).toBe(null);
    expect(loadTimer("two")).not.toBe(null);
  });
  it("is one of the latest", () => {
    for (let i = 0; i < 70; i += 1) saveTimer(`puzzle ${i}`, after(NEW_TIMER, { now: 0 }));
    expect(loadTimer("puzzle 9")).toBe(null);
    expect(loadTimer("puzzle 10")).not.toBe(null);
  });
  it("is left out if it cannot be read", () => {
    for (const text of ["{", "7", '[["one"]]', '[["one",-5,false]]', '[["one",null,true]]']) {
      localStorage.setItem("gordian.times", text);
      expect(loadTimer("one"), text).toBe(null);
    }
    localStorage.setItem("gordian.times", '[[1,2],["one",700,false]]');
    expect(loadTimer("one")?.spent).toBe(700);
  });
});

describe("times", () => {
  it("are shown as clocks do", () => {
    expect([0, 999, 61_000, 3_599_999, 3_723_000].map(clockTime)).toEqual([
      "0:00",
      "0:00",
      "1:01",
      "59:59",
      "1:02:03",
    ]);
  });
  it("are spoken", () => {
    expect([0, 1000, 60_000, 3_723_000].map(spokenTime)).toEqual([
      "0 seconds",
      "1 second",
      "1 minute",
      "1 hour 2 minutes 3 seconds",
    ]);
  });
});
