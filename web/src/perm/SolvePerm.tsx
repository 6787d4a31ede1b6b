/** A solution of the shown state: a shortest one, or the best one within the time limit. */

import type { PermSolveResponse } from "../api/generated";
import { announce } from "../shell/announce";
import { formatHash } from "../shell/route";
import { Faults } from "../ui/Faults";
import { MoreTimeOf } from "../ui/MoreTime";
import { countOf, seconds } from "../ui/text";
import { answeredOf, errorOf, useRequest } from "../ui/useRequest";
import type { OtherScene } from "./state";

interface Props {
  readonly puzzle: string;
  /** Whether the state is known; until then nothing can be solved. */
  readonly ready: boolean;
  /** The scene that has a solver of its own for the puzzle, with its link; null if there is none. */
  readonly other: OtherScene | null;
  /** The moves that lead to the shown state. */
  readonly setup: string;
  /** Shows a solution of the state after a setup. */
  readonly onPlay: (setup: string, solution: string) => void;
}

/** The answer in words. */
export function solutionText(answer: PermSolveResponse): string {
  const bound = answer.lower_bound ?? 0;
  const least = bound > 0 ? `; at least ${countOf(bound, "move")}` : "";
  if (answer.length !== null) {
    const moves = countOf(answer.length, "move");
    return answer.outcome === "optimal"
      ? `${moves}, proved shortest`
      : `${moves}, the best found within the limit${least}`;
  }
  if (answer.outcome === "infeasible") return "no solution, proved";
  return `no solution was found within the limit (${answer.limit ?? "none"})${least}`;
}

/** The card. */
export function SolvePerm({ puzzle, ready, other, setup, onPlay }: Props) {
  const request = useRequest<"perm/solve">();
  const { answer } = request;
  const answered = answeredOf(answer);
  const value = answered?.value ?? null;
  const sent = answered?.request ?? null;
  const solve = async (): Promise<void> => {
    const found = await request.ask("perm/solve", { puzzle, setup });
    if (found !== null) announce(solutionText(found));
  };
  return (
    <section class="card stacked" aria-labelledby="perm-solution">
      <h2 id="perm-solution">Solution</h2>
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={!ready || answer.state === "asking"}
          onClick={() => void solve()}
        >
          {answer.state === "asking" ? "Solving…" : "Solve"}
        </button>
        <span class="small muted">Any number of turns of one kind counts as one move.</span>
      </div>
      <Faults error={errorOf(answer)} />
      {value === null || sent === null ? null : (
        <>
          <p class="row">
            <span class={`badge ${value.outcome === "optimal" ? "good" : "warn"}`}>
              {value.outcome === "optimal" ? "✓ " : "! "}
              {solutionText(value)}
            </span>
            {value.checked ? <span class="badge good">✓ replayed</span> : null}
            <span class="small muted">
              {seconds(value.seconds.wall)}
              {sent.setup === setup ? "" : ", of the state solved last"}
            </span>
          </p>
          {value.solution ? (
            <p class="row">
              <code>{value.solution}</code>
              <button type="button" onClick={() => onPlay(sent.setup, value.solution ?? "")}>
                Show the solution
              </button>
            </p>
          ) : null}
          <MoreTimeOf request={request} />
          {value.outcome === "optimal" || other === null ? null : (
            <p class="row">
              <a class="button" href={formatHash(other.scene, other.query)}>
                Solve it in the scene {other.title}
              </a>
              <span class="small muted">its solver is made for this puzzle</span>
            </p>
          )}
        </>
      )}
    </section>
  );
}
