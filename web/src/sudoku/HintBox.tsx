// The next step as a hint, up to the requested level.

import { useEffect, useRef } from "preact/hooks";
import type { StepDocument, SudokuHintResponse } from "../api/generated";
import { Faults } from "../ui/Faults";
import { errorOf, type RequestState, requestOf } from "../ui/useRequest";
import { type HintState, NEXT, patternHint } from "./hints";
import type { Layout } from "./layout";
import { StepText, TechniqueLink } from "./StepText";
import { isBruteForce } from "./steps";

interface HintBoxProps {
  readonly layout: Layout;
  readonly hints: RequestState<"sudoku/hint">;
  readonly hint: HintState | null;
  /** Shows the next level. */
  readonly onMore: () => void;
  readonly onDo: () => void;
}

function whyNone({ outcome, limit }: SudokuHintResponse): string {
  if (outcome === "infeasible") return "The digits in the grid allow no solution.";
  if (limit === "techniques") return "No technique finds a step here.";
  if (outcome === "stopped") return `Stopped: ${limit}.`;
  return "No step is left.";
}

/** The elements of the pattern, without its conclusion. */
function Pattern({ step }: { step: StepDocument }) {
  const sets = step.sets?.filter((set) => set.kind === "almost-locked").length ?? 0;
  const links = step.links?.length ?? 0;
  const parts = [
    sets > 0 ? `${sets} almost locked set${sets === 1 ? "" : "s"}` : "",
    links > 0 ? `${links} link${links === 1 ? "" : "s"}` : "",
    (step.cells?.length ?? 0) > 0 && links + sets === 0 ? (step.cells ?? []).join(", ") : "",
  ].filter((part) => part !== "");
  return (
    <p>
      The pattern is drawn in the grid{parts.length > 0 ? `: ${parts.join(", ")}` : ""}. What
      follows from it?
    </p>
  );
}

/** The box. */
export function HintBox({ layout, hints, hint, onMore, onDo }: HintBoxProps) {
  // On phones the box is at the end of a sheet that scrolls.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [hint]);
  if (hints.answer.state === "asking") return <p class="loading">Looking…</p>;
  if (hint === null)
    return <Faults error={errorOf(hints.answer)} source={requestOf(hints.answer)?.puzzle} />;
  const { step } = hint.hint;
  if (hint.wrong.length > 0) {
    return (
      <p class="badge bad" role="status">
        ✗ wrong: {hint.wrong.join(", ")}
      </p>
    );
  }
  if (step === null) {
    const [note] = hint.hint.notes;
    return (
      <div role="status">
        <p>{whyNone(hint.hint)}</p>
        {note ? <p class="muted">{note}</p> : null}
      </div>
    );
  }
  const next = isBruteForce(step) && hint.level < 4 ? "Show the step" : NEXT[hint.level];
  return (
    <div class="hint-box" role="status" ref={box}>
      {hint.level === 4 ? (
        <StepText step={step} />
      ) : isBruteForce(step) ? (
        <p>
          No technique finds a step here: what follows is <strong>brute force</strong>, a digit of
          the solution found by search.
        </p>
      ) : (
        <>
          <p>
            The next step is: <TechniqueLink step={step} />.
          </p>
          {hint.level >= 2 ? (
            <p>
              Look at <strong>{patternHint(layout, step)}</strong>.
            </p>
          ) : null}
          {hint.level >= 3 ? <Pattern step={step} /> : null}
        </>
      )}
      {next === null ? (
        <button type="button" class="primary" onClick={onDo}>
          Do it
        </button>
      ) : (
        <button type="button" class="primary" onClick={onMore}>
          {next}
        </button>
      )}
    </div>
  );
}
