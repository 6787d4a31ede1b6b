// Trials of clues: the question, how far they are, and the clues that were found.
import type { ComponentChildren } from "preact";
import "../style/setting.css";
import { TrialsProgress } from "./TrialsProgress";
import { type TrialResult, withVerdict } from "./trials";
import type { TrialsState } from "./useTrials";

/** A clue that was found, and what can be done with it. */
export interface FoundClue {
  /** The clue and its place. */
  readonly name: string;
  /** What the button does: "Leave out". */
  readonly action: string;
  readonly onAction: () => void;
}

interface ClueTrialsProps<T, R extends TrialResult> {
  /** The name of the section. */
  readonly label: string;
  /** The caption of the button that starts. */
  readonly question: string;
  readonly state: TrialsState<T, R>;
  /** Why it cannot start; null if it can. */
  readonly blocked: string | null;
  readonly onRun: () => void;
  readonly found: readonly FoundClue[];
  /** What is said before the clues that were found. */
  readonly heading: string;
  /** What is said if all trials are decided and no clue was found. */
  readonly none: string;
  /** Settings beside the button. */
  readonly children?: ComponentChildren;
}

/** What is said before clues that are not needed. */
export const NOT_NEEDED =
  "Without one of these, the solution is still the only one; without several of them, perhaps not:";

/** The most clues that are listed in words; the board shows all of them. */
const LISTED = 12;

/** The section. */
export function ClueTrials<T, R extends TrialResult>(props: ClueTrialsProps<T, R>) {
  const { label, question, state, blocked, found, heading, none } = props;
  const { trials } = state;
  const isDecided = trials.state === "done" && withVerdict(trials, "undecided").length === 0;
  return (
    <section class="stacked" aria-label={label}>
      <div class="row">
        <button
          type="button"
          disabled={blocked !== null || trials.state === "running"}
          onClick={props.onRun}
        >
          {question}
        </button>
        {props.children}
        {blocked === null ? null : <span class="muted small">{blocked}</span>}
      </div>
      <TrialsProgress state={state} noun="clue" />
      {isDecided && found.length === 0 ? <p>{none}</p> : null}
      {found.length > 0 ? (
        <>
          <p class="small">{heading}</p>
          <ul class="clue-list">
            {found.slice(0, LISTED).map(({ name, action, onAction }) => (
              <li key={name}>
                {name}{" "}
                <button
                  type="button"
                  class="quiet"
                  aria-label={`${action} ${name}`}
                  onClick={onAction}
                >
                  {action}
                </button>
              </li>
            ))}
            {found.length > LISTED ? <li>and {found.length - LISTED} more</li> : null}
          </ul>
        </>
      ) : null}
    </section>
  );
}
