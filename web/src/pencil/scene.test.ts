// Gestures, keys and strokes on the state of a board, without a page.
import { describe, expect, it } from "vitest";
import type { BoardDocument, FormDocument } from "../api/generated";
import { type Edge, withClue } from "./board";
import type { Intent, Point } from "./gesture";
import { cellAt, edgeAt, type Marks } from "./marks";
import { emptyDrawing } from "./play";
import { drawingFromSaved, drawingToSaved } from "./saved";
import { type Action, boardOf, drawingOf, openScene, reduce, type Scene, type Tab } from "./scene";
import { changeText, description } from "./speech";

const NONE: FormDocument = {
  cells: null,
  black_clues: false,
  holes: false,
  walls: "none",
  room_numbers: false,
  points: null,
  dots: null,
  outside: null,
  pieces: false,
  parameter: null,
  options: [],
  cell_layer: null,
  edge_layer: null,
};

const LINKS: FormDocument = { ...NONE, edge_layer: { layer: "links", max: 1 } };
const DOUBLE: FormDocument = { ...NONE, edge_layer: { layer: "links", max: 2 } };
const SHADED_LINKS: FormDocument = { ...LINKS, cell_layer: { layer: "shade" } };
const OUTLINE: FormDocument = { ...NONE, edge_layer: { layer: "outline" } };
const BORDERS: FormDocument = { ...NONE, edge_layer: { layer: "borders" } };
const SHADE: FormDocument = { ...NONE, cell_layer: { layer: "shade" } };
const NUMBERS: FormDocument = { ...NONE, cell_layer: { layer: "numbers", zero: "." } };

function blank(rows: number, columns: number): BoardDocument {
  return {
    rows,
    columns,
    cells: Array.from({ length: rows }, () => new Array<string>(columns).fill(".")),
    walls: {
      right: new Array<string>(rows).fill("0".repeat(columns - 1)),
      down: new Array<string>(rows - 1).fill("0".repeat(columns)),
    },
    points: [],
    dots: [],
    outside: { above: [], below: [], left: [], right: [] },
    pieces: [],
    parameter: null,
    options: [],
  };
}

function opened(form: FormDocument, board = blank(4, 5), tab: Tab = "play"): Scene {
  return openScene(form, board, emptyDrawing(board, form), tab, "wall");
}

function after(scene: Scene, actions: readonly Action[]): Scene {
  return actions.reduce(reduce, scene);
}

/** The middle of a cell, counted from 1. */
function middle(row: number, column: number): Point {
  return { x: column - 0.5, y: row - 0.5 };
}

/** A press, moves along a path, and a release. */
function gesture(path: readonly Point[], intent: Intent = "tool"): Action[] {
  const [start = { x: 0, y: 0 }, ...others] = path;
  const place = { kind: "cell", row: Math.floor(start.y), column: Math.floor(start.x) } as const;
  return [
    { type: "press", pointer: 1, point: start, intent, place },
    ...others.map((point): Action => ({ type: "move", pointer: 1, point })),
    { type: "release", pointer: 1 },
  ];
}

function marksOf(scene: Scene): Marks {
  return drawingOf(scene).marks;
}

/** The sides of cells between two cells in a row, from the left one. */
function right(row: number, column: number): Edge {
  return { level: false, row: row - 1, column };
}

/** The edges with lines, as texts. */
function linesOf(marks: Marks): string[] {
  const lines: string[] = [];
  marks.level.forEach((value, i) => {
    if (value > 0) lines.push(`h${Math.floor(i / marks.columns)}.${i % marks.columns}=${value}`);
  });
  marks.upright.forEach((value, i) => {
    const length = marks.columns + 1;
    if (value > 0) lines.push(`v${Math.floor(i / length)}.${i % length}=${value}`);
  });
  return lines.sort();
}

describe("a drag from cell to cell", () => {
  it("draws from the exact middle of a cell", () => {
    const scene = after(opened(LINKS), gesture([middle(1, 2), middle(1, 4)]));
    expect(linesOf(marksOf(scene))).toEqual(["v0.2=1", "v0.3=1"]);
  });
  it("goes on from the end of a line, and draws no cross", () => {
    const scene = after(opened(LINKS), [
      ...gesture([middle(4, 1), middle(4, 4)]),
      ...gesture([middle(4, 4), middle(4, 5)]),
    ]);
    expect(linesOf(marksOf(scene))).toEqual(["v3.1=1", "v3.2=1", "v3.3=1", "v3.4=1"]);
    expect(marksOf(scene).upright).not.toContain(0.5);
    expect(marksOf(scene).level.slice(5, -5)).not.toContain(0);
  });
  it("erases if it began along a line", () => {
    const scene = after(opened(LINKS), [
      ...gesture([middle(4, 1), middle(4, 4)]),
      ...gesture([middle(4, 4), middle(4, 2), middle(3, 2)]),
    ]);
    expect(linesOf(marksOf(scene))).toEqual(["v3.1=1"]);
  });
  it("draws lines where a click shades", () => {
    const dragged = after(opened(SHADED_LINKS), gesture([middle(2, 2), middle(2, 3)]));
    expect(marksOf(dragged).cells).not.toContain("#");
    expect(edgeAt(marksOf(dragged), right(2, 2))).toBe(1);
    const clicked = after(opened(SHADED_LINKS), gesture([middle(2, 2)]));
    expect(cellAt(marksOf(clicked), 1, 1)).toBe("#");
    expect(linesOf(marksOf(clicked))).toEqual([]);
  });
  it("draws one more line where two are possible, and then none", () => {
    const path = gesture([middle(1, 1), middle(1, 3)]);
    const once = after(opened(DOUBLE), path);
    expect(linesOf(marksOf(once))).toEqual(["v0.1=1", "v0.2=1"]);
    const twice = after(once, path);
    expect(linesOf(marksOf(twice))).toEqual(["v0.1=2", "v0.2=2"]);
    expect(linesOf(marksOf(after(twice, path)))).toEqual([]);
  });
  it("does not zigzag along the side between two rows", () => {
    const path = Array.from({ length: 30 }, (_, i) => ({
      x: 0.5 + i / 8,
      y: 1.98 + (i % 2) * 0.06,
    }));
    const scene = after(opened(LINKS), gesture(path));
    expect(linesOf(marksOf(scene))).toEqual(["v1.1=1", "v1.2=1", "v1.3=1", "v1.4=1"]);
  });
  it("is interrupted outside the board", () => {
    const path = [middle(1, 5), { x: 7, y: 0.5 }, { x: 7, y: 3.5 }, middle(4, 5), middle(4, 4)];
    const scene = after(opened(LINKS), gesture(path));
    expect(linesOf(marksOf(scene))).toEqual(["v3.4=1"]);
  });
  it("paints cells as a click changes the first one", () => {
    const scene = after(opened(SHADE), gesture([middle(1, 1), middle(1, 3), middle(2, 3)]));
    expect(marksOf(scene).cells.slice(0, 8).join("")).toBe("###????#");
    const dots = after(scene, gesture([middle(1, 2), middle(2, 2)]));
    expect(marksOf(dots).cells.slice(0, 8).join("")).toBe("#.#???.#");
  });
});

describe("a drag along the sides of cells", () => {
  it("draws what it runs along, from the middle of a side too", () => {
    const path = [
      { x: 1.5, y: 1.05 },
      { x: 2, y: 0.95 },
      { x: 2.04, y: 2.6 },
    ];
    for (const form of [OUTLINE, BORDERS]) {
      const scene = after(opened(form), gesture(path));
      expect(linesOf(marksOf(scene))).toEqual(["h1.1=1", "v1.2=1", "v2.2=1"]);
    }
  });
  it("draws nothing across sides", () => {
    for (const path of [
      [middle(1, 1), middle(1, 4)],
      [middle(1, 1), middle(3, 3)],
    ]) {
      expect(linesOf(marksOf(after(opened(OUTLINE), gesture(path))))).toEqual([]);
    }
  });
  it("sets walls, and removes them if it began along one", () => {
    const form: FormDocument = { ...SHADE, walls: "rooms" };
    const path = [
      { x: 1, y: 0 },
      { x: 1, y: 3 },
    ];
    const walled = after(opened(form, blank(4, 5), "edit"), gesture(path));
    expect(boardOf(walled).walls.right).toEqual(["1000", "1000", "1000", "0000"]);
    expect(walled.boards.past.length).toBe(1);
    const removed = after(
      walled,
      gesture([
        { x: 1, y: 2 },
        { x: 1, y: 0 },
      ]),
    );
    expect(boardOf(removed).walls.right).toEqual(["0000", "0000", "1000", "0000"]);
  });
});

describe("intents", () => {
  const cross = { x: 1, y: 0.5 };
  it("have one meaning in all kinds", () => {
    expect(edgeAt(marksOf(after(opened(LINKS), gesture([cross], "empty"))), right(1, 1))).toBe(0);
    expect(edgeAt(marksOf(after(opened(OUTLINE), gesture([cross], "empty"))), right(1, 1))).toBe(0);
    const shade = after(opened(SHADE), gesture([middle(1, 1), middle(1, 2)], "empty"));
    expect(marksOf(shade).cells.slice(0, 3).join("")).toBe("..?");
    const drag = after(opened(LINKS), gesture([middle(1, 1), middle(1, 3)], "empty"));
    expect(marksOf(drag).upright.slice(1, 4)).toEqual([0, 0, -1]);
    const number = after(opened(NUMBERS), gesture([middle(1, 1)], "empty"));
    expect(cellAt(marksOf(number), 0, 0)).toBe(".");
  });
  it("come from a long press too", () => {
    const [press, ...others] = gesture([middle(2, 2), middle(2, 4)]);
    if (!press) throw new Error("there is a press");
    const held = after(opened(LINKS), [press, { type: "hold", pointer: 1 }, ...others]);
    expect(marksOf(held).upright.slice(6, 12)).toEqual([0, -1, 0, 0, -1, 0]);
    // After it has moved, a pointer that rests is no long press.
    const [one, two, ...rest] = gesture([middle(2, 2), middle(2, 3), middle(2, 4)]);
    if (!one || !two) throw new Error("there is a move");
    const moved = after(opened(LINKS), [one, two, { type: "hold", pointer: 1 }, ...rest]);
    expect(linesOf(marksOf(moved))).toEqual(["v1.2=1", "v1.3=1"]);
  });
  it("erase lines and cells", () => {
    const drawn = after(opened(SHADED_LINKS), [
      ...gesture([middle(1, 1), middle(1, 3)]),
      ...gesture([middle(2, 2)]),
    ]);
    const erased = after(drawn, [...gesture([middle(1, 1), middle(1, 2), middle(2, 2)], "erase")]);
    expect(linesOf(marksOf(erased))).toEqual(["v0.2=1"]);
    expect(marksOf(erased).cells).not.toContain("#");
  });
});

describe("strokes", () => {
  it("are undone and done again as a whole", () => {
    const drawn = after(opened(LINKS), gesture([middle(1, 1), middle(1, 5), middle(3, 5)]));
    expect(linesOf(marksOf(drawn)).length).toBe(6);
    const undone = reduce(drawn, { type: "undo" });
    expect(linesOf(marksOf(undone))).toEqual([]);
    expect(linesOf(marksOf(reduce(undone, { type: "redo" }))).length).toBe(6);
  });
  it("leave nothing when they are cancelled", () => {
    const path = gesture([middle(1, 1), middle(1, 5)]).slice(0, -1);
    const drawing = after(opened(LINKS), path);
    expect(linesOf(marksOf(drawing)).length).toBe(4);
    const cancelled = after(drawing, [{ type: "cancel" }, { type: "release", pointer: 1 }]);
    expect(linesOf(marksOf(cancelled))).toEqual([]);
    expect(cancelled.drawings.past).toEqual([]);
  });
  it("are of one pointer", () => {
    const path = gesture([middle(1, 1), middle(1, 3)]);
    const other: Action = { type: "move", pointer: 2, point: middle(4, 1) };
    const [press, ...rest] = path;
    if (!press) throw new Error("there is a press");
    expect(linesOf(marksOf(after(opened(LINKS), [press, other, ...rest])))).toEqual([
      "v0.1=1",
      "v0.2=1",
    ]);
  });
});

describe("cells", () => {
  it("that the rules keep empty cannot be marked", () => {
    const scene = reduce(opened(SHADE), { type: "closed", cells: new Set([1]) });
    const dragged = after(scene, gesture([middle(1, 1), middle(1, 3)]));
    expect(marksOf(dragged).cells.slice(0, 4).join("")).toBe("#?#?");
    expect(marksOf(after(scene, gesture([middle(1, 2)]))).cells).not.toContain("#");
    const typed = after(scene, [
      { type: "activate", place: { kind: "cell", row: 0, column: 1 } },
      { type: "key", key: "#" },
    ]);
    expect(marksOf(typed).cells).not.toContain("#");
  });
  const type = (scene: Scene, keys: string) =>
    after(
      scene,
      [...keys].map((key): Action => ({ type: "key", key })),
    );
  it("take numbers of two digits", () => {
    const scene = type(opened(NUMBERS, blank(10, 10)), "10");
    expect(cellAt(marksOf(scene), 0, 0)).toBe("10");
    expect(cellAt(marksOf(type(scene, "3")), 0, 0)).toBe("3");
    // In another cell, another number begins, and digits that were typed before are no part of it.
    const place = { kind: "cell", row: 0, column: 1 } as const;
    const home = { kind: "cell", row: 0, column: 0 } as const;
    const moved = after(type(opened(NUMBERS, blank(10, 10)), "1"), [
      { type: "activate", place },
      { type: "activate", place: home },
    ]);
    expect(cellAt(marksOf(type(moved, "0")), 0, 0)).toBe(".");
    const button = reduce(moved, { type: "value", key: "10" });
    expect(cellAt(marksOf(button), 0, 0)).toBe("10");
  });
  it("of Kakuro take 1 to 9", () => {
    const form: FormDocument = { ...NUMBERS, cells: { form: "sums" }, black_clues: true };
    const scene = type(opened(form, blank(12, 12)), "12");
    expect(cellAt(marksOf(scene), 0, 0)).toBe("2");
    expect(marksOf(reduce(scene, { type: "value", key: "10" }))).toEqual(marksOf(scene));
  });
  it("of rooms take numbers up to the size of the room", () => {
    const board = { ...blank(2, 3), walls: { right: ["01", "01"], down: ["000"] } };
    const form: FormDocument = { ...NUMBERS, walls: "rooms" };
    expect(cellAt(marksOf(type(opened(form, board), "5")), 0, 0)).toBe("?");
    expect(cellAt(marksOf(type(opened(form, board), "4")), 0, 0)).toBe("4");
  });
  it("have candidate notes", () => {
    const notes = reduce(opened(NUMBERS, blank(12, 12)), { type: "playTool", tool: "notes" });
    const noted = type(notes, "31");
    expect(drawingOf(noted).notes[0]).toEqual([1, 3]);
    // "1" and "2" at once are 12.
    expect(drawingOf(type(noted, "2")).notes[0]).toEqual([3, 12]);
    expect(drawingOf(reduce(noted, { type: "value", key: "3" })).notes[0]).toEqual([1]);
    expect(marksOf(noted).cells[0]).toBe("?");
    expect(drawingOf(reduce(noted, { type: "key", key: "Delete" })).notes[0]).toEqual([]);
  });
  it("have colours in all kinds", () => {
    const scene = reduce(opened(LINKS), { type: "colour", colour: 2 });
    const coloured = after(scene, gesture([middle(1, 1), middle(1, 3)]));
    expect(drawingOf(coloured).colours.slice(0, 4)).toEqual([2, 2, 2, 0]);
    const removed = after(coloured, gesture([middle(1, 2)]));
    expect(drawingOf(removed).colours.slice(0, 4)).toEqual([2, 0, 2, 0]);
    expect(linesOf(marksOf(removed))).toEqual([]);
  });
});

describe("an assumption", () => {
  it("is taken back or kept, and each of it is undone", () => {
    const drawn = after(opened(LINKS), gesture([middle(1, 1), middle(1, 2)]));
    const assumed = after(drawn, [{ type: "assume" }, ...gesture([middle(1, 2), middle(1, 3)])]);
    expect(linesOf(marksOf(assumed)).length).toBe(2);
    const rejected = reduce(assumed, { type: "reject" });
    expect(linesOf(marksOf(rejected))).toEqual(["v0.1=1"]);
    expect(drawingOf(rejected).before).toBe(null);
    expect(linesOf(marksOf(reduce(rejected, { type: "undo" }))).length).toBe(2);
    const accepted = reduce(assumed, { type: "accept" });
    expect(linesOf(marksOf(accepted)).length).toBe(2);
    expect(drawingOf(accepted).before).toBe(null);
  });
  it("can have another one in it", () => {
    const scene = after(opened(LINKS), [
      { type: "assume" },
      ...gesture([middle(1, 1), middle(1, 2)]),
      { type: "assume" },
      ...gesture([middle(2, 1), middle(2, 2)]),
      { type: "reject" },
    ]);
    expect(linesOf(marksOf(scene))).toEqual(["v0.1=1"]);
    expect(linesOf(marksOf(reduce(scene, { type: "reject" })))).toEqual([]);
  });
});

describe("drawings are kept", () => {
  it("with crosses, notes, colours and assumptions", () => {
    const board = blank(4, 5);
    const scene = after(opened(SHADED_LINKS, board), [
      ...gesture([{ x: 1, y: 0.5 }], "empty"),
      { type: "assume" },
      ...gesture([middle(2, 2)]),
      { type: "colour", colour: 3 },
      ...gesture([middle(3, 3)]),
    ]);
    const saved = JSON.parse(JSON.stringify(drawingToSaved(drawingOf(scene), board, SHADED_LINKS)));
    expect(drawingFromSaved(saved, board, SHADED_LINKS)).toEqual(drawingOf(scene));
    const crosses = after(opened(LINKS, board), gesture([{ x: 1, y: 0.5 }], "empty"));
    expect(drawingToSaved(drawingOf(crosses), board, LINKS)).not.toBe(null);
    expect(drawingToSaved(emptyDrawing(board, LINKS), board, LINKS)).toBe(null);
  });
  it("also without notes, as they were kept before", () => {
    const board = blank(1, 2);
    expect(drawingFromSaved({ shade: ["#."] }, board, SHADE).marks.cells).toEqual(["#", "."]);
    expect(drawingFromSaved(null, board, SHADE)).toEqual(emptyDrawing(board, SHADE));
  });
});

describe("screen readers", () => {
  const board = withClue(blank(4, 5), { kind: "cell", row: 0, column: 0 }, "3");
  const place = { kind: "cell", row: 0, column: 0 } as const;
  it("say lines and crosses of a cell", () => {
    const scene = after(opened(LINKS, board), [
      ...gesture([middle(1, 1), middle(1, 2)]),
      ...gesture([{ x: 0.5, y: 1 }], "empty"),
    ]);
    expect(description(board, LINKS, marksOf(scene), place, drawingOf(scene))).toBe(
      "row 1, column 1, clue 3, line right, cross down",
    );
  });
  it("say what has changed", () => {
    const scene = opened(SHADED_LINKS, board);
    const said = (actions: readonly Action[]) =>
      changeText(board, SHADED_LINKS, drawingOf(scene), drawingOf(after(scene, actions)));
    expect(said(gesture([middle(2, 2)]))).toBe("row 2, column 2, shaded");
    expect(said(gesture([middle(1, 1), middle(1, 2)]))).toBe("line right of row 1, column 1");
    expect(said(gesture([{ x: 0.5, y: 1 }], "empty"))).toBe("cross below row 1, column 1");
    expect(said(gesture([middle(1, 1), middle(1, 5), middle(2, 5)]))).toBe("5 changes");
    expect(said([])).toBe(null);
  });
});

/** Numbers below a bound, the same ones each time. */
function randomOf(seed: number): (n: number) => number {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  return (n) => next() * n;
}

type Random = (n: number) => number;

/** A walk over neighbouring places of a lattice that visits no edge twice. */
function walk(random: Random, rows: number, columns: number): [number, number][] {
  const path: [number, number][] = [[Math.floor(random(rows)), Math.floor(random(columns))]];
  const used = new Set<string>();
  const length = 1 + Math.floor(random(8));
  for (let i = 0; i < 40 && path.length <= length; i++) {
    const [row, column] = path.at(-1) ?? [0, 0];
    const [down, across] = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ][Math.floor(random(4))] ?? [0, 0];
    const next: [number, number] = [row + (down ?? 0), column + (across ?? 0)];
    if (next[0] < 0 || next[1] < 0 || next[0] >= rows || next[1] >= columns) continue;
    const key = [`${row}.${column}`, `${next[0]}.${next[1]}`].sort().join("-");
    if (used.has(key)) continue;
    used.add(key);
    path.push(next);
  }
  return path;
}

/** Points between two points, as a pointer reports them: few if it is fast. */
function between(random: Random, a: Point, b: Point): Point[] {
  const n = 1 + Math.floor(random(6));
  return Array.from({ length: n }, (_, i) => ({
    x: a.x + ((b.x - a.x) * (i + 1)) / n,
    y: a.y + ((b.y - a.y) * (i + 1)) / n,
  }));
}

function pathThrough(random: Random, points: readonly Point[]): Point[] {
  const [first = { x: 0, y: 0 }] = points;
  return [
    first,
    ...points.slice(1).flatMap((point, i) => between(random, points[i] ?? first, point)),
  ];
}

/** The edge between two neighbouring places: between cells, or from corner to corner. */
function edgeFrom(along: boolean, a: [number, number], b: [number, number]): Edge {
  const [row, column] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const isAcross = a[0] === b[0];
  if (along) {
    return isAcross
      ? { level: true, row, column: column - 1 }
      : { level: false, row: row - 1, column };
  }
  return isAcross ? { level: false, row, column } : { level: true, row, column };
}

const ROWS = 7;
const COLUMNS = 8;

/** The kinds in which a loop or paths are drawn. */
const LOOP_KINDS: readonly (readonly [string, FormDocument])[] = [
  ...["mashu", "simpleloop", "country", "geradeweg", "midloop", "moonsun", "balance", "castle"].map(
    (kind) => [kind, LINKS] as const,
  ),
  ["numlin", LINKS],
  ["hashi", DOUBLE],
  ["yajilin", SHADED_LINKS],
  ["koburin", SHADED_LINKS],
  ["yajilin-regions", SHADED_LINKS],
  ["slither", OUTLINE],
];

describe("100 random drags and clicks draw what was asked", () => {
  for (const [at, [kind, form]] of LOOP_KINDS.entries()) {
    it(kind, () => {
      const random = randomOf(at + 1);
      const layer = form.edge_layer?.layer;
      const along = layer === "outline";
      const max = form.edge_layer?.layer === "links" ? form.edge_layer.max : 1;
      const board = blank(ROWS, COLUMNS);
      let scene = opened(form, board);
      // What was asked, kept apart from the code that is tested.
      const edges = new Map<string, number>();
      const cells = new Map<string, string>();
      const keyOf = (edge: Edge) => `${edge.level ? "h" : "v"}${edge.row}.${edge.column}`;
      const get = (edge: Edge) => edges.get(keyOf(edge)) ?? -1;
      for (let i = 0; i < 100; i++) {
        const intent = random(4) < 1 ? "empty" : "tool";
        if (random(3) < 2) {
          // Places of the drag: random points in cells, or near corners of cells.
          const spread = along ? 0.14 : 0.38;
          const visited = along ? walk(random, ROWS + 1, COLUMNS + 1) : walk(random, ROWS, COLUMNS);
          if (visited.length < 2) continue;
          const points = visited.map(([row, column]) => ({
            x: column + (along ? 0 : 0.5) + random(2 * spread) - spread,
            y: row + (along ? 0 : 0.5) + random(2 * spread) - spread,
          }));
          scene = after(scene, gesture(pathThrough(random, points), intent));
          const passed = visited.slice(1).map((to, k) => edgeFrom(along, visited[k] ?? to, to));
          const first = passed[0] ? get(passed[0]) : -1;
          const value =
            intent === "empty"
              ? first === 0
                ? -1
                : 0
              : first >= max
                ? -1
                : Math.max(first, 0) + 1;
          for (const edge of passed) edges.set(keyOf(edge), value);
        } else if (form.cell_layer && random(2) < 1) {
          // A click in the middle part of a cell shades it.
          const [row, column] = [Math.floor(random(ROWS)), Math.floor(random(COLUMNS))];
          const point = { x: column + 0.35 + random(0.3), y: row + 0.35 + random(0.3) };
          scene = after(scene, gesture([point], intent));
          const old = cells.get(`${row}.${column}`) ?? "?";
          const next = { "?": "#", "#": ".", ".": "?" }[old] ?? "?";
          const empty = old === "." ? "?" : ".";
          cells.set(`${row}.${column}`, intent === "empty" ? empty : next);
        } else {
          // A click near the middle of a side changes the line there.
          const isLevel = random(2) < 1;
          const row = isLevel ? 1 + Math.floor(random(ROWS - 1)) : Math.floor(random(ROWS));
          const column = isLevel
            ? Math.floor(random(COLUMNS))
            : 1 + Math.floor(random(COLUMNS - 1));
          const edge = { level: isLevel, row, column };
          const near = form.cell_layer ? 0.13 : 0.23;
          const off = [random(2 * near) - near, random(2 * near) - near] as const;
          const point = {
            x: column + (isLevel ? 0.5 : 0) + off[0],
            y: row + (isLevel ? 0 : 0.5) + off[1],
          };
          scene = after(scene, gesture([point], intent));
          const old = get(edge);
          const order = max === 2 ? [1, 2, 0, -1] : [1, 0, -1];
          const next = order[(order.indexOf(old) + 1) % order.length] ?? -1;
          edges.set(keyOf(edge), intent === "empty" ? (old === 0 ? -1 : 0) : next);
        }
        const marks = marksOf(scene);
        const expected = emptyDrawing(board, form).marks;
        const values = (level: boolean, list: readonly number[]) =>
          list.map((value, k) => {
            const length = level ? COLUMNS : COLUMNS + 1;
            const edge = { level, row: Math.floor(k / length), column: k % length };
            return edges.get(keyOf(edge)) ?? value;
          });
        expect(marks.level, `gesture ${i}`).toEqual(values(true, expected.level));
        expect(marks.upright, `gesture ${i}`).toEqual(values(false, expected.upright));
        if (!form.cell_layer) continue;
        const shades = expected.cells.map(
          (value, k) => cells.get(`${Math.floor(k / COLUMNS)}.${k % COLUMNS}`) ?? value,
        );
        expect(marks.cells, `gesture ${i}`).toEqual(shades);
      }
    });
  }
});
