// One place for any text: links, puzzles, models, positions, moves.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { type ApiError, isAbort, toApiError } from "../api/client";
import { pasted } from "../shell/paste";
import { Faults } from "../ui/Faults";
import { openText } from "./openText";

interface PasteBoxProps {
  /** The text at the beginning, and what was wrong with it. */
  readonly text?: string;
  readonly error?: ApiError | null;
  /** Called when the text was opened. */
  readonly onOpened?: () => void;
}

/** The box. */
export function PasteBox({ text: first = "", error: wrong = null, onOpened }: PasteBoxProps) {
  const [text, setText] = useState(first);
  const [error, setError] = useState(wrong);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const open = async () => {
    if (text.trim() === "") return;
    setBusy(true);
    setError(null);
    try {
      await openText(text);
      onOpened?.();
    } catch (caught) {
      if (!isAbort(caught)) setError(toApiError(caught));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="paste-box"
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <label for={id}>A link, a puzzle, a model, a position or moves</label>
      <div class="paste-row">
        <textarea
          id={id}
          rows={2}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !text.includes("\n")) {
              event.preventDefault();
              void open();
            }
          }}
        />
        <button type="submit" class="primary" disabled={busy || text.trim() === ""}>
          {busy ? "Reading…" : "Open"}
        </button>
      </div>
      <Faults error={error} source={text} />
    </form>
  );
}

/** The dialogue with a box. */
export function PasteDialogContent() {
  const dialog = useRef<HTMLDialogElement>(null);
  const content = pasted.value;
  useEffect(() => {
    if (content && dialog.current && !dialog.current.open) dialog.current.showModal();
  }, [content]);
  if (content === null) return null;
  const close = () => {
    pasted.value = null;
  };
  return (
    <dialog ref={dialog} class="help" aria-labelledby="paste-title" onClose={close}>
      <h2 id="paste-title">Open</h2>
      <PasteBox key={content.text} text={content.text} error={content.error} onOpened={close} />
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
