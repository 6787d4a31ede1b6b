// The answer of `solve` for any kind of puzzle: the outcome and the solution.
import { useMemo, useState } from "preact/hooks";
import type { SolveResponse } from "../api/generated";
import { Board, nameOf } from "./Board";
import { conflictOf, type FoundConflict } from "./conflict";
import { countOf, formatNumber, outcomeText, seconds } from "./text";
import { type Drawing, isDrawing, UNSOLVED, useDrawings } from "./useDrawings";

/** The fields of an answer that are shown; the results of some kinds of jobs lack most of them. */
export type SolveAnswer = Partial<SolveResponse> & Pick<SolveResponse, "outcome">;

type Assignment = Readonly<Record<string, number | boolean>>;

function isAssignment(value: unknown): value is Assignment {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((item) => typeof item === "number" || typeof item === "boolean")
  );
}

function isGrid(value: unknown): value is readonly (readonly number[])[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (row) => Array.isArray(row) && row.length > 0 && row.every((x) => typeof x === "number"),
    )
  );
}

/** The most solutions shown in the table. */
const SHOWN = 50;

function Assignments({ all }: { all: readonly Assignment[] }) {
  const names = Object.keys(all[0] ?? {});
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">name</th>
            {all.length === 1 ? <th scope="col">value</th> : null}
            {all.length > 1
              ? all.slice(0, SHOWN).map((_, i) => (
                  <th key={names[0] + String(i)} scope="col">
                    {i + 1}
                  </th>
                ))
              : null}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              {all.slice(0, SHOWN).map((one, i) => (
                <td key={name + String(i)} class="number">
                  {String(one[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One solution in its plainest form. */
export function SolutionView({ value }: { value: unknown }) {
  if (typeof value === "string") return <p class="moves">{value}</p>;
  if (isAssignment(value)) return <Assignments all={[value]} />;
  if (isGrid(value)) {
    const wide = String(Math.max(...value.flat())).length;
    const rows = value.map((row) => row.map((x) => String(x).padStart(wide)).join(" "));
    return <pre>{rows.join("\n")}</pre>;
  }
  return <pre>{JSON.stringify(value, null, 1)}</pre>;
}

/** Shows why there is no solution. */
export function ConflictView({ conflict }: { conflict: FoundConflict | null }) {
  if (conflict === null || conflict.names.length === 0) return null;
  const { names, minimal } = conflict;
  return (
    <div>
      <p>
        {minimal
          ? "These conflict; without any one of them the others can be satisfied:"
          : "These conflict; perhaps some of them are not needed for that:"}
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

/** The solutions of an answer; none if it has none. */
function solutionsOf(answer: SolveAnswer): readonly unknown[] {
  if (answer.solutions && answer.solutions.length > 0) return answer.solutions;
  return answer.solution === null || answer.solution === undefined ? [] : [answer.solution];
}

/** How many solutions are drawn at first, and how many more by each click. */
const BOARDS = 6;

/** The board with each solution drawn into it. */
function Boards({ drawings, all }: { drawings: readonly Drawing[]; all: number }) {
  return (
    <>
      <div class="boards">
        {drawings.map((drawing, i) => {
          const which = all > 1 ? `solution ${i + 1} of ${all}` : "solved";
          return (
            <figure key={String(i)}>
              <Board drawing={drawing} label={`${nameOf(drawing)}, ${which}`} />
              {all > 1 ? <figcaption>Solution {i + 1}</figcaption> : null}
            </figure>
          );
        })}
      </div>
      <details>
        <summary>As text</summary>
        {drawings.map((drawing, i) => (
          <pre key={String(i)}>{drawing.text}</pre>
        ))}
      </details>
    </>
  );
}

/**
 * The solutions of a puzzle of any kind. If solutions are not drawn by the kind of the puzzle, as moves are
 * not, the puzzle is drawn once, with the solutions below.
 */
function PuzzleSolutions({ answer, puzzle }: { answer: SolveAnswer; puzzle: string }) {
  const all = useMemo(() => solutionsOf(answer), [answer]);
  const [more, setMore] = useState(BOARDS);
  const asked = useMemo(() => [...UNSOLVED, ...all.slice(0, more)], [all, more]);
  const [unsolved, ...solved] = useDrawings(puzzle, asked);
  const [first] = solved;
  const known = first !== undefined || all.length === 0;
  if (unsolved === undefined || (isDrawing(unsolved) && !known)) {
    return (
      <>
        {isDrawing(unsolved) ? <Board drawing={unsolved} label={nameOf(unsolved)} /> : null}
        <p class="loading">Drawing…</p>
      </>
    );
  }
  if (isDrawing(unsolved) && isDrawing(first) && first.svg !== unsolved.svg) {
    return (
      <>
        <Boards drawings={solved.filter(isDrawing)} all={all.length} />
        {all.length > more ? (
          <button type="button" onClick={() => setMore(more + BOARDS)}>
            Show more solutions
          </button>
        ) : null}
      </>
    );
  }
  return (
    <>
      {isDrawing(unsolved) ? <Board drawing={unsolved} label={nameOf(unsolved)} /> : null}
      {all.length > 0 ? <Solutions answer={answer} /> : null}
    </>
  );
}

function Solutions({ answer }: { answer: SolveAnswer }) {
  const all = answer.solutions ?? [];
  if (all.length > 0 && all.every(isAssignment)) {
    return (
      <>
        <Assignments all={all} />
        {all.length > SHOWN ? <p class="muted">The first {SHOWN} are shown.</p> : null}
      </>
    );
  }
  const list = all.length > 0 ? all : [answer.solution];
  return (
    <>
      {list.slice(0, SHOWN).map((one, i) => (
        <SolutionView key={String(i)} value={one} />
      ))}
      {list.length > SHOWN ? <p class="muted">The first {SHOWN} are shown.</p> : null}
    </>
  );
}

/** The badge with the outcome, and the time. */
export function VerdictLine({ answer }: { answer: SolveAnswer }) {
  const said = outcomeText(answer);
  return (
    <p class="row verdict">
      <span class={`badge ${said.kind}`}>
        <span aria-hidden="true">{{ good: "✓", bad: "✗", warn: "!" }[said.kind]}</span>
        {said.text}
      </span>
      {answer.seconds ? (
        <span class="muted small">
          {seconds(answer.seconds.wall)}
          {answer.engine ? ` · ${answer.engine}` : ""}
        </span>
      ) : null}
    </p>
  );
}

/** The whole answer. With the text of its `puzzle`, solutions are drawn. */
export function AnswerView({
  answer,
  puzzle,
}: {
  answer: SolveAnswer;
  puzzle?: string | undefined;
}) {
  const { objective, bound } = answer;
  return (
    <div class="stacked">
      <VerdictLine answer={answer} />
      {objective === null || objective === undefined ? null : (
        <p>
          Goal: <strong>{formatNumber(objective)}</strong>
          {bound === null || bound === undefined || bound === objective
            ? ""
            : ` (not better than ${formatNumber(bound)})`}
        </p>
      )}
      {(answer.notes ?? []).map((note) => (
        <p key={note} class="muted">
          {note}
        </p>
      ))}
      <ConflictView conflict={conflictOf(answer)} />
      {answer.solutions && answer.solutions.length > 1 ? (
        <p class="muted">{countOf(answer.solutions.length, "solution")} listed</p>
      ) : null}
      {puzzle !== undefined && answer.kind !== "model" ? (
        <PuzzleSolutions answer={answer} puzzle={puzzle} />
      ) : solutionsOf(answer).length > 0 ? (
        <Solutions answer={answer} />
      ) : null}
      {answer.report ? (
        <details open>
          <summary>What the compiler did</summary>
          <pre class="report">{answer.report}</pre>
        </details>
      ) : null}
    </div>
  );
}
