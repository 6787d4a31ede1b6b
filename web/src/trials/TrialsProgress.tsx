// How far trials are, with what stops them and lets them go on.
import { Faults } from "../ui/Faults";
import { nextTime, timeLimitText, useLongestTime } from "../ui/limits";
import { countOf } from "../ui/text";
import { type TrialResult, type Trials, trialsLeft, withVerdict } from "./trials";
import type { TrialsState } from "./useTrials";

interface TrialsProgressProps<T, R extends TrialResult> {
  readonly state: TrialsState<T, R>;
  /** What is tried, in the singular: "clue". */
  readonly noun: string;
}

/** How many trials have a result. */
function progressText<T, R extends TrialResult>(trials: Trials<T, R>, noun: string): string {
  const { all, results, state } = trials;
  const tried =
    results.size === all.length
      ? `${countOf(all.length, noun)} tried`
      : `${results.size} of ${countOf(all.length, noun)} tried`;
  return state === "stopped" ? `${tried}, stopped` : tried;
}

/** More time for what was not decided. */
function MoreTimeEach({ undecided, seconds, onMore }: MoreTimeEachProps) {
  const next = nextTime(seconds, useLongestTime());
  return (
    <div class="row" role="group" aria-label="More time">
      <span>
        {undecided} not decided within {timeLimitText(seconds)} each
      </span>
      {next === null ? null : (
        <button type="button" onClick={() => onMore(next)}>
          Go on, up to {timeLimitText(next)} each
        </button>
      )}
    </div>
  );
}

interface MoreTimeEachProps {
  readonly undecided: number;
  readonly seconds: number;
  readonly onMore: (seconds: number) => void;
}

/** The progress; nothing before the start. */
export function TrialsProgress<T, R extends TrialResult>(props: TrialsProgressProps<T, R>) {
  const { trials, goOn, stop } = props.state;
  const { state, all, results, seconds, error } = trials;
  if (state === "idle") return null;
  const undecided = withVerdict(trials, "undecided").length;
  const rest = trialsLeft(trials, false).length;
  return (
    <div class="stacked">
      <div class="row">
        {state === "running" ? (
          <progress value={results.size} max={all.length} aria-label={`${props.noun}s tried`} />
        ) : null}
        <span>{progressText(trials, props.noun)}</span>
        {state === "running" ? (
          <button type="button" onClick={stop}>
            Stop
          </button>
        ) : null}
        {state !== "running" && rest > 0 ? (
          <button type="button" onClick={() => goOn(seconds)}>
            Go on
          </button>
        ) : null}
      </div>
      {state !== "running" && rest === 0 && undecided > 0 ? (
        <MoreTimeEach undecided={undecided} seconds={seconds} onMore={goOn} />
      ) : null}
      <Faults error={error} />
    </div>
  );
}
