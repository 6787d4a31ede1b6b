// The state of the board of a pencil puzzle, and what pointers, keys and buttons make of it. Nothing here draws or sends
// requests.
import type { BoardDocument, FormDocument } from "../api/generated";
import { type History, newHistory, pushState, redo, undo } from "../ui/history";
import {
  clueAt,
  type Edge,
  hasWall,
  isOuter,
  type Place,
  type Step,
  sideOf,
  typed,
  withClue,
  withWall,
} from "./board";
import {
  beginGesture,
  type Crossing,
  canHold,
  type Gesture,
  type Intent,
  moveGesture,
  nearestEdge,
  type Point,
  type Track,
} from "./gesture";
import type { Marks, Places } from "./marks";
import {
  accepted,
  assumed,
  clicked,
  type Drawing,
  emptyDrawing,
  isFreeEdge,
  type Paint,
  type PlayTool,
  type Puzzle,
  painted,
  paintOf,
  rejected,
  toggledSide,
  trackOf,
  typedKey,
  withPlaces,
} from "./play";

/** What is done with the board. */
export type Tab = "play" | "edit" | "solve" | "share";

/** What a press on the board changes while it is edited. */
export type EditTool = "cell" | "wall" | "point" | "dot";

/** The places that take the focus. */
export type PlaceKind = "cell" | "point" | "dot";

/** What a drag that is decided does: it paints marks, or sets or removes walls. */
type Stroke =
  | { readonly what: "marks"; readonly paint: Paint }
  | { readonly what: "walls"; readonly wall: boolean };

/** The state. */
export interface Scene {
  readonly form: FormDocument;
  readonly tab: Tab;
  readonly editTool: EditTool;
  readonly playTool: PlayTool;
  readonly colour: number;
  readonly boards: History<BoardDocument>;
  readonly drawings: History<Drawing>;
  /** The board and the drawing during a stroke, which becomes one state of the history when it ends. */
  readonly boardDraft: BoardDocument | null;
  readonly draft: Drawing | null;
  /** The cells that the rules keep empty. */
  readonly closed: ReadonlySet<number>;
  readonly active: Place;
  /** The number that is being typed at the active place. */
  readonly typing: string;
  readonly gesture: Gesture | null;
  /** Whether the gesture began at the place that was active already. */
  readonly again: boolean;
  /** What the drag does; null before it is decided. */
  readonly stroke: Stroke | null;
}

/** What happens to the board. */
export type Action =
  | {
      readonly type: "press";
      readonly pointer: number;
      readonly point: Point;
      readonly intent: Intent;
      /** The place under the pointer. */
      readonly place: Place | null;
    }
  | { readonly type: "move"; readonly pointer: number; readonly point: Point }
  | { readonly type: "hold"; readonly pointer: number }
  | { readonly type: "release"; readonly pointer: number }
  | { readonly type: "cancel" }
  | { readonly type: "activate"; readonly place: Place }
  | { readonly type: "key"; readonly key: string }
  /** A value of a button: a whole number. */
  | { readonly type: "value"; readonly key: string }
  /** Marks of a hint at these places. */
  | { readonly type: "marks"; readonly places: Places; readonly marks: Marks }
  | { readonly type: "side"; readonly step: Step }
  | { readonly type: "undo" | "redo" | "clear" | "assume" | "accept" | "reject" }
  | { readonly type: "tab"; readonly tab: Tab }
  | { readonly type: "editTool"; readonly tool: EditTool }
  | { readonly type: "playTool"; readonly tool: PlayTool }
  | { readonly type: "colour"; readonly colour: number }
  | { readonly type: "closed"; readonly cells: ReadonlySet<number> }
  | { readonly type: "board"; readonly change: (board: BoardDocument) => BoardDocument };

/** The places that take the focus with a tool. */
export function placesOf(tool: EditTool): PlaceKind {
  return tool === "wall" ? "cell" : tool;
}

/** The place that is active first with a tool. */
function firstPlace(form: FormDocument, tool: EditTool): Place {
  const side = form.outside?.sides[0];
  if (tool === "cell" && !form.cells && side) return { kind: "outside", side, index: 0 };
  return { kind: placesOf(tool), row: 0, column: 0 };
}

/** The state when a board is opened. */
export function openScene(
  form: FormDocument,
  board: BoardDocument,
  drawing: Drawing,
  tab: Tab,
  editTool: EditTool,
): Scene {
  return {
    form,
    tab,
    editTool,
    playTool: "draw",
    colour: 1,
    boards: newHistory(board),
    drawings: newHistory(drawing),
    boardDraft: null,
    draft: null,
    closed: new Set(),
    active: firstPlace(form, tab === "edit" ? editTool : "wall"),
    typing: "",
    gesture: null,
    again: false,
    stroke: null,
  };
}

/** The board as it is shown. */
export function boardOf(scene: Scene): BoardDocument {
  return scene.boardDraft ?? scene.boards.present;
}

/** The drawing as it is shown. */
export function drawingOf(scene: Scene): Drawing {
  return scene.draft ?? scene.drawings.present;
}

/** The puzzle that is played. */
export function puzzleOf(scene: Scene): Puzzle {
  return { board: scene.boards.present, form: scene.form, closed: scene.closed };
}

/** Whether two places are the same. */
export function isSamePlace(a: Place, b: Place): boolean {
  if (a.kind === "outside") {
    return b.kind === "outside" && a.side === b.side && a.index === b.index;
  }
  if (b.kind === "outside") return false;
  return a.kind === b.kind && a.row === b.row && a.column === b.column;
}

/** A board was changed: what was drawn belongs to the old one. */
function withBoards(scene: Scene, boards: History<BoardDocument>): Scene {
  if (boards.present === scene.boards.present) return scene;
  return {
    ...scene,
    boards,
    boardDraft: null,
    drawings: newHistory(emptyDrawing(boards.present, scene.form)),
    draft: null,
    closed: new Set(),
  };
}

function changeBoard(scene: Scene, change: (board: BoardDocument) => BoardDocument): Scene {
  return withBoards(scene, pushState(scene.boards, change(scene.boards.present)));
}

function changeDrawing(scene: Scene, next: Drawing): Scene {
  return { ...scene, drawings: pushState(scene.drawings, next) };
}

/** What a drag follows now. */
function track(scene: Scene, intent: Intent, place: Place | null): Track {
  if (scene.tab === "play") return trackOf(scene.form, scene.playTool, intent);
  if (scene.tab !== "edit" || place?.kind === "outside") return "none";
  return scene.editTool === "wall" ? "edges" : "none";
}

/** The tool of a gesture: buttons for "nothing here" and for erasing are intents. */
function intentOf(scene: Scene, intent: Intent): Intent {
  if (intent !== "tool" || scene.tab !== "play") return intent;
  return scene.playTool === "empty" || scene.playTool === "erase" ? scene.playTool : "tool";
}

function press(scene: Scene, action: Extract<Action, { type: "press" }>): Scene {
  const { pointer, point, place } = action;
  const intent = intentOf(scene, action.intent);
  const { rows, columns } = scene.boards.present;
  const again = place !== null && isSamePlace(place, scene.active);
  return {
    ...scene,
    active: place ?? scene.active,
    typing: again ? scene.typing : "",
    gesture: beginGesture(pointer, track(scene, intent, place), { rows, columns }, intent, point),
    again,
    stroke: null,
    draft: null,
    boardDraft: null,
  };
}

function strokeOf(scene: Scene, intent: Intent, first: Crossing): Stroke | null {
  if (scene.tab === "edit") {
    const wall = intent === "tool" && !hasWall(boardOf(scene), first.edge);
    return { what: "walls", wall };
  }
  const { playTool, colour } = scene;
  const paint = paintOf(puzzleOf(scene), drawingOf(scene), playTool, intent, colour, first);
  return paint && { what: "marks", paint };
}

/** Whether a drag can begin with what it passed: not at the outline, where nothing can be drawn. */
function canBegin(scene: Scene, first: Crossing): boolean {
  if (scene.tab === "edit") return !isOuter(scene.boards.present, first.edge);
  if (first.from !== null) return true;
  return isFreeEdge(puzzleOf(scene), first.edge);
}

function move(scene: Scene, point: Point): Scene {
  if (scene.gesture === null) return scene;
  const { gesture, crossed } = moveGesture(scene.gesture, point);
  let next: Scene = { ...scene, gesture };
  for (const crossing of crossed) {
    if (next.stroke === null) {
      if (!canBegin(next, crossing)) continue;
      next = { ...next, stroke: strokeOf(next, gesture.intent, crossing) };
    }
    if (next.stroke?.what === "walls") {
      next = { ...next, boardDraft: withWall(boardOf(next), crossing.edge, next.stroke.wall) };
    } else if (next.stroke?.what === "marks") {
      const draft = painted(puzzleOf(next), drawingOf(next), next.stroke.paint, crossing);
      next = { ...next, draft };
    }
  }
  return next;
}

/** A click while the board is edited. */
function editClick(scene: Scene, gesture: Gesture): Scene {
  const { form, active, editTool } = scene;
  const board = scene.boards.present;
  if (editTool === "wall") {
    const { rows, columns } = board;
    const { edge } = nearestEdge({ rows, columns }, gesture.start);
    const wall = gesture.intent === "tool" && !hasWall(board, edge);
    return changeBoard(scene, (old) => withWall(old, edge, wall));
  }
  if (gesture.intent !== "tool") return changeBoard(scene, (old) => withClue(old, active, "."));
  const cycles = form.cells?.form === "marks" || form.cells?.form === "circles";
  return scene.again && active.kind === "cell" && cycles ? editKey(scene, " ") : scene;
}

function release(scene: Scene): Scene {
  const { gesture, draft, boardDraft } = scene;
  if (gesture === null) return scene;
  const done: Scene = { ...scene, gesture: null, stroke: null, draft: null, boardDraft: null };
  if (gesture.isDrag) {
    if (boardDraft) return withBoards(done, pushState(done.boards, boardDraft));
    return draft ? changeDrawing(done, draft) : done;
  }
  if (scene.tab === "edit") return editClick(done, gesture);
  if (scene.tab !== "play") return done;
  const { playTool, colour } = scene;
  const { intent, start } = gesture;
  const drawing = drawingOf(done);
  const next = clicked(puzzleOf(scene), drawing, playTool, intent, colour, start);
  return changeDrawing(done, next);
}

function editKey(scene: Scene, key: string): Scene {
  const { form, active } = scene;
  const board = scene.boards.present;
  const next = typed(form, active, clueAt(board, active), key);
  return next === null ? scene : changeBoard(scene, (old) => withClue(old, active, next));
}

/** Whether a key has a meaning at the active place. */
export function hasMeaning(scene: Scene, key: string): boolean {
  const { tab, active, form, playTool, typing } = scene;
  if (tab === "edit")
    return typed(form, active, clueAt(scene.boards.present, active), key) !== null;
  if (tab !== "play" || active.kind !== "cell") return false;
  return typedKey(puzzleOf(scene), drawingOf(scene), playTool, active, key, typing) !== null;
}

function pressKey(scene: Scene, key: string): Scene {
  if (scene.tab === "edit") return editKey(scene, key);
  const { active, playTool, typing } = scene;
  if (scene.tab !== "play" || active.kind !== "cell") return scene;
  const next = typedKey(puzzleOf(scene), drawingOf(scene), playTool, active, key, typing);
  return next === null ? scene : { ...changeDrawing(scene, next.drawing), typing: next.typed };
}

function pressSide(scene: Scene, step: Step): Scene {
  const { active, form, tab } = scene;
  if (active.kind !== "cell") return scene;
  const edge: Edge = sideOf(active.row, active.column, step);
  if (tab === "edit" && form.walls !== "none") {
    return changeBoard(scene, (old) => withWall(old, edge, !hasWall(old, edge)));
  }
  if (tab !== "play") return scene;
  return changeDrawing(scene, toggledSide(puzzleOf(scene), drawingOf(scene), edge));
}

/** The board without clues; walls, pieces and missing cells stay. */
function clearedBoard(board: BoardDocument): BoardDocument {
  const clear = (map: readonly (readonly string[])[]) =>
    map.map((row) => row.map((clue) => (clue === "#" ? "#" : ".")));
  const lines = (list: readonly string[] | undefined) => (list ?? []).map(() => ".");
  return {
    ...board,
    cells: clear(board.cells),
    points: clear(board.points),
    dots: clear(board.dots),
    outside: {
      above: lines(board.outside.above),
      below: lines(board.outside.below),
      left: lines(board.outside.left),
      right: lines(board.outside.right),
    },
  };
}

/** Drops a gesture that has not ended, with everything that it has drawn. */
function cancel(scene: Scene): Scene {
  return scene.gesture === null
    ? scene
    : { ...scene, gesture: null, stroke: null, draft: null, boardDraft: null };
}

function stepHistory(scene: Scene, by: <T>(history: History<T>) => History<T>): Scene {
  if (scene.tab === "edit") return withBoards(scene, by(scene.boards));
  return { ...scene, drawings: by(scene.drawings), typing: "" };
}

function clear(scene: Scene): Scene {
  if (scene.tab === "edit") return changeBoard(scene, clearedBoard);
  return changeDrawing(scene, emptyDrawing(scene.boards.present, scene.form));
}

/** The state after an action. */
export function reduce(scene: Scene, action: Action): Scene {
  switch (action.type) {
    case "press":
      return scene.gesture === null ? press(scene, action) : scene;
    case "move":
      return scene.gesture?.pointer === action.pointer ? move(scene, action.point) : scene;
    case "hold": {
      const { gesture } = scene;
      if (gesture?.pointer !== action.pointer || !canHold(gesture)) return scene;
      const held = track(scene, "empty", scene.active);
      return { ...scene, gesture: { ...gesture, intent: "empty", track: held } };
    }
    case "release":
      return scene.gesture?.pointer === action.pointer ? release(scene) : scene;
    case "cancel":
      return cancel(scene);
    case "activate":
      if (isSamePlace(scene.active, action.place)) return scene;
      return { ...scene, active: action.place, typing: "" };
    case "key":
      return pressKey(cancel(scene), action.key);
    case "value":
      return { ...pressKey({ ...cancel(scene), typing: "" }, action.key), typing: "" };
    case "marks": {
      const { places, marks } = action;
      return changeDrawing(cancel(scene), withPlaces(scene.drawings.present, places, marks));
    }
    case "side":
      return pressSide(cancel(scene), action.step);
    case "undo":
      return stepHistory(cancel(scene), undo);
    case "redo":
      return stepHistory(cancel(scene), redo);
    case "clear":
      return clear(cancel(scene));
    case "assume":
      return changeDrawing(cancel(scene), assumed(scene.drawings.present));
    case "accept":
      return changeDrawing(cancel(scene), accepted(scene.drawings.present));
    case "reject":
      return changeDrawing(cancel(scene), rejected(scene.drawings.present));
    case "tab": {
      const place = firstPlace(scene.form, action.tab === "edit" ? scene.editTool : "wall");
      const active = place.kind === scene.active.kind ? scene.active : place;
      return { ...cancel(scene), tab: action.tab, active, typing: "" };
    }
    case "editTool":
      return {
        ...cancel(scene),
        editTool: action.tool,
        active: firstPlace(scene.form, action.tool),
      };
    case "playTool":
      return { ...cancel(scene), playTool: action.tool, typing: "" };
    case "colour":
      return { ...cancel(scene), playTool: "colour", colour: action.colour };
    case "closed":
      return { ...scene, closed: action.cells };
    case "board":
      return changeBoard(cancel(scene), action.change);
  }
}
