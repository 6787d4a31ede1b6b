// A button that copies a text and confirms it. If the browser forbids copying, the text is shown and
// selected, to be copied by hand.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../shell/announce";

interface CopyButtonProps {
  /** Returns the text; called when the button is pressed. */
  readonly text: () => string;
  /** What is copied, in words: "link". */
  readonly what: string;
  readonly class?: string;
  readonly disabled?: boolean;
  /** The caption of the button. */
  readonly children: ComponentChildren;
}

type State = { state: "ready" } | { state: "copied" } | { state: "refused"; text: string };

const READY: State = { state: "ready" };

/** Milliseconds for which the button confirms the copy. */
const SAID = 2500;

/** A text that could not be copied, selected. */
function Selected({ text, what }: { text: string; what: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  // Before it is painted: what is shown is selected.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [text]);
  return (
    <label class="stack copy-by-hand">
      <span>
        The browser does not allow copying. The {what} is selected: copy it with Ctrl+C (⌘C).
      </span>
      <textarea ref={field} class="wrap" rows={3} readOnly value={text} />
    </label>
  );
}

/** The button. */
export function CopyButton({ text, what, class: kind, disabled, children }: CopyButtonProps) {
  const [state, setState] = useState<State>(READY);
  useEffect(() => {
    if (state.state !== "copied") return;
    const timer = setTimeout(() => setState(READY), SAID);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    const value = text();
    try {
      await navigator.clipboard.writeText(value);
      setState({ state: "copied" });
      announce(`Copied: ${what}`);
    } catch {
      setState({ state: "refused", text: value });
      announce(`The browser does not allow copying; the ${what} is selected`);
    }
  };
  const copied = state.state === "copied";
  return (
    <>
      <button
        type="button"
        class={`copy ${kind ?? ""}`}
        disabled={disabled}
        data-copied={copied ? "" : undefined}
        onClick={() => void copy()}
      >
        <span class="caption">{children}</span>
        {copied ? <span class="confirmation">✓ Copied</span> : null}
      </button>
      {state.state === "refused" ? <Selected text={state.text} what={what} /> : null}
    </>
  );
}
