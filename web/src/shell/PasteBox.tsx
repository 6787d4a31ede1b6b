// One place for any text: links, puzzles, models, positions, moves.
import { signal } from "@preact/signals";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { type ApiError, isAbort, toApiError } from "../api/client";
import { Faults } from "../ui/Faults";
import { isTextInput } from "./help";
import { openText } from "./openText";

/** The largest file that is read, in bytes. */
const MAX_FILE = 4 << 20;

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

/** The text in the dialogue, and what is wrong with it; null if the dialogue is closed. */
const shown = signal<{ readonly text: string; readonly error: ApiError | null } | null>(null);

/** Opens the dialogue. */
export function showPasteBox(): void {
  shown.value = { text: "", error: null };
}

/** Opens a text in its scene; what cannot be read stays in the dialogue, with the reason. */
async function openOrShow(text: string): Promise<void> {
  if (text.trim() === "") return;
  try {
    await openText(text);
  } catch (caught) {
    if (!isAbort(caught)) shown.value = { text, error: toApiError(caught) };
  }
}

async function openFile(file: File): Promise<void> {
  if (file.size > MAX_FILE) {
    const message = `the file has ${file.size} bytes; at most ${MAX_FILE} are read`;
    shown.value = { text: "", error: toApiError(new Error(message)) };
    return;
  }
  await openOrShow(await file.text());
}

/** Opens what is pasted or dropped anywhere but into a text field. */
function useTextsFromOutside(): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTextInput(event.target)) return;
      const text = event.clipboardData?.getData("text") ?? "";
      if (text.trim() === "") return;
      event.preventDefault();
      void openOrShow(text);
    };
    const holds = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onDragOver = (event: DragEvent) => {
      // Without this, the browser leaves the page for the file.
      if (holds(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (event.defaultPrevented || file === undefined) return;
      event.preventDefault();
      void openFile(file);
    };
    addEventListener("paste", onPaste);
    addEventListener("dragover", onDragOver);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("paste", onPaste);
      removeEventListener("dragover", onDragOver);
      removeEventListener("drop", onDrop);
    };
  }, []);
}

/** The dialogue; the shell holds one. */
export function PasteDialog() {
  useTextsFromOutside();
  const dialog = useRef<HTMLDialogElement>(null);
  const content = shown.value;
  useEffect(() => {
    if (content && dialog.current && !dialog.current.open) dialog.current.showModal();
  }, [content]);
  if (content === null) return null;
  const close = () => {
    shown.value = null;
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
