/** The answer of the server about a Sudoku Cube. */

import { seconds } from "../ui/text";

/** The fields of the answer to `solve` that the page shows. */
export interface Answer {
  readonly outcome: string;
  readonly unique: boolean | null;
  readonly solution: unknown;
  readonly checked: boolean;
  readonly engine: string | null;
  readonly seconds: { readonly cpu: number; readonly wall: number };
  readonly limit: string | null;
  readonly moves?: {
    readonly sequence: string | null;
    readonly length: number | null;
    readonly lower_bound: number | null;
    readonly checked: boolean;
  } | null;
}

/** The text of an answer. */
export function Verdict({ answer }: { answer: Answer }) {
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
