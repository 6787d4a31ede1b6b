// Solving, counting and rating the grid.

import type { SolveRequest, SolveResponse, SudokuRateResponse } from "../api/generated";
import { JobButton } from "../jobs/JobButton";
import { announce } from "../shell/announce";
import { ConflictView, VerdictLine } from "../ui/AnswerView";
import { conflictOf } from "../ui/conflict";
import { Faults } from "../ui/Faults";
import { outcomeText } from "../ui/text";
import { type Answer, errorOf, requestOf, useRequest } from "../ui/useRequest";
import { gridSolution } from "./answers";
import { techniqueName } from "./steps";

interface SolvePanelProps {
  /** The puzzle with all entered digits. */
  readonly puzzle: string;
  /** The digits that are in the grid, 0 for none. */
  readonly digits: readonly number[];
  /** The puzzle with its givens only. */
  readonly given: string;
  readonly title: string | null;
  /** Whether there are techniques for the grid, so that it can be rated. */
  readonly hasTechniques: boolean;
  readonly onSolution: (solution: readonly (readonly number[])[]) => void;
  /** The rating of a puzzle on HoDoKu's scale, in words. */
  readonly onRated: (puzzle: string, rating: string) => void;
}

const SCALES = [
  { scale: "gordian", title: "Gordian" },
  { scale: "hodoku", title: "HoDoKu" },
  { scale: "explainer", title: "Sudoku Explainer" },
] as const;

function ratingText(answer: Answer<SudokuRateResponse>): string {
  if (answer.state === "idle") return "";
  if (answer.state === "asking") return "rating…";
  if (answer.state === "failed") return answer.error.message;
  const rating = answer.value.rating;
  if (rating === null) {
    return answer.value.outcome === "stopped" ? `stopped: ${answer.value.limit}` : "none";
  }
  if ("er" in rating) return `ER ${rating.er} / EP ${rating.ep} / ED ${rating.ed}`;
  if ("score" in rating) return `${rating.level}, score ${rating.score}`;
  return `hardest ${rating.hardest} (${techniqueName(rating.technique)}), in all ${rating.effort}`;
}

function Ratings({ given, onRated }: Pick<SolvePanelProps, "given" | "onRated">) {
  const gordian = useRequest<"sudoku/rate">();
  const hodoku = useRequest<"sudoku/rate">();
  const explainer = useRequest<"sudoku/rate">();
  const questions = { gordian, hodoku, explainer };
  const rate = () => {
    for (const { scale } of SCALES) {
      void questions[scale].ask("sudoku/rate", { puzzle: given, scale }).then((answer) => {
        const rating = answer?.rating;
        if (rating && "level" in rating) onRated(given, `${rating.level}, ${rating.score}`);
      });
    }
  };
  return (
    <section>
      <div class="row">
        <button type="button" onClick={rate}>
          Rate
        </button>
        <span class="muted small">how hard the puzzle is for people, on three scales</span>
      </div>
      {gordian.answer.state === "idle" ? null : (
        <table aria-live="polite">
          <tbody>
            {SCALES.map(({ scale, title }) => (
              <tr key={scale}>
                <th scope="row">{title}</th>
                <td>{ratingText(questions[scale].answer)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Whether an answer belongs to the grid: unchanged since the request, or with the solution filled in. */
function isAbout(
  answer: Answer<SolveResponse, SolveRequest>,
  puzzle: string,
  digits: readonly number[],
): boolean {
  if (answer.state === "idle" || answer.state === "asking") return true;
  if (answer.request.puzzle === puzzle) return true;
  const solution = answer.state === "answered" ? gridSolution(answer.value)?.flat() : undefined;
  return solution?.length === digits.length && solution.every((it, cell) => it === digits[cell]);
}

/** The panel. */
export function SolvePanel(props: SolvePanelProps) {
  const { puzzle, digits, given, title, onSolution, onRated } = props;
  const request = useRequest<"solve">();
  const answer = isAbout(request.answer, puzzle, digits)
    ? request.answer
    : ({ state: "idle" } as const);
  const run = async (body: Omit<SolveRequest, "puzzle">) => {
    const value = await request.ask("solve", { puzzle, ...body });
    if (!value) return;
    announce(outcomeText(value).text);
    const solution = gridSolution(value);
    if (solution && body.task === undefined) onSolution(solution);
  };
  const stopped = answer.state === "answered" && answer.value.outcome === "stopped";
  return (
    <>
      <div class="row">
        <button type="button" class="primary" onClick={() => run({ conflict: true })}>
          Solve
        </button>
        <button type="button" onClick={() => run({ task: "count", limit: 1_000_000 })}>
          Count solutions
        </button>
        {answer.state === "asking" ? (
          <button type="button" onClick={request.reset}>
            Stop
          </button>
        ) : null}
      </div>
      {answer.state === "asking" ? <p class="loading">Solving…</p> : null}
      {answer.state === "answered" ? <VerdictLine answer={answer.value} /> : null}
      {answer.state === "answered" ? <ConflictView conflict={conflictOf(answer.value)} /> : null}
      <Faults error={errorOf(answer)} source={requestOf(answer)?.puzzle} />
      {props.hasTechniques ? <Ratings given={given} onRated={onRated} /> : null}
      <section>
        <h2>When it takes longer</h2>
        {stopped ? (
          <p>The time of an answer was not enough; a job may take as long as it needs.</p>
        ) : null}
        <div class="row">
          <JobButton kind="solve" title={title} input={() => ({ puzzle })}>
            Solve as a job
          </JobButton>
          <JobButton kind="count" title={title} input={() => ({ puzzle })}>
            Count as a job
          </JobButton>
        </div>
      </section>
    </>
  );
}
