import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Grid } from "./Grid";
import { boxedLayout } from "./layout";
import { centreLines, cornerPlace, slice } from "./PlayerLayers";
import { controlNeedsKey, neighbourCell, type Selection, singleCell } from "./useGridKeys";
import { cellsOnDrag } from "./useGridPointer";

const box = document.createElement("div");
document.body.append(box);

interface Part {
  givens?: number[];
  wrong?: number[];
  marks?: number[][];
  corners?: number[][];
  colours?: number[][];
  candidates?: number[][];
}

function show(n: number, part: Part = {}) {
  const calls: string[] = [];
  let selection: Selection = singleCell(0);
  const none = new Array<number>(n * n).fill(0);
  const lists = (some: number[][] | undefined) =>
    [...(some ?? []), ...none.map(() => [])].slice(0, n * n);
  const draw = () =>
    act(() =>
      render(
        <Grid
          layout={boxedLayout(n, n === 4 ? [2, 2] : [3, 4])}
          givens={[...(part.givens ?? []), ...none].slice(0, n * n)}
          placed={none}
          candidates={part.candidates ? lists(part.candidates) : null}
          marks={lists(part.marks)}
          corners={lists(part.corners)}
          colours={lists(part.colours)}
          wrong={new Set(part.wrong)}
          step={null}
          selection={selection}
          onSelect={(next) => {
            selection = next;
          }}
          equal={() => new Set([0, 2])}
          onDigit={(digit, held, instead) =>
            calls.push(`${digit}${held ? ` ${held}` : ""}${instead ? ` for ${instead}` : ""}`)
          }
          onErase={(held) => calls.push(held ? `erase ${held}` : "erase")}
          onMode={(mode) => calls.push(mode)}
          onNextMode={() => calls.push("mode")}
        />,
        box,
      ),
    );
  draw();
  const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    act(() => {
      target.dispatchEvent(event);
    });
    draw();
    return event.defaultPrevented;
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
      expect(neighbourCell(4, 5, key, control)).toBe(expected));
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
    expect(neighbourCell(4, 0, "ArrowUp", false)).toBe(12);
    expect(neighbourCell(4, 3, "ArrowRight", false)).toBe(0);
  });
});

describe("Grid", () => {
  it("describes each cell", () => {
    const { label } = show(4, { givens: [3, 3], marks: [[], [], [1, 2]], wrong: [0] });
    expect(label(0)).toBe("row 1, column 1, 3, given, in conflict");
    expect(label(2)).toBe("row 1, column 3, empty, marks 1 2");
    expect(label(15)).toBe("row 4, column 4, empty");
  });
  it("describes corner marks and colours, or candidates instead of them", () => {
    const { label } = show(4, { corners: [[1], [2, 3]], colours: [[], [1, 6]], marks: [[4]] });
    expect(label(0)).toBe("row 1, column 1, empty, marks 4, corner marks 1");
    expect(label(1)).toBe("row 1, column 2, empty, corner marks 2 3, coloured red and blue");
    const other = show(4, { corners: [[1]], candidates: [[2, 3]] });
    expect(other.label(0)).toBe("row 1, column 1, empty, candidates 2 3");
  });
  it("is one stop for the Tab key", () => {
    show(4);
    expect(box.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
    expect(box.querySelectorAll('[role="gridcell"]')).toHaveLength(16);
  });
  it("moves, and selects with Shift", () => {
    const { press, selection } = show(4);
    press("ArrowRight");
    expect(selection()).toEqual(singleCell(1));
    press("ArrowDown", { shiftKey: true });
    expect(selection()).toEqual({ active: 5, cells: new Set([1, 5]) });
    press("ArrowRight", { ctrlKey: true });
    expect(selection()).toEqual({ active: 6, cells: new Set([1, 5, 6]) });
    press("Escape");
    expect(selection()).toEqual(singleCell(6));
  });
  it("types, erases and changes the mode", () => {
    const { press, calls } = show(4);
    for (const key of ["3", "Backspace", "Delete", "0", " ", "x", "v", "q"]) press(key);
    press("z", { ctrlKey: true });
    expect(calls).toEqual(["3", "erase", "erase", "erase", "mode", "corner", "colour"]);
  });
  it("takes held keys for a mode, whatever Shift makes of the figure", () => {
    const { press, calls } = show(9);
    press('"', { code: "Digit2", shiftKey: true });
    press("2", { code: "Digit2", ctrlKey: true });
    press("@", { code: "Digit2", ctrlKey: true, shiftKey: true });
    press("&", { code: "Digit1" });
    press("Delete", { ctrlKey: true });
    // The number pad without its lock, and what AltGr types, are no digits.
    press("PageDown", { code: "Numpad3" });
    press("[", { code: "Digit8", ctrlKey: true, altKey: true });
    expect(calls).toEqual(["2 corner", "2 mark", "2 colour", "1", "erase mark"]);
  });
  it("leaves letters that are digits of large grids alone", () => {
    const { press, calls } = show(12);
    for (const key of ["c", "x"]) press(key);
    expect(calls).toEqual(["12", "corner"]);
  });
  it("takes the keys wherever the focus is, but not those that the control there needs", () => {
    const { press, calls, selection } = show(4);
    const make = (html: string) => {
      const holder = document.createElement("div");
      holder.innerHTML = html;
      document.body.append(holder);
      return holder.firstElementChild as HTMLElement;
    };
    const button = make("<button>Undo</button>");
    const text = make("<textarea></textarea>");
    const slider = make('<input type="range">');
    expect(press("1", {}, button)).toBe(true);
    expect(press("2", {}, text)).toBe(false);
    expect(press("3", {}, slider)).toBe(true);
    expect(press("ArrowRight", {}, slider)).toBe(false);
    // A button that was clicked leaves even Space to the grid; one that was reached by Tab does not.
    document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(press(" ", {}, button)).toBe(true);
    press("Tab", {}, button);
    expect(press(" ", {}, button)).toBe(false);
    expect(press("4", {}, button)).toBe(true);
    const dialog = make("<dialog open></dialog>");
    expect(press("1")).toBe(false);
    dialog.remove();
    expect(press("ArrowRight", {}, button)).toBe(true);
    expect(selection()).toEqual(singleCell(1));
    expect(calls).toEqual(["1", "3", "mode", "4"]);
    for (const it of [button, text, slider]) it.parentElement?.remove();
  });
  it("selects all cells", () => {
    const { press, selection } = show(4);
    press("a", { ctrlKey: true });
    expect(selection().cells.size).toBe(16);
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

describe("dragged", () => {
  const check = (name: string, to: [number, number], expected: number[]) =>
    it(name, () =>
      expect(cellsOnDrag(9, { x: 0.5, y: 0.5 }, { x: to[0], y: to[1] })).toEqual(expected),
    );
  check("along a row, however fast", [3.5, 0.5], [0, 1, 2, 3]);
  check("down a diagonal without its neighbours", [2.5, 2.4], [0, 10, 20]);
  check("not as long as it is at the edge of a cell", [0.95, 0.5], [0]);
  check("out of the grid", [-2, 0.5], [0]);
});

describe("belongs", () => {
  const check = (html: string, key: string, clicked: boolean, expected: boolean) =>
    it(`${html} ${key} ${clicked ? "clicked" : "by Tab"}`, () => {
      const holder = document.createElement("div");
      holder.innerHTML = html;
      expect(controlNeedsKey(holder.firstElementChild, key, clicked)).toBe(expected);
    });
  check("<select></select>", "1", true, true);
  check("<input>", "1", true, true);
  check('<input type="number">', "1", false, true);
  check('<input type="radio">', "1", false, false);
  check('<input type="radio">', "ArrowLeft", false, true);
  check('<input type="radio">', "ArrowLeft", true, false);
  check('<input type="range">', "End", true, true);
  check('<input type="checkbox">', " ", false, true);
  check('<button role="tab"></button>', "ArrowLeft", false, true);
  check('<button role="tab"></button>', "ArrowLeft", true, false);
  check("<button></button>", "Enter", false, true);
  check("<div></div>", " ", false, false);
});

describe("the player's layers", () => {
  it("slices of a cell cover it", () => {
    expect(slice(0, 0, 40, 0, 0.5)).toBe("M20 20L20 0L40 0L40 40L20 40Z");
    expect(slice(40, 0, 40, 0.25, 0.5)).toBe("M60 20L80 20L80 40L60 40Z");
  });
  it("writes centre marks in lines that fit", () => {
    expect(centreLines(9, [1, 2, 3])).toEqual(["123"]);
    expect(centreLines(9, [1, 2, 3, 4, 5, 6, 7])).toEqual(["12345", "67"]);
    expect(centreLines(16, [1, 12, 13, 14])).toEqual(["1 12 13", "14"]);
    expect(centreLines(9, [])).toEqual([]);
  });
  it("puts corner marks into the corners first, and many in rows", () => {
    expect([0, 1, 2, 3].map((at) => cornerPlace(at, 4))).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
    expect(cornerPlace(4, 9)).toEqual([0.5, 0.5]);
    expect(cornerPlace(8, 9)).toEqual([1, 1]);
  });
});
