// The time of the game, which a press hides and shows.
import { useState } from "preact/hooks";
import { loadStored, saveStored } from "../shell/store";
import "../style/clock.css";
import { clockTime } from "./timer";
import type { GameTimer } from "./useTimer";

/** The setting for hiding the time. */
const HIDDEN = "clock.hidden";

/** The clock; nothing where the game has no time. */
export function Clock({ timer }: Pick<GameTimer, "timer">) {
  const [hidden, setHidden] = useState(() => loadStored<unknown>(HIDDEN, false) === true);
  const { state, spent } = timer.value;
  if (state === "untimed") return null;
  return (
    <button
      type="button"
      class="quiet clock"
      aria-pressed={!hidden}
      title={hidden ? "Show the time" : "Hide the time"}
      onClick={() => {
        setHidden(!hidden);
        saveStored(HIDDEN, !hidden);
      }}
    >
      <span role="img" aria-label="Time">
        ⏱
      </span>
      {hidden ? null : ` ${clockTime(spent)}`}
    </button>
  );
}
