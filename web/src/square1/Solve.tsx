/** Shortest solutions: distances in both models, their number, and a list. */

import { useState } from "preact/hooks";
import type { Square1SolveResponse } from "../api/generated";
import { SolveButton } from "../cube/SolveButton";
import { announce } from "../shell/announce";
import { AnswerPosition } from "../three/AnswerPosition";
import { Faults } from "../ui/Faults";
import { formatNumber, seconds } from "../ui/text";
import { errorOf, requestOf, useRequest } from "../ui/useRequest";
import type { Step } from "./position";
import { type Metric, type Notation, parseSequence, sameStep } from "./sequence";

interface Props {
  /** The position to solve, as it is now. */
  readonly position: string;
  /** The position at which the shown line begins. */
  readonly start: string;
  /** The moves of the line that have been made. */
  readonly line: readonly Step[];
  /** Whether a position was typed since that was refused; the shown one is the one before. */
  readonly refused: boolean;
  readonly metric: Metric;
  readonly notation: Notation;
  readonly onMetric: (metric: Metric) => void;
  /** Shows a solution of a position. */
  readonly onChoose: (position: string, solution: string, notation: Notation) => void;
}

/** The most solutions that are listed. */
const LISTED = 200;

const METRICS: readonly (readonly [Metric, string])[] = [
  ["twist", "twists"],
  ["wca", "twists and turns (WCA)"],
  ["face", "twists and turns of one layer"],
];

/** What a metric counts, in words. */
function unitOf(metric: Metric): string {
  return METRICS.find(([name]) => name === metric)?.[1] ?? metric;
}

function Facts({ answer }: { answer: Square1SolveResponse }) {
  const ignoring = answer.distance_ignoring_middle;
  const proved = answer.outcome === "optimal";
  return (
    <dl class="facts">
      <div>
        <dt>{proved ? "Distance" : "Best found"}</dt>
        <dd>
          {answer.distance ?? "–"} <small>{unitOf(answer.metric)}</small>
        </dd>
      </div>
      {proved ? null : (
        <div>
          <dt>At least</dt>
          <dd>{answer.lower_bound}</dd>
        </div>
      )}
      {ignoring === null ? null : (
        <div>
          <dt>Middle layer ignored</dt>
          <dd>
            {ignoring} <small>level {ignoring + 1} in 2007</small>
          </dd>
        </div>
      )}
      {answer.shortest_solutions === null ? null : (
        <div>
          <dt>Shortest solutions</dt>
          <dd>{formatNumber(answer.shortest_solutions)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Whether the moves made so far are the beginning of a solution. */
function follows(line: readonly Step[], solution: string | null, notation: Notation): boolean {
  const steps = parseSequence(solution ?? "", notation) ?? [];
  return line.every((step, i) => sameStep(step, steps[i]));
}

/** The list of shortest solutions. */
function List({
  answer,
  chosen,
  onChoose,
}: {
  answer: Square1SolveResponse;
  chosen: string | null;
  onChoose: (solution: string) => void;
}) {
  const list = answer.solutions;
  if (list.length < 2) return null;
  const all = answer.shortest_solutions ?? list.length;
  return (
    <div>
      <h3>
        {all > list.length
          ? `The first ${list.length} of ${formatNumber(all)}`
          : `All ${list.length}`}
      </h3>
      <ol class="solutions">
        {list.map((solution) => (
          <li key={solution}>
            <button
              type="button"
              aria-pressed={(chosen ?? answer.solution) === solution}
              onClick={() => onChoose(solution)}
            >
              {solution}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The card. */
export function Solve(props: Props) {
  const { position, start, line, refused, metric, notation, onMetric, onChoose } = props;
  const request = useRequest<"square1/solve">();
  const [chosen, setChosen] = useState<string | null>(null);
  const busy = request.answer.state === "asking";
  const value = request.answer.state === "answered" ? request.answer.value : null;
  // An answer belongs to the position from which its solutions begin, and stays shown while one of them is
  // played; it is hidden for any other position.
  const answer =
    value !== null &&
    (position === value.position ||
      (start === value.position && follows(line, chosen ?? value.solution, value.notation)))
      ? value
      : null;
  const solve = async (): Promise<void> => {
    setChosen(null);
    const all = metric === "twist" ? { all: LISTED } : {};
    // While a solution is played, the position to solve is still the one where it begins.
    const body = { position: answer?.position ?? position, metric, notation, ...all };
    const found = await request.ask("square1/solve", body);
    if (found === null) return;
    if (found.solution === null) announce("no solution within the time limit");
    else {
      onChoose(found.position, found.solution, found.notation);
      announce(`${found.distance ?? "?"} ${unitOf(found.metric)}: ${found.solution}`);
    }
  };
  return (
    <section class="card stacked" aria-labelledby="solve-title">
      <h2 id="solve-title">Solution</h2>
      <div class="row">
        <label>
          <span class="muted small">Counted in</span>
          <select
            value={metric}
            onChange={(event) => onMetric(event.currentTarget.value as Metric)}
          >
            {METRICS.map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <SolveButton refused={refused} busy={busy} onSolve={() => void solve()} />
        {busy ? (
          <button type="button" onClick={request.reset}>
            Stop
          </button>
        ) : null}
      </div>
      <Faults error={errorOf(request.answer)} source={requestOf(request.answer)?.position} />
      {answer === null ? null : (
        <>
          <Facts answer={answer} />
          <AnswerPosition of={answer.position} shown={position} refused={refused} />
          <p class="row">
            {answer.outcome === "optimal" ? (
              <span class="badge good">✓ proved shortest</span>
            ) : null}
            {answer.checked ? <span class="badge good">✓ replayed</span> : null}
            {answer.limit === "time" ? (
              <span class="badge warn">stopped by the time limit</span>
            ) : null}
            {answer.flipped ? <span class="badge">ends upside down: turn it over</span> : null}
            <span class="muted small">
              {seconds(answer.seconds.wall)}
              {answer.engine === null ? "" : ` · ${answer.engine}`}
            </span>
          </p>
          <List
            answer={answer}
            chosen={chosen}
            onChoose={(solution) => {
              setChosen(solution);
              onChoose(answer.position, solution, answer.notation);
            }}
          />
        </>
      )}
    </section>
  );
}
