// One line beside the title: conflicts, the number of solutions, whether it is solved. The number of solutions can be
// hidden while playing.
import type { ComponentChildren } from "preact";
import { nextTime, timeLimitText, useLongestTime } from "../ui/limits";
import { clockTime } from "../ui/timer";
import type { Conflict } from "./conflicts";
import { Icon } from "./icons";
import type { TrueCandidates } from "./useTrueCandidates";

interface StatusProps {
  readonly full: boolean;
  readonly blank: boolean;
  readonly faults: readonly Conflict[];
  readonly trueCandidates: TrueCandidates;
  /** The time that the solved puzzle took; null if it is not known. */
  readonly time: number | null;
  /** Whether the number of solutions is shown. */
  readonly verdict: boolean;
  readonly onVerdict: (shown: boolean) => void;
  /** The clock. */
  readonly children: ComponentChildren;
}

function say(props: StatusProps): { kind: string; text: string } {
  const { full, blank, faults, trueCandidates, time, verdict } = props;
  const [first] = faults;
  if (first) {
    const more = faults.length > 1 ? `, and ${faults.length - 1} more` : "";
    return { kind: "bad", text: `✗ ${first.text}${more}` };
  }
  if (blank) return { kind: "", text: "An empty grid: type, paste or load a puzzle." };
  if (!verdict && !full) return { kind: "", text: "" };
  if (trueCandidates.failed && trueCandidates.answer === null)
    return { kind: "warn", text: "! the solutions could not be requested" };
  if (trueCandidates.answer === null) return { kind: "", text: "… counting solutions" };
  if (full && trueCandidates.answer.solutions === 1) {
    return { kind: "good", text: time === null ? "✓ solved" : `✓ solved in ${clockTime(time)}` };
  }
  switch (trueCandidates.answer.solutions) {
    case 0:
      return { kind: "bad", text: "✗ no solution from here" };
    case 1:
      return { kind: "good", text: "✓ exactly one solution" };
    case 2: {
      const part = trueCandidates.answer.limit === null ? "" : "; not all candidates are known";
      return { kind: "warn", text: `! several solutions${part}` };
    }
    default:
      return { kind: "warn", text: "? number of solutions unknown (time limit)" };
  }
}

/** More time for the number of solutions. */
function GoOn({ trueCandidates }: Pick<StatusProps, "trueCandidates">) {
  const { seconds, busy, goOn } = trueCandidates;
  const next = nextTime(seconds, useLongestTime());
  return next === null ? null : (
    <button type="button" class="quiet" disabled={busy} onClick={() => goOn(next)}>
      {busy ? "Going on…" : `Go on, up to ${timeLimitText(next)}`}
    </button>
  );
}

/** The line, with the button that hides the number of solutions. */
export function Status(props: StatusProps) {
  const { kind, text } = say(props);
  const { verdict, onVerdict, trueCandidates } = props;
  const { answer } = trueCandidates;
  const isOpen = verdict && !props.blank && props.faults.length === 0;
  const caption = verdict ? "Hide the number of solutions" : "Show the number of solutions";
  return (
    <div class="row tight status-line">
      <p class="status" role="status">
        {text === "" ? null : <span class={`badge ${kind}`}>{text}</span>}
      </p>
      {isOpen && answer?.limit === "time" ? <GoOn trueCandidates={trueCandidates} /> : null}
      {props.children}
      <button
        type="button"
        class="quiet verdict-switch"
        aria-label={caption}
        title={caption}
        onClick={() => onVerdict(!verdict)}
      >
        <Icon name={verdict ? "shown" : "hidden"} />
      </button>
    </div>
  );
}
