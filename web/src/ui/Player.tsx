// Back, play, forward and a slider over the moments of a sequence.
import { useEffect, useState } from "preact/hooks";
import "../style/player.css";

interface PlayerProps {
  /** The moment shown, 0 to `last`. */
  readonly at: number;
  readonly last: number;
  readonly onMove: (at: number) => void;
  /** The name of a moment: "step 3 of 12". */
  readonly noun: string;
  /** The moment in words; "step 3 of 12" if left out. */
  readonly label?: string;
  /** Milliseconds from one moment to the next while it plays. */
  readonly pace?: number;
}

/** The controls; the parent component shows the moment. */
export function Player({ at, last, onMove, noun, label, pace = 900 }: PlayerProps) {
  const said = label ?? `${noun} ${at} of ${last}`;
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => onMove(at + 1), pace);
    return () => clearTimeout(timer);
  }, [playing, at, last, onMove, pace]);
  const stop = (to: number) => {
    setPlaying(false);
    onMove(Math.min(last, Math.max(0, to)));
  };
  return (
    <div class="player">
      <div class="row">
        <button type="button" onClick={() => stop(0)} disabled={at === 0} aria-label="To the start">
          |◀
        </button>
        <button type="button" onClick={() => stop(at - 1)} disabled={at === 0} aria-label="Back">
          ◀
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => {
            if (!playing && at >= last) onMove(0);
            setPlaying(!playing);
          }}
          disabled={last === 0}
        >
          {playing ? "Pause" : "Play"}
        </button>
        <button
          type="button"
          onClick={() => stop(at + 1)}
          disabled={at >= last}
          aria-label="Forward"
        >
          ▶
        </button>
        <button
          type="button"
          onClick={() => stop(last)}
          disabled={at >= last}
          aria-label="To the end"
        >
          ▶|
        </button>
        <span class="muted small">{said}</span>
      </div>
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={noun}
        aria-valuetext={said}
        onInput={(event) => stop(Number(event.currentTarget.value))}
      />
    </div>
  );
}
