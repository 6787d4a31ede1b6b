/** Solving the cube: the best solution within a time, or one proved shortest. */

import { useState } from "preact/hooks";
import type { CubeSolveResponse } from "../api/generated";
import { announce } from "../shell/announce";
import { AnswerPosition } from "../three/AnswerPosition";
import { Faults } from "../ui/Faults";
import { MoreTimeOf } from "../ui/MoreTime";
import { seconds } from "../ui/text";
import { answeredOf, errorOf, requestOf, useRequest } from "../ui/useRequest";
import { SolveButton } from "./SolveButton";
import { type Metric, type Move, parseSequence } from "./sequence";

interface Props {
  readonly position: string;
  /** The position at which the shown line begins. */
  readonly start: string;
  /** The moves of the line that have been made. */
  readonly line: readonly Move[];
  /** Whether a position was typed since that was refused; the shown one is the one before. */
  readonly refused: boolean;
  readonly centres: boolean;
  readonly metric: Metric;
  onMetric(metric: Metric): void;
  onChoose(position: string, solution: string): void;
}

const TIMES = [0.2, 1, 3, 10];

/** Whether the moves made so far are the beginning of a solution. */
function follows(line: readonly Move[], solution: string | null): boolean {
  const moves = parseSequence(solution ?? "") ?? [];
  return line.every((move, i) => move.text === moves[i]?.text);
}

/** The card. */
export function SolveCube(props: Props) {
  const { position, start, line, refused, centres, metric, onMetric, onChoose } = props;
  const [time, setTime] = useState(1);
  const [optimal, setOptimal] = useState(false);
  const request = useRequest<"cube/solve">();
  const busy = request.answer.state === "asking";
  const answered = answeredOf(request.answer);
  const value = answered?.value ?? null;
  const asked = answered?.request ?? requestOf(request.answer);
  // An answer belongs to the position from which its solution begins, and stays shown while that is played;
  // it is hidden for any other position.
  const answer =
    value !== null &&
    (position === value.position || (start === value.position && follows(line, value.solution)))
      ? value
      : null;
  const solve = async (): Promise<void> => {
    // While a solution is played, the position to solve is still the one where it begins.
    const solved = answer?.position ?? position;
    const body = { position: solved, centres, metric, optimal, time_limit: time };
    show(await request.ask("cube/solve", body));
  };
  const show = (found: CubeSolveResponse | null): void => {
    if (found === null) return;
    if (found.solution === null) announce("no solution within the time limit");
    else {
      onChoose(found.position, found.solution);
      announce(`${found.length ?? "?"} moves: ${found.solution}`);
    }
  };
  return (
    <section class="card stacked" aria-labelledby="cube-solve">
      <h2 id="cube-solve">Solution</h2>
      <div class="row">
        <label>
          <span class="muted small">Half turns count</span>
          <select
            value={metric}
            onChange={(event) => onMetric(event.currentTarget.value as Metric)}
          >
            <option value="htm">once</option>
            <option value="qtm">twice</option>
          </select>
        </label>
        <label>
          <span class="muted small">Time</span>
          <select value={time} onChange={(event) => setTime(Number(event.currentTarget.value))}>
            {TIMES.map((it) => (
              <option key={it} value={it}>
                {it} s
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={optimal}
            onChange={(event) => setOptimal(event.currentTarget.checked)}
          />
          prove it shortest
        </label>
      </div>
      <div class="row">
        <SolveButton refused={refused} busy={busy} onSolve={() => void solve()} />
        {busy ? (
          <button type="button" onClick={request.stop}>
            Stop
          </button>
        ) : null}
      </div>
      <Faults error={errorOf(request.answer)} source={asked?.position} />
      {answer === null ? null : (
        <>
          <dl class="facts">
            <div>
              <dt>{answer.outcome === "optimal" ? "Distance" : "Best found"}</dt>
              <dd>
                {answer.length ?? "–"}{" "}
                <small>{answer.metric === "qtm" ? "quarter turns" : "moves"}</small>
              </dd>
            </div>
            {answer.outcome === "optimal" ? null : (
              <div>
                <dt>No solution has fewer than</dt>
                <dd>{answer.lower_bound}</dd>
              </div>
            )}
          </dl>
          <AnswerPosition of={answer.position} shown={position} refused={refused} />
          {answer.solution === null ? null : (
            <p>
              <code>{answer.solution === "" ? "already solved" : answer.solution}</code>
            </p>
          )}
          {answer.outcome === "optimal" ? null : (
            <MoreTimeOf
              request={request}
              onMore={(seconds) => void request.goOn(seconds).then(show)}
            />
          )}
          <p class="row">
            {answer.outcome === "optimal" ? (
              <span class="badge good">✓ proved shortest</span>
            ) : null}
            {answer.checked ? <span class="badge good">✓ replayed</span> : null}
            {answer.outcome !== "optimal" && answer.limit === "time" ? (
              <span class="badge warn">stopped by the time limit</span>
            ) : null}
            <span class="muted small">
              {asked?.centres ? "with centres" : "centres do not matter"} ·{" "}
              {seconds(answer.seconds.wall)}
            </span>
          </p>
        </>
      )}
    </section>
  );
}
