// The solution, what is determined, and the explanation step by step.
import type { PencilExplainResponse } from "../api/generated";
import { ConflictView } from "../ui/AnswerView";
import { conflictOf } from "../ui/conflict";
import { Faults } from "../ui/Faults";
import { MoreTimeOf } from "../ui/MoreTime";
import { Player } from "../ui/Player";
import { countOf } from "../ui/text";
import { answeredOf, errorOf, type RequestState } from "../ui/useRequest";
import type { Status } from "./status";

interface SolvePanelProps {
  readonly status: Status;
  readonly shown: boolean;
  readonly onShow: (shown: boolean) => void;
  readonly request: RequestState<"pencil/explain">;
  readonly onExplain: () => void;
  readonly at: number;
  readonly onMove: (at: number) => void;
}

/** The words of a step. */
function StepWords({ answer, at }: { answer: PencilExplainResponse; at: number }) {
  const step = answer.explanation?.steps[at];
  if (!step) return <p class="step-text">This is where the steps lead.</p>;
  const list = (name: string, items: readonly string[]) =>
    items.length === 0 ? null : (
      <>
        <dt>{name}</dt>
        {items.slice(0, 12).map((item) => (
          <dd key={item}>{item}</dd>
        ))}
        {items.length > 12 ? <dd>and {items.length - 12} more</dd> : null}
      </>
    );
  return (
    <dl class="pencil-step">
      {list("Because", step.reasons)}
      {list("Known", step.known)}
      {list("Therefore", step.conclusions)}
    </dl>
  );
}

function Explanation({
  answer,
  at,
  onMove,
}: {
  answer: PencilExplainResponse;
  at: number;
  onMove: (at: number) => void;
}) {
  const { explanation, limit } = answer;
  if (!explanation) return <p>There is no solution to explain.</p>;
  const { steps, level, hardest } = explanation;
  return (
    <>
      <p>
        {countOf(steps.length, "step")}, each checked
        {level && typeof hardest === "number"
          ? ` · ${level}: at most ${hardest} of the clues and rules in a step`
          : ""}
        {limit ? ` · not complete, stopped: ${limit}` : ""}
      </p>
      <Player
        at={at}
        last={steps.length}
        onMove={onMove}
        noun="step"
        label={at < steps.length ? `step ${at + 1} of ${steps.length}` : "after the last step"}
        pace={1600}
      />
      <div aria-live="polite">
        <StepWords answer={answer} at={at} />
      </div>
    </>
  );
}

/** Solving. */
export function SolvePanel(props: SolvePanelProps) {
  const { status, shown, onShow, request, onExplain, at, onMove } = props;
  const { answer } = status;
  const isSolvable = answer !== null && answer.outcome !== "infeasible";
  const asking = request.answer.state === "asking";
  const explained = answeredOf(request.answer);
  return (
    <>
      <div class="row">
        <button
          type="button"
          class="primary"
          aria-pressed={shown}
          disabled={!answer?.determined && !answer?.solution}
          onClick={() => onShow(!shown)}
        >
          {answer?.unique === false ? "Show what is determined" : "Show the solution"}
        </button>
        <button type="button" disabled={!isSolvable || asking} onClick={onExplain}>
          {asking ? "Explaining…" : "Explain step by step"}
        </button>
        {asking ? (
          <button type="button" onClick={request.stop}>
            Stop
          </button>
        ) : null}
      </div>
      {answer ? <ConflictView conflict={conflictOf(answer)} /> : null}
      {explained ? <Explanation answer={explained.value} at={at} onMove={onMove} /> : null}
      <MoreTimeOf request={request} />
      <Faults error={errorOf(request.answer)} />
    </>
  );
}
