// The Sudoku scene: the grid with its controls, and the panels beside it.
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { rememberSolved } from "../daily/solved";
import type { SceneProps } from "../scenes";
import { announce } from "../shell/announce";
import { isTextInput, type KeyHelp, useKeyHelp } from "../shell/help";
import { loadStored, saveStored } from "../shell/store";
import { useTextReader } from "../shell/textReader";
import { Clock } from "../ui/Clock";
import { Faults } from "../ui/Faults";
import { lazily } from "../ui/lazily";
import { Replay } from "../ui/Replay";
import { framesOf } from "../ui/replay";
import { Tabs } from "../ui/Tabs";
import { spokenTime } from "../ui/timer";
import { useKeys } from "../ui/useKeys";
import { useRequest } from "../ui/useRequest";
import { useTimer } from "../ui/useTimer";
import "../style/grid.css";
import "../style/sudoku.css";
import { gridSolution } from "./answers";
import {
  type Board,
  clearBoard,
  equalCells,
  erase,
  isMarked,
  linkedPuzzle,
  type Mode,
  puzzleText,
  type as typeDigit,
  values,
} from "./board";
import { type CandidateDisplay, Controls, nextMode } from "./Controls";
import { conflicts } from "./conflicts";
import { Grid } from "./Grid";
import { GridDrawing } from "./GridDrawing";
import { visibleStep } from "./hints";
import { LoadPanel } from "./LoadPanel";
import { basicCandidates } from "./layout";
import type { OnGrid } from "./SetPanel";
import type { PrintOptions } from "./SharePanel";
import { Status } from "./Status";
import type { Tag } from "./setting";
import { useBoard } from "./useBoard";
import { type Selection, singleCell, useHeldMode } from "./useGridKeys";
import { useLogic } from "./useLogic";
import { useTrueCandidates } from "./useTrueCandidates";

const KEYS: readonly KeyHelp[] = [
  { keys: "Arrows", does: "to the next cell; with Shift or Ctrl select several" },
  { keys: "1 to 9, A to Z", does: "put in a digit; A is 10, or type two figures quickly" },
  { keys: "Shift+1 to 9", does: "corner marks" },
  { keys: "Ctrl+1 to 9", does: "centre marks" },
  { keys: "Ctrl+Shift+1 to 9", does: "colours" },
  { keys: "Z, X, C, V", does: "digits, corner marks, centre marks, colours" },
  { keys: "Space", does: "these and givens in turn" },
  { keys: "Backspace, Delete, 0", does: "empty the cells" },
  { keys: "Home, End", does: "to the ends of the row; with Ctrl of the grid" },
  { keys: "Ctrl+A, Esc", does: "select all cells; only one" },
  { keys: "Ctrl+Z, Ctrl+Y", does: "undo, redo" },
  { keys: "Ctrl+V", does: "read a puzzle from the clipboard" },
  { keys: "[ and ]", does: "one step back or forward in an explanation or a replay" },
];

/** A puzzle whose explanation has more than singles. */
const EXPLAINED =
  "7..98...5.92..143..6....8.9.4913..7.......5....36.....4..7.......5.4.....7.......";

/** From this size on, grids can be zoomed in: on phones their cells are too small for a finger. */
const ZOOMABLE = 12;

type Panel = "logic" | "solve" | "set" | "load" | "new" | "share";

const PANELS = [
  { name: "logic", title: "Logic" },
  { name: "solve", title: "Solve" },
  { name: "set", title: "Set" },
  { name: "load", title: "Load" },
  { name: "new", title: "New" },
  { name: "share", title: "Share" },
] as const;

/** A replay: the boards one after the other, and which of them is shown. */
interface Replayed {
  readonly frames: readonly Board[];
  readonly at: number;
}
const ExplainPanel = lazily(async () => (await import("./ExplainPanel")).ExplainPanel);
const StepControls = lazily(async () => (await import("./ExplainPanel")).StepControls);
const SharePanel = lazily(async () => (await import("./SharePanel")).SharePanel);
const SetPanel = lazily(async () => (await import("./SetPanel")).SetPanel);
const SolvePanel = lazily(async () => (await import("./SolvePanel")).SolvePanel);

const NewPanel = lazily(async () => (await import("./NewPanel")).NewPanel);
const NO_TAGS: readonly Tag[] = [];
const NO_CANDIDATES: readonly (readonly number[])[] = [];

/** How often each digit is still missing. */
function missing(n: number, digits: readonly number[]): number[] {
  const left = new Array<number>(n + 1).fill(n);
  for (const digit of digits) if (digit > 0) left[digit] = (left[digit] ?? 0) - 1;
  return left;
}

/** The scene. */
export default function Sudoku({ route }: SceneProps) {
  useKeyHelp(KEYS);
  const state = useBoard(route);
  const { board, change, put } = state;
  const { layout } = board;
  const [selection, setSelection] = useState<Selection>(singleCell(0));
  const [mode, setMode] = useState<Mode>("digit");
  const [show, setShow] = useState<CandidateDisplay>("marks");
  const [panel, setPanel] = useState<Panel>(route.query.p ? "logic" : "load");
  const [print, setPrint] = useState<PrintOptions>({ candidates: false, solution: false });
  const printed = useRequest<"solve">();
  const { reset: resetPrinted } = printed;
  const logic = useLogic(board, change);
  const { close, walk, hint } = logic;

  // Answers are about givens, digits and centre marks: any change of those discards them.
  useEffect(() => {
    close();
    resetPrinted();
    setSelection((old) => (Math.max(...old.cells) < layout.n ** 2 ? old : singleCell(0)));
  }, [layout, board.givens, board.placed, board.marks, close, resetPrinted]);

  const [replay, setReplay] = useState<Replayed | null>(null);
  // A replay ends with the next change, explanation or hint.
  useEffect(() => setReplay(null), [board]);
  useEffect(() => {
    if (walk || hint) setReplay(null);
  }, [walk, hint]);
  const onReplay = () => {
    close();
    const isSamePuzzle = (a: Board, b: Board) => linkedPuzzle(a) === linkedPuzzle(b);
    setReplay({ frames: framesOf(state.history, isSamePuzzle), at: 0 });
  };
  const moveReplay = useCallback(
    (at: number) => setReplay((old) => (old ? { ...old, at } : null)),
    [],
  );
  const frame = replay?.frames[replay.at] ?? board;

  const digits = useMemo(() => values(board), [board]);
  const text = useMemo(() => puzzleText(board, true), [board]);
  const given = useMemo(() => puzzleText(board, false), [board]);
  const faults = useMemo(() => conflicts(layout, digits), [layout, digits]);
  const wrong = useMemo(() => new Set(faults.flatMap((fault) => fault.cells)), [faults]);
  const isSetting = panel === "set";
  const blank = digits.every((digit) => digit === 0) && layout.cages.length === 0;
  const full = digits.every((digit) => digit > 0);
  // While the number of solutions is hidden, it is requested only for what else shows it.
  const [verdict, setVerdict] = useState(() => loadStored("sudoku.verdict", true));
  const isAsked = verdict || full || show === "true";
  const trueCandidates = useTrueCandidates(
    blank || faults.length > 0 || !isAsked ? "" : text,
    layout.cages.length > 0,
  );
  // A grid without givens is not a puzzle yet: digits there may become its givens.
  const isPuzzle = board.givens.some((digit) => digit > 0) || layout.cages.length > 0;
  const isSolved = full && faults.length === 0 && trueCandidates.answer?.solutions === 1;
  const played = useMemo(
    () => (isPuzzle ? linkedPuzzle(board) : null),
    [isPuzzle, layout, board.givens],
  );
  const { timer, solved, fill } = useTimer({
    puzzle: played,
    drawing: board,
    read: state.loading.read,
    isMarked: useMemo(() => isMarked(board), [board]) || state.canRedo,
    isUndone: state.canRedo,
    isPlaying: walk === null && replay === null,
    isSolved,
  });
  const time = solved.value;
  useEffect(() => {
    if (!isSolved) return;
    // The timer was stopped just now; the scene is drawn with its time after this.
    const took = solved.peek();
    if (took !== null && played !== null) rememberSolved(played, new Date());
    announce(took === null ? "solved" : `solved in ${spokenTime(took)}`);
  }, [isSolved, solved, played]);
  const [hasSet, setHasSet] = useState(false);
  useEffect(() => {
    if (isSetting) setHasSet(true);
  }, [isSetting]);
  const [grid, setGrid] = useState<OnGrid | null>(null);
  const onGrid = isSetting && grid?.of === given ? grid : null;
  // A rating belongs to the givens of its request.
  const [rated, setRated] = useState({ of: "", text: "" });
  const onRated = useCallback((of: string, text: string) => setRated({ of, text }), []);

  const position = walk?.positions[walk.at];
  const hinted = useMemo(
    () => (hint?.hint.step ? visibleStep(layout, hint.hint.step, hint.level) : null),
    [layout, hint],
  );
  const step = walk ? (walk.steps[walk.at] ?? null) : hinted;
  // Where a limit was reached, digits of solutions are missing.
  const known = trueCandidates.answer;
  const allTrue = known?.limit === null ? known.candidates : NO_CANDIDATES;
  const candidates = useMemo(() => {
    if (position) return position.candidates;
    if (hint?.hint.step && hint.level > 2) return hint.hint.start.candidates;
    if (show === "basic") return basicCandidates(layout, digits);
    if (show === "true") return allTrue;
    return null;
  }, [position, hint, show, layout, digits, allTrue]);
  const shownPlaced = position
    ? position.values.map((value, cell) => (board.givens[cell] ? 0 : value))
    : frame.placed;
  const shownWrong = useMemo(() => {
    if (walk) return new Set<number>();
    if (frame === board) return wrong;
    return new Set(conflicts(layout, values(frame)).flatMap(({ cells }) => cells));
  }, [walk, frame, board, layout, wrong]);

  const held = useHeldMode();
  const onDigit = useCallback(
    (digit: number, keys: Mode | null, instead?: number) => {
      // What is typed belongs to the board and not to what is shown of its past.
      if (replay) {
        setReplay(null);
        return;
      }
      const what = keys ?? mode;
      // Marks that are typed are shown.
      if (what === "mark" || what === "corner") setShow("marks");
      change((old) => {
        // A mark that was only the first figure of a number is removed again.
        const again = what !== "digit" && what !== "given" && instead !== undefined;
        const before = again ? typeDigit(old, selection.cells, what, instead) : old;
        return typeDigit(before, selection.cells, what, digit);
      });
    },
    [change, selection, mode, replay],
  );
  const onErase = useCallback(
    (keys: Mode | null) => {
      if (replay) setReplay(null);
      else change((old) => erase(old, selection.cells, keys ?? mode));
    },
    [change, selection, mode, replay],
  );
  const onNextMode = useCallback(() => {
    const next = nextMode(mode);
    setMode(next.mode);
    announce(next.spoken);
  }, [mode]);
  const [zoomed, setZoomed] = useState(false);
  const isZoomed = zoomed && layout.n >= ZOOMABLE;
  const onKeepCandidates = () => {
    const kept = show === "basic" ? basicCandidates(layout, digits) : allTrue;
    if (kept.length !== digits.length) return;
    change((old) => ({ ...old, marks: kept.map((list, cell) => (digits[cell] ? [] : list)) }));
    setShow("marks");
    announce("the candidates are your marks now");
  };
  const equal = useCallback((cell: number) => equalCells(board, cell), [board]);

  useKeys((event) => {
    if (isTextInput(event.target)) return;
    const key = event.key.toLowerCase();
    // On some keyboards brackets are typed with AltGr, which sets Ctrl and Alt.
    if (walk && (key === "[" || key === "]")) {
      const to = walk.at + (key === "]" ? 1 : -1);
      if (to >= 0 && to <= walk.steps.length) logic.move(to);
    } else if (replay && (key === "[" || key === "]")) {
      const to = replay.at + (key === "]" ? 1 : -1);
      if (replay.frames[to]) moveReplay(to);
    } else if (event.ctrlKey || event.metaKey) {
      if (key === "y" || (key === "z" && event.shiftKey)) state.redo();
      else if (key === "z") state.undo();
      else return;
      event.preventDefault();
    }
  });

  const load = async (source: string) => {
    if (await state.load(source)) announce("puzzle read");
  };
  // After a puzzle was read, the panel shows what can be done with it. Before the grid is painted, so that the next key
  // is the grid's and not that of the text field, which is then gone.
  const { read } = state.loading;
  useLayoutEffect(() => {
    if (read > 0) setPanel((old) => (old === "load" ? "logic" : old));
  }, [read]);
  useTextReader(
    "sudoku",
    (text) => {
      setPanel("load");
      void state.load(text);
    },
    true,
  );
  // A text with several puzzles lets you choose there.
  const several = state.loading.choice.length > 0;
  useEffect(() => {
    if (several) setPanel("load");
  }, [several]);
  // The example: read its puzzle, explain it, and show the first step that is more than a single.
  const [example, setExample] = useState<"none" | "read" | "explained">("none");
  const onShowStep = async () => {
    if (await state.load(EXPLAINED)) setExample("read");
  };
  useEffect(() => {
    if (example === "read") {
      setExample("explained");
      void logic.explain("all");
    } else if (example === "explained" && logic.request.answer.state === "failed") {
      setExample("none");
    } else if (example === "explained" && walk) {
      setExample("none");
      const at = walk.steps.findIndex((step) => step.links?.length || step.covers?.length);
      if (at > 0) logic.move(at);
    }
  }, [example, walk, logic]);
  const fillIn = (solution: readonly (readonly number[])[]) => {
    const full = solution.flat();
    fill();
    change((old) => ({
      ...old,
      placed: full.map((digit, cell) => (old.givens[cell] ? 0 : digit)),
    }));
  };
  const onPrint = async () => {
    if (print.solution) await printed.ask("solve", { puzzle: given });
    // The sheet is drawn before the browser's dialogue opens.
    setTimeout(() => window.print(), 50);
  };
  const solution =
    print.solution && printed.answer.state === "answered"
      ? gridSolution(printed.answer.value)
      : null;

  return (
    <div class={walk ? "sudoku walking" : "sudoku"}>
      <section
        class="board-side"
        aria-label="Grid"
        data-zoomed={isZoomed ? "" : undefined}
        style={{ "--zoom": String(Math.max(2, layout.n / ZOOMABLE)) } as Record<string, string>}
      >
        <Grid
          layout={layout}
          givens={board.givens}
          placed={shownPlaced}
          candidates={replay ? null : candidates}
          marks={frame.marks}
          corners={frame.corners}
          colours={frame.colours}
          wrong={onGrid ? new Set([...shownWrong, ...onGrid.inConflict]) : shownWrong}
          step={replay ? null : step}
          tags={onGrid?.tags ?? NO_TAGS}
          selection={selection}
          onSelect={setSelection}
          equal={equal}
          onDigit={onDigit}
          onErase={onErase}
          onMode={setMode}
          onNextMode={onNextMode}
        />
      </section>
      <div class="play-side">
        <div class="heading">
          <h1 class={layout.title ? "" : "is-plain"}>{layout.title ?? "Sudoku"}</h1>
          {layout.author ? <p class="author muted">by {layout.author}</p> : null}
          {rated.of === given && rated.text !== "" ? (
            <p class="rating badge">{rated.text}</p>
          ) : null}
          {state.loading.busy ? <p class="loading">Reading…</p> : null}
          {walk || replay ? null : (
            <Status
              full={full}
              blank={blank}
              faults={faults}
              trueCandidates={trueCandidates}
              time={time}
              verdict={verdict}
              onVerdict={(shown) => {
                setVerdict(shown);
                saveStored("sudoku.verdict", shown);
              }}
            >
              {isPuzzle ? <Clock timer={timer} /> : null}
            </Status>
          )}
        </div>
        {layout.rules ? (
          <details class="rules small">
            <summary>Rules</summary>
            <p>{layout.rules}</p>
            <p class="muted">
              Only what is drawn is applied: regions, diagonals, groups and cages.
            </p>
          </details>
        ) : null}
        {panel === "load" ? null : (
          <Faults error={state.loading.error} source={state.loading.source} />
        )}
        {state.loading.notes.map((note) => (
          <p key={note} class="note muted small">
            {note}
          </p>
        ))}
        {replay ? (
          <Replay
            at={replay.at}
            last={replay.frames.length - 1}
            onMove={moveReplay}
            onClose={() => setReplay(null)}
          />
        ) : null}
        {walk || replay ? null : (
          <Controls
            n={layout.n}
            mode={mode}
            held={held}
            onMode={setMode}
            show={show}
            onShow={setShow}
            onDigit={(digit) => onDigit(digit, held)}
            onErase={() => onErase(held)}
            onUndo={state.undo}
            onRedo={state.redo}
            canUndo={state.canUndo}
            canRedo={state.canRedo}
            onClear={(what) => change((old) => clearBoard(old, what))}
            zoomed={layout.n >= ZOOMABLE ? zoomed : null}
            onZoom={() => setZoomed(!zoomed)}
            left={missing(layout.n, digits)}
            onKeepCandidates={onKeepCandidates}
          />
        )}
        <div class="answers">
          {walk ? (
            <StepControls steps={walk.steps} at={walk.at} onMove={logic.move} onClose={close} />
          ) : null}
          <section class="panel-side card" aria-label="Questions">
            <Tabs label="Questions" tabs={PANELS} chosen={panel} onChoose={setPanel}>
              {panel === "logic" ? (
                <ExplainPanel
                  layout={layout}
                  hints={logic.hints}
                  hint={hint}
                  onHint={logic.getHint}
                  check={logic.check}
                  onCheck={(seconds) => void logic.checkDigits(seconds)}
                  onMoreHint={logic.moreHint}
                  onDoHint={logic.doHint}
                  onReplay={state.history.past.length > 0 ? onReplay : null}
                  request={logic.request}
                  onExplain={logic.explain}
                  steps={walk?.steps ?? null}
                  at={walk?.at ?? 0}
                  onMove={logic.move}
                />
              ) : null}
              {panel === "solve" ? (
                <SolvePanel
                  key={given}
                  puzzle={text}
                  digits={digits}
                  given={given}
                  title={layout.title}
                  hasTechniques={layout.cages.length === 0}
                  onSolution={fillIn}
                  onRated={onRated}
                />
              ) : null}
              {isSetting || hasSet ? (
                // What it has found stays while another panel is in view.
                <div class={isSetting ? "stacked" : ""} hidden={!isSetting}>
                  <SetPanel
                    board={board}
                    given={given}
                    selection={selection}
                    shown={isSetting}
                    onGrid={setGrid}
                    onChange={change}
                  />
                </div>
              ) : null}
              {panel === "load" ? (
                <LoadPanel loading={state.loading} onLoad={load} onPut={put} onShow={onShowStep} />
              ) : null}
              {panel === "new" ? <NewPanel onLoad={load} /> : null}
              {panel === "share" ? (
                <SharePanel
                  board={board}
                  query={state.query}
                  print={print}
                  onPrintOptions={setPrint}
                  onPrint={onPrint}
                />
              ) : null}
            </Tabs>
          </section>
        </div>
      </div>
      <div class="sheet" aria-hidden="true">
        <h2>{layout.title ?? "Sudoku"}</h2>
        <GridDrawing
          layout={layout}
          givens={board.givens}
          placed={board.placed}
          marks={print.candidates ? (candidates ?? board.marks) : []}
        />
        {solution ? (
          <div class="sheet-solution">
            <h2>Solution</h2>
            <GridDrawing layout={layout} givens={board.givens} placed={solution.flat()} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
