/** The scene of the Square-1: the model, moves by hand, positions typed or built, solutions, report. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { SceneProps } from "../scenes";
import { announce } from "../shell/announce";
import { isTextInput, type KeyHelp, useKeyHelp } from "../shell/help";
import { routeUrl, saveInAddress } from "../shell/route";
import { loadStored, saveStored } from "../shell/store";
import { useLinkState } from "../shell/useLinkState";
import { PlayerBar } from "../three/PlayerBar";
import { PositionCard } from "../three/PositionCard";
import { PuzzleHead } from "../three/PuzzleHead";
import { currentMove, done, easeInOut, usePlayer } from "../three/player";
import { type DraggedLayer, useLayerDrag } from "../three/useLayerDrag";
import { Viewer } from "../three/Viewer";
import { scrollIntoSight } from "../ui/reveal";
import { useKeys } from "../ui/useKeys";
import { errorOf, requestOf, useRequest } from "../ui/useRequest";
import { Builder } from "./Builder";
import { EMPTY_POSITION, type PartialPosition } from "./builder";
import { FlatPosition } from "./Flat";
import type { Frame, DraggedPart as HeldPart } from "./model3d";
import type { Colours, Position, Step } from "./position";
import { applyStep, coloursOf, parsePosition, replay, solved, writePosition } from "./position";
import { ReportCard } from "./ReportCard";
import { shapeName } from "./report";
import { Solve } from "./Solve";
import {
  appendStep,
  type Notation,
  normaliseTurn,
  parseSequence,
  sameStep,
  sayStep,
  writeSequence,
  writeStep,
} from "./sequence";
import { blockedReason, fromLink, isUpsideDown, readText, type State, toLink } from "./state";
import "./square1.css";

const KEYS: readonly KeyHelp[] = [
  { keys: "w / q", does: "turn the top layer by 30°, clockwise / anticlockwise" },
  {
    keys: "s / a",
    does: "turn the bottom layer by 30°, clockwise / anticlockwise, seen from below",
  },
  { keys: "/", does: "twist the right half over" },
  { keys: "[ ]", does: "one move back / forward" },
  { keys: "p", does: "play or pause" },
  { keys: "arrows, + −, Home", does: "on the model: turn the view, zoom, reset" },
  {
    keys: "0–F, Backspace, k",
    does: "in the builder: place a piece, take it away, change the middle",
  },
];

const HAND: readonly (readonly [string, string, Step])[] = [
  ["q", "Top 30° anticlockwise", { kind: "turn", top: -1, bottom: 0 }],
  ["w", "Top 30° clockwise", { kind: "turn", top: 1, bottom: 0 }],
  ["a", "Bottom 30° anticlockwise, seen from below", { kind: "turn", top: 0, bottom: -1 }],
  ["s", "Bottom 30° clockwise, seen from below", { kind: "turn", top: 0, bottom: 1 }],
  ["/", "Twist", { kind: "twist" }],
];

const load = async () => (await import("./model3d")).createModel();

/** Returns the frame of the model at a point of a line. */
function frameAt(state: State, passed: readonly Position[], at: number, letters: boolean): Frame {
  const whole = done(at);
  const part = at - whole;
  const step = state.line[whole];
  return {
    position: passed[whole] ?? state.start,
    over: isUpsideDown(state.line, whole),
    colours: state.colours,
    letters,
    motion: part > 1e-6 && step !== undefined ? { step, part: easeInOut(part) } : null,
  };
}

/** Returns the step that a drag makes; `null` if nothing is turned. */
function stepOf(part: HeldPart, steps: number): Step | null {
  const n = normaliseTurn(steps);
  if (part === "twist") return n % 2 === 0 ? null : { kind: "twist" };
  const by = { top: 0, bottom: 0, [part]: n };
  return n === 0 ? null : { kind: "turn", ...by };
}

/** Returns the motion of the dragged part. */
function motionOf({ turn, amount }: DraggedLayer<HeldPart>): Frame["motion"] {
  const step = stepOf(turn, 1);
  return step === null ? null : { step, part: amount };
}

const COLOURS: readonly (readonly [Colours, string])[] = [
  ["six", "six colours"],
  ["silver", "silver"],
];

const NOTATIONS: readonly (readonly [Notation, string])[] = [
  ["wca", "WCA"],
  ["cube21", "Cube 21"],
];

interface ChoiceProps<T extends string> {
  readonly legend: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

/** A choice between a few settings. */
function Choice<T extends string>({ legend, options, value, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {options.map(([name, title]) => (
        <label key={name}>
          <input
            type="radio"
            name={legend}
            checked={value === name}
            onChange={() => onChoose(name)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

interface HandProps {
  readonly notation: Notation;
  readonly blocked: boolean;
  readonly onStep: (step: Step) => void;
}

/** Buttons for moves. */
function Hand({ notation, blocked, onStep }: HandProps) {
  return (
    <fieldset class="bare turns" aria-label="Moves by hand">
      {HAND.map(([key, name, step]) => (
        <button
          key={key}
          type="button"
          title={`${name} (${key})`}
          aria-label={name}
          disabled={step.kind === "twist" && blocked}
          onClick={() => onStep(step)}
        >
          {writeStep(step, notation)}
        </button>
      ))}
    </fieldset>
  );
}

/** The scene. */
export default function Square1({ route }: SceneProps) {
  const linked = useMemo(() => fromLink(route.query), [route.query]);
  const [state, setState] = useState(linked.state);
  const player = usePlayer(linked.at);
  const [text, setText] = useState(linked.text ?? loadStored("square1.text", ""));
  const [letters, setLetters] = useState(() => loadStored("square1.letters", true));
  const [build, setBuild] = useState<PartialPosition>(() =>
    loadStored<PartialPosition>("square1.build", EMPTY_POSITION),
  );
  // A text in the link that the server has to read; until then the link stays unchanged.
  const [unread, setUnread] = useState(linked.text);
  const request = useRequest<"square1/check" | "square1/scramble">();
  const [note, setNote] = useState(linked.note);
  const drawing = useRef<HTMLDivElement>(null);
  useKeyHelp(KEYS);
  const sent = requestOf(request.answer);

  const passed = useMemo(() => replay(state.start, state.line), [state.start, state.line]);
  const now = Math.round(player.goal);
  const current = passed[Math.min(now, passed.length - 1)] ?? state.start;
  const written = writePosition(current);
  /**
   * Shows another position or line. Fields not given keep their current values: an answer may be late, and
   * settings may have changed.
   */
  const open = useCallback(
    (next: Partial<State>, at: number) => {
      setState((old) => ({ ...old, ...next }));
      player.jump(at);
      setNote("");
      setUnread(null);
      request.reset();
    },
    [player.jump, request.reset],
  );

  /** Shows the typed text; a text that cannot be read here is sent to the server, which reads it or names the error. */
  const enter = async (typed: string, settings: Partial<State> = {}): Promise<void> => {
    const base = { ...state, ...settings };
    const read = readText(typed, base.colours, base.notation);
    if (read !== null) {
      open({ ...settings, ...read }, read.line.length);
      announce(`position ${writePosition(replay(read.start, read.line).at(-1) ?? read.start)}`);
      return;
    }
    const { notation, colours } = base;
    const found = await request.ask("square1/check", { position: typed, notation, colours });
    const start = found === null ? null : parsePosition(found.position);
    if (start !== null) open({ ...settings, start, line: [], colours: coloursOf(start) }, 0);
  };

  const scramble = async (): Promise<void> => {
    const { notation, colours } = state;
    const found = await request.ask("square1/scramble", { notation, colours });
    const start = found === null ? null : parsePosition(found.position);
    if (found === null || start === null) return;
    setText(found.sequence ?? found.position);
    open({ start, line: [], colours }, 0);
    announce(`scrambled: ${found.position}`);
  };

  useLinkState(
    linked,
    ({ state, at, note }) => {
      open(state, at);
      setNote(note);
    },
    (text, { state }) => {
      setUnread(text);
      setText(text);
      void enter(text, state);
    },
  );
  useEffect(() => {
    // A link that can only be played in part stays unchanged too, as long as the notice is shown.
    if (unread === null && note === "") saveInAddress("square1", toLink(state, now));
  }, [state, now, unread, note]);
  useEffect(() => {
    if (linked.note !== "") announce(linked.note);
  }, [linked]);
  useEffect(() => saveStored("square1.text", text), [text]);
  useEffect(() => saveStored("square1.build", build), [build]);

  /** Makes a move; `shown` if the model already shows it. */
  const byHand = (step: Step, shown = false): void => {
    if (applyStep(current, step) === null) {
      const why = blockedReason(current) ?? "";
      setNote(why);
      announce(why);
      return;
    }
    setNote("");
    setUnread(null);
    // If it is the next move of the line, the line is played on instead of being replaced.
    const line = sameStep(state.line[now], step) ? state.line : [...state.line.slice(0, now), step];
    setState({ ...state, line });
    if (shown) {
      player.jump(now + 1);
      return;
    }
    if (player.at > now) player.jump(now);
    player.goTo(now + 1);
  };
  const { held, drag } = useLayerDrag<HeldPart>({
    blocked: (part) => part === "twist" && blockedReason(current) !== null,
    most: (part) => (part === "twist" ? 1 : Number.POSITIVE_INFINITY),
    onTouch: () => player.jump(currentMove(player)),
    onTurn: (part, steps) => {
      const step = stepOf(part, steps);
      if (step !== null) byHand(step, true);
    },
  });
  const frame = useMemo(() => {
    if (held === null) return frameAt(state, passed, player.at, letters);
    return { ...frameAt(state, passed, now, letters), motion: motionOf(held) };
  }, [state, passed, player.at, letters, held, now]);

  useKeys((event) => {
    if (isTextInput(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest(".builder") !== null) return;
    const found = HAND.find(([key]) => key === event.key);
    if (found === undefined) return;
    event.preventDefault();
    byHand(found[2]);
  });

  const choose = (position: string, solution: string, notation: Notation): void => {
    const start = parsePosition(position);
    const line = parseSequence(solution, notation);
    if (start === null || line === null) return;
    open({ start, line, colours: coloursOf(start) }, 0);
    scrollIntoSight(drawing.current);
  };

  const setColours = (colours: Colours): void =>
    open({ colours, start: solved(colours), line: [] }, 0);
  const made = state.line.slice(0, now).reduce<Step[]>(appendStep, []);
  const blocked = blockedReason(current);
  const label = `Square-1, ${state.colours === "six" ? "six colours" : "silver"}, position ${written}`;
  return (
    <section class="stacked" aria-labelledby="square1-title">
      <PuzzleHead id="square1-title" title="Square-1" puzzle="square1">
        A cube that loses its shape. Every position, how far it is from solved, and every shortest
        way back.
      </PuzzleHead>
      <div class="scene3d">
        <div class="card sticky" ref={drawing}>
          <Viewer
            load={load}
            frame={frame}
            drag={drag}
            label={label}
            flat={
              <FlatPosition
                position={frame.position}
                over={frame.over}
                colours={state.colours}
                letters={letters}
                label={label}
              />
            }
          />
          <PlayerBar
            player={player}
            moves={state.line.map((step) => writeStep(step, state.notation))}
            say={(move) => {
              const step = state.line[move];
              return step === undefined ? "" : sayStep(step);
            }}
          />
          <div class="row hand">
            <Hand notation={state.notation} blocked={blocked !== null} onStep={byHand} />
            <label>
              <input
                type="checkbox"
                checked={letters}
                onChange={(event) => {
                  setLetters(event.currentTarget.checked);
                  saveStored("square1.letters", event.currentTarget.checked);
                }}
              />
              digits
            </label>
          </div>
          <p class="small muted" role={note === "" ? undefined : "alert"}>
            {note === "" ? (blocked ?? "\u00a0") : note}
          </p>
        </div>
        <div class="stacked">
          <PositionCard
            written={written}
            made={writeSequence(made, state.notation)}
            text={text}
            prompt="A position, or a sequence from the solved puzzle"
            example="(1,0)/(3,-3)/  or  01234567-F89ABCDE,S"
            error={errorOf(request.answer)}
            source={sent !== null && "position" in sent ? sent.position : undefined}
            busy={request.answer.state === "asking"}
            onText={setText}
            onShow={() => void enter(text)}
            onScramble={() => void scramble()}
            onSolved={() => setColours(state.colours)}
            link={() => routeUrl("square1", toLink(state, now))}
          >
            <div class="row">
              <Choice
                legend="Puzzle"
                options={COLOURS}
                value={state.colours}
                onChoose={setColours}
              />
              <Choice
                legend="Notation"
                options={NOTATIONS}
                value={state.notation}
                onChoose={(notation) => setState({ ...state, notation })}
              />
            </div>
          </PositionCard>
          <Solve
            position={written}
            start={writePosition(state.start)}
            line={state.line.slice(0, now)}
            refused={errorOf(request.answer) !== null && sent !== null && "position" in sent}
            metric={state.metric}
            notation={state.notation}
            onMetric={(metric) => setState({ ...state, metric })}
            onChoose={choose}
          />
          <details class="card">
            <summary>Build it piece by piece</summary>
            <Builder
              build={build}
              colours={state.colours}
              onChange={setBuild}
              onDone={(position) => {
                setText(writePosition(position));
                open({ start: position, line: [] }, 0);
                announce("the position is shown");
              }}
            />
            <p>
              <button type="button" onClick={() => setBuild(current)}>
                Use the shown position
              </button>
            </p>
          </details>
        </div>
      </div>
      <ReportCard colours={state.colours} shape={shapeName(current.top, current.bottom)} />
    </section>
  );
}
