// Playing: tools, the values of the active cell for touch, the check, hints and assumptions.
import type { ComponentChildren } from "preact";
import type { FormDocument, Limit } from "../api/generated";
import { MoreTime } from "../ui/MoreTime";
import { countOf } from "../ui/text";
import type { BrokenRule } from "./check";
import type { Hint, HintLevel } from "./hint";
import { cellValues, type Places, UNKNOWN, valueName } from "./marks";
import { Bank } from "./Pieces";
import { drawnPieces } from "./pieces";
import {
  COLOURS,
  drawsByDrag,
  isMarkable,
  largestNumber,
  type PlayTool,
  type Puzzle,
} from "./play";
import { type Action, drawingOf, puzzleOf, type Scene } from "./scene";
import { colourName } from "./speech";

/** The result of a check. */
export interface Checked {
  readonly broken: readonly BrokenRule[];
  /** The marks that differ from all solutions; null if nothing is known about them. */
  readonly wrong: Places | null;
  /**
   * Why it is not known whether the marks can be completed: a limit, or no answer. Null if it is
   * known.
   */
  readonly open: Limit | "failed" | null;
  /** The time limit of the check, in seconds. */
  readonly seconds: number;
}

/** The hint that is shown. */
export interface ShownHint {
  readonly hint: Hint;
  readonly level: HintLevel;
}

interface PlayPanelProps {
  readonly scene: Scene;
  readonly dispatch: (action: Action) => void;
  /** The result of the last check; null before. */
  readonly checked: Checked | null;
  readonly checking: boolean;
  /** Null if the board is not a puzzle. */
  readonly onCheck: ((seconds?: number) => void) | null;
  readonly live: boolean;
  readonly onLive: (live: boolean) => void;
  readonly hint: ShownHint | null;
  /** Why there is no hint; null if there is one, or none was asked for. */
  readonly noHint: string | null;
  readonly hinting: boolean;
  readonly onHint: (() => void) | null;
}

/** The tools of a form, with their names. */
export function playToolsOf(form: FormDocument): readonly { tool: PlayTool; title: string }[] {
  const isNumbers = form.cell_layer?.layer === "numbers";
  const all: readonly [PlayTool, string, boolean][] = [
    ["draw", isNumbers ? "Numbers" : "Draw", true],
    ["notes", "Notes", isNumbers],
    ["empty", form.edge_layer ? "Crosses" : "Dots", !isNumbers],
    ["erase", "Erase", true],
    ["colour", "Colours", true],
    ["move", "Move the view", drawsByDrag(form, "draw")],
  ];
  return all.filter(([, , has]) => has).map(([tool, title]) => ({ tool, title }));
}

/** What clicks and drags do with a tool, in words. */
function howTo(form: FormDocument, tool: PlayTool): string {
  const lines = form.edge_layer?.layer === "borders" ? "borders" : "lines";
  switch (tool) {
    case "notes":
      return "Choose a cell; digits add and remove candidates.";
    case "empty":
      return "Press or drag to mark that there is nothing.";
    case "erase":
      return "Press or drag to clear.";
    case "colour":
      return "Press or drag over cells to colour them; once more to remove the colour.";
    case "move":
      return "Drag to scroll. Two fingers move and magnify the board with every tool.";
    case "draw":
      break;
  }
  const parts: string[] = [];
  switch (form.edge_layer?.layer) {
    case "links":
      parts.push(
        "Drag from cell to cell to draw lines; a drag that begins along a line removes it. Press between two cells for a single line.",
      );
      break;
    case "outline":
    case "borders":
      parts.push(
        `Drag along the sides of cells to draw ${lines}; a drag that begins along one removes them. Press a side to change it.`,
      );
      break;
  }
  if (form.cell_layer?.layer === "numbers") parts.push("Choose a cell and type its number.");
  else if (form.cell_layer && form.edge_layer) parts.push("Press a cell to change it.");
  else if (form.cell_layer) parts.push("Press a cell to change it, or drag over several.");
  if (form.cell_layer?.layer !== "numbers") {
    parts.push(
      "A long press, the right mouse button, or a press with Shift, Ctrl or Alt marks that there is nothing; dragging on marks more.",
    );
  }
  return parts.join(" ");
}

/** The buttons for the values of the active cell. */
function Values({ puzzle, scene, dispatch }: ValuesProps) {
  const { active, playTool } = scene;
  const layer = puzzle.form.cell_layer;
  if (!layer || active.kind !== "cell") return null;
  const enabled = isMarkable(puzzle, active);
  const isNumbers = layer.layer === "numbers";
  const numbers = isNumbers ? largestNumber(puzzle, active) : 0;
  const values = isNumbers
    ? [
        ...Array.from({ length: Math.min(numbers, 99) }, (_, i) => String(i + 1)),
        ...(playTool === "notes" ? [] : [layer.zero]),
      ]
    : cellValues(layer).filter((value) => value !== UNKNOWN);
  // A button is a whole number, not one more digit.
  const press = (key: string) => dispatch({ type: "value", key });
  return (
    <div
      class="row keypad"
      role="group"
      aria-label={playTool === "notes" ? "Candidates of the cell" : "Value of the cell"}
    >
      {values.map((value) => {
        const name = valueName(layer, value) ?? value;
        return (
          <button
            key={value}
            type="button"
            disabled={!enabled}
            title={name}
            aria-label={name}
            onClick={() => press(value)}
          >
            {value === "." ? "·" : value}
          </button>
        );
      })}
      <button
        type="button"
        disabled={!enabled}
        aria-label="clear the cell"
        onClick={() => press("Delete")}
      >
        ⌫
      </button>
    </div>
  );
}

interface ValuesProps {
  readonly puzzle: Puzzle;
  readonly scene: Scene;
  readonly dispatch: (action: Action) => void;
}

/** The colours to choose from. */
function Colours({ scene, dispatch }: Pick<ValuesProps, "scene" | "dispatch">) {
  return (
    <div class="row keypad" role="group" aria-label="Colour">
      {Array.from({ length: COLOURS }, (_, i) => i + 1).map((colour) => (
        <button
          key={colour}
          type="button"
          class={`swatch colour-${colour}`}
          aria-label={colourName(colour)}
          aria-pressed={scene.colour === colour}
          onClick={() => dispatch({ type: "colour", colour })}
        >
          {String.fromCharCode(64 + colour)}
        </button>
      ))}
    </div>
  );
}

/** The number and the options of the puzzle, and its pieces. */
export function Wanted({ puzzle, scene }: { puzzle: Puzzle; scene: Scene }) {
  const { board, form } = puzzle;
  const parts: ComponentChildren[] = [];
  if (form.parameter) {
    const name = form.parameter.key.replaceAll("_", " ");
    parts.push(
      <p key="number">
        <strong>
          {name.charAt(0).toUpperCase() + name.slice(1)}: {board.parameter ?? 1}
        </strong>
      </p>,
    );
  }
  for (const option of board.options) {
    parts.push(<p key={option}>{option.replaceAll("_", " ")}</p>);
  }
  if (form.pieces) {
    const drawn = drawnPieces(board, drawingOf(scene).marks);
    parts.push(<Bank key="bank" pieces={board.pieces} drawn={drawn} />);
  }
  return parts.length === 0 ? null : <div class="stacked wanted">{parts}</div>;
}

type ResultProps = Pick<PlayPanelProps, "checking" | "onCheck"> & { readonly checked: Checked };

/** What a check says that found nothing wrong. */
function resultText(isCompared: boolean, open: Checked["open"]): string {
  if (open === "failed") return "? not checked: there was no answer";
  if (open !== null) {
    return `? no broken rule was found; whether a solution has these marks is not known (${open})`;
  }
  return isCompared ? "✓ no mark is wrong" : "✓ no rule is broken so far";
}

/** The result of a check in words. */
function Result({ checked, checking, onCheck }: ResultProps) {
  const { broken, wrong, open, seconds } = checked;
  const count = wrong ? wrong.cells.size + wrong.edges.length : 0;
  return (
    <>
      {broken.length > 0 ? (
        <ul class="broken-rules" aria-label="Broken rules">
          {broken.slice(0, 6).map(({ text }) => (
            <li key={text}>✗ {text}</li>
          ))}
          {broken.length > 6 ? <li>and {broken.length - 6} more</li> : null}
        </ul>
      ) : null}
      {count > 0 ? <p>{`✗ wrong marks: ${count}`}</p> : null}
      {count === 0 && broken.length === 0 ? <p>{resultText(wrong !== null, open)}</p> : null}
      {open === "failed" ? null : (
        <MoreTime limit={open} time={seconds} busy={checking} onMore={(more) => onCheck?.(more)} />
      )}
    </>
  );
}

/** A hint as far as it is shown. */
function HintText({ hint, level }: ShownHint) {
  const { reasons, known, conclusions, fresh } = hint;
  const count = fresh.cells.size + fresh.edges.length;
  const list = (name: string, items: readonly string[]) =>
    items.length === 0 ? null : (
      <>
        <dt>{name}</dt>
        {items.slice(0, 12).map((item) => (
          <dd key={item}>{item}</dd>
        ))}
        {items.length > 12 ? <dd>and {items.length - 12} more</dd> : null}
      </>
    );
  return (
    <div class="stacked" role="group" aria-label="Hint">
      <p>
        {countOf(count, "new mark")} {count === 1 ? "follows" : "follow"} from{" "}
        {reasons.length === 0
          ? "what is known"
          : reasons.length === 1
            ? "one clue or rule"
            : `${reasons.length} clues and rules`}
        .
      </p>
      {level === 2 ? <p>Look at the highlighted cells.</p> : null}
      {level >= 3 ? (
        <dl class="pencil-step">
          {list("Because", reasons)}
          {list("Known", known)}
          {level === 4 ? list("Therefore", conclusions) : null}
        </dl>
      ) : null}
    </div>
  );
}

const HINT_BUTTONS = ["Hint", "Where to look", "Why", "What follows", "Draw it"] as const;

/** Assuming, and what becomes of it. */
function Assume({ scene, dispatch }: Pick<ValuesProps, "scene" | "dispatch">) {
  const isAssumed = scene.drawings.present.before !== null;
  const button = (type: "assume" | "accept" | "reject", title: string) => (
    <button type="button" onClick={() => dispatch({ type })}>
      {title}
    </button>
  );
  return (
    <div class="row" role="group" aria-label="Assumption">
      {button("assume", isAssumed ? "Assume more" : "Assume")}
      {isAssumed ? (
        <>
          {button("accept", "Keep it")}
          {button("reject", "Take it back")}
          <span class="muted small">New marks are dashed until they are kept.</span>
        </>
      ) : null}
    </div>
  );
}

/** Playing. */
export function PlayPanel(props: PlayPanelProps) {
  const { scene, dispatch, checked, checking, onCheck, hint, noHint, onHint } = props;
  const puzzle = puzzleOf(scene);
  const { form } = puzzle;
  const { playTool } = scene;
  return (
    <>
      <Wanted puzzle={puzzle} scene={scene} />
      <div class="row" role="group" aria-label="Tool">
        {playToolsOf(form).map(({ tool, title }) => (
          <button
            key={tool}
            type="button"
            aria-pressed={tool === playTool}
            onClick={() => dispatch({ type: "playTool", tool })}
          >
            {title}
          </button>
        ))}
      </div>
      {playTool === "colour" ? <Colours scene={scene} dispatch={dispatch} /> : null}
      {playTool === "colour" || playTool === "move" ? null : (
        <Values puzzle={puzzle} scene={scene} dispatch={dispatch} />
      )}
      <p class="muted small">{howTo(form, playTool)}</p>
      <Assume scene={scene} dispatch={dispatch} />
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={onCheck === null || checking}
          onClick={() => onCheck?.()}
        >
          Check
        </button>
        <button
          type="button"
          disabled={onHint === null || props.hinting}
          onClick={() => onHint?.()}
        >
          {props.hinting ? "Looking…" : HINT_BUTTONS[hint ? hint.level : 0]}
        </button>
        <label>
          <input
            type="checkbox"
            checked={props.live}
            onChange={(event) => props.onLive(event.currentTarget.checked)}
          />
          show broken rules at once
        </label>
      </div>
      <div role="status">
        {checked ? <Result checked={checked} checking={props.checking} onCheck={onCheck} /> : null}
        {hint ? <HintText {...hint} /> : null}
        {noHint ? <p>{noHint}</p> : null}
      </div>
    </>
  );
}
