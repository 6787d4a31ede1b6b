// The Golden Waste scene: draw coins, find the walk, and play it.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type ApiError, sendRequest, toApiError } from "../api/client";
import { JobButton } from "../jobs/JobButton";
import type { SceneProps } from "../scenes";
import { announce } from "../shell/announce";
import { isTextInput, type KeyHelp, useKeyHelp } from "../shell/help";
import { routeUrl, saveInAddress } from "../shell/route";
import { loadStored, saveStored } from "../shell/store";
import { useKeys } from "../ui/useKeys";
import "../style/grid.css";
import "../style/goishi.css";
import type { Examples, SolveResponse } from "../api/generated";
import { VerdictLine } from "../ui/AnswerView";
import { CopyButton } from "../ui/CopyButton";
import { Faults } from "../ui/Faults";
import { newHistory, pushState, redo, undo } from "../ui/history";
import { MoreTimeOf } from "../ui/MoreTime";
import { Player } from "../ui/Player";
import { scrollIntoSight } from "../ui/reveal";
import { SizeFields } from "../ui/SizeFields";
import { downloadText } from "../ui/save";
import { outcomeText } from "../ui/text";
import { answeredOf, errorOf, requestOf, useRequest } from "../ui/useRequest";
import {
  type CoinBoard,
  emptyCoins,
  fromLink,
  linkFile,
  MAX_SIDE,
  puzzleFile,
  readFile,
  readLines,
  resizeBoard,
  toggleCoin,
  toggleStart,
  toLink,
} from "./board";
import { CoinDrawing } from "./CoinDrawing";
import type { Place } from "./walk";

/** The walk of an answer; null if none was found. */
function walkOf(answer: SolveResponse | null): readonly Place[] | null {
  return (answer?.solution ?? null) as readonly Place[] | null;
}

const KEYS: readonly KeyHelp[] = [
  { keys: "Arrows", does: "move to the next cell" },
  { keys: "Space or X", does: "add or remove a coin" },
  { keys: "1", does: "make this the first coin, or clear that" },
  { keys: "Ctrl+Z, Ctrl+Y", does: "undo, redo" },
  { keys: "[ and ]", does: "one coin back or forward on the walk" },
];

const USUAL = [
  ".X.....X",
  "....X.X.",
  "...XX.X1",
  "X......X",
  "..XXXX..",
  "X..XX...",
  "....XX..",
  "XXXX.X..",
];

function firstBoard(text: string | undefined): CoinBoard {
  if (text !== undefined) {
    const linked = fromLink(text);
    if (linked) return linked;
  }
  const draft = fromLink(loadStored("golden-waste", ""));
  return draft ?? readLines(USUAL) ?? emptyCoins(8, 8);
}

interface CoinGridProps {
  readonly board: CoinBoard;
  readonly walk: readonly Place[] | null;
  readonly shown: number;
  readonly onChange: (next: (board: CoinBoard) => CoinBoard) => void;
}

/** The board to draw coins on; one stop for the keyboard, arrows move inside. */
function CoinGrid({ board, walk, shown, onChange }: CoinGridProps) {
  const { rows, columns } = board;
  const [active, setActive] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const here = Math.min(active, rows * columns - 1);
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [r, c] = [Math.floor(here / columns), here % columns];
    const to = {
      ArrowUp: ((r + rows - 1) % rows) * columns + c,
      ArrowDown: ((r + 1) % rows) * columns + c,
      ArrowLeft: r * columns + ((c + columns - 1) % columns),
      ArrowRight: r * columns + ((c + 1) % columns),
      Home: r * columns,
      End: r * columns + columns - 1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setActive(to);
      root.current?.querySelector<HTMLElement>(`[data-place="${to}"]`)?.focus();
    } else if (event.key === " " || event.key === "Enter" || event.key.toLowerCase() === "x") {
      event.preventDefault();
      onChange((old) => toggleCoin(old, here));
    } else if (event.key === "1") {
      event.preventDefault();
      onChange((old) => toggleStart(old, here));
    }
  };
  const say = (place: number) => {
    const where = `row ${Math.floor(place / columns) + 1}, column ${(place % columns) + 1}`;
    const at = walk?.findIndex(([r, c]) => (r - 1) * columns + c - 1 === place) ?? -1;
    const coin = board.coins[place] ? (place === board.start ? "first coin" : "coin") : "empty";
    return `${where}, ${coin}${at >= 0 && at < shown ? `, number ${at + 1}` : ""}`;
  };
  return (
    <div
      class="coin-board"
      style={
        { aspectRatio: `${columns} / ${rows}`, "--ratio": String(columns / rows) } as Record<
          string,
          string
        >
      }
    >
      <CoinDrawing board={board} walk={walk} shown={shown} />
      <div
        ref={root}
        class="cells"
        role="grid"
        aria-label={`Board, ${rows} by ${columns}`}
        onKeyDown={onKey}
        style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}
      >
        {Array.from({ length: rows }, (_, r) => (
          // biome-ignore lint/a11y/useFocusableInteractive: places take the focus, rows do not
          <div key={r} role="row" class="cells-row">
            {Array.from({ length: columns }, (_, c) => {
              const place = r * columns + c;
              return (
                <div
                  key={place}
                  role="gridcell"
                  class="cell"
                  data-place={place}
                  tabIndex={place === here ? 0 : -1}
                  aria-label={say(place)}
                  onFocus={() => setActive(place)}
                  onClick={() => onChange((old) => toggleCoin(old, place))}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The scene. */
export default function GoldenWaste({ route }: SceneProps) {
  useKeyHelp(KEYS);
  const linked = route.query.p;
  const [history, setHistory] = useState(() => newHistory(firstBoard(linked)));
  const [at, setAt] = useState(0);
  const [error, setError] = useState<ApiError | null>(null);
  const [isLoading, setLoading] = useState(false);
  const request = useRequest<"solve">();
  const counted = useRequest<"solve">();
  const drawing = useRef<HTMLElement>(null);
  const board = history.present;
  const text = useMemo(() => puzzleFile(board), [board]);
  const change = useCallback((next: (board: CoinBoard) => CoinBoard) => {
    setHistory((old) => pushState(old, next(old.present)));
  }, []);

  const { reset } = request;
  const { reset: resetCount, ask: askCount } = counted;
  useEffect(() => {
    if (linked === undefined) return;
    const read = fromLink(linked);
    if (read) {
      setHistory((old) => pushState(old, read));
      return;
    }
    // A board that cannot be drawn is sent to the server, which names the error.
    void askCount("solve", { puzzle: linkFile(linked), task: "first" });
  }, [linked, askCount]);
  const first = useRef(true);
  useEffect(() => {
    reset();
    if (first.current) {
      first.current = false;
      return;
    }
    resetCount();
    setAt(0);
    saveStored("golden-waste", toLink(board));
    saveInAddress("golden-waste", { p: toLink(board) });
  }, [board, reset, resetCount]);

  const answer = answeredOf(request.answer)?.value ?? null;
  const walk = walkOf(answer);
  const move = useCallback(
    (to: number) => {
      setAt(to);
      const place = walk?.[to - 1];
      announce(
        place ? `coin ${to} of ${walk?.length}: row ${place[0]}, column ${place[1]}` : "start",
      );
    },
    [walk],
  );
  const last = walk?.length ?? 0;
  useKeys((event) => {
    // The slider of the walk is an input too, but has no text.
    const isSlider = event.target instanceof HTMLInputElement && event.target.type === "range";
    if (isTextInput(event.target) && !isSlider) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "y" || (key === "z" && event.shiftKey)) setHistory(redo);
      else if (key === "z") setHistory(undo);
      else return;
      event.preventDefault();
    } else if (key === "[" && at > 0) move(at - 1);
    else if (key === "]" && at < last) move(at + 1);
  });

  const solve = async () => {
    const value = await request.ask("solve", { puzzle: text });
    if (!value) return;
    announce(outcomeText(value).text);
    setAt(walkOf(value)?.length ?? 0);
    if (value.solution !== null) scrollIntoSight(drawing.current);
  };
  const example = async () => {
    setLoading(true);
    try {
      const { examples } = await sendRequest<Examples>("GET", "examples");
      const found = examples
        .filter((one) => one.kind === "goishi")
        .map((one) => readFile(one.puzzle));
      const [coins] = found;
      if (coins) change(() => coins);
      setError(null);
    } catch (caught) {
      setError(toApiError(caught));
    } finally {
      setLoading(false);
    }
  };
  // A link that could not be drawn is solved too; the shown board is not its board.
  const undrawn = linked !== undefined && fromLink(linked) === null ? linkFile(linked) : null;
  const ofUndrawn = undrawn !== null && requestOf(counted.answer)?.puzzle === undrawn;
  const coins = board.coins.filter(Boolean).length;
  // Questions wait for an example that is on its way: they would be about the board before it.
  const cannotAsk = coins === 0 || isLoading;
  const count = answeredOf(counted.answer)?.value ?? null;

  return (
    <div class="golden">
      <section class="board-side" aria-label="Board" ref={drawing}>
        <h1>Golden Waste</h1>
        <CoinGrid board={board} walk={walk} shown={at} onChange={change} />
        {walk ? <Player at={at} last={walk.length} onMove={move} noun="coin" pace={420} /> : null}
      </section>
      <section class="card stacked" aria-label="Questions">
        <p class="muted">
          Pick up all the coins in one walk along rows and columns. At each coin go straight on or
          turn, but never back. Click a place to put a coin there or to take it away.
        </p>
        <div class="row">
          <button type="button" class="primary" onClick={solve} disabled={cannotAsk}>
            {request.answer.state === "asking" ? "Solving…" : "Solve"}
          </button>
          <button
            type="button"
            disabled={cannotAsk}
            onClick={() => counted.ask("solve", { puzzle: text, task: "count", limit: 100_000 })}
          >
            Count solutions
          </button>
          {request.answer.state === "asking" || counted.answer.state === "asking" ? (
            <button
              type="button"
              onClick={() => {
                request.stop();
                counted.stop();
              }}
            >
              Stop
            </button>
          ) : null}
        </div>
        <div role="status">{answer ? <VerdictLine answer={answer} /> : null}</div>
        <MoreTimeOf
          request={request}
          job={{
            kind: "solve",
            title: "Golden Waste",
            input: () => ({ puzzle: requestOf(request.answer)?.puzzle ?? text }),
            caption: "Solve as a job",
          }}
        />
        {counted.answer.state === "asking" ? <p class="loading">Counting…</p> : null}
        <div role="status">{count ? <VerdictLine answer={count} /> : null}</div>
        <MoreTimeOf request={counted} />
        {count && ofUndrawn ? (
          <p class="muted">The board of this link is too large to be drawn here.</p>
        ) : null}
        <Faults error={errorOf(request.answer)} source={requestOf(request.answer)?.puzzle} />
        <Faults error={errorOf(counted.answer)} source={requestOf(counted.answer)?.puzzle} />
        <Faults error={error} />
        <SizeFields
          rows={board.rows}
          columns={board.columns}
          max={MAX_SIDE}
          onChange={(rows, columns) => change((old) => resizeBoard(old, rows, columns))}
        />
        <label class="stack">
          <span>The walk starts at</span>
          <select
            value={board.start === null ? "any" : String(board.start)}
            onChange={(event) => {
              const value = event.currentTarget.value;
              change((old) => ({ ...old, start: value === "any" ? null : Number(value) }));
            }}
          >
            <option value="any">any coin</option>
            {board.coins.map((coin, place) =>
              coin ? (
                <option key={place} value={String(place)}>
                  row {Math.floor(place / board.columns) + 1}, column {(place % board.columns) + 1}
                </option>
              ) : null,
            )}
          </select>
        </label>
        <div class="row">
          <button type="button" onClick={() => setHistory(undo)} disabled={!history.past.length}>
            Undo
          </button>
          <button type="button" onClick={() => setHistory(redo)} disabled={!history.future.length}>
            Redo
          </button>
          <button
            type="button"
            onClick={() => change((old) => emptyCoins(old.rows, old.columns))}
            disabled={coins === 0}
          >
            Clear
          </button>
          <button type="button" onClick={example}>
            Example
          </button>
        </div>
        <div class="row">
          <CopyButton text={() => routeUrl("golden-waste", { p: toLink(board) })} what="link">
            Copy link
          </CopyButton>
          <button type="button" onClick={() => downloadText("golden-waste.toml", text)}>
            Save puzzle file
          </button>
          <JobButton kind="count" title="Golden Waste" input={() => ({ puzzle: text })}>
            Count as a job
          </JobButton>
        </div>
        <p class="muted small">{coins} coins</p>
      </section>
    </div>
  );
}
