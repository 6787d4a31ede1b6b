import { describe, expect, it } from "vitest";
import { newHistory, pushState, redo, undo } from "./history";

describe("history", () => {
  it("goes back and forward", () => {
    const three = pushState(pushState(newHistory(1), 2), 3);
    expect(undo(three).present).toBe(2);
    expect(undo(undo(undo(three))).present).toBe(1);
    expect(redo(undo(three))).toEqual(three);
    expect(redo(three)).toBe(three);
  });
  it("forgets what was undone when something new comes", () => {
    const other = pushState(undo(pushState(newHistory(1), 2)), 5);
    expect(redo(other).present).toBe(5);
    expect(undo(other).present).toBe(1);
  });
  it("does not store an unchanged state", () => {
    const one = newHistory(1);
    expect(pushState(one, 1)).toBe(one);
  });
  it("keeps a bounded number of states", () => {
    let history = newHistory(0);
    for (let i = 1; i < 2000; i++) history = pushState(history, i);
    expect(history.past).toHaveLength(500);
    expect(history.past[0]).toBe(1499);
  });
});
