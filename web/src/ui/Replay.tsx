// The replay of what the player did: the board shows the moment, this is the slider below it.
import { useEffect, useRef } from "preact/hooks";
import { reducedMotion } from "../shell/theme";
import { Player } from "./Player";
import { paceOf } from "./replay";

interface ReplayProps {
  /** The number of moves that are shown. */
  readonly at: number;
  /** The number of all moves. */
  readonly last: number;
  readonly onMove: (at: number) => void;
  readonly onClose: () => void;
}

/** The controls; the scene shows the board after `at` moves. */
export function Replay({ at, last, onMove, onClose }: ReplayProps) {
  const root = useRef<HTMLElement>(null);
  // The button that opened it is gone.
  useEffect(() => root.current?.querySelector<HTMLElement>("button.primary")?.focus(), []);
  return (
    <section class="replay stacked" aria-label="Replay" ref={root}>
      <Player
        at={at}
        last={last}
        onMove={onMove}
        noun="move"
        pace={paceOf(last, reducedMotion())}
      />
      <div class="row">
        <button type="button" onClick={onClose}>
          Close the replay
        </button>
        <span class="muted small">The board is as you left it.</span>
      </div>
    </section>
  );
}
