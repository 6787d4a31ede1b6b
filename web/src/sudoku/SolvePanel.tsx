// Solving, counting and rating the grid.

import type { SolveRequest, SolveResponse, SudokuRateResponse } from "../api/generated";
import { JobButton } from "../jobs/JobButton";
import { announce } from "../shell/announce";
import { ConflictView, VerdictLine } from "../ui/AnswerView";
import { conflictOf } from "../ui/conflict";
import { Faults } from "../ui/Faults";
import { MoreTime, MoreTimeOf } from "../ui/MoreTime";
import { outcomeText } from "../ui/text";
import { type Answer, answeredOf, errorOf, requestOf, useRequest } from "../ui/useRequest";
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
      {SCALES.map(({ scale, title }) => (
        <MoreTimeOf
          key={scale}
          request={questions[scale]}
          job={{
            kind: "rate",
            input: () => ({ puzzle: given, scale }),
            caption: `Rate on the scale of ${title} as a job`,
          }}
        />
      ))}
    </section>
  );
}

/** Whether an answer belongs to the grid: unchanged since the request, or with the solution filled in. */
function isAbout(
  answer: Answer<SolveResponse, SolveRequest>,
  puzzle: string,
  digits: readonly number[],
): boolean {
  const shown = answeredOf(answer);
  if (answer.state === "idle" || (answer.state === "asking" && shown === null)) return true;
  if (answer.request.puzzle === puzzle) return true;
  const solution = shown ? gridSolution(shown.value)?.flat() : undefined;
  return solution?.length === digits.length && solution.every((it, cell) => it === digits[cell]);
}

/** The panel. */
export function SolvePanel(props: SolvePanelProps) {
  const { puzzle, digits, given, title, onSolution, onRated } = props;
  const request = useRequest<"solve">();
  const answer = isAbout(request.answer, puzzle, digits)
    ? request.answer
    : ({ state: "idle" } as const);
  const show = (value: SolveResponse, task: SolveRequest["task"]) => {
    announce(outcomeText(value).text);
    const solution = gridSolution(value);
    if (solution && task === undefined) onSolution(solution);
  };
  const run = async (body: Omit<SolveRequest, "puzzle">) => {
    const value = await request.ask("solve", { puzzle, ...body });
    if (value) show(value, body.task);
  };
  const answered = answeredOf(answer);
  /** Goes on; a solution that is found then is filled in. */
  const goOn = async (seconds: number) => {
    const value = await request.goOn(seconds);
    if (value) show(value, answered?.request.task);
  };
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
          <button type="button" onClick={request.stop}>
            Stop
          </button>
        ) : null}
      </div>
      {answer.state === "asking" ? <p class="loading">Solving…</p> : null}
      {answered ? <VerdictLine answer={answered.value} /> : null}
      {answered ? <ConflictView conflict={conflictOf(answered.value)} /> : null}
      {answered ? (
        <MoreTime
          limit={answered.value.limit ?? conflictOf(answered.value)?.limit}
          time={answered.request.time_limit}
          busy={answer.state === "asking"}
          onMore={(seconds) => void goOn(seconds)}
        />
      ) : null}
      <Faults error={errorOf(answer)} source={requestOf(answer)?.puzzle} />
      {props.hasTechniques ? <Ratings given={given} onRated={onRated} /> : null}
      <section>
        <h2>When it takes longer</h2>
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
