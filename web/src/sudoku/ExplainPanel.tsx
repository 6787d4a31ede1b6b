// Logic: the next step as a hint, or a whole solution step by step.
import { useEffect, useRef } from "preact/hooks";
import { JobButton } from "../jobs/JobButton";
import { Faults } from "../ui/Faults";
import { Player } from "../ui/Player";
import { errorOf, type Question, requestOf } from "../ui/useQuestion";
import { several } from "../ui/words";
import type { Explained, ExplainRequest, Hint } from "./answers";
import { bruteForce, effect, isBruteForce, type Step, stepName } from "./steps";

/** What of a hint is shown: where to look first, then the step itself. */
export interface HintState {
  readonly hint: Hint;
  readonly shown: boolean;
  /** Placed digits that are in no solution. */
  readonly wrong: readonly string[];
}

interface ExplainPanelProps {
  readonly given: string;
  readonly hints: Question<Hint, { puzzle: string }>;
  readonly hint: HintState | null;
  readonly onHint: () => void;
  readonly onShowHint: () => void;
  readonly onDoHint: () => void;
  readonly question: Question<Explained, ExplainRequest>;
  readonly onExplain: (order: ExplainRequest["order"]) => void;
  readonly steps: readonly Step[] | null;
  readonly at: number;
  readonly onMove: (at: number) => void;
}

/** What the signs in the grid mean. */
function Legend() {
  return (
    <details>
      <summary>What the signs mean</summary>
      <ul class="legend">
        <li>● a candidate of the pattern, or the first colour of a chain</li>
        <li>■ the second colour of a chain</li>
        <li>◆ a fin, or a further candidate</li>
        <li>✕ a candidate that goes</li>
        <li>━ a strong link: one of both ends holds; ┅ a weak link: not both hold</li>
        <li>tinted: the houses looked at; hatched: the houses that lose candidates</li>
      </ul>
    </details>
  );
}

/** The sentence of a step without the technique's name, which stands above it. */
export function sentence(text: string): string {
  const colon = text.indexOf(": ");
  const rest = colon < 0 ? text : text.slice(colon + 2);
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}

/** Longer chains are shown in Eureka notation only when they are asked for. */
const EUREKA = 110;

/** One step in words. */
export function StepText({ step }: { step: Step }) {
  return (
    <div class="step-text">
      <p class="step-name">{stepName(step)}</p>
      <p>{sentence(step.text)}</p>
      {step.eureka.length <= EUREKA ? (
        <p class="muted small">
          <code>{step.eureka}</code>
        </p>
      ) : (
        <details class="small">
          <summary class="muted">In Eureka notation</summary>
          <code>{step.eureka}</code>
        </details>
      )}
      {step.assumes_unique ? (
        <p class="muted small">This takes it for granted that there is one solution.</p>
      ) : null}
    </div>
  );
}

function HintBox(props: ExplainPanelProps) {
  const { hints, hint } = props;
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
    const [note] = hint.hint.notes ?? [];
    const why =
      hint.hint.outcome === "infeasible"
        ? "What is in the grid leaves no solution."
        : hint.hint.limit === "techniques"
          ? "No technique finds a step here."
          : hint.hint.outcome === "stopped"
            ? `Stopped: ${hint.hint.limit}.`
            : "There is nothing left to find.";
    return (
      <div role="status">
        <p>{why}</p>
        {note ? <p class="muted">{note}</p> : null}
      </div>
    );
  }
  if (hint.shown) {
    return (
      <div role="status">
        <StepText step={step} />
        <button type="button" class="primary" onClick={props.onDoHint}>
          Do it
        </button>
      </div>
    );
  }
  const where = step.houses?.length
    ? step.houses.join(", ")
    : (step.cells ?? []).slice(0, 4).join(", ") || "the whole grid";
  if (isBruteForce(step)) {
    return (
      <div role="status">
        <p>
          No technique finds a step here: what follows is <strong>brute force</strong>, a digit of
          the solution that was searched for.
        </p>
        <button type="button" class="primary" onClick={props.onShowHint}>
          Show the step
        </button>
      </div>
    );
  }
  return (
    <div role="status">
      <p>
        Look at <strong>{where}</strong>: there is a{" "}
        <strong>{stepName(step).replace(/^[A-Z][a-z]/, (w) => w.toLowerCase())}</strong>.
      </p>
      <button type="button" class="primary" onClick={props.onShowHint}>
        Show the step
      </button>
    </div>
  );
}

interface WalkBoxProps {
  readonly steps: readonly Step[];
  readonly at: number;
  readonly onMove: (at: number) => void;
  readonly onClose: () => void;
}

/** Below the grid while it is explained: back and forward, and the step in words. */
export function WalkBox({ steps, at, onMove, onClose }: WalkBoxProps) {
  const step = steps[at];
  return (
    <section class="walk" aria-label="Explanation">
      <Player
        at={at}
        last={steps.length}
        onMove={onMove}
        noun="step"
        label={step ? `step ${at + 1} of ${steps.length}` : "after the last step"}
        pace={1600}
      />
      {step ? <StepText step={step} /> : <p class="step-text">This is where the steps lead.</p>}
      <div class="row">
        <button type="button" onClick={onClose}>
          Close the explanation
        </button>
      </div>
      <Legend />
    </section>
  );
}

function StepList({
  steps,
  at,
  onMove,
}: {
  steps: readonly Step[];
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
            <span class="muted small">{effect(step)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

const STUCK = "! the techniques do not suffice";

interface SummaryProps {
  readonly answer: Explained;
  readonly order: ExplainRequest["order"];
}

function Summary({ answer, order }: SummaryProps) {
  const { rating, steps, outcome, limit } = answer;
  const solved = outcome === "solved" || outcome === "feasible";
  const searched = bruteForce(steps ?? []);
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
        {several(steps?.length ?? 0, "step")}
        {order === "hodoku" ? " in HoDoKu's order" : ""}
        {rating ? ` · hardest ${rating.hardest} · in all ${rating.effort}` : ""}
      </span>
    </p>
  );
}

/** The panel. */
export function ExplainPanel(props: ExplainPanelProps) {
  const { question, steps, at } = props;
  const { answer } = question;
  return (
    <>
      <div class="row">
        <button type="button" class="primary" onClick={props.onHint}>
          Hint
        </button>
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
      </div>
      {steps ? null : <HintBox {...props} />}
      {answer.state === "asking" ? (
        <p class="row loading">
          Explaining…
          <button type="button" onClick={question.reset}>
            Stop
          </button>
        </p>
      ) : null}
      <Faults error={errorOf(answer)} source={requestOf(answer)?.puzzle} />
      {answer.state === "answered" && answer.value.outcome === "infeasible" ? (
        <p class="badge bad">✗ no solution: there is nothing to explain</p>
      ) : null}
      {answer.state === "answered" && answer.value.outcome !== "infeasible" ? (
        <Summary answer={answer.value} order={answer.request.order} />
      ) : null}
      {answer.state === "answered" && steps ? (
        <>
          {(answer.value.notes ?? []).map((note) => (
            <p key={note} class="muted small">
              {note}
            </p>
          ))}
          <StepList steps={steps} at={at} onMove={props.onMove} />
        </>
      ) : null}
      {answer.state === "answered" && answer.value.limit === "time" ? (
        <JobButton kind="explain" input={() => answer.request}>
          Explain as a job
        </JobButton>
      ) : null}
    </>
  );
}
