// Sheets of puzzles for paper: several of a kind, and their answers on a page of their own.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, isAbort, post, toApiError } from "../api/client";
import type { SceneProps } from "../scenes";
import { announce } from "../shell/announce";
import { routeUrl, saveInAddress } from "../shell/route";
import "../style/sheets.css";
import { Board } from "../ui/Board";
import { CopyButton } from "../ui/CopyButton";
import { Faults } from "../ui/Faults";
import { levelsOf, makePuzzle, type NewPuzzle } from "../ui/newPuzzle";
import { SizeFields } from "../ui/SizeFields";
import { useKinds } from "../ui/useKinds";
import {
  COUNTS,
  corrected,
  firstRule,
  GRID_SIZES,
  MAX_SIDE,
  makeSheet,
  queryOf,
  randomSeed,
  type Sheet,
  type SheetPuzzle,
  sheetOf,
} from "./sheet";

/** A sheet with the puzzles that were made so far. */
interface Made {
  readonly sheet: Sheet;
  readonly puzzles: readonly SheetPuzzle[];
}

function drawn({ file, solution }: NewPuzzle, withSolution: boolean, signal: AbortSignal) {
  return post("draw", { puzzle: file, ...(withSolution ? { solution } : {}) }, signal);
}

/** Fewer different puzzles than the sheet should have. */
function tooFew({ rows, columns }: Sheet): ApiError {
  const message = `too few different puzzles of ${rows}×${columns} were found`;
  const hint = "choose a larger size or another level";
  return new ApiError(0, [{ code: "page.sheet", message, hint, line: null, column: null }], null);
}

/** Makes sheets, one at a time. */
function useMaker() {
  const [made, setMade] = useState<Made | null>(null);
  const [making, setMaking] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const running = useRef<AbortController | null>(null);
  const stop = useCallback(() => {
    running.current?.abort();
    setMaking(false);
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  const make = useCallback(async (sheet: Sheet) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let puzzles: readonly SheetPuzzle[] = [];
    setMaking(true);
    setError(null);
    setMade({ sheet, puzzles });
    try {
      const maker = {
        make: (order: Parameters<typeof makePuzzle>[0]) => makePuzzle(order, signal),
        draw: (puzzle: NewPuzzle, withSolution: boolean) => drawn(puzzle, withSolution, signal),
      };
      for await (const puzzle of makeSheet(sheet, maker)) {
        if (signal.aborted) return;
        puzzles = [...puzzles, puzzle];
        setMade({ sheet, puzzles });
      }
      if (puzzles.length < sheet.count) throw tooFew(sheet);
      announce(`${sheet.count} puzzles are made`);
    } catch (caught) {
      if (signal.aborted || isAbort(caught)) return;
      setError(toApiError(caught));
    }
    setMaking(false);
  }, []);
  return { made, making, error, make, stop };
}

/** The numbered drawings of a page. */
function Puzzles({ made, answers }: { made: Made; answers: boolean }) {
  return (
    <ol class="paper-puzzles">
      {made.puzzles.map(({ puzzle, drawing, answer }, i) => (
        <li key={puzzle.file}>
          <span class="paper-number">{i + 1}</span>
          <Board
            drawing={answers ? answer : drawing}
            label={answers ? `answer ${i + 1}` : `puzzle ${i + 1}`}
          />
        </li>
      ))}
    </ol>
  );
}

/** Both pages. */
function Paper({ made, name, answers }: { made: Made; name: string; answers: boolean }) {
  const { sheet, puzzles } = made;
  const { rows, columns, level, count, seed } = sheet;
  const rules = puzzles[0]?.puzzle.rules;
  const title = `${name} ${rows}×${columns}${level === "" ? "" : `, ${level}`}`;
  return (
    <div class="paper" data-count={count}>
      <section class="paper-page" aria-label="Puzzles">
        <h2>{title}</h2>
        {rules ? <p class="paper-rule">{firstRule(rules)}</p> : null}
        <Puzzles made={made} answers={false} />
        <p class="paper-seed small muted">Each puzzle has exactly one solution. Seed {seed}</p>
      </section>
      <section
        class={answers ? "paper-page paper-answers" : "paper-page paper-answers paper-only"}
        aria-label="Answers"
      >
        <h2>Answers: {title}</h2>
        <Puzzles made={made} answers />
        <p class="paper-seed small muted">Seed {seed}</p>
      </section>
    </div>
  );
}

interface FormProps {
  readonly sheet: Sheet;
  readonly onChange: (sheet: Sheet) => void;
  readonly making: boolean;
  readonly onMake: () => void;
  readonly onStop: () => void;
}

/** What a sheet should have. */
function SheetForm({ sheet, onChange, making, onMake, onStop }: FormProps) {
  const { kinds, error } = useKinds();
  const { kind, rows, columns, level, count } = sheet;
  const set = (part: Partial<Sheet>) => onChange(corrected({ ...sheet, ...part }));
  const setKind = (next: string) => {
    // A usual size of the other form.
    const side = next === "grid" ? 9 : 6;
    const isOther = (next === "grid") !== (kind === "grid");
    set(isOther ? { kind: next, rows: side, columns: side } : { kind: next });
  };
  const isKnown = kind === "grid" || kinds.some((one) => one.kind === kind);
  return (
    <form
      class="card stacked"
      onSubmit={(event) => {
        event.preventDefault();
        onMake();
      }}
    >
      <div class="fields">
        <label class="stack">
          <span>Kind</span>
          <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
            <option value="grid">Sudoku</option>
            {isKnown ? null : <option value={kind}>{kind}</option>}
            {kinds.map((one) => (
              <option key={one.kind} value={one.kind}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
        <label class="stack">
          <span>Difficulty</span>
          <select value={level} onChange={(event) => set({ level: event.currentTarget.value })}>
            <option value="">any</option>
            {levelsOf(kind).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label class="stack">
          <span>Puzzles</span>
          <select
            value={String(count)}
            onChange={(event) => set({ count: Number(event.currentTarget.value) })}
          >
            {COUNTS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        {kind === "grid" ? (
          <label class="stack">
            <span>Rows</span>
            <select
              value={String(rows)}
              onChange={(event) => {
                const side = Number(event.currentTarget.value);
                set({ rows: side, columns: side });
              }}
            >
              {GRID_SIZES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        ) : null}
        <label class="stack">
          <span>Seed</span>
          <input
            type="number"
            min={0}
            max={2 ** 32 - 1}
            value={sheet.seed}
            onChange={(event) => set({ seed: Number(event.currentTarget.value) })}
          />
        </label>
      </div>
      {kind === "grid" ? null : (
        <SizeFields
          rows={rows}
          columns={columns}
          max={MAX_SIDE}
          onChange={(nextRows, nextColumns) => set({ rows: nextRows, columns: nextColumns })}
        />
      )}
      <div class="row">
        <button type="submit" class="primary" disabled={making}>
          {making ? "Making…" : "Make the sheet"}
        </button>
        {making ? (
          <button type="button" onClick={onStop}>
            Stop
          </button>
        ) : (
          <button type="button" onClick={() => set({ seed: randomSeed() })}>
            Another seed
          </button>
        )}
      </div>
      <Faults error={error} />
    </form>
  );
}

/** The scene. */
export default function Sheets({ route }: SceneProps) {
  const { query } = route;
  const [sheet, setSheet] = useState<Sheet>(() => ({ ...sheetOf(query), seed: randomSeed() }));
  const [answers, setAnswers] = useState(false);
  const { made, making, error, make, stop } = useMaker();
  const { kinds } = useKinds();
  // A link with a seed is a whole sheet, which is made again.
  useEffect(() => {
    if (query.x === undefined) return;
    const linked = sheetOf(query);
    setSheet(linked);
    void make(linked);
  }, [query, make]);
  const onMake = () => {
    saveInAddress("sheets", queryOf(sheet));
    void make(sheet);
  };
  const count = made?.puzzles.length ?? 0;
  const nameOf = (kind: string) =>
    kind === "grid" ? "Sudoku" : (kinds.find((one) => one.kind === kind)?.title ?? kind);
  return (
    <section class="sheets">
      <h1>Sheets</h1>
      <p class="muted intro">
        Puzzles of a kind for paper, with their answers on a second page. The same seed makes the
        same sheet.
      </p>
      <SheetForm sheet={sheet} onChange={setSheet} making={making} onMake={onMake} onStop={stop} />
      {made ? (
        <div class="row sheet-tools">
          <button type="button" disabled={making || count === 0} onClick={() => window.print()}>
            Print
          </button>
          <CopyButton text={() => routeUrl("sheets", queryOf(made.sheet))} what="link">
            Copy link
          </CopyButton>
          <label>
            <input
              type="checkbox"
              checked={answers}
              onChange={(event) => setAnswers(event.currentTarget.checked)}
            />
            show the answers here
          </label>
          <span class="muted small" role="status">
            {count} of {made.sheet.count} puzzles
          </span>
        </div>
      ) : null}
      <Faults error={error} />
      {made && count > 0 ? (
        <Paper made={made} name={nameOf(made.sheet.kind)} answers={answers} />
      ) : null}
    </section>
  );
}
