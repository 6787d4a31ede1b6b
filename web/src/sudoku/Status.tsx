// One line below the grid: conflicts, the number of solutions, whether it is solved.
import type { Conflict } from "./conflicts";
import type { TrueCandidates } from "./useTrueCandidates";

interface StatusProps {
  readonly full: boolean;
  readonly blank: boolean;
  readonly faults: readonly Conflict[];
  readonly trueCandidates: TrueCandidates;
  readonly digits: readonly number[];
}

function say({ full, blank, faults, trueCandidates }: StatusProps): { kind: string; text: string } {
  const [first] = faults;
  if (first) {
    const more = faults.length > 1 ? `, and ${faults.length - 1} more` : "";
    return { kind: "bad", text: `✗ ${first.text}${more}` };
  }
  if (blank) return { kind: "", text: "An empty grid: type, paste or load a puzzle." };
  if (trueCandidates.failed)
    return { kind: "warn", text: "! the solutions could not be requested" };
  if (trueCandidates.answer === null) return { kind: "", text: "… counting solutions" };
  if (full && trueCandidates.answer.solutions === 1) return { kind: "good", text: "✓ solved" };
  switch (trueCandidates.answer.solutions) {
    case 0:
      return { kind: "bad", text: "✗ no solution from here" };
    case 1:
      return { kind: "good", text: "✓ exactly one solution" };
    case 2:
      return { kind: "warn", text: "! several solutions" };
    default:
      return { kind: "warn", text: "? number of solutions unknown (time limit)" };
  }
}

/** The line. */
export function Status(props: StatusProps) {
  const { kind, text } = say(props);
  return (
    <p class="status" role="status">
      <span class={`badge ${kind}`}>{text}</span>
    </p>
  );
}
