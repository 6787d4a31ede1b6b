// Logic: the next step as a hint, or a whole solution step by step.
import { useEffect, useRef } from "preact/hooks";
import type {
  StepDocument,
  SudokuExplainRequest,
  SudokuExplainResponse,
  TechniqueOrder,
} from "../api/generated";
import { formatHash } from "../shell/route";
import { Faults } from "../ui/Faults";
import { MoreTime, MoreTimeOf } from "../ui/MoreTime";
import { Player } from "../ui/Player";
import { countOf } from "../ui/text";
import { answeredOf, errorOf, type RequestState, requestOf } from "../ui/useRequest";
import { HintBox } from "./HintBox";
import type { HintState } from "./hints";
import { Legend } from "./Legend";
import type { Layout } from "./layout";
import { StepText } from "./StepText";
import { bruteForce, effectText, stepName } from "./steps";
import type { CheckState } from "./useLogic";

interface ExplainPanelProps {
  readonly layout: Layout;
  readonly hints: RequestState<"sudoku/hint">;
  readonly hint: HintState | null;
  readonly onHint: () => void;
  readonly check: CheckState | null;
  readonly onCheck: (seconds?: number) => void;
  readonly onMoreHint: () => void;
  readonly onDoHint: () => void;
  /** Shows what the player did; null before the first change. */
  readonly onReplay: (() => void) | null;
  readonly request: RequestState<"sudoku/explain">;
  readonly onExplain: (order: TechniqueOrder) => void;
  readonly steps: readonly StepDocument[] | null;
  readonly at: number;
  readonly onMove: (at: number) => void;
}

interface WalkBoxProps {
  readonly steps: readonly StepDocument[];
  readonly at: number;
  readonly onMove: (at: number) => void;
  readonly onClose: () => void;
}

/** The step in words: beside the grid where there is room, else below it. */
function StepBox({ step }: { step: StepDocument }) {
  return (
    <section class="step-box" aria-label="Step">
      <StepText step={step} />
      <Legend step={step} />
    </section>
  );
}

/** What takes the place of the keys during an explanation: back and forward, and the step in words. */
export function StepControls({ steps, at, onMove, onClose }: WalkBoxProps) {
  const step = steps[at];
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    // On phones the list is below the text, in a sheet that scrolls: a step that is chosen there is read here.
    const sheet = root.current?.closest(".play-side");
    if (sheet) sheet.scrollTop = 0;
  }, [at]);
  return (
    <section class="walk" aria-label="Explanation" ref={root}>
      <button type="button" class="close-walk" aria-label="Close the explanation" onClick={onClose}>
        Close
      </button>
      <Player
        at={at}
        last={steps.length}
        onMove={onMove}
        noun="step"
        label={step ? `step ${at + 1} of ${steps.length}` : "after the last step"}
        pace={1600}
      />
      {step === undefined ? (
        <p class="step-text">This is where the steps lead.</p>
      ) : (
        <StepBox key={at} step={step} />
      )}
    </section>
  );
}

function StepList({
  steps,
  at,
  onMove,
}: {
  steps: readonly StepDocument[];
  at: number;
  onMove: (at: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.children[Math.min(at, steps.length - 1)];
    if (!list.current || !(current instanceof HTMLElement)) return;
    // Only the list scrolls, never the page.
    const top = current.offsetTop - list.current.offsetTop;
    const { scrollTop, clientHeight } = list.current;
    if (top < scrollTop || top + current.offsetHeight > scrollTop + clientHeight) {
      list.current.scrollTop = top - clientHeight / 3;
    }
  }, [at, steps]);
  return (
    <ol class="steps" ref={list}>
      {steps.map((step, index) => (
        <li key={index}>
          <button
            type="button"
            aria-current={index === at ? "step" : undefined}
            onClick={() => onMove(index)}
          >
            <span class="number">{index + 1}</span>
            <span>{stepName(step)}</span>
            <span class="muted small">{effectText(step)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

const STUCK = "! the techniques are not sufficient";

interface SummaryProps {
  readonly answer: SudokuExplainResponse;
  readonly order: SudokuExplainRequest["order"];
}

function Summary({ answer, order }: SummaryProps) {
  const { rating, steps, outcome, limit } = answer;
  const solved = outcome === "solved" || outcome === "feasible";
  const searched = bruteForce(steps);
  const end = solved
    ? searched === ""
      ? "✓ solved by logic"
      : `! solved, but ${searched}`
    : limit === "techniques"
      ? STUCK
      : `! stopped: ${limit}`;
  return (
    <p class="row">
      <span class={`badge ${solved && searched === "" ? "good" : "warn"}`}>
        {end}
        {answer.checked ? " · each step checked" : ""}
      </span>
      <span class="muted small">
        {countOf(steps.length, "step")}
        {order === "hodoku" ? " in HoDoKu's order" : ""}
        {rating ? ` · hardest ${rating.hardest} · in all ${rating.effort}` : ""}
      </span>
    </p>
  );
}

/** The result of the comparison with the solution. */
function CheckResult({ check, onCheck }: Pick<ExplainPanelProps, "check" | "onCheck">) {
  if (check === null) return null;
  if (check.state === "asking") return <p class="loading">Comparing…</p>;
  if (check.state === "failed") return <Faults error={check.error} />;
  const { wrong, lacking, solvable } = check.checked;
  if (solvable === null) {
    return (
      <>
        <p class="badge warn">? the solutions are not known within the time limit</p>
        <MoreTime limit="time" time={check.seconds} onMore={onCheck} />
      </>
    );
  }
  if (wrong.length + lacking.length === 0) {
    return solvable ? (
      <p class="badge good">✓ nothing is wrong so far</p>
    ) : (
      <p class="badge bad">✗ the puzzle has no solution</p>
    );
  }
  return (
    <>
      {wrong.length > 0 ? <p class="badge bad">✗ wrong: {wrong.join(", ")}</p> : null}
      {lacking.length > 0 ? (
        <p class="badge bad">✗ the right digit is not marked: {lacking.join(", ")}</p>
      ) : null}
    </>
  );
}

/** The panel. */
export function ExplainPanel(props: ExplainPanelProps) {
  const { request, steps, at } = props;
  const { answer } = request;
  const answered = answeredOf(answer);
  // The server has techniques for grids without sums only.
  const hasTechniques = props.layout.cages.length === 0;
  return (
    <>
      <div class="row">
        {hasTechniques ? (
          <button type="button" class="primary" onClick={props.onHint}>
            Hint
          </button>
        ) : null}
        <button
          type="button"
          class={hasTechniques ? "" : "primary"}
          onClick={() => props.onCheck()}
          title="Compare the digits and centre marks with the solution"
        >
          Check
        </button>
        {hasTechniques ? (
          <>
            <button type="button" onClick={() => props.onExplain("all")}>
              Explain the solution
            </button>
            <button
              type="button"
              onClick={() => props.onExplain("hodoku")}
              title="with HoDoKu's techniques, in its order"
            >
              in HoDoKu's order
            </button>
          </>
        ) : null}
        <button
          type="button"
          disabled={props.onReplay === null}
          onClick={() => props.onReplay?.()}
          title="Step through what you did"
        >
          Replay
        </button>
        <a class="button" href={formatHash("techniques")} target="_blank" rel="noopener">
          All techniques
        </a>
      </div>
      {hasTechniques ? null : (
        <p class="muted">
          There are no hints and explanations for cages yet. Check compares what you entered with
          the solution.
        </p>
      )}
      <CheckResult check={props.check} onCheck={props.onCheck} />
      {steps ? null : (
        <HintBox
          layout={props.layout}
          hints={props.hints}
          hint={props.hint}
          onMore={props.onMoreHint}
          onDo={props.onDoHint}
        />
      )}
      {answer.state === "asking" ? (
        <p class="row loading">
          Explaining…
          <button type="button" onClick={request.stop}>
            Stop
          </button>
        </p>
      ) : null}
      <Faults error={errorOf(answer)} source={requestOf(answer)?.puzzle} />
      {answered?.value.outcome === "infeasible" ? (
        <p class="badge bad">✗ no solution: there is nothing to explain</p>
      ) : null}
      {answered && answered.value.outcome !== "infeasible" ? (
        <Summary answer={answered.value} order={answered.request.order} />
      ) : null}
      {answered ? (
        <MoreTimeOf
          request={request}
          job={{ kind: "explain", input: () => answered.request, caption: "Explain as a job" }}
        />
      ) : null}
      {answered && steps ? (
        <>
          {answered.value.notes.map((note) => (
            <p key={note} class="muted small">
              {note}
            </p>
          ))}
          <StepList steps={steps} at={at} onMove={props.onMove} />
        </>
      ) : null}
    </>
  );
}
