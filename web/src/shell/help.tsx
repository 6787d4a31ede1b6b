// The keys that work now, listed under `?`, and the dialogue that lists them.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useKeys } from "../ui/useKeys";
import { formatHash } from "./route";

/** Keys and their effect. */
export interface KeyHelp {
  readonly keys: string;
  readonly does: string;
}

const everywhere: readonly KeyHelp[] = [
  { keys: "?", does: "this list" },
  { keys: "Tab", does: "to the next control; grids are one stop, arrows move inside them" },
  { keys: "Esc", does: "close" },
];

const ofScene = signal<readonly KeyHelp[]>([]);
const open = signal(false);

/** Lists the keys of a scene under `?` while the scene is shown. */
export function useKeyHelp(list: readonly KeyHelp[]): void {
  useEffect(() => {
    ofScene.value = list;
    return () => {
      ofScene.value = [];
    };
  }, [list]);
}

/** Opens the list. */
export function showHelp(): void {
  open.value = true;
}

/** Whether a key was pressed in a text field, where it is not a shortcut. */
export function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** The dialogue; the shell holds one. */
export function HelpDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = open.value;
  useEffect(() => {
    if (shown && dialog.current && !dialog.current.open) dialog.current.showModal();
  }, [shown]);
  useKeys((event) => {
    if (event.key !== "?" || isTextInput(event.target)) return;
    event.preventDefault();
    showHelp();
  });
  if (!shown) return null;
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onClose={() => {
        open.value = false;
      }}
    >
      {/* The heading takes the focus: a dialogue shows what has it, and the first control is at the end. */}
      <h2 id="help-title" tabIndex={-1} autofocus>
        Keys
      </h2>
      <dl class="keys">
        {[...ofScene.value, ...everywhere].map((key) => (
          <div key={key.keys}>
            <dt>
              <kbd>{key.keys}</kbd>
            </dt>
            <dd>{key.does}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={formatHash("techniques")} onClick={() => dialog.current?.close()}>
          All Sudoku techniques
        </a>
        , with definitions and examples
      </p>
      <form method="dialog">
        <button type="submit" class="primary">
          Close
        </button>
      </form>
    </dialog>
  );
}
