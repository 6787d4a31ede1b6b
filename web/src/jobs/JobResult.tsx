// The result of a job, shown by the kind of job.
import type {
  SudokuExplainResponse,
  SudokuGenerateResponse,
  SudokuRateResponse,
} from "../api/generated";
import { formatHash } from "../shell/route";
import { bruteForce, effectText, stepName } from "../sudoku/steps";
import { AnswerView, type SolveAnswer } from "../ui/AnswerView";
import { countOf, formatNumber } from "../ui/text";
import type { Job } from "./api";

function Steps({ result }: { result: SudokuExplainResponse }) {
  const { steps } = result;
  const searched = bruteForce(steps);
  return (
    <>
      <p>
        {countOf(steps.length, "step")}
        {searched === "" ? "" : ` (${searched})`}
        {result.rating ? `, hardest ${result.rating.hardest}` : ""}
        {result.checked ? ", each checked" : ""}
      </p>
      <ol class="plain-steps">
        {steps.map((step, i) => (
          <li key={`${i} ${step.text}`}>
            <strong>{stepName(step)}</strong> <span class="muted">{effectText(step)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** How many positions there are at each distance, in each model that was counted. */
function Levels({ levels }: { levels: Readonly<Record<string, readonly number[]>> }) {
  const models = Object.entries(levels);
  const most = Math.max(0, ...models.map(([, counts]) => counts.length));
  return (
    <div class="scroll">
      <table>
        <caption class="muted small">positions at each distance</caption>
        <thead>
          <tr>
            <th scope="col">distance</th>
            {models.map(([name]) => (
              <th key={name} scope="col">
                {name.replaceAll("-", " ")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: most }, (_, distance) => (
            <tr key={`${distance} of ${most}`}>
              <th scope="row">{distance}</th>
              {models.map(([name, counts]) => (
                <td key={name} class="number">
                  {formatNumber(counts[distance] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Rating({ result }: { result: SudokuRateResponse }) {
  if (result.rating === null) return <p>{result.limit ?? "no rating"}</p>;
  return (
    <table>
      <tbody>
        {Object.entries(result.rating).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{String(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Made({ result }: { result: SudokuGenerateResponse }) {
  const text = result.file ?? result.puzzle;
  if (!text) return <p class="badge warn">! none was found: {result.limit}</p>;
  return (
    <>
      <p>
        <a class="button primary" href={formatHash("sudoku", { p: text })}>
          Open the puzzle
        </a>
      </p>
      <pre>{text}</pre>
    </>
  );
}

/** The scenes of kinds that are not pencil puzzles. */
const SCENES: Readonly<Record<string, string>> = {
  grid: "sudoku",
  goishi: "golden-waste",
  cube3: "cube",
  square1: "square1",
  "sudoku-cube": "sudoku-cube",
  model: "model",
};

/** The scene that opens the puzzle of a job. All kinds without a scene of their own are pencil puzzles. */
export function sceneOf(kind: string | undefined): string {
  if (kind === undefined) return "model";
  return Object.hasOwn(SCENES, kind) ? (SCENES[kind] ?? "model") : "pencil";
}

/** The result. */
export function JobResult({ job }: { job: Job }) {
  const puzzle = (job.input as { puzzle?: unknown } | null)?.puzzle;
  const kind = (job.result as { kind?: string } | null)?.kind;
  const scene = job.kind === "explain" || job.kind === "rate" ? "sudoku" : sceneOf(kind);
  return (
    <div class="card stacked">
      <h2>Result</h2>
      {job.kind === "generate" ? <Made result={job.result as SudokuGenerateResponse} /> : null}
      {job.kind === "explain" ? <Steps result={job.result as SudokuExplainResponse} /> : null}
      {job.kind === "rate" ? <Rating result={job.result as SudokuRateResponse} /> : null}
      {job.kind === "solve" || job.kind === "count" ? (
        <AnswerView
          answer={job.result as SolveAnswer}
          puzzle={typeof puzzle === "string" ? puzzle : undefined}
        />
      ) : null}
      {job.kind === "build-table" ? (
        <Levels levels={(job.result as { levels?: Record<string, number[]> }).levels ?? {}} />
      ) : null}
      {typeof puzzle === "string" && job.kind !== "build-table" ? (
        <p>
          <a href={formatHash(scene, { p: puzzle })}>Open its puzzle</a>
        </p>
      ) : null}
      <details>
        <summary>Full JSON document</summary>
        <pre class="report">{JSON.stringify(job.result, null, 1)}</pre>
      </details>
    </div>
  );
}
