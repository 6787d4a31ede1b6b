/** The scene of the 3×3×3: the model, moves by hand, positions typed or painted, solutions. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { SceneProps } from "../scenes";
import { announce } from "../shell/announce";
import { type KeyHelp, useKeyHelp } from "../shell/help";
import { routeUrl, saveInAddress } from "../shell/route";
import { loadStored, saveStored } from "../shell/store";
import { useLinkState } from "../shell/useLinkState";
import { PlayerBar } from "../three/PlayerBar";
import { PositionCard } from "../three/PositionCard";
import { PuzzleHead } from "../three/PuzzleHead";
import { usePlayer } from "../three/player";
import { Viewer } from "../three/Viewer";
import { scrollIntoSight } from "../ui/reveal";
import { errorOf, requestOf, useRequest } from "../ui/useRequest";
import { dragFrame, frameAt, load, Turns, useLayers, useMoveKeys } from "./controls";
import { NetDrawing } from "./NetDrawing";
import { NetEditor } from "./NetEditor";
import { centresSolved, isSolved, readPosition, solvedNet, writePosition } from "./position";
import { SolveCube } from "./SolveCube";
import { appendMove, type Move, parseSequence, sayMove, writeSequence } from "./sequence";
import { fromLink, readText, type State, toLink } from "./state";
import { applyTurns, type Net, solvedCube, toNet } from "./stickerCube";
import { colourStickerLook } from "./stickerLooks";
import "./cube.css";

const KEYS: readonly KeyHelp[] = [
  { keys: "u d l r f b", does: "turn a face clockwise; with Shift anticlockwise" },
  { keys: "m e s, x y z", does: "turn a middle layer, the whole cube; with Shift the other way" },
  { keys: "[ ]", does: "one move back / forward" },
  { keys: "p", does: "play or pause" },
  { keys: "arrows, + −, Home", does: "on the model: turn the view, zoom, reset" },
  { keys: "arrows, u r f d l b", does: "in the net: go to a sticker, paint it" },
  { keys: "Shift + arrow, Backspace", does: "on a centre of the net: its direction, not known" },
];

/** The scene. */
export default function Cube({ route }: SceneProps) {
  const linked = useMemo(() => fromLink(route.query), [route.query]);
  const [state, setState] = useState(linked.state);
  const player = usePlayer(linked.at);
  const [text, setText] = useState(linked.text ?? loadStored("cube.text", ""));
  const [letters, setLetters] = useState(() => loadStored("cube.letters", false));
  const [net, setNet] = useState<Net>(
    () => loadStored<Net | null>("cube.net", null) ?? solvedNet(),
  );
  // A text in the link that the server has to read; until then the link stays unchanged.
  const [unread, setUnread] = useState(linked.text);
  const request = useRequest<"cube/check" | "cube/scramble">();
  const drawing = useRef<HTMLDivElement>(null);
  useKeyHelp(KEYS);
  const sent = requestOf(request.answer);

  const cubes = useMemo(
    () =>
      applyTurns(
        state.start,
        state.line.map((it) => it.turn),
      ),
    [state.start, state.line],
  );
  const now = Math.round(player.goal);
  const current = cubes[Math.min(now, cubes.length - 1)] ?? state.start;
  const written = useMemo(() => writePosition(current), [current]);
  const look = useMemo(() => colourStickerLook(letters, state.centres), [letters, state.centres]);
  // Fields not given keep their current values: an answer may be late, and settings may have changed.
  const open = useCallback(
    (next: Partial<State>, at: number) => {
      setState((old) => ({ ...old, ...next }));
      player.jump(at);
      setUnread(null);
      request.reset();
    },
    [player.jump, request.reset],
  );
  const show = (position: string, settings: Partial<State> = {}): void => {
    const start = readPosition(position);
    if (start !== null) open({ ...settings, start, line: [] }, 0);
  };

  /** Shows the typed text; a text that cannot be read here is sent to the server, which reads it or names the error. */
  const enter = async (typed: string, settings: Partial<State> = {}): Promise<void> => {
    const read = readText(typed);
    // Only the server finds all reasons why stickers are impossible; a sequence is always possible.
    if (read !== null && read.line.length > 0) {
      open({ ...settings, ...read }, read.line.length);
      announce(`${read.line.length} moves`);
      return;
    }
    const found = await request.ask("cube/check", { position: typed });
    if (found !== null) show(found.position, settings);
  };

  const scramble = async (): Promise<void> => {
    const found = await request.ask("cube/scramble", { centres: state.centres });
    if (found === null) return;
    setText(found.sequence ?? found.position);
    show(found.position);
    announce("scrambled");
  };

  useLinkState(
    linked,
    ({ state, at }) => open(state, at),
    (text, { state }) => {
      setUnread(text);
      setText(text);
      void enter(text, state);
    },
  );
  useEffect(() => {
    if (unread === null) saveInAddress("cube", toLink(state, now));
  }, [state, now, unread]);
  useEffect(() => saveStored("cube.text", text), [text]);
  useEffect(() => saveStored("cube.net", net), [net]);

  const extend = (move: Move): void => {
    setUnread(null);
    // If it is the next move of the line, the line is played on instead of being replaced.
    if (state.line[now]?.text !== move.text) {
      setState({ ...state, line: [...state.line.slice(0, now), move] });
    }
  };
  const byHand = (move: Move): void => {
    extend(move);
    if (player.at > now) player.jump(now);
    player.goTo(now + 1);
  };
  useMoveKeys(byHand);
  const { held, drag } = useLayers(player, (move) => {
    extend(move);
    player.jump(now + 1);
  });
  const frame = useMemo(() => {
    if (held !== null) return dragFrame(current, held, look);
    return frameAt(cubes, state.line, player.at, look) ?? { solid: current, look, motion: null };
  }, [cubes, state.line, player.at, look, current, held]);

  const choose = (position: string, solution: string): void => {
    const [start, line] = [readPosition(position), parseSequence(solution)];
    if (start === null || line === null) return;
    open({ start, line }, 0);
    scrollIntoSight(drawing.current);
  };
  const made = state.line.slice(0, now).reduce<Move[]>(appendMove, []);
  const solved = isSolved(current);
  const label = `Cube, position ${written}`;
  return (
    <section class="stacked" aria-labelledby="cube-title">
      <PuzzleHead id="cube-title" title="Cube" puzzle="cube">
        The 3×3×3, with the directions of its centres where a picture makes them count.
      </PuzzleHead>
      <div class="scene3d">
        <div class="card sticky" ref={drawing}>
          <Viewer
            load={load}
            frame={frame}
            drag={drag}
            label={label}
            flat={
              <NetDrawing
                net={toNet(frame.solid)}
                size={3}
                kind="colours"
                label={label}
                centres={state.centres}
              />
            }
          />
          <PlayerBar
            player={player}
            moves={state.line.map((it) => it.text)}
            say={(number) => {
              const move = state.line[number];
              return move === undefined ? "" : sayMove(move);
            }}
          />
          <div class="row hand">
            <Turns onMove={byHand} />
          </div>
          <div class="row hand">
            <label>
              <input
                type="checkbox"
                checked={letters}
                onChange={(event) => {
                  setLetters(event.currentTarget.checked);
                  saveStored("cube.letters", event.currentTarget.checked);
                }}
              />
              letters
            </label>
            <label>
              <input
                type="checkbox"
                checked={state.centres}
                onChange={(event) => setState({ ...state, centres: event.currentTarget.checked })}
              />
              centres matter
            </label>
            {solved ? (
              <span class="badge good">
                ✓ solved
                {state.centres
                  ? centresSolved(current)
                    ? ", centres too"
                    : " but for the centres"
                  : ""}
              </span>
            ) : null}
          </div>
        </div>
        <div class="stacked">
          <PositionCard
            written={written}
            made={writeSequence(made)}
            text={text}
            prompt="Moves from the solved cube, 54 stickers, or a drawn net"
            example="R U F' D2 L B"
            error={errorOf(request.answer)}
            source={sent !== null && "position" in sent ? sent.position : undefined}
            busy={request.answer.state === "asking"}
            onText={setText}
            onShow={() => void enter(text)}
            onScramble={() => void scramble()}
            onSolved={() => open({ start: solvedCube(), line: [] }, 0)}
            link={() => routeUrl("cube", toLink(state, now))}
          />
          <SolveCube
            position={written}
            start={writePosition(state.start)}
            line={state.line.slice(0, now)}
            refused={errorOf(request.answer) !== null && sent !== null && "position" in sent}
            centres={state.centres}
            metric={state.metric}
            onMetric={(metric) => setState({ ...state, metric })}
            onChoose={choose}
          />
          <details class="card">
            <summary>Paint the net</summary>
            <NetEditor
              net={net}
              centres={state.centres}
              onChange={setNet}
              onDone={(position) => {
                setText(position);
                show(position);
                announce("the position is shown");
              }}
            />
            <p class="row">
              <button type="button" onClick={() => setNet(toNet(readPosition(written) ?? current))}>
                Use the shown position
              </button>
              <button type="button" onClick={() => setNet(solvedNet())}>
                Solved
              </button>
            </p>
          </details>
        </div>
      </div>
    </section>
  );
}
