import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type DraggedLayer, type DragHandler, snapSteps, useLayerDrag } from "./useLayerDrag";

describe("a released layer", () => {
  const check = (amount: number, speed: number, most: number | undefined, steps: number) =>
    it(`${amount} at ${speed} rests at ${steps}`, () =>
      expect(snapSteps(amount, speed, most)).toBe(steps));
  check(0.4, 0, undefined, 0);
  check(0.6, 0, undefined, 1);
  check(-1.6, 0, undefined, -2);
  check(0.3, 5, undefined, 1);
  check(0.3, -5, undefined, 0);
  check(0.05, 100, undefined, 0);
  check(2.4, 0, 1, 1);
  check(-2.4, 0, 1, -1);
});

describe("a dragged layer", () => {
  let root: HTMLElement;
  let drag: DragHandler<string>;
  let held: DraggedLayer<string> | null;
  const turned: [string, number][] = [];

  function Holder() {
    const found = useLayerDrag<string>({
      blocked: (turn) => turn === "blocked",
      most: (turn) => (turn === "half" ? 1 : 9),
      onTouch: () => undefined,
      onTurn: (turn, steps) => turned.push([turn, steps]),
    });
    ({ drag, held } = found);
    return null;
  }

  beforeEach(() => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    turned.length = 0;
    root = document.createElement("div");
    act(() => render(<Holder />, root));
  });
  afterEach(() => {
    act(() => render(null, root));
    vi.unstubAllGlobals();
  });
  const hold = (turn: string, amount: number) => act(() => drag.hold(turn, amount));

  it("shows how far a layer is turned, and tells the turn at the end", () => {
    hold("top", 0);
    hold("top", 1.8);
    expect(held).toEqual({ turn: "top", amount: 1.8 });
    expect(turned).toEqual([]);
    act(() => drag.release(0));
    expect(held).toBeNull();
    expect(turned).toEqual([["top", 2]]);
  });
  it("reports no turn of a layer that returns", () => {
    hold("top", 0.3);
    act(() => drag.release(0));
    hold("top", 2);
    act(() => drag.cancel());
    expect(turned).toEqual([]);
    expect(held).toBeNull();
  });
  it("does not turn further than the maximum", () => {
    hold("half", 1.7);
    expect(held?.amount).toBe(1);
    act(() => drag.release(9));
    expect(turned).toEqual([["half", 1]]);
  });
  it("moves a blocked layer a little and shows why", () => {
    hold("blocked", 0.9);
    expect(held?.amount).toBeGreaterThan(0.01);
    expect(held?.amount).toBeLessThan(0.05);
    act(() => drag.release(0));
    expect(turned).toEqual([["blocked", 1]]);
    hold("blocked", 0.1);
    act(() => drag.release(0));
    expect(turned).toHaveLength(1);
  });
});
