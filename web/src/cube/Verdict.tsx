/** The answer of the server about a Sudoku Cube. */

import type { SolveResponse } from "../api/generated";
import { seconds } from "../ui/text";

/** The text of an answer. */
export function Verdict({ answer }: { answer: SolveResponse }) {
  const { outcome, unique, moves } = answer;
  const solved = outcome === "solved" || outcome === "optimal";
  return (
    <>
      <p class="row">
        {solved ? (
          <span class="badge good">✓ solved{answer.checked ? " and checked" : ""}</span>
        ) : null}
        {unique === true ? <span class="badge good">✓ the only solution</span> : null}
        {unique === false ? <span class="badge warn">one of several solutions</span> : null}
        {outcome === "infeasible" ? (
          <span class="badge bad">✗ proved: there is no solution</span>
        ) : null}
        {answer.limit === "time" ? <span class="badge warn">stopped by the time limit</span> : null}
        <span class="muted small">
          {seconds(answer.seconds.wall)}
          {answer.engine === null ? "" : ` · ${answer.engine}`}
        </span>
      </p>
      {moves?.sequence == null ? null : (
        <p>
          {moves.length} moves (no way has fewer than {moves.lower_bound}):{" "}
          <code>{moves.sequence}</code>
        </p>
      )}
    </>
  );
}
