import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Grid, moved, only, type Selection } from "./Grid";
import { boxedLayout } from "./layout";

const box = document.createElement("div");
document.body.append(box);

function show(n: number, part: { givens?: number[]; wrong?: number[]; marks?: number[][] } = {}) {
  const calls: string[] = [];
  let selection: Selection = only(0);
  const none = new Array<number>(n * n).fill(0);
  const draw = () =>
    act(() =>
      render(
        <Grid
          layout={boxedLayout(n, n === 4 ? [2, 2] : [3, 4])}
          givens={[...(part.givens ?? []), ...none].slice(0, n * n)}
          placed={none}
          marks={[...(part.marks ?? []), ...none.map(() => [])].slice(0, n * n)}
          marksAre="marks"
          wrong={new Set(part.wrong)}
          step={null}
          selection={selection}
          onSelect={(next) => {
            selection = next;
          }}
          onDigit={(digit, instead) =>
            calls.push(instead ? `${digit} for ${instead}` : String(digit))
          }
          onErase={() => calls.push("erase")}
          onNextMode={() => calls.push("mode")}
        />,
        box,
      ),
    );
  draw();
  const press = (key: string, more: KeyboardEventInit = {}) => {
    const grid = box.querySelector('[role="grid"]');
    act(() => {
      grid?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    });
    draw();
  };
  const label = (cell: number) =>
    box.querySelector(`[data-cell="${cell}"]`)?.getAttribute("aria-label");
  return { calls, press, label, selection: () => selection };
}

// Time stands still, so that keys are typed quickly however slow the machine is.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
  render(null, box);
});

describe("moved", () => {
  const check = (key: string, control: boolean, expected: number | null) =>
    it(`${key}${control ? " with Ctrl" : ""}`, () =>
      expect(moved(4, 5, key, control)).toBe(expected));
  check("ArrowUp", false, 1);
  check("ArrowDown", false, 9);
  check("ArrowLeft", false, 4);
  check("ArrowRight", false, 6);
  check("Home", false, 4);
  check("End", false, 7);
  check("Home", true, 0);
  check("End", true, 15);
  check("a", false, null);
  it("goes around the sides", () => {
    expect(moved(4, 0, "ArrowUp", false)).toBe(12);
    expect(moved(4, 3, "ArrowRight", false)).toBe(0);
  });
});

describe("Grid", () => {
  it("tells each cell", () => {
    const { label } = show(4, { givens: [3, 3], marks: [[], [], [1, 2]], wrong: [0] });
    expect(label(0)).toBe("row 1, column 1, 3, given, in conflict");
    expect(label(2)).toBe("row 1, column 3, empty, marks 1 2");
    expect(label(15)).toBe("row 4, column 4, empty");
  });
  it("is one stop for the Tab key", () => {
    show(4);
    expect(box.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
    expect(box.querySelectorAll('[role="gridcell"]')).toHaveLength(16);
  });
  it("moves, and selects with Shift", () => {
    const { press, selection } = show(4);
    press("ArrowRight");
    expect(selection()).toEqual(only(1));
    press("ArrowDown", { shiftKey: true });
    expect(selection()).toEqual({ active: 5, cells: new Set([1, 5]) });
    press("Escape");
    expect(selection()).toEqual(only(5));
  });
  it("types, erases and changes the mode", () => {
    const { press, calls } = show(4);
    for (const key of ["3", "Backspace", "Delete", "0", " ", "x"]) press(key);
    press("z", { ctrlKey: true });
    expect(calls).toEqual(["3", "erase", "erase", "erase", "mode"]);
  });
  it("takes two figures for one number in large grids", () => {
    const { press, calls } = show(12);
    for (const key of ["1", "2", "1", "0", "9", "9", "B"]) press(key);
    expect(calls).toEqual(["1", "12 for 1", "1", "10 for 1", "9", "9", "11"]);
  });
  it("takes figures typed slowly for two numbers", () => {
    const { press, calls } = show(12);
    press("1");
    vi.setSystemTime(2000);
    press("2");
    expect(calls).toEqual(["1", "2"]);
  });
});
