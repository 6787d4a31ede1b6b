import { describe, expect, it } from "vitest";
import { newHistory, pushState, undo } from "./history";
import { framesOf, paceOf } from "./replay";

/** A state of a board: its puzzle, and what is on it. */
type State = readonly [puzzle: string, marks: string];

const isSame = ([one]: State, [other]: State) => one === other;

function after(...states: State[]) {
  return states.reduce(pushState<State>, newHistory<State>(["one", ""]));
}

describe("the frames of a replay", () => {
  it("are the states in their order", () => {
    const frames = framesOf(after(["one", "a"], ["one", "ab"]), isSame);
    expect(frames.map(([, marks]) => marks)).toEqual(["", "a", "ab"]);
  });
  it("leave out what was undone", () => {
    const history = pushState(undo(after(["one", "a"], ["one", "ab"])), ["one", "ac"] as State);
    expect(framesOf(history, isSame).map(([, marks]) => marks)).toEqual(["", "a", "ac"]);
  });
  it("are of the present puzzle alone, since it was opened last", () => {
    const history = after(["one", "a"], ["two", ""], ["one", ""], ["one", "b"]);
    expect(framesOf(history, isSame).map(([, marks]) => marks)).toEqual(["", "b"]);
    expect(framesOf(after(["two", ""]), isSame)).toEqual([["two", ""]]);
  });
});

describe("the pace", () => {
  it("is quicker for more moves, within limits", () => {
    expect([0, 10, 50, 1000].map((moves) => paceOf(moves, false))).toEqual([700, 700, 400, 100]);
  });
  it("is slow with reduced motion", () => {
    expect(paceOf(1000, true)).toBe(1000);
  });
});
