// The controls of the grid: mode, digits or colours, small digits, undo, redo, erase, clear.
import { useEffect, useRef } from "preact/hooks";
import { type ClearTarget, COLOURS, type Mode } from "./board";
import { Icon, type IconName } from "./icons";

/** Which small digits open cells show. */
export type CandidateDisplay = "marks" | "basic" | "true";

const MODES: readonly { mode: Mode; title: string; spoken: string; help: string }[] = [
  { mode: "digit", title: "Digit", spoken: "digits", help: "the digits of your solution (Z)" },
  {
    mode: "corner",
    title: "Corner",
    spoken: "corner marks",
    help: "small digits in the corners (X, or hold Shift)",
  },
  {
    mode: "mark",
    title: "Centre",
    spoken: "centre marks",
    help: "small digits in the centre: the candidates that are left (C, or hold Ctrl)",
  },
  {
    mode: "colour",
    title: "Colour",
    spoken: "colours",
    help: "colours of cells (V, or hold Ctrl and Shift)",
  },
  { mode: "given", title: "Givens", spoken: "givens", help: "edit the puzzle itself" },
];

const SHOWN: readonly { show: CandidateDisplay; title: string; help: string }[] = [
  { show: "marks", title: "Mine", help: "your own marks" },
  { show: "basic", title: "Basic", help: "basic candidates: digits that no house excludes" },
  { show: "true", title: "True", help: "digits that occur in a solution" },
];

const CLEARED: readonly { what: ClearTarget; title: string }[] = [
  { what: "marks", title: "my marks" },
  { what: "colours", title: "my colours" },
  { what: "placed", title: "everything I added" },
  { what: "all", title: "everything" },
];

interface ControlsProps {
  readonly n: number;
  readonly mode: Mode;
  /** The mode of held modifier keys, which overrides the chosen one. */
  readonly held: Mode | null;
  readonly onMode: (mode: Mode) => void;
  readonly show: CandidateDisplay;
  readonly onShow: (show: CandidateDisplay) => void;
  /** Makes the candidates that are shown the player's centre marks. */
  readonly onKeepCandidates: () => void;
  readonly onDigit: (digit: number) => void;
  readonly onErase: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onClear: (what: ClearTarget) => void;
  /** Whether the grid is zoomed in; null if its cells are large enough without. */
  readonly zoomed: boolean | null;
  readonly onZoom: () => void;
  /** How often each digit still has to be put in. */
  readonly left: readonly number[];
}

/** The mode that the space bar chooses after this one, with its spoken name. */
export function nextMode(mode: Mode): { mode: Mode; spoken: string } {
  const at = MODES.findIndex((item) => item.mode === mode);
  return MODES[(at + 1) % MODES.length] ?? { mode: "digit", spoken: "digits" };
}

function Digits({ n, left, onDigit }: Pick<ControlsProps, "n" | "left" | "onDigit">) {
  return (
    <fieldset class={n > 9 ? "digits many" : "digits"}>
      <legend class="spoken">Digits</legend>
      {Array.from({ length: n }, (_, i) => i + 1).map((digit) => (
        <button
          key={digit}
          type="button"
          onClick={() => onDigit(digit)}
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
  );
}

function Colours({ onDigit }: Pick<ControlsProps, "onDigit">) {
  return (
    <fieldset class="digits">
      <legend class="spoken">Colours</legend>
      {COLOURS.map((name, index) => (
        <button
          key={name}
          type="button"
          class="colour-key"
          title={`${name} (${index + 1})`}
          onClick={() => onDigit(index + 1)}
        >
          {/* The patterns are those of the grid. */}
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <rect width="24" height="24" rx="3" fill={`url(#colour-${index + 1})`} />
          </svg>
          <small>
            {index + 1} <span class="spoken">{name}</span>
          </small>
        </button>
      ))}
    </fieldset>
  );
}

/** A menu of what to clear. */
function ClearMenu({ onClear }: Pick<ControlsProps, "onClear">) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const inside = event.target instanceof Node && menu.current?.contains(event.target);
      if (menu.current && !inside) menu.current.open = false;
    };
    addEventListener("pointerdown", close);
    return () => removeEventListener("pointerdown", close);
  }, []);
  return (
    <details ref={menu} class="menu">
      <summary class="button">
        <Icon name="clear" />
        <span class="caption">Clear</span>
      </summary>
      <div class="menu-list card">
        {CLEARED.map(({ what, title }) => (
          <button
            key={what}
            type="button"
            onClick={() => {
              if (menu.current) menu.current.open = false;
              onClear(what);
            }}
          >
            {title}
          </button>
        ))}
      </div>
    </details>
  );
}

/** A button with an icon; its caption is hidden where the row is narrow. */
function Tool({
  icon,
  caption,
  title,
  disabled = false,
  onClick,
}: {
  icon: IconName;
  caption: string;
  title: string;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button type="button" onClick={onClick} disabled={disabled} title={`${caption} (${title})`}>
      <Icon name={icon} />
      <span class="caption">{caption}</span>
    </button>
  );
}

/** The controls. */
export function Controls(props: ControlsProps) {
  const mode = props.held ?? props.mode;
  return (
    <div class="controls">
      <fieldset class="segments modes">
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
      {mode === "colour" ? <Colours {...props} /> : <Digits {...props} />}
      <div class="row tool-strip">
        <div class="row tight">
          <Tool
            icon="undo"
            caption="Undo"
            title="Ctrl+Z"
            disabled={!props.canUndo}
            onClick={props.onUndo}
          />
          <Tool
            icon="redo"
            caption="Redo"
            title="Ctrl+Y"
            disabled={!props.canRedo}
            onClick={props.onRedo}
          />
          <Tool icon="erase" caption="Erase" title="Backspace" onClick={props.onErase} />
          <ClearMenu onClear={props.onClear} />
          {props.zoomed === null ? null : (
            <button
              type="button"
              aria-pressed={props.zoomed}
              title="Zoom: the grid scrolls"
              onClick={props.onZoom}
            >
              <Icon name="zoom" />
              <span class="caption">Zoom</span>
            </button>
          )}
        </div>
        <fieldset class="segments small-digits">
          <legend class="segments-title">Small digits</legend>
          {SHOWN.map((item) => (
            <label key={item.show} title={item.help}>
              <input
                type="radio"
                name="show"
                checked={props.show === item.show}
                onChange={() => props.onShow(item.show)}
              />
              <span>{item.title}</span>
            </label>
          ))}
        </fieldset>
        {props.show === "marks" ? null : (
          <button type="button" class="keep-candidates" onClick={props.onKeepCandidates}>
            <Icon name="copy" />
            Make these my marks
          </button>
        )}
      </div>
    </div>
  );
}
