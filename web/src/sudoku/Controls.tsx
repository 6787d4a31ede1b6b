// Below the grid: what typing means, undo and redo, digits to tap, and which small digits are shown.
import type { Mode } from "./board";

/** Which small digits open cells show. */
export type Show = "marks" | "basic" | "true";

const MODES: readonly { mode: Mode; title: string; help: string }[] = [
  { mode: "digit", title: "Digits", help: "type the digits of your solution" },
  { mode: "mark", title: "Pencil", help: "type pencil marks" },
  { mode: "given", title: "Givens", help: "edit the puzzle itself" },
];

interface ControlsProps {
  readonly n: number;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly show: Show;
  readonly onShow: (show: Show) => void;
  readonly onDigit: (digit: number) => void;
  readonly onErase: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onClear: (what: "placed" | "marks" | "all") => void;
  /** How often each digit still has to be put in. */
  readonly left: readonly number[];
}

/** The mode after this one, as the space bar goes through them. */
export function nextMode(mode: Mode): Mode {
  const at = MODES.findIndex((item) => item.mode === mode);
  return MODES[(at + 1) % MODES.length]?.mode ?? "digit";
}

/** The controls. */
export function Controls(props: ControlsProps) {
  const { n, mode, left } = props;
  return (
    <div class="controls">
      <div class="row">
        <fieldset class="segments">
          <legend class="spoken">What typing means</legend>
          {MODES.map((item) => (
            <label key={item.mode} title={item.help}>
              <input
                type="radio"
                name="mode"
                checked={mode === item.mode}
                onChange={() => props.onMode(item.mode)}
              />
              <span>{item.title}</span>
            </label>
          ))}
        </fieldset>
        <div class="row tight">
          <button type="button" onClick={props.onUndo} disabled={!props.canUndo} title="Ctrl+Z">
            Undo
          </button>
          <button type="button" onClick={props.onRedo} disabled={!props.canRedo} title="Ctrl+Y">
            Redo
          </button>
          <button type="button" onClick={props.onErase} title="Backspace">
            Erase
          </button>
        </div>
      </div>
      <fieldset class={n > 9 ? "digits many" : "digits"}>
        <legend class="spoken">Digits</legend>
        {Array.from({ length: n }, (_, i) => i + 1).map((digit) => (
          <button
            key={digit}
            type="button"
            onClick={() => props.onDigit(digit)}
            data-done={(left[digit] ?? 0) <= 0}
          >
            {digit}
            {(left[digit] ?? 0) > 0 ? (
              <small>
                {left[digit]} <span class="spoken">left</span>
              </small>
            ) : (
              <small aria-hidden="true">✓</small>
            )}
          </button>
        ))}
      </fieldset>
      <div class="row">
        <label>
          Small digits
          <select
            value={props.show}
            onChange={(event) => props.onShow(event.currentTarget.value as Show)}
          >
            <option value="marks">my pencil marks</option>
            <option value="basic">what the houses leave</option>
            <option value="true">what solutions have</option>
          </select>
        </label>
        <label>
          Clear
          <select
            value=""
            onChange={(event) => {
              const what = event.currentTarget.value;
              event.currentTarget.value = "";
              if (what === "placed" || what === "marks" || what === "all") props.onClear(what);
            }}
          >
            <option value="">…</option>
            <option value="marks">my pencil marks</option>
            <option value="placed">my digits and marks</option>
            <option value="all">everything</option>
          </select>
        </label>
      </div>
    </div>
  );
}
