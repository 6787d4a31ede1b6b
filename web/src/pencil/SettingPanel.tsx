// What follows from the board while it is edited: its solutions, the conflict, the difficulty, and
// trials of its clues.
import { useState } from "preact/hooks";
import type { BoardDocument, FormDocument } from "../api/generated";
import { announce } from "../shell/announce";
import { ClueTrials, NOT_NEEDED } from "../trials/ClueTrials";
import { solutionsText } from "../trials/solutions";
import { withVerdict } from "../trials/trials";
import { ConflictView } from "../ui/AnswerView";
import { conflictOf } from "../ui/conflict";
import { Faults } from "../ui/Faults";
import { MoreTimeOf } from "../ui/MoreTime";
import { countOf, formatNumber } from "../ui/text";
import { answeredOf, errorOf, type RequestState } from "../ui/useRequest";
import { type Place, placeName, withClue } from "./board";
import { hasNumberClues, hasSingleClues, singleClues, weakerClues } from "./clues";
import { countsText, difficultyText, solverOf, trySingle, tryWeaker } from "./setting";
import type { Status } from "./status";
import type { Setting } from "./useSetting";

/** The most solutions that are listed at first; each further press lists ten times as many. */
const SOLUTIONS = 100;
/** The most solutions in one answer. */
const MAX_SOLUTIONS = 10_000;
/** The time limit of a list at first, in seconds. */
const TIME = 5;
/** The time limit of each trial at first, in seconds. */
const TRIAL_TIME = 2;

interface SettingPanelProps {
  readonly kind: string;
  readonly board: BoardDocument;
  readonly form: FormDocument;
  readonly active: Place;
  /** What is known of the board; null: nothing yet. */
  readonly status: Status | null;
  readonly setting: Setting;
  readonly showsPart: boolean;
  readonly onShowPart: (shown: boolean) => void;
  readonly explain: RequestState<"pencil/explain">;
  readonly onExplain: () => void;
  readonly onChange: (change: (board: BoardDocument) => BoardDocument) => void;
}

/** The number of solutions, and what is in the active cell in each of them. */
function Solutions({ status, setting, form, active }: SettingPanelProps) {
  const { list, found, areAll, candidates } = setting;
  const puzzle = status?.written?.puzzle ?? null;
  const asking = list.answer.state === "asking";
  const answered = answeredOf(list.answer);
  const run = async (limit: number) => {
    if (puzzle === null) return;
    const body = { puzzle, task: "all", limit, time_limit: TIME } as const;
    const value = await list.ask("solve", body);
    if (value) announce(solutionsText(value));
  };
  const limit = answered?.request.limit ?? SOLUTIONS;
  const isFull = answered?.value.limit === "solutions" && found.length >= limit;
  const inCell =
    active.kind === "cell" && found.length > 0
      ? countsText(found, form, active.row, active.column)
      : "";
  return (
    <section class="stacked" aria-label="Solutions">
      <div class="row">
        <button type="button" disabled={puzzle === null || asking} onClick={() => run(SOLUTIONS)}>
          {asking ? "Counting…" : "Count solutions"}
        </button>
        {isFull && !asking && limit < MAX_SOLUTIONS ? (
          <button type="button" onClick={() => run(10 * limit)}>
            Count up to {formatNumber(10 * limit)}
          </button>
        ) : null}
        {asking ? (
          <button type="button" onClick={list.stop}>
            Stop
          </button>
        ) : null}
        <span role="status">{answered ? solutionsText(answered.value) : ""}</span>
      </div>
      {answered ? (
        <MoreTimeOf
          request={list}
          job={{
            kind: "count",
            input: () => ({ puzzle: answered.request.puzzle }),
            caption: "Count as a job",
          }}
        />
      ) : null}
      {inCell === "" ? null : (
        <p class="small">
          At {placeName(active)}: {inCell} of {areAll ? "" : "the first "}
          {countOf(found.length, "solution")}
        </p>
      )}
      {candidates ? (
        <label>
          <input
            type="checkbox"
            checked={setting.showsCandidates}
            onChange={(event) => setting.setShowsCandidates(event.currentTarget.checked)}
          />
          show the numbers of all solutions
        </label>
      ) : null}
      <Faults error={errorOf(list.answer)} />
    </section>
  );
}

/** How hard the puzzle is. */
function Difficulty({ explain, onExplain, status }: SettingPanelProps) {
  const answered = answeredOf(explain.answer);
  const asking = explain.answer.state === "asking";
  const isSolvable = status?.answer !== null && status?.answer.outcome !== "infeasible";
  const isPart = status?.answer?.unique === false;
  return (
    <section class="stacked" aria-label="Difficulty">
      <div class="row">
        <button
          type="button"
          disabled={asking || !isSolvable || !status?.written?.puzzle}
          onClick={onExplain}
        >
          {asking ? "Explaining…" : "Difficulty"}
        </button>
        {asking ? (
          <button type="button" onClick={explain.stop}>
            Stop
          </button>
        ) : null}
        <span role="status">
          {answered ? difficultyText(answered.value) : ""}
          {answered && isPart ? ", of what is determined" : ""}
        </span>
      </div>
      <MoreTimeOf request={explain} />
      <Faults error={errorOf(explain.answer)} />
    </section>
  );
}

/** Which clues say more than is needed. */
function Weaker({ kind, board, form, setting, onChange }: SettingPanelProps) {
  const { weaker, solution } = setting;
  const clues = weakerClues(board, form);
  const run = () => {
    if (solution === null) return;
    const solved = { board, form, solution };
    const solve = solverOf(kind);
    weaker.start(clues, TRIAL_TIME, (clue, seconds, signal) =>
      tryWeaker(solved, clue, solve, seconds, signal),
    );
  };
  const found = withVerdict(weaker.trials, "same").map(({ trial: { place, clue }, result }) => ({
    name: `${result.enough === "?" ? "the number of " : ""}${clue} at ${placeName(place)}`,
    action: "Leave out",
    onAction: () => onChange((old) => withClue(old, place, result.enough ?? clue)),
  }));
  const blocked =
    solution === null
      ? "once there is exactly one solution"
      : clues.length === 0
        ? "there is no clue to leave out"
        : null;
  return (
    <ClueTrials
      label="Clues that are not needed"
      question="Which clues are not needed?"
      state={weaker}
      blocked={blocked}
      onRun={run}
      found={found}
      heading={NOT_NEEDED}
      none="Every clue is needed."
    />
  );
}

/** Which single clue makes the puzzle unique. */
function Single({ kind, board, form, status, setting, onChange }: SettingPanelProps) {
  const [most, setMost] = useState(9);
  const { single, known } = setting;
  if (!hasSingleClues(form)) return null;
  const run = () => {
    const solve = solverOf(kind);
    const clues = singleClues(board, form, known, most);
    single.start(clues, TRIAL_TIME, (clue, seconds, signal) =>
      trySingle(board, clue, solve, seconds, signal),
    );
  };
  const found = withVerdict(single.trials, "same").map(({ trial: { place, clue } }) => ({
    name: `${clue} at ${placeName(place)}`,
    action: "Add",
    onAction: () => onChange((old) => withClue(old, place, clue)),
  }));
  return (
    <ClueTrials
      label="Single clues that are enough"
      question="Which single clue makes it unique?"
      state={single}
      blocked={status?.answer?.unique === false ? null : "once there are several solutions"}
      onRun={run}
      found={found}
      heading="With any one of these added, there is exactly one solution:"
      none="None of these clues makes it unique."
    >
      {hasNumberClues(form) ? (
        <label>
          <span class="muted small">numbers up to</span>
          <input
            type="number"
            class="short"
            min={1}
            max={999}
            value={most}
            disabled={single.trials.state === "running"}
            onChange={(event) => {
              const value = Number(event.currentTarget.value);
              if (Number.isInteger(value) && value >= 1 && value <= 999) setMost(value);
            }}
          />
        </label>
      ) : null}
    </ClueTrials>
  );
}

/** The panel. */
export function SettingPanel(props: SettingPanelProps) {
  const { status, showsPart, onShowPart } = props;
  return (
    <div class="stacked setting" role="group" aria-label="What follows">
      {status?.answer ? <ConflictView conflict={conflictOf(status.answer)} /> : null}
      <label>
        <input
          type="checkbox"
          checked={showsPart}
          onChange={(event) => onShowPart(event.currentTarget.checked)}
        />
        show what is determined
      </label>
      <Solutions {...props} />
      <Difficulty {...props} />
      <Weaker {...props} />
      <Single {...props} />
    </div>
  );
}
