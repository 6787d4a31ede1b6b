// The scene of pencil puzzles: any kind is played, edited, solved, explained and shared on one board.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type ApiError, post, toApiError } from "../api/client";
import type { BoardDocument, FormDocument } from "../api/generated";
import type { SceneProps } from "../scenes";
import { announce } from "../shell/announce";
import { isTextInput, type KeyHelp, useKeyHelp } from "../shell/help";
import { saveInAddress } from "../shell/route";
import "../style/pencil.css";
import { Faults } from "../ui/Faults";
import { type History, newHistory, pushState, redo, undo } from "../ui/history";
import { Tabs } from "../ui/Tabs";
import { useKeys } from "../ui/useKeys";
import { useRequest } from "../ui/useRequest";
import { clueAt, hasWall, type Place, typed, withClue, withWall } from "./board";
import { EditPanel, type EditTool, placesOf, toolsOf } from "./EditPanel";
import type { Hit } from "./geometry";
import { Kinds } from "./Kinds";
import {
  cellAt,
  cellValues,
  countMarks,
  differences,
  edgeAt,
  edgeValues,
  emptyEdge,
  emptyMarks,
  fromSolution,
  isOpen,
  type Marks,
  NO_PLACES,
  nextValue,
  type Places,
  toComplete,
  toSolution,
  UNKNOWN,
  withCell,
  withEdge,
} from "./marks";
import { type GridActions, PencilGrid } from "./PencilGrid";
import { PlayPanel } from "./PlayPanel";
import { SharePanel } from "./SharePanel";
import { SolvePanel } from "./SolvePanel";
import { loadDraft, loadMarks, saveDraft, saveMarks } from "./saved";
import { cellsIn, type PencilPuzzle, statusText, useStatus } from "./status";

const KEYS: readonly KeyHelp[] = [
  { keys: "Arrows", does: "move to the next place" },
  { keys: "Space", does: "change the cell or the mark" },
  { keys: "Shift+Arrow", does: "change the side of the cell, or the line that leaves it" },
  { keys: "0–9, letters", does: "a number, or another value" },
  { keys: "Delete", does: "clear the place" },
  { keys: "Ctrl+Z, Ctrl+Y", does: "undo, redo" },
];

type Tab = "play" | "edit" | "solve" | "share";

const TABS: readonly { name: Tab; title: string }[] = [
  { name: "play", title: "Play" },
  { name: "edit", title: "Edit" },
  { name: "solve", title: "Solve" },
  { name: "share", title: "Share" },
];

const NO_CELLS: ReadonlySet<number> = new Set();

/** The place that is active first with a tool. */
function firstPlace(form: FormDocument, tool: EditTool): Place {
  const side = form.outside?.sides[0];
  if (tool === "cell" && !form.cells && side) return { kind: "outside", side, index: 0 };
  return { kind: placesOf(tool), row: 0, column: 0 };
}

/** Beyond this number of cells, each as an element, pages become slow. */
const MAX_CELLS = 3600;

/** How near the middle of an edge a press must be, in cells, if cells have values too. */
const NEAR = 0.24;

/** What a press on a cell or an edge paints over those that follow. */
interface Paint {
  readonly cell?: string;
  readonly edge?: number;
  readonly wall?: boolean;
}

/** The marks after a press in a board that is played. */
function pressMarks(
  form: FormDocument,
  board: BoardDocument,
  marks: Marks,
  hit: Hit,
  secondary: boolean,
): { marks: Marks; paint: Paint | null } {
  const { cell, edge, distance } = hit;
  const isCell = cell !== null && isOpen(form, board, cell.row, cell.column);
  if (form.edge_layer && (!isCell || distance < NEAR)) {
    // The outline is fixed for kinds whose lines do not run along it.
    const old = edgeAt(marks, edge);
    if (emptyEdge(board, form, edge) !== -1) return { marks, paint: null };
    const value = secondary ? (old === 0 ? -1 : 0) : nextValue(edgeValues(form), old);
    return { marks: withEdge(marks, edge, value), paint: { edge: value } };
  }
  if (!isCell || !form.cell_layer) return { marks, paint: null };
  const values = cellValues(form.cell_layer);
  if (values.length === 0) return { marks, paint: null };
  const old = cellAt(marks, cell.row, cell.column);
  const nothing = values[values.length - 2] ?? UNKNOWN;
  const value = secondary ? (old === nothing ? UNKNOWN : nothing) : nextValue(values, old);
  return { marks: withCell(marks, cell.row, cell.column, value), paint: { cell: value } };
}

/** The value of a cell after a key; null if the key has no meaning there. */
function typedValue(form: FormDocument, old: string, key: string, max: number): string | null {
  const layer = form.cell_layer;
  if (!layer) return null;
  if (key === "Backspace" || key === "Delete") return UNKNOWN;
  if (layer.layer === "numbers") {
    if (key === "#" || key === "x" || key === "0" || key === ".") return layer.zero;
    if (!/^[1-9]$/.test(key)) return null;
    const joined = old + key;
    return /^\d+$/.test(old) && Number(joined) <= max ? joined : key;
  }
  const values = cellValues(layer);
  if (key === " ") return nextValue(values, old);
  return values.includes(key) ? key : null;
}

/** The largest number that a player may want to write. */
function largestNumber(board: BoardDocument): number {
  return Math.max(board.rows, board.columns, 9);
}

/** One puzzle on the page. */
function Workspace({ first, start }: { first: PencilPuzzle; start: Tab }) {
  useKeyHelp(KEYS);
  const { form, kind, name } = first;
  const [boards, setBoards] = useState<History<BoardDocument>>(() => newHistory(first.board));
  const board = boards.present;
  const textOf = (puzzle: Pick<PencilPuzzle, "link" | "puzzle">) => puzzle.link ?? puzzle.puzzle;
  const [histories, setHistories] = useState<History<Marks>>(() => {
    const text = textOf(first);
    const saved = text === null ? undefined : loadMarks(text);
    return newHistory(
      saved === undefined ? emptyMarks(first.board, form) : fromSolution(saved, first.board, form),
    );
  });
  const marks = histories.present;
  const [tab, setTab] = useState<Tab>(start);
  const [tool, setTool] = useState<EditTool>(toolsOf(form)[0]?.tool ?? "cell");
  const [active, setActive] = useState<Place>(() =>
    firstPlace(form, start === "edit" ? tool : "wall"),
  );
  const [showPart, setShowPart] = useState(false);
  const [showSolution, setShowSolution] = useState(false);
  const [wrong, setWrong] = useState<Places | null>(null);
  const [solved, setSolved] = useState(false);
  const [at, setAt] = useState(0);
  const explain = useRequest<"pencil/explain">();
  const { status, stop } = useStatus(first, board);
  const { reset } = explain;
  const { answer } = status;

  const changeBoard = useCallback((change: (board: BoardDocument) => BoardDocument) => {
    setBoards((old) => pushState(old, change(old.present)));
  }, []);
  const changeMarks = useCallback((change: (marks: Marks) => Marks) => {
    setWrong(null);
    setHistories((old) => pushState(old, change(old.present)));
  }, []);

  // Another board is another puzzle: marks, explanation and address belong to the old one.
  const known = useRef(board);
  useEffect(() => {
    if (known.current === board) return;
    known.current = board;
    setHistories(newHistory(emptyMarks(board, form)));
    setShowSolution(false);
    setWrong(null);
    setAt(0);
    reset();
  }, [board, form, reset]);
  const text = status.board === board && status.written ? textOf(status.written) : null;
  useEffect(() => {
    if (text === null) return;
    saveInAddress("pencil", { p: text });
    saveDraft(text);
  }, [text]);

  // Marks are kept, and checked by the rules, some moments after the last one.
  const puzzleFile = status.board === board ? (status.written?.puzzle ?? null) : null;
  useEffect(() => {
    setSolved(false);
    if (text === null || puzzleFile === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const isEmpty = countMarks(marks) === countMarks(emptyMarks(board, form));
      saveMarks(text, isEmpty ? null : toSolution(marks, form));
      if (isEmpty) return;
      const solution = toComplete(marks, board, form);
      post("check", { puzzle: puzzleFile, solution }, controller.signal).then(
        ({ right }) => {
          setSolved(right);
          if (right) announce("solved: every rule holds");
        },
        // Without the answer, the player goes on.
        () => setSolved(false),
      );
    }, 200);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [marks, text, puzzleFile, board, form]);

  const part = useMemo(() => {
    if (status.board !== board || !answer) return null;
    const value = answer.determined?.part ?? answer.solution;
    return value === undefined || value === null ? null : fromSolution(value, board, form);
  }, [status.board, answer, board, form]);
  const said = statusText(status);
  const heard = said?.text;
  useEffect(() => {
    if (heard !== undefined && tab === "edit") announce(heard);
  }, [heard, tab]);

  const steps =
    explain.answer.state === "answered" ? (explain.answer.value.explanation?.steps ?? null) : null;
  const shownStep = useMemo(() => {
    if (steps === null || steps.length === 0) return null;
    const before =
      at === 0 ? emptyMarks(board, form) : fromSolution(steps[at - 1]?.part, board, form);
    const step = steps[at];
    if (!step) return { marks: before, fresh: NO_PLACES, named: NO_CELLS };
    const after = fromSolution(step.part, board, form);
    const named = new Set(step.reasons.flatMap((reason) => cellsIn(reason, board.columns)));
    return { marks: after, fresh: differences(after, before, true), named };
  }, [steps, at, board, form]);
  const conflict = useMemo(() => {
    const names = answer?.conflict ?? [];
    return new Set(names.flatMap((text) => cellsIn(text, board.columns)));
  }, [answer, board.columns]);

  const editing = tab === "edit";
  const view = (() => {
    const nothing = { wrong: NO_PLACES, fresh: NO_PLACES, named: conflict, plain: true };
    if (editing) return { ...nothing, marks: showPart ? part : null };
    if (tab === "solve") {
      if (shownStep && !showSolution) return { ...shownStep, wrong: NO_PLACES, plain: false };
      return { ...nothing, marks: showSolution ? part : null };
    }
    return { ...nothing, marks, wrong: wrong ?? NO_PLACES, named: NO_CELLS, plain: false };
  })();

  const editPress = (hit: Hit): Paint | null => {
    if (tool === "wall") {
      const wall = !hasWall(board, hit.edge);
      changeBoard((old) => withWall(old, hit.edge, wall));
      return { wall };
    }
    if (tool === "cell" && hit.cell) {
      const place: Place = { kind: "cell", ...hit.cell };
      const isActive =
        active.kind === "cell" && active.row === place.row && active.column === place.column;
      const cycles = form.cells?.form === "marks" || form.cells?.form === "circles";
      if (isActive && cycles) editKey(" ", place);
    }
    return null;
  };
  const editKey = (key: string, place: Place): boolean => {
    const next = typed(form, place, clueAt(board, place), key);
    if (next === null) return false;
    changeBoard((old) => withClue(old, place, typed(form, place, clueAt(old, place), key) ?? next));
    return true;
  };
  const actions: GridActions = {
    onActive: setActive,
    onPress: (hit, secondary) => {
      if (editing) return editPress(hit);
      if (tab !== "play") return null;
      const pressed = pressMarks(form, board, marks, hit, secondary);
      if (pressed.marks !== marks) changeMarks(() => pressed.marks);
      return pressed.paint;
    },
    onDrag: (hit, crossed, paint) => {
      const painted = paint as Paint | null;
      if (painted === null) return;
      if (painted.wall !== undefined && hit.distance < NEAR) {
        const { wall } = painted;
        changeBoard((old) => withWall(old, hit.edge, wall));
      } else if (painted.cell !== undefined && crossed && hit.cell) {
        const { cell } = painted;
        const { row, column } = hit.cell;
        if (isOpen(form, board, row, column)) {
          changeMarks((old) => withCell(old, row, column, cell));
        }
      } else if (painted.edge !== undefined) {
        const { edge } = painted;
        // Lines between centres follow the cells; lines along edges follow the nearest edge.
        const links = form.edge_layer?.layer === "links";
        const target = links ? crossed : hit.distance < NEAR ? hit.edge : null;
        if (target && emptyEdge(board, form, target) === -1) {
          changeMarks((old) => withEdge(old, target, edge));
        }
      }
    },
    onKey: (key, place) => {
      if (editing) return editKey(key, place);
      if (tab !== "play" || place.kind !== "cell") return false;
      const { row, column } = place;
      if (!isOpen(form, board, row, column)) return false;
      const value = typedValue(form, cellAt(marks, row, column), key, largestNumber(board));
      if (value === null) return false;
      changeMarks((old) => withCell(old, row, column, value));
      return true;
    },
    onSide: (edge) => {
      if (editing && form.walls !== "none") {
        changeBoard((old) => withWall(old, edge, !hasWall(old, edge)));
      } else if (tab === "play" && form.edge_layer && emptyEdge(board, form, edge) === -1) {
        changeMarks((old) => withEdge(old, edge, nextValue(edgeValues(form), edgeAt(old, edge))));
      }
    },
  };
  const step = (move: <T>(history: History<T>) => History<T>) => {
    if (editing) setBoards((old) => move(old));
    else {
      setWrong(null);
      setHistories((old) => move(old));
    }
  };
  useKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || isTextInput(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) step(redo);
    else if (key === "z") step(undo);
    else return;
    event.preventDefault();
  });
  const check = () => {
    if (part === null) return;
    const found = differences(marks, part);
    setWrong(found);
    const count = found.cells.size + found.edges.length;
    announce(count === 0 ? "no mark is wrong" : `${count} marks are wrong`);
  };
  const explainIt = async () => {
    if (puzzleFile === null) return;
    setShowSolution(false);
    setAt(0);
    const value = await explain.ask("pencil/explain", { puzzle: puzzleFile });
    if (value?.explanation) announce(`${value.explanation.steps.length} steps`);
  };
  const shownHistory = editing ? boards : histories;
  const undoRow = (
    <div class="row">
      <button type="button" onClick={() => step(undo)} disabled={shownHistory.past.length === 0}>
        Undo
      </button>
      <button type="button" onClick={() => step(redo)} disabled={shownHistory.future.length === 0}>
        Redo
      </button>
      <button
        type="button"
        onClick={() =>
          editing
            ? changeBoard((old) => clearedBoard(old))
            : changeMarks(() => emptyMarks(board, form))
        }
      >
        {editing ? "Clear the clues" : "Clear the marks"}
      </button>
    </div>
  );
  return (
    <div class="pencil">
      <section class="board-side" aria-label="Board">
        <h1>{first.title ?? name}</h1>
        <p class={`status ${said ? `is-${said.kind}` : ""}`} role="status">
          {said ? said.text : status.asking ? "Solving…" : ""}
          {status.asking && said ? " …" : ""}
          {status.asking ? (
            <button type="button" class="quiet" onClick={stop}>
              Stop
            </button>
          ) : null}
        </p>
        <PencilGrid
          board={board}
          form={form}
          marks={view.marks}
          wrong={view.wrong}
          fresh={view.fresh}
          named={view.named}
          plain={view.plain}
          editing={editing}
          places={editing ? placesOf(tool) : "cell"}
          active={active}
          actions={actions}
        />
        {solved && tab === "play" ? (
          <p class="verdict" role="status">
            <span class="badge good">✓ solved: every rule holds</span>
          </p>
        ) : null}
      </section>
      <section class="card stacked" aria-label="Tools">
        <Tabs
          label="What to do"
          tabs={TABS}
          chosen={tab}
          onChoose={(next) => {
            setTab(next);
            const first = firstPlace(form, next === "edit" ? tool : "wall");
            if (first.kind !== active.kind) setActive(first);
          }}
        >
          {tab === "play" ? (
            <>
              <PlayPanel
                form={form}
                board={board}
                active={active}
                marks={marks}
                onKey={actions.onKey}
                wrong={wrong}
                onCheck={part === null ? null : check}
              />
              {undoRow}
            </>
          ) : null}
          {editing ? (
            <>
              <EditPanel
                kind={kind}
                board={board}
                form={form}
                active={active}
                tool={tool}
                onTool={(next) => {
                  setTool(next);
                  setActive(firstPlace(form, next));
                }}
                onChange={changeBoard}
              />
              <label>
                <input
                  type="checkbox"
                  checked={showPart}
                  onChange={(event) => setShowPart(event.currentTarget.checked)}
                />
                show what is determined
              </label>
              {undoRow}
            </>
          ) : null}
          {tab === "solve" ? (
            <SolvePanel
              status={status}
              shown={showSolution}
              onShow={setShowSolution}
              request={explain}
              onExplain={explainIt}
              at={at}
              onMove={(to) => {
                setShowSolution(false);
                setAt(to);
              }}
            />
          ) : null}
          {tab === "share" ? (
            <SharePanel
              kind={kind}
              puzzle={puzzleFile}
              link={status.written?.link ?? null}
              drawn={() => toSolution(marks, form)}
            />
          ) : null}
        </Tabs>
        <Faults error={status.error} />
        {first.notes.map((note) => (
          <p key={note} class="note muted small">
            {note}
          </p>
        ))}
        <details>
          <summary>Rules of {name}</summary>
          <Rules text={first.rules} />
        </details>
      </section>
    </div>
  );
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

/** The rules: paragraphs, and items that begin with a hyphen. */
function Rules({ text }: { text: string }) {
  const blocks = text.trim().split(/\n(?=- )|\n\n/);
  const plain = (block: string) =>
    block.replace(/^- /, "").replaceAll("`", "").replaceAll("\n", " ");
  const items = blocks.filter((block) => block.startsWith("- "));
  return (
    <>
      {blocks
        .filter((block) => !block.startsWith("- "))
        .map((block) => (
          <p key={block}>{plain(block)}</p>
        ))}
      {items.length > 0 ? (
        <ul>
          {items.map((block) => (
            <li key={block}>{plain(block)}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

type Opened =
  | { state: "start"; error: ApiError | null }
  | { state: "loading" }
  | { state: "open"; puzzle: PencilPuzzle; tab: Tab; number: number };

/** The scene. */
export default function Pencil({ route }: SceneProps) {
  const { p: linked, k: kind, s: size } = route.query;
  const [opened, setOpened] = useState<Opened>({ state: "loading" });
  const count = useRef(0);
  const open = useCallback(async (ask: () => Promise<PencilPuzzle>, tab: Tab) => {
    const number = ++count.current;
    setOpened({ state: "loading" });
    try {
      const puzzle = await ask();
      if (number !== count.current) return;
      const { rows, columns } = puzzle.board;
      if (rows * columns > MAX_CELLS) {
        throw new Error(`boards of ${rows} by ${columns} cells are not drawn here: use Model`);
      }
      setOpened({ state: "open", puzzle, tab, number });
    } catch (caught) {
      if (number === count.current) setOpened({ state: "start", error: toApiError(caught) });
    }
  }, []);
  const openText = useCallback(
    (puzzle: string) => void open(() => post("pencil/read", { puzzle }), "play"),
    [open],
  );
  useEffect(() => {
    if (linked !== undefined) openText(linked);
    else if (kind !== undefined) {
      const [rows = 8, columns = 8] = (size ?? "").split("x").map(Number).filter(Boolean);
      void open(() => post("pencil/blank", { kind, rows, columns }), "edit");
    } else setOpened({ state: "start", error: null });
  }, [linked, kind, size, open, openText]);
  switch (opened.state) {
    case "loading":
      return <p class="loading">Loading…</p>;
    case "start":
      return <Kinds draft={loadDraft()} error={opened.error} onOpen={openText} />;
    case "open":
      return <Workspace key={opened.number} first={opened.puzzle} start={opened.tab} />;
  }
}
