// Setting: what follows from the givens while a Sudoku is made.
import { useEffect } from "preact/hooks";
import { announce } from "../shell/announce";
import { ClueTrials, NOT_NEEDED } from "../trials/ClueTrials";
import { solutionsText } from "../trials/solutions";
import { withVerdict } from "../trials/trials";
import { ConflictView } from "../ui/AnswerView";
import { conflictOf } from "../ui/conflict";
import { Faults } from "../ui/Faults";
import { MoreTime, MoreTimeOf } from "../ui/MoreTime";
import { countOf, formatNumber } from "../ui/text";
import { answeredOf, errorOf } from "../ui/useRequest";
import type { Board } from "./board";
import { cellName } from "./layout";
import { RulesEditor } from "./RulesEditor";
import {
  countsText,
  givensOf,
  singleGivens,
  solveGivens,
  type Tag,
  tryGiven,
  tryWithout,
  withGiven,
} from "./setting";
import type { Selection } from "./useGridKeys";
import { type Setting, useSetting } from "./useSetting";

/** What the grid shows of the panel: signs, and the cells of a conflict. */
export interface OnGrid {
  /** The givens that it is about, as a text. */
  readonly of: string;
  readonly tags: readonly Tag[];
  readonly inConflict: ReadonlySet<number>;
}

interface SetPanelProps {
  readonly board: Board;
  /** The puzzle with its givens only. */
  readonly given: string;
  readonly selection: Selection;
  /** Whether the panel is in view: only then it asks by itself. */
  readonly shown: boolean;
  /** What the grid shows of it. */
  readonly onGrid: (onGrid: OnGrid) => void;
  readonly onChange: (change: (board: Board) => Board) => void;
}

/** The most solutions that are listed at first; each further press lists ten times as many. */
const SOLUTIONS = 100;
/** The most solutions in one answer. */
const MAX_SOLUTIONS = 10_000;
/** The time limit of an answer at first, in seconds. */
const TIME = 5;
/** The time limit of each trial at first, in seconds. */
const TRIAL_TIME = 2;

type SolutionsProps = Pick<SetPanelProps, "board" | "given" | "selection"> & {
  readonly setting: Setting;
};

/** How many solutions the givens have, as far as it is proved. */
function verdictText({ answer, failed }: Setting["known"]): string {
  if (answer === null) return failed ? "the solutions could not be requested" : "Solving…";
  switch (answer.solutions) {
    case 0:
      return "No solution, proved";
    case 1:
      return "Exactly one solution, proved";
    case 2:
      return "Several solutions";
    default:
      return "The number of solutions is not known";
  }
}

function Solutions({ board, given, selection: { active }, setting }: SolutionsProps) {
  const { known, list, found, conflict } = setting;
  const asking = list.answer.state === "asking";
  const answered = answeredOf(list.answer);
  const why = answeredOf(conflict.answer);
  const run = async (limit: number) => {
    const body = { puzzle: given, task: "all", limit, time_limit: TIME } as const;
    const value = await list.ask("solve", body);
    if (value) announce(solutionsText(value));
  };
  const limit = answered?.request.limit ?? SOLUTIONS;
  const isFull = answered?.value.limit === "solutions" && found.length >= limit;
  const areAll = answered?.value.limit === null;
  return (
    <section class="stacked" aria-label="Solutions">
      <p role="status">{verdictText(known)}</p>
      <MoreTime
        limit={known.answer?.limit}
        time={known.seconds}
        busy={known.busy}
        onMore={known.goOn}
      />
      {known.answer?.solutions === 0 ? (
        <div class="row">
          <button
            type="button"
            disabled={conflict.answer.state === "asking"}
            onClick={() =>
              void conflict.ask("solve", { puzzle: given, conflict: true, time_limit: TIME })
            }
          >
            Which givens conflict?
          </button>
        </div>
      ) : null}
      {why ? <ConflictView conflict={conflictOf(why.value)} /> : null}
      {why ? (
        <MoreTime
          limit={conflictOf(why.value)?.limit ?? why.value.limit}
          time={why.request.time_limit}
          busy={conflict.answer.state === "asking"}
          onMore={(seconds) => void conflict.goOn(seconds)}
        />
      ) : null}
      <div class="row">
        <button type="button" disabled={asking} onClick={() => void run(SOLUTIONS)}>
          {asking ? "Counting…" : "Count up to 100"}
        </button>
        {isFull && !asking && limit < MAX_SOLUTIONS ? (
          <button type="button" onClick={() => void run(10 * limit)}>
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
      <MoreTimeOf
        request={list}
        job={{ kind: "count", input: () => ({ puzzle: given }), caption: "Count as a job" }}
      />
      {found.length > 0 ? (
        <p class="small">
          At {cellName(board.layout.n, active)}: {countsText(found, active)} of{" "}
          {areAll ? "" : "the first "}
          {countOf(found.length, "solution")}
        </p>
      ) : null}
      <Faults error={errorOf(list.answer) ?? errorOf(conflict.answer)} source={given} />
    </section>
  );
}

/** The panel. */
export function SetPanel(props: SetPanelProps) {
  const { board, given, selection, shown, onGrid, onChange } = props;
  const setting = useSetting(board.layout, given, shown);
  const { tags, inConflict } = setting;
  useEffect(() => onGrid({ of: given, tags, inConflict }), [given, tags, inConflict, onGrid]);
  const { weaker, single, solution, known, found } = setting;
  const { n } = board.layout;
  const givens = givensOf(board);
  const spare = withVerdict(weaker.trials, "same").map(({ trial: { cell, digit } }) => ({
    name: `${digit} at ${cellName(n, cell)}`,
    action: "Leave out",
    onAction: () => onChange((old) => withGiven(old, cell, 0)),
  }));
  const enough = withVerdict(single.trials, "same").map(({ trial: { cell, digit } }) => ({
    name: `${digit} at ${cellName(n, cell)}`,
    action: "Add",
    onAction: () => onChange((old) => withGiven(old, cell, digit)),
  }));
  return (
    <>
      <p class="muted small">About the givens alone; the mode Givens of the keys changes them.</p>
      <RulesEditor layout={board.layout} selection={selection} onChange={onChange} />
      <Solutions board={board} given={given} selection={selection} setting={setting} />
      <ClueTrials
        label="Givens that are not needed"
        question="Which givens are not needed?"
        state={weaker}
        blocked={
          solution === null
            ? "once there is exactly one solution"
            : givens.length === 0
              ? "there is no given to leave out"
              : null
        }
        onRun={() => {
          if (solution === null) return;
          weaker.start(givens, TRIAL_TIME, (one, seconds, signal) =>
            tryWithout(board, solution, one, solveGivens, seconds, signal),
          );
        }}
        found={spare}
        heading={NOT_NEEDED}
        none="Every given is needed."
      />
      <ClueTrials
        label="Single givens that are enough"
        question="Which single given makes it unique?"
        state={single}
        blocked={known.answer?.solutions === 2 ? null : "once there are several solutions"}
        onRun={() =>
          single.start(
            singleGivens(board, known.answer, found),
            TRIAL_TIME,
            (one, seconds, signal) => tryGiven(board, one, solveGivens, seconds, signal),
          )
        }
        found={enough}
        heading="With any one of these added, there is exactly one solution:"
        none="No single given makes it unique."
      />
    </>
  );
}
