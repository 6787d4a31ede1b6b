/** The bar below a model: step, play, scrub, speed, and the moves of the line to click on. */

import { useEffect, useRef } from "preact/hooks";
import { announce } from "../shell/announce";
import { isTextInput } from "../shell/help";
import { useKeys } from "../ui/useKeys";
import { currentMove, done, type Player, SPEEDS } from "./player";

interface Props {
  readonly player: Player;
  /** How each move of the line is written. */
  readonly moves: readonly string[];
  /** The spoken text of a move, by its number. */
  readonly say: (move: number) => string;
  /** Whether the player reacts to keys of the whole page. */
  readonly keys?: boolean;
}

/** Announces each move as it becomes the current one, in short form while moves follow each other. */
function useTold({ player, moves, say }: Props, current: number): void {
  const told = useRef(current);
  useEffect(() => {
    if (told.current === current) return;
    told.current = current;
    if (current === 0) {
      announce("at the start");
      return;
    }
    const text = `move ${current} of ${moves.length}: ${moves[current - 1] ?? ""}`;
    announce(player.playing ? text : `${text}, ${say(current - 1)}`);
  }, [current, player.playing, moves, say]);
}

const ICONS = {
  start: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M3.5 3h3v10h-3zM9.5 3h3v10h-3z",
  on: "M5 3v10l7-5z",
  end: "M11 3h2v10h-2zM3 3v10l7-5z",
} as const;

/** An icon of the player, drawn because not every system has characters for it. */
function Icon({ of }: { of: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[of]} />
    </svg>
  );
}

/** Scrolls the list of moves, not the page, to the current move. */
function useInSight(current: number) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const field = list.current;
    const move = field?.children[Math.max(0, current - 1)];
    if (!field || !(move instanceof HTMLElement)) return;
    const [top, bottom] = [move.offsetTop, move.offsetTop + move.offsetHeight];
    if (top < field.scrollTop) field.scrollTop = top;
    else if (bottom > field.scrollTop + field.clientHeight) {
      field.scrollTop = bottom - field.clientHeight;
    }
  }, [current]);
  return list;
}

/** The bar. */
export function PlayerBar(props: Props) {
  const { player, moves, keys = true } = props;
  const n = moves.length;
  const current = currentMove(player);
  useTold(props, current);
  const list = useInSight(current);
  const back = (): void => player.goTo(Math.max(0, Math.ceil(player.goal) - 1));
  const forward = (): void => player.goTo(Math.min(n, player.goal + 1));
  const toggle = (): void => (player.playing ? player.pause() : player.play(n));
  useKeys((event) => {
    if (!keys || isTextInput(event.target) || event.ctrlKey || event.altKey || event.metaKey)
      return;
    if (event.key === "[") back();
    else if (event.key === "]") forward();
    else if (event.key === "p") toggle();
    else return;
    event.preventDefault();
  });
  if (n === 0) return null;
  const now = done(player.at);
  const at = Math.round(player.goal);
  return (
    <fieldset class="bare turner" aria-label="Moves">
      <div class="turner-row">
        <button
          type="button"
          onClick={() => player.goTo(0)}
          disabled={at === 0}
          aria-label="To the start"
          title="To the start"
        >
          <Icon of="start" />
        </button>
        <button
          type="button"
          onClick={back}
          disabled={at === 0}
          aria-label="One move back"
          title="One move back ([)"
        >
          <Icon of="back" />
        </button>
        <button
          type="button"
          class="primary"
          onClick={toggle}
          aria-label={player.playing ? "Pause" : "Play"}
          title={player.playing ? "Pause (p)" : "Play (p)"}
        >
          <Icon of={player.playing ? "pause" : "play"} />
        </button>
        <button
          type="button"
          onClick={forward}
          disabled={at === n}
          aria-label="One move forward"
          title="One move forward (])"
        >
          <Icon of="on" />
        </button>
        <button
          type="button"
          onClick={() => player.goTo(n)}
          disabled={at === n}
          aria-label="To the end"
          title="To the end"
        >
          <Icon of="end" />
        </button>
        <input
          class="scrub"
          type="range"
          min={0}
          max={n}
          step={1}
          value={now}
          aria-label="Move"
          aria-valuetext={now === 0 ? "start" : `${now} of ${n}, ${moves[now - 1] ?? ""}`}
          onInput={(event) => player.jump(Number(event.currentTarget.value))}
        />
        <span class="muted count">
          {now} / {n}
        </span>
        <label class="small">
          <span class="muted">Speed</span>
          <select
            value={player.speed}
            onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>
                {speed === 0.5 ? "½" : speed}×
              </option>
            ))}
          </select>
        </label>
      </div>
      <ol ref={list} class="moves-line" aria-label="Moves of this line">
        {moves.map((move, number) => (
          <li key={number}>
            <button
              type="button"
              class="move"
              aria-current={current === number + 1 ? "step" : undefined}
              aria-label={`Move ${number + 1}: ${move}, ${props.say(number)}`}
              data-done={number < now ? "" : undefined}
              onClick={() => player.goTo(number + 1)}
            >
              {move}
            </button>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
