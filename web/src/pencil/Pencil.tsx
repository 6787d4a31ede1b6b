// The scene of pencil puzzles: any kind is played, edited, solved, explained and shared on one board.
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { type ApiError, isAbort, post, toApiError } from "../api/client";
import { rememberSolved } from "../daily/solved";
import type { SceneProps } from "../scenes";
import { announce } from "../shell/announce";
import { isTextInput, type KeyHelp, useKeyHelp } from "../shell/help";
import { saveInAddress } from "../shell/route";
import { loadStored, saveStored } from "../shell/store";
import "../style/pencil.css";
import { Clock } from "../ui/Clock";
import { cellsIn } from "../ui/cells";
import { conflictOf } from "../ui/conflict";
import { Faults } from "../ui/Faults";
import { MoreTime, MoreTimeOf } from "../ui/MoreTime";
import { Replay } from "../ui/Replay";
import { framesOf } from "../ui/replay";
import { Tabs } from "../ui/Tabs";
import { clockTime, spokenTime } from "../ui/timer";
import { useKeys } from "../ui/useKeys";
import { answeredOf, useRequest } from "../ui/useRequest";
import { useTimer } from "../ui/useTimer";
import type { Place } from "./board";
import { brokenRules, type CheckedRules, type CheckSolution, closedCells } from "./check";
import { EditPanel, toolsOf } from "./EditPanel";
import { type HintLevel, hintFor, newPlaces } from "./hint";
import { Kinds } from "./Kinds";
import {
  countMarks,
  differences,
  emptyMarks,
  fromSolution,
  type Marks,
  NO_PLACES,
  toComplete,
  toSolution,
} from "./marks";
import { PencilGrid } from "./PencilGrid";
import { type Checked, PlayPanel } from "./PlayPanel";
import { type Drawing, emptyDrawing, isSameDrawing, withPlaces } from "./play";
import { SettingPanel } from "./SettingPanel";
import { SharePanel } from "./SharePanel";
import { SolvePanel } from "./SolvePanel";
import {
  drawingFromSaved,
  drawingToSaved,
  loadDraft,
  loadMarks,
  saveDraft,
  saveMarks,
} from "./saved";
import { type Action, boardOf, drawingOf, openScene, placesOf, reduce, type Tab } from "./scene";
import type { Tag } from "./setting";
import { changeText, description } from "./speech";
import { NOTHING, type PencilPuzzle, placesIn, statusText, useStatus } from "./status";
import { useSetting } from "./useSetting";

const KEYS: readonly KeyHelp[] = [
  { keys: "Arrows", does: "move to the next place" },
  { keys: "Space", does: "change the cell or the mark" },
  { keys: "Shift+Arrow", does: "change the side of the cell, or the line that leaves it" },
  { keys: "0–9, letters", does: "a number, or another value" },
  { keys: "Delete", does: "clear the place" },
  { keys: "Ctrl+Z, Ctrl+Y", does: "undo, redo" },
  { keys: "[ and ]", does: "one move back or forward in a replay" },
  { keys: "Drag", does: "draw; erase if the drag begins along a line" },
  {
    keys: "Long press, right button, Shift, Ctrl or Alt and a press",
    does: "mark that there is nothing; drag on to mark more",
  },
  { keys: "Two fingers, Ctrl and the wheel", does: "move and magnify the board" },
];

const TABS: readonly { name: Tab; title: string }[] = [
  { name: "play", title: "Play" },
  { name: "edit", title: "Edit" },
  { name: "solve", title: "Solve" },
  { name: "share", title: "Share" },
];

const NO_CELLS: ReadonlySet<number> = new Set();
const NO_OTHERS: readonly Place[] = [];
const NO_TAGS: readonly Tag[] = [];
const NOTHING_BROKEN: CheckedRules = { broken: [], limit: null };

/** Beyond this number of cells, each as an element, pages become slow. */
const MAX_CELLS = 3600;

/** The setting for showing broken rules at once. */
const LIVE = "pencil.live";

/** Milliseconds from the last mark to its check. */
const DELAY = 200;

/** The most seconds for finding out whether a drawing can be completed, at first. */
const CHECK_TIME = 5;

/** The most seconds for an explanation, at first. */
const EXPLAIN_TIME = 10;

/** What a job finds out about a puzzle: what the page asks, without the usual limit. */
function jobOf(puzzle: string | null) {
  return { puzzle: puzzle ?? "", task: "determined", conflict: true };
}

/** Checks drawings of a puzzle. */
function checkerOf(puzzle: string, signal: AbortSignal, seconds = CHECK_TIME): CheckSolution {
  return (solution) => post("check", { puzzle, solution, time_limit: seconds }, signal);
}

/** What is known of a drawing: its check belongs to it alone. */
interface CheckedDrawing extends Checked {
  readonly drawing: Drawing;
}

/** A replay: the drawings one after the other, and which of them is shown. */
interface Replayed {
  readonly frames: readonly Drawing[];
  readonly at: number;
}

/** One puzzle on the page. */
function Workspace({ first, start }: { first: PencilPuzzle; start: Tab }) {
  useKeyHelp(KEYS);
  const { form, kind, name } = first;
  const textOf = (puzzle: Pick<PencilPuzzle, "link" | "puzzle">) => puzzle.link ?? puzzle.puzzle;
  const [scene, dispatch] = useReducer(reduce, null, () => {
    const text = textOf(first);
    const saved = text === null ? undefined : loadMarks(text);
    const drawing = drawingFromSaved(saved, first.board, form);
    return openScene(form, first.board, drawing, start, toolsOf(form)[0]?.tool ?? "cell");
  });
  const { tab, editTool, active } = scene;
  const board = scene.boards.present;
  const drawing = scene.drawings.present;
  const { marks } = drawing;
  const [showPart, setShowPart] = useState(false);
  const [showSolution, setShowSolution] = useState(false);
  const [checked, setChecked] = useState<CheckedDrawing | null>(null);
  const [checking, setChecking] = useState(false);
  const [live, setLive] = useState(() => loadStored<unknown>(LIVE, false) === true);
  const [hinted, setHinted] = useState<{ drawing: Drawing; level: HintLevel } | null>(null);
  const [solved, setSolved] = useState(false);
  const [at, setAt] = useState(0);
  const explain = useRequest<"pencil/explain">();
  const [replay, setReplay] = useState<Replayed | null>(null);
  // A replay ends with the next change.
  useEffect(() => setReplay(null), [drawing, tab]);
  const moveReplay = useCallback(
    (to: number) => setReplay((old) => (old ? { ...old, at: to } : null)),
    [],
  );
  const { status: latest, stop, goOn } = useStatus(first, board);
  // What is known of another board is not said of this one.
  const status = latest.board === board ? latest : NOTHING;
  const { reset } = explain;
  const { answer } = status;
  const setting = useSetting(board, form, status);

  // Another board is another puzzle: explanation and address belong to the old one.
  const known = useRef(board);
  useEffect(() => {
    if (known.current === board) return;
    known.current = board;
    setShowSolution(false);
    setAt(0);
    reset();
  }, [board, reset]);
  const text = status.written ? textOf(status.written) : null;
  useEffect(() => {
    if (text === null) return;
    saveInAddress("pencil", { p: text });
    saveDraft(text);
  }, [text]);

  // The cells of clues that the rules keep empty.
  const puzzleFile = status.written?.puzzle ?? null;
  useEffect(() => {
    if (puzzleFile === null) return;
    const controller = new AbortController();
    const check = checkerOf(puzzleFile, controller.signal);
    closedCells(emptyMarks(board, form), board, form, check).then(
      (cells) => {
        if (!controller.signal.aborted) dispatch({ type: "closed", cells });
      },
      // Without the answer, no cell is closed.
      () => {},
    );
    return () => controller.abort();
  }, [puzzleFile, board, form]);

  // Marks are kept, and checked by the rules, some moments after the last one.
  useEffect(() => {
    setSolved(false);
    if (text === null || puzzleFile === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      saveMarks(text, drawingToSaved(drawing, board, form));
      if (countMarks(marks, emptyMarks(board, form)) === 0) return;
      const solution = toComplete(marks, board, form);
      post("check", { puzzle: puzzleFile, solution }, controller.signal).then(
        ({ right }) => setSolved(right),
        // Without the answer, the player goes on.
        () => setSolved(false),
      );
    }, DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [drawing, marks, text, puzzleFile, board, form]);

  const isBegun = useMemo(
    () => !isSameDrawing(drawing, emptyDrawing(board, form)),
    [drawing, board, form],
  );
  const isUndone = scene.drawings.future.length > 0;
  const played = board === first.board ? textOf(first) : text;
  const game = useTimer({
    puzzle: played,
    drawing,
    read: 0,
    isMarked: isBegun || isUndone,
    isUndone,
    isPlaying: tab === "play" && replay === null,
    isSolved: solved,
  });
  const time = game.solved.value;
  useEffect(() => {
    if (!solved) return;
    // The timer was stopped just now; the scene is drawn with its time after this.
    const took = game.solved.peek();
    if (took !== null && played !== null) rememberSolved(played, new Date());
    announce(`solved: every rule holds${took === null ? "" : `, in ${spokenTime(took)}`}`);
  }, [solved, game.solved, played]);

  // What has changed is announced.
  const spoken = useRef({ board, drawing });
  useEffect(() => {
    const old = spoken.current;
    spoken.current = { board, drawing };
    if (old.board !== board) {
      if (tab === "edit") announce(description(board, form, null, active));
    } else if (old.drawing !== drawing) {
      const change = changeText(board, form, old.drawing, drawing);
      if (change !== null) announce(change);
    }
  }, [board, drawing, form, tab, active]);

  const part = useMemo(() => {
    if (!answer) return null;
    const value = answer.determined?.part ?? answer.solution;
    return value === undefined || value === null ? null : fromSolution(value, board, form);
  }, [answer, board, form]);
  const said = statusText(status);
  const heard = said?.text;
  useEffect(() => {
    if (heard !== undefined && tab === "edit") announce(heard);
  }, [heard, tab]);

  // An explanation that a limit ended stays while it goes on.
  const explained = answeredOf(explain.answer);
  const steps = explained?.value.explanation?.steps ?? null;
  const shownStep = useMemo(() => {
    if (steps === null || steps.length === 0) return null;
    const before =
      at === 0 ? emptyMarks(board, form) : fromSolution(steps[at - 1]?.part, board, form);
    const step = steps[at];
    if (!step) return { marks: before, fresh: NO_PLACES, named: NO_CELLS };
    const after = fromSolution(step.part, board, form);
    const named = new Set(step.reasons.flatMap((reason) => cellsIn(reason, board.columns)));
    return { marks: after, fresh: newPlaces(after, before, board, form), named };
  }, [steps, at, board, form]);
  const conflict = useMemo(() => placesIn(answer?.conflict ?? [], board), [answer, board]);

  const result = checked?.drawing === drawing ? checked : null;
  const hintLevel = hinted?.drawing === drawing ? hinted.level : null;
  const hint = useMemo(
    () => (hintLevel !== null && steps ? hintFor(marks, steps, board, form) : null),
    [hintLevel, steps, marks, board, form],
  );
  const hasWrongMark = useMemo(() => {
    if (part === null) return false;
    const { cells, edges } = differences(marks, part);
    return cells.size + edges.length > 0;
  }, [marks, part]);
  const noHint = (() => {
    if (hintLevel === null) return null;
    if (hasWrongMark) return "Some marks are wrong: Check shows them.";
    if (explain.answer.state === "failed") return "No hint: the server did not answer.";
    if (explained === null || hint) return null;
    if (steps === null) return "No hint: the puzzle has no solution.";
    return explained.value.limit
      ? "No further step was found within the time limit."
      : "Everything that can be determined is drawn.";
  })();
  const shownHint = hint && hintLevel !== null && !hasWrongMark ? { hint, level: hintLevel } : null;

  const editing = tab === "edit";
  const view = (() => {
    const nothing = { wrong: NO_PLACES, fresh: NO_PLACES, named: conflict.cells, plain: true };
    const others = { ...nothing, drawing: null, broken: NO_CELLS };
    if (editing) {
      const shown = showPart ? part : null;
      const notes = setting.showsCandidates ? setting.candidates : null;
      if (notes === null) return { ...others, marks: shown };
      // Notes are drawn where the marks have nothing.
      const drawing = { ...notes, marks: shown ?? notes.marks };
      return { ...others, drawing, marks: drawing.marks };
    }
    if (tab === "solve") {
      if (shownStep && !showSolution) return { ...others, ...shownStep, plain: false };
      return { ...others, marks: showSolution ? part : null };
    }
    const frame = replay?.frames[replay.at];
    if (frame) return { ...others, marks: frame.marks, drawing: frame, plain: false };
    const shown = drawingOf(scene);
    const level = shownHint?.level ?? 0;
    const drawn =
      shownHint && level === 4
        ? withPlaces(shown, shownHint.hint.fresh, shownHint.hint.after)
        : shown;
    return {
      marks: drawn.marks,
      drawing: shown,
      wrong: result?.wrong ?? NO_PLACES,
      broken: result ? new Set(result.broken.flatMap(({ cells }) => cells)) : NO_CELLS,
      fresh: shownHint && level === 4 ? shownHint.hint.fresh : NO_PLACES,
      named: shownHint && level >= 2 ? shownHint.hint.cells : NO_CELLS,
      plain: false,
    };
  })();

  useKeys((event) => {
    if (isTextInput(event.target)) return;
    const key = event.key.toLowerCase();
    if (replay && (key === "[" || key === "]")) {
      const to = replay.at + (key === "]" ? 1 : -1);
      if (replay.frames[to]) moveReplay(to);
      return;
    }
    if (!(event.ctrlKey || event.metaKey)) return;
    if (key === "y" || (key === "z" && event.shiftKey)) dispatch({ type: "redo" });
    else if (key === "z") dispatch({ type: "undo" });
    else return;
    event.preventDefault();
  });
  const findBroken = useCallback(
    async (of: Marks, signal: AbortSignal, seconds?: number): Promise<CheckedRules> => {
      if (puzzleFile === null) return NOTHING_BROKEN;
      return brokenRules(of, board, form, checkerOf(puzzleFile, signal, seconds));
    },
    [puzzleFile, board, form],
  );
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const check = async (seconds = CHECK_TIME) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const wrong = part === null ? null : differences(marks, part);
    const count = wrong === null ? null : wrong.cells.size + wrong.edges.length;
    setHinted(null);
    setChecking(true);
    try {
      // Marks of the only solution break no rule.
      const isRight = count === 0 && answer?.unique === true;
      const { broken, limit } = isRight
        ? NOTHING_BROKEN
        : await findBroken(marks, controller.signal, seconds);
      setChecked({ drawing, broken, wrong, open: limit, seconds });
      if (broken[0]) announce(broken.map((rule) => rule.text).join("; "));
      else if (count) announce(`${count} marks are wrong`);
      else if (limit) announce(`not known: stopped by a limit, ${limit}`);
      // As long as the solution is not known, the marks are compared with the rules only.
      else announce(wrong === null ? "no rule is broken so far" : "no mark is wrong");
    } catch (error) {
      if (!isAbort(error)) setChecked({ drawing, broken: [], wrong, open: "failed", seconds });
    } finally {
      setChecking(false);
    }
  };
  useEffect(() => {
    if (!live || tab !== "play") return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      findBroken(marks, controller.signal).then(
        ({ broken: found, limit }) => {
          if (controller.signal.aborted) return;
          // A dead end is found by the player, or by Check.
          const broken = found.filter(({ alone }) => alone);
          const live = { drawing, broken, wrong: null, open: limit, seconds: CHECK_TIME };
          setChecked((old) => (old?.drawing === drawing ? old : live));
          if (broken[0]) announce(broken[0].text);
        },
        () => {},
      );
    }, DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [live, tab, marks, drawing, findBroken]);

  const askExplanation = async () => {
    if (puzzleFile === null) return null;
    setAt(0);
    return explain.ask("pencil/explain", { puzzle: puzzleFile, time_limit: EXPLAIN_TIME });
  };
  const explainIt = async () => {
    setShowSolution(false);
    const value = await askExplanation();
    if (value?.explanation) announce(`${value.explanation.steps.length} steps`);
  };
  const askHint = () => {
    if (shownHint?.level === 4) {
      const { fresh, after } = shownHint.hint;
      dispatch({ type: "marks", places: fresh, marks: after });
      return;
    }
    const level = shownHint ? ((shownHint.level + 1) as HintLevel) : 1;
    setHinted({ drawing, level });
    if (explained === null && !hasWrongMark) void askExplanation();
  };
  // What is done to the board belongs to it and not to what is shown of its past.
  const dispatchInReplay = (action: Action) => {
    if (action.type === "activate") dispatch(action);
    else if (["press", "key", "side"].includes(action.type)) setReplay(null);
  };
  const shownHistory = editing ? scene.boards : scene.drawings;
  const undoRow = (
    <div class="row">
      <button
        type="button"
        onClick={() => dispatch({ type: "undo" })}
        disabled={shownHistory.past.length === 0}
      >
        Undo
      </button>
      <button
        type="button"
        onClick={() => dispatch({ type: "redo" })}
        disabled={shownHistory.future.length === 0}
      >
        Redo
      </button>
      <button type="button" onClick={() => dispatch({ type: "clear" })}>
        {editing ? "Clear the clues" : "Clear the marks"}
      </button>
      {editing ? null : (
        <button
          type="button"
          disabled={scene.drawings.past.length === 0}
          title="Step through what you did"
          onClick={() => setReplay({ frames: framesOf(scene.drawings, () => true), at: 0 })}
        >
          Replay
        </button>
      )}
    </div>
  );
  return (
    <div class="pencil">
      <section class="board-side" aria-label="Board">
        <h1>{first.title ?? name}</h1>
        <div class="status-row">
          <p class={`status ${said ? `is-${said.kind}` : ""}`} role="status">
            {said ? said.text : status.asking ? "Solving…" : ""}
            {status.asking && said ? " …" : ""}
            {status.asking ? (
              <button type="button" class="quiet" onClick={stop}>
                Stop
              </button>
            ) : null}
            {status.stopped ? (
              <button type="button" class="quiet" onClick={() => goOn(status.seconds)}>
                Go on
              </button>
            ) : null}
            {solved && tab === "play" ? (
              <span class="badge good">
                ✓ solved: every rule holds{time === null ? "" : `, in ${clockTime(time)}`}
              </span>
            ) : null}
          </p>
          {tab === "play" ? <Clock timer={game.timer} /> : null}
        </div>
        <PencilGrid
          scene={scene}
          dispatch={replay ? dispatchInReplay : dispatch}
          board={boardOf(scene)}
          marks={view.marks}
          drawing={view.drawing}
          wrong={view.wrong}
          fresh={view.fresh}
          named={view.named}
          broken={view.broken}
          others={tab === "play" ? NO_OTHERS : conflict.others}
          tags={editing ? setting.tags : NO_TAGS}
          plain={view.plain}
          places={editing ? placesOf(editTool) : "cell"}
        />
      </section>
      <section class="card stacked" aria-label="Tools">
        <Tabs
          label="What to do"
          tabs={TABS}
          chosen={tab}
          onChoose={(next) => dispatch({ type: "tab", tab: next })}
        >
          {tab === "play" && replay ? (
            <Replay
              at={replay.at}
              last={replay.frames.length - 1}
              onMove={moveReplay}
              onClose={() => setReplay(null)}
            />
          ) : null}
          {tab === "play" && !replay ? (
            <>
              <PlayPanel
                scene={scene}
                dispatch={dispatch}
                checked={result}
                checking={checking}
                onCheck={puzzleFile === null ? null : (seconds) => void check(seconds)}
                live={live}
                onLive={(on) => {
                  setLive(on);
                  saveStored(LIVE, on);
                }}
                hint={shownHint}
                noHint={noHint}
                hinting={hintLevel !== null && explain.answer.state === "asking"}
                onHint={puzzleFile === null ? null : askHint}
              />
              {noHint !== null ? <MoreTimeOf request={explain} /> : null}
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
                tool={editTool}
                onTool={(tool) => dispatch({ type: "editTool", tool })}
                onChange={(change) => dispatch({ type: "board", change })}
              />
              {undoRow}
              <SettingPanel
                kind={kind}
                board={board}
                form={form}
                active={active}
                status={status}
                setting={setting}
                showsPart={showPart}
                onShowPart={setShowPart}
                explain={explain}
                onExplain={() => void explainIt()}
                onChange={(change) => dispatch({ type: "board", change })}
              />
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
        {answer ? (
          <MoreTime
            limit={answer.limit ?? conflictOf(answer)?.limit}
            time={status.seconds}
            busy={status.asking}
            onMore={goOn}
            job={{
              kind: "solve",
              title: first.title,
              input: () => jobOf(puzzleFile),
              caption: "Solve as a job",
            }}
          />
        ) : null}
        <Faults error={status.error} />
        {first.notes.map((note) => (
          <p key={note} class="note muted small">
            {note}
          </p>
        ))}
        <details>
          <summary>Rules of {name}</summary>
          <Rules text={status.written?.rules ?? first.rules} />
        </details>
      </section>
    </div>
  );
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
