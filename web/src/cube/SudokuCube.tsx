/** The scene of the Sudoku Cube: the scrambled net, the solved net that the server finds, and the turns that lead there. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type ApiError, sendRequest, toApiError } from "../api/client";
import type { Examples, SolveResponse } from "../api/generated";
import { JobButton } from "../jobs/JobButton";
import type { SceneProps } from "../scenes";
import { announce } from "../shell/announce";
import { type KeyHelp, useKeyHelp } from "../shell/help";
import { routeUrl, saveInAddress } from "../shell/route";
import { saveStored } from "../shell/store";
import { useLinkState } from "../shell/useLinkState";
import { PlayerBar } from "../three/PlayerBar";
import { PuzzleHead } from "../three/PuzzleHead";
import { usePlayer } from "../three/player";
import { Viewer } from "../three/Viewer";
import { CopyButton } from "../ui/CopyButton";
import { Faults } from "../ui/Faults";
import { MoreTimeOf } from "../ui/MoreTime";
import { scrollIntoSight } from "../ui/reveal";
import { answeredOf, errorOf, requestOf, useRequest } from "../ui/useRequest";
import { dragFrame, frameAt, load, Turns, useLayers, useMoveKeys } from "./controls";
import { DigitEditor } from "./DigitEditor";
import { fromLink, type State, toLink } from "./digitState";
import {
  blankNet,
  type DigitNet,
  finishedFaces,
  packNet,
  puzzleFile,
  readAmbiguous,
  readNet,
  readSolution,
} from "./digits";
import { NetDrawing } from "./NetDrawing";
import { type Move, parseSequence, sayMove } from "./sequence";
import { FACE_NAMES, FACES } from "./space";
import { applyTurns, fromNet, toNet } from "./stickerCube";
import { digitLook } from "./stickerLooks";
import { Verdict } from "./Verdict";
import "./cube.css";

const KEYS: readonly KeyHelp[] = [
  { keys: "arrows", does: "in the net: go to a sticker; after a digit: its direction" },
  { keys: "1–9", does: "in the net: the digit; 1 then 2 is 12 on large cubes" },
  { keys: "Shift + arrow, x", does: "in the net: turn the digit; direction of a middle not known" },
  { keys: "Backspace", does: "in the net: empty the sticker" },
  { keys: "u d l r f b", does: "turn a face of the model; with Shift anticlockwise" },
  { keys: "[ ] p", does: "one move back, one forward, play or pause" },
];

/** Time limits of an answer and of a job, in seconds: the search for a solution uses all of its time. */
const TIME_LIMIT = 10;
const JOB_LIMIT = 120;

/** The scene. */
export default function SudokuCube({ route }: SceneProps) {
  const linked = useMemo(() => fromLink(route.query), [route.query]);
  const [state, setState] = useState(linked.state);
  const player = usePlayer(linked.at);
  const [text, setText] = useState("");
  const [shown, setShown] = useState<"cube" | "goal">("cube");
  // A text in the link that the server has to read; until then the link stays unchanged.
  const [unread, setUnread] = useState(linked.text);
  const request = useRequest<"solve">();
  const [noExample, setNoExample] = useState<ApiError | null>(null);
  const busy = request.answer.state === "asking";
  const answer = answeredOf(request.answer)?.value ?? null;
  const error = errorOf(request.answer) ?? noExample;
  const drawing = useRef<HTMLDivElement>(null);
  useKeyHelp(KEYS);

  const { net, ambiguous, line, goal } = state;
  const { size } = net;
  const cubes = useMemo(
    () => applyTurns(fromNet(net.net, size), size === 3 ? line.map((it) => it.turn) : []),
    [net, size, line],
  );
  const goalCube = useMemo(() => (goal === null ? null : fromNet(goal.net, goal.size)), [goal]);
  const look = useMemo(() => digitLook(ambiguous.sixNine), [ambiguous.sixNine]);
  const now = Math.round(player.goal);
  const current = cubes[Math.min(now, cubes.length - 1)] ?? fromNet(net.net, size);
  const right = useMemo(() => finishedFaces(current, ambiguous), [current, ambiguous]);
  const showGoal = shown === "goal" && goalCube !== null;
  const open = useCallback(
    (next: State, at: number) => {
      request.reset();
      setNoExample(null);
      setUnread(null);
      setState(next);
      setShown("cube");
      player.jump(at);
    },
    [player.jump, request.reset],
  );
  const edit = (next: DigitNet): void => open({ ...state, net: next, line: [], goal: null }, 0);

  /** Shows a text; the server names the errors of a text that cannot be shown. */
  const enter = (typed: string): void => {
    const found = readNet(typed);
    if (found !== null) {
      open({ net: found, ambiguous: readAmbiguous(typed), line: [], goal: null }, 0);
      announce(`a cube of size ${found.size} is shown`);
    } else
      void solve(
        typed.includes("kind") ? typed : `kind = "sudoku-cube"\nnet = '''\n${typed}\n'''\n`,
      );
  };

  useLinkState(
    linked,
    ({ state, at }) => open(state, at),
    (text) => {
      setUnread(text);
      setText(text);
      enter(text);
    },
  );
  useEffect(() => {
    if (unread !== null) return;
    saveInAddress("sudoku-cube", toLink(state, now));
    saveStored("sudoku-cube.net", packNet(state.net));
  }, [state, now, unread]);

  const solve = async (puzzle: string): Promise<void> => {
    // A cube given as pieces is a 3×3×3; it cannot be shown, but its solved net can.
    const drawn = readNet(puzzle);
    const moves = drawn === null || drawn.size === 3;
    setNoExample(null);
    show(await request.ask("solve", { puzzle, moves, time_limit: TIME_LIMIT }), drawn !== null);
  };
  const show = (found: SolveResponse | null, isDrawn: boolean): void => {
    if (found === null) return;
    const solution = readSolution(found.solution);
    const sequence = found.moves?.sequence ?? null;
    const way = sequence === null || !isDrawn ? [] : (parseSequence(sequence) ?? []);
    setState((it) => ({ ...it, line: way, goal: solution }));
    player.jump(0);
    const moved = way.length > 0 ? ` in ${way.length} moves` : "";
    announce(solution === null ? `outcome: ${found.outcome}` : `solved${moved}`);
    if (solution !== null && way.length > 0) scrollIntoSight(drawing.current);
  };

  const example = async (): Promise<void> => {
    try {
      const { examples } = await sendRequest<Examples>("GET", "examples");
      const cubes = examples.filter((it) => it.kind === "sudoku-cube");
      const found = cubes.find((it) => readNet(it.puzzle)?.size === size) ?? cubes[0];
      if (found !== undefined) enter(found.puzzle);
    } catch (fault) {
      setNoExample(toApiError(fault));
    }
  };

  const extend = (move: Move): void => {
    setState({ ...state, line: [...line.slice(0, now), move] });
    setShown("cube");
  };
  const byHand = (move: Move): void => {
    if (size !== 3 || move.turn.to > 0) return;
    extend(move);
    if (player.at > now) player.jump(now);
    player.goTo(now + 1);
  };
  useMoveKeys(byHand);
  const { held, drag } = useLayers(
    player,
    (move) => {
      extend(move);
      player.jump(now + 1);
    },
    (layers) => layers.to === 0,
  );
  const frame = useMemo(() => {
    if (showGoal && goalCube !== null) return { solid: goalCube, look, motion: null };
    if (held !== null) return dragFrame(current, held, look);
    return frameAt(cubes, line, player.at, look) ?? { solid: current, look, motion: null };
  }, [showGoal, goalCube, cubes, line, player.at, look, current, held]);

  const blanks = FACES.flatMap((face) => net.net[face]).filter((it) => it.mark === "").length;
  const label = showGoal
    ? "The solved cube"
    : `Sudoku Cube of size ${size}, ${right.length} of 6 faces right`;
  return (
    <section class="stacked" aria-labelledby="sudoku-cube-title">
      <PuzzleHead id="sudoku-cube-title" title="Sudoku Cube" puzzle="sudoku-cube">
        A cube with a number on every sticker. Each face is to hold all of them once, all looking
        the same way.
      </PuzzleHead>
      <div class="scene3d">
        <div class="card sticky" ref={drawing}>
          <Viewer
            load={load}
            frame={frame}
            drag={size === 3 && !showGoal ? drag : null}
            label={label}
            flat={
              <NetDrawing
                net={toNet(frame.solid)}
                size={frame.solid.size}
                kind="digits"
                sixNine={ambiguous.sixNine}
                label={label}
                right={showGoal ? FACES : right}
              />
            }
          />
          {goalCube === null ? null : (
            <div class="row">
              <button type="button" aria-pressed={!showGoal} onClick={() => setShown("cube")}>
                The cube
              </button>
              <button type="button" aria-pressed={showGoal} onClick={() => setShown("goal")}>
                The goal
              </button>
            </div>
          )}
          {showGoal ? null : (
            <PlayerBar
              player={player}
              moves={size === 3 ? line.map((it) => it.text) : []}
              say={(number) => {
                const move = line[number];
                return move === undefined ? "" : sayMove(move);
              }}
            />
          )}
          {size === 3 && !showGoal ? <Turns onMove={byHand} /> : null}
          {showGoal ? null : (
            <p class="small" aria-live="polite">
              {right.length === 6 ? (
                <span class="badge good">✓ every face is right</span>
              ) : (
                <span class="muted">
                  Right faces:{" "}
                  {right.length === 0 ? "none" : right.map((face) => FACE_NAMES[face]).join(", ")}
                </span>
              )}
            </p>
          )}
        </div>
        <div class="stacked">
          <section class="card stacked" aria-labelledby="digits-title">
            <h2 id="digits-title">The scrambled cube</h2>
            <div class="row">
              <label>
                <span class="muted small">Size</span>
                <select
                  value={size}
                  onChange={(event) => edit(blankNet(Number(event.currentTarget.value)))}
                >
                  {[2, 3, 4, 5].map((n) => (
                    <option key={n} value={n}>
                      {n}×{n}×{n}
                    </option>
                  ))}
                </select>
              </label>
              <button type="button" onClick={() => void example()}>
                Example
              </button>
              <button type="button" onClick={() => edit(blankNet(size))}>
                Clear
              </button>
              <CopyButton text={() => routeUrl("sudoku-cube", toLink(state, now))} what="link">
                Copy link
              </CopyButton>
            </div>
            <DigitEditor net={net} sixNine={ambiguous.sixNine} onChange={edit} />
            <div class="row">
              <span class="muted small">Also read upside down:</span>
              <label>
                <input
                  type="checkbox"
                  checked={ambiguous.sixNine}
                  onChange={(event) =>
                    open(
                      {
                        ...state,
                        ambiguous: { ...ambiguous, sixNine: event.currentTarget.checked },
                        line: [],
                        goal: null,
                      },
                      0,
                    )
                  }
                />
                6 and 9
              </label>
              <label>
                <input
                  type="checkbox"
                  checked={ambiguous.eight}
                  onChange={(event) =>
                    open(
                      {
                        ...state,
                        ambiguous: { ...ambiguous, eight: event.currentTarget.checked },
                        line: [],
                        goal: null,
                      },
                      0,
                    )
                  }
                />
                8
              </label>
            </div>
            <details>
              <summary>As text</summary>
              <label class="stack">
                <span>A puzzle file or a drawn net</span>
                <textarea
                  rows={9}
                  spellcheck={false}
                  value={text}
                  onInput={(event) => setText(event.currentTarget.value)}
                />
              </label>
              <div class="row">
                <button type="button" onClick={() => enter(text)}>
                  Read
                </button>
                <button type="button" onClick={() => setText(puzzleFile(net, ambiguous))}>
                  Write the net shown
                </button>
              </div>
            </details>
          </section>
          <section class="card stacked" aria-labelledby="goal-title">
            <h2 id="goal-title">Solution</h2>
            <div class="row">
              <button
                type="button"
                class="primary"
                disabled={busy || blanks > 0}
                onClick={() => void solve(puzzleFile(net, ambiguous))}
              >
                {busy ? "Solving…" : "Solve"}
              </button>
              {busy ? (
                <button type="button" onClick={request.stop}>
                  Stop
                </button>
              ) : null}
              {blanks > 0 ? null : (
                <JobButton
                  kind="solve"
                  input={() => ({
                    puzzle: puzzleFile(net, ambiguous),
                    ...(size === 3 ? { moves: true } : {}),
                    time_limit: JOB_LIMIT,
                  })}
                >
                  Run as a job
                </JobButton>
              )}
              {blanks > 0 ? (
                <span class="muted small">
                  {blanks} sticker{blanks === 1 ? " is" : "s are"} blank
                </span>
              ) : null}
            </div>
            {busy ? (
              <p class="muted small">
                This may take {TIME_LIMIT} seconds: what is left of them makes the way shorter.
              </p>
            ) : null}
            <Faults error={error} source={requestOf(request.answer)?.puzzle} />
            {answer === null ? null : <Verdict answer={answer} />}
            <MoreTimeOf
              request={request}
              onMore={(seconds) => {
                const isDrawn = readNet(requestOf(request.answer)?.puzzle ?? "") !== null;
                void request.goOn(seconds).then((found) => show(found, isDrawn));
              }}
            />
            {goal === null ? null : (
              <NetDrawing
                net={goal.net}
                size={goal.size}
                kind="digits"
                sixNine={ambiguous.sixNine}
                label="The solved net"
                right={FACES}
              />
            )}
          </section>
        </div>
      </div>
    </section>
  );
}
