/** The scene of permutation puzzles: a puzzle by name or definition, a setup, moves to step through, a solution. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api/client";
import type { PermApplyResponse, PermReadResponse, TurnDescription } from "../api/generated";
import type { SceneProps } from "../scenes";
import { announce } from "../shell/announce";
import { type KeyHelp, useKeyHelp } from "../shell/help";
import { formatHash, routeUrl, saveInAddress } from "../shell/route";
import { loadStored, saveStored } from "../shell/store";
import { PlayerBar } from "../three/PlayerBar";
import { PuzzleHead } from "../three/PuzzleHead";
import { currentMove, usePlayer } from "../three/player";
import { CopyButton } from "../ui/CopyButton";
import { Faults } from "../ui/Faults";
import { formatNumber } from "../ui/text";
import { errorOf, useRequest } from "../ui/useRequest";
import { NetView } from "./NetView";
import { netOf } from "./nets";
import { OrbitRows } from "./OrbitRows";
import { homeOf, rowsOf, sayState } from "./orbits";
import { SolvePerm } from "./SolvePerm";
import {
  appended,
  FIRST,
  fromLink,
  otherScene,
  puzzleOf,
  readAlgLink,
  type State,
  toLink,
} from "./state";
import "../three/three.css";
import "./perm.css";

const KEYS: readonly KeyHelp[] = [
  { keys: "[ ]", does: "one move back / forward" },
  { keys: "p", does: "play or pause" },
  { keys: "Ctrl+Enter", does: "in the setup and the moves: show them" },
];

/** The number of random moves, for puzzles whose random states are not solved. */
const N_RANDOM_MOVES = 30;

/** A definition to begin with: three pieces in a row; each move exchanges two neighbours and turns them. */
const EXAMPLE = `Name Row
Set PIECE 3 2
Solved
PIECE
1 2 3
0 0 0
End
Move L
PIECE
2 1 3
1 1 0
End
Move R
PIECE
1 3 2
0 1 1
End
`;

/** A state with what the server says of it. */
interface Shown {
  readonly state: State;
  readonly puzzle: PermReadResponse;
  readonly line: PermApplyResponse;
}

/** The names of moves for buttons: each move and its inverse. */
function handMoves(moves: readonly TurnDescription[]): readonly string[] {
  return moves
    .filter(({ kind }) => kind !== "alias")
    .flatMap(({ name, order }) => {
      if (order === 1) return [];
      return order === 2 ? [name] : [name, `${name}'`];
    });
}

/** The text that an error is about. */
function sourceOf(error: ApiError | null, sent: State): string | undefined {
  const fault = error?.faults[0];
  if (fault === undefined) return undefined;
  if (fault.code.startsWith("definition.")) return sent.definition;
  if (fault.message.startsWith("in the setup")) return sent.setup;
  return fault.message.startsWith("in the moves") ? sent.moves : undefined;
}

/** The scene. */
export default function Perm({ route }: SceneProps) {
  const linked = useMemo(() => fromLink(route.query), [route.query]);
  const isEmpty = Object.keys(route.query).length === 0;
  const draft = (name: string, text: string): string =>
    isEmpty ? loadStored(`perm.${name}`, text) : text;
  const [shown, setShown] = useState<Shown | null>(null);
  const [setup, setSetup] = useState(() => draft("setup", linked.state.setup));
  const [moves, setMoves] = useState(() => draft("moves", linked.state.moves));
  const [definition, setDefinition] = useState(
    () => linked.state.definition || loadStored("perm.definition", ""),
  );
  const request = useRequest<"perm/read" | "perm/apply" | "perm/scramble">();
  const player = usePlayer();
  useKeyHelp(KEYS);
  /** The state that was sent last, and what is known of its puzzle. */
  const sent = useRef<State>(linked.state);
  const known = useRef<{ text: string; puzzle: PermReadResponse } | null>(null);
  const busy = request.answer.state === "asking";

  /** Shows a state, at a move or at the end; returns whether it is valid. */
  const open = useCallback(
    async (state: State, at: number | null): Promise<boolean> => {
      sent.current = state;
      const text = puzzleOf(state);
      if (known.current?.text !== text) {
        const puzzle = await request.ask("perm/read", { puzzle: text });
        if (puzzle === null) return false;
        known.current = { text, puzzle };
      }
      const { puzzle } = known.current;
      const { setup, moves } = state;
      const line = await request.ask("perm/apply", { puzzle: text, setup, moves });
      if (line === null) return false;
      setShown({ state, puzzle, line });
      player.jump(Math.min(at ?? line.steps.length, line.steps.length));
      return true;
    },
    [request.ask, player.jump],
  );

  /** Shows a state, and its texts at once. */
  const enter = useCallback(
    (state: State, at: number | null): void => {
      setSetup(state.setup);
      setMoves(state.moves);
      if (state.definition !== "") setDefinition(state.definition);
      void open(state, at);
    },
    [open],
  );

  const first = useRef(true);
  useEffect(() => {
    if (first.current) void open(linked.state, linked.at);
    else enter(linked.state, linked.at);
    first.current = false;
  }, [linked]);
  const error = errorOf(request.answer);
  const now = Math.round(player.goal);
  useEffect(() => {
    if (shown !== null) saveInAddress("perm", toLink(shown.state, now));
  }, [shown, now]);
  useEffect(() => saveStored("perm.setup", setup), [setup]);
  useEffect(() => saveStored("perm.moves", moves), [moves]);
  useEffect(() => saveStored("perm.definition", definition), [definition]);

  const current = shown?.state ?? linked.state;
  /** Opens a link of this page or of another site; returns whether the text is one. */
  const take = (text: string): boolean => {
    const found = readAlgLink(text);
    if (found === null) return false;
    enter(found.state, found.at);
    return true;
  };
  const show = (): void => {
    if (take(moves) || take(setup)) return;
    // A puzzle that was refused is not tried again.
    const base = known.current?.text === puzzleOf(sent.current) ? sent.current : current;
    void open({ ...base, setup, moves }, 0).then((valid) => {
      if (valid) announce("the moves are shown");
    });
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (take(event.clipboardData?.getData("text/plain") ?? "")) event.preventDefault();
  };
  const onFieldKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    show();
  };
  /** Shows a random state, or the state after random moves. */
  const scramble = async (length: number | null): Promise<void> => {
    const state = current;
    const found = await request.ask("perm/scramble", { puzzle: puzzleOf(state), length });
    if (found !== null) enter({ ...state, setup: found.sequence, moves: "" }, null);
  };
  /** Makes a move. If it is the next one of the line, the line is played on instead of being replaced. */
  const byHand = async (move: string): Promise<void> => {
    if (shown === null) return;
    const { steps } = shown.line;
    if (!busy && steps[now] === move) {
      player.goTo(now + 1);
      return;
    }
    const base = busy ? sent.current : shown.state;
    const before = busy || now >= steps.length ? base.moves : steps.slice(0, now).join(" ");
    const next = { ...base, moves: appended(before, move) };
    if (await open(next, null)) {
      setSetup(next.setup);
      setMoves(next.moves);
    }
  };

  const describe = (at: number) => {
    if (shown === null) return null;
    const { puzzle, line } = shown;
    const state = at === 0 ? line.start : (line.states[at - 1] ?? line.start);
    return { state, rows: rowsOf(puzzle.orbits, puzzle.solved, state) };
  };
  const at = Math.min(currentMove(player), shown?.line.steps.length ?? 0);
  const drawn = describe(at);
  const counted = drawn === null ? null : homeOf(drawn.rows);
  const isSolved = counted !== null && counted.home === counted.all;
  const net = useMemo(
    () => (drawn === null || current.definition !== "" ? null : netOf(current.name, drawn.state)),
    [shown, at],
  );
  const model =
    shown === null || shown.state.definition !== ""
      ? null
      : otherScene(shown.state.name, shown.line.setup, shown.line.steps, now);
  return (
    <section class="stacked" aria-labelledby="perm-title">
      <PuzzleHead
        id="perm-title"
        title="Permutation puzzles"
        puzzle={current.definition === "" ? current.name : null}
      >
        Any puzzle whose moves permute and turn pieces, by name or by its definition, move by move.
      </PuzzleHead>
      <div class="scene3d">
        <div class={`card sticky perm-state ${drawn === null && error === null ? "waits" : ""}`}>
          {drawn === null || shown === null ? (
            <p class="muted">{error === null ? "Loading…" : "Nothing is shown."}</p>
          ) : (
            <>
              <p class="row">
                <strong>{shown.puzzle.name}</strong>
                <span class={`badge ${isSolved ? "good" : ""}`}>
                  {isSolved ? "✓ solved" : sayState(drawn.rows)}
                </span>
                <span class="small muted">
                  {shown.puzzle.states === null
                    ? "number of states unknown"
                    : `${formatNumber(shown.puzzle.states)} states`}
                </span>
              </p>
              {net === null ? null : (
                <NetView net={net} label={`Net of ${shown.puzzle.name}, ${sayState(drawn.rows)}`} />
              )}
              {net === null ? <OrbitRows rows={drawn.rows} /> : null}
              <PlayerBar
                player={player}
                moves={shown.line.steps}
                say={(move) => sayState(describe(move + 1)?.rows ?? [])}
              />
              <fieldset class="bare perm-moves" aria-label="Moves by hand">
                {handMoves(shown.puzzle.moves).map((move) => (
                  <button key={move} type="button" onClick={() => void byHand(move)}>
                    {move}
                  </button>
                ))}
              </fieldset>
              {net === null ? null : <OrbitRows rows={drawn.rows} />}
            </>
          )}
        </div>
        <div class="stacked">
          <section class="card stacked" aria-labelledby="perm-moves-title">
            <h2 id="perm-moves-title">Moves</h2>
            <label class="stack">
              <span>Setup, from the solved state</span>
              <textarea
                class="wrap"
                rows={2}
                spellcheck={false}
                value={setup}
                onInput={(event) => setSetup(event.currentTarget.value)}
                onPaste={onPaste}
                onKeyDown={onFieldKey}
              />
            </label>
            <label class="stack">
              <span>Moves, or a link of alg.cubing.net or twizzle.net</span>
              <textarea
                class="wrap"
                rows={3}
                spellcheck={false}
                value={moves}
                placeholder="[R, U]2 (F R')3 // a comment"
                onInput={(event) => setMoves(event.currentTarget.value)}
                onPaste={onPaste}
                onKeyDown={onFieldKey}
              />
            </label>
            <Faults error={error} source={sourceOf(error, sent.current)} />
            <div class="row">
              <button type="button" class="primary" disabled={busy} onClick={show}>
                Show
              </button>
              <button type="button" disabled={busy} onClick={() => void scramble(null)}>
                Scramble
              </button>
              <button
                type="button"
                disabled={busy}
                title="Not all states are equally likely"
                onClick={() => void scramble(N_RANDOM_MOVES)}
              >
                {N_RANDOM_MOVES} random moves
              </button>
              <button
                type="button"
                onClick={() => enter({ ...current, setup: "", moves: "" }, null)}
              >
                Solved
              </button>
              <CopyButton text={() => routeUrl("perm", toLink(current, now))} what="link">
                Copy link
              </CopyButton>
              {model === null ? null : (
                <a class="button" href={formatHash(model.scene, model.query)}>
                  Show in 3D: {model.title}
                </a>
              )}
            </div>
          </section>
          <SolvePerm
            key={puzzleOf(current)}
            puzzle={puzzleOf(current)}
            ready={shown !== null}
            other={model}
            setup={[...(shown?.line.setup ?? []), ...(shown?.line.steps.slice(0, now) ?? [])].join(
              " ",
            )}
            onPlay={(setup, moves) => enter({ ...current, setup, moves }, 0)}
          />
          <details class="card" open={current.definition !== ""}>
            <summary>A definition of your own</summary>
            <div class="stacked">
              <label class="stack">
                <span>A definition in the format of twsearch</span>
                <textarea
                  rows={12}
                  spellcheck={false}
                  value={definition}
                  onInput={(event) => setDefinition(event.currentTarget.value)}
                />
              </label>
              <p class="row">
                <button
                  type="button"
                  disabled={definition.trim() === ""}
                  onClick={() => enter({ ...FIRST, name: "", definition }, null)}
                >
                  Use this definition
                </button>
                <button type="button" onClick={() => setDefinition(EXAMPLE)}>
                  Example
                </button>
              </p>
            </div>
          </details>
        </div>
      </div>
    </section>
  );
}
