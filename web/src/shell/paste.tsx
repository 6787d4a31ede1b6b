// Texts from outside: pasted or dropped anywhere but into a text field. What opens them is loaded when there is one.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type ApiError, isAbort, toApiError } from "../api/client";
import { isTextInput } from "./help";

/** The largest file that is read, in bytes. */
const MAX_FILE = 4 << 20;

/** The text in the dialogue, and what is wrong with it; null if the dialogue is closed. */
export const pasted = signal<{ readonly text: string; readonly error: ApiError | null } | null>(
  null,
);

/** Opens the dialogue. */
export function showPasteBox(): void {
  pasted.value = { text: "", error: null };
}

/** Opens a text in its scene; what cannot be read stays in the dialogue, with the reason. */
async function openOrShow(text: string): Promise<void> {
  if (text.trim() === "") return;
  try {
    const { openText } = await import("../open/openText");
    await openText(text);
  } catch (caught) {
    if (!isAbort(caught)) pasted.value = { text, error: toApiError(caught) };
  }
}

async function openFile(file: File): Promise<void> {
  if (file.size > MAX_FILE) {
    const message = `the file has ${file.size} bytes; at most ${MAX_FILE} are read`;
    pasted.value = { text: "", error: toApiError(new Error(message)) };
    return;
  }
  await openOrShow(await file.text());
}

function useTextsFromOutside(): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTextInput(event.target)) return;
      const text = event.clipboardData?.getData("text") ?? "";
      if (text.trim() === "") return;
      event.preventDefault();
      void openOrShow(text);
    };
    const onDragOver = (event: DragEvent) => {
      // Without this, the browser leaves the page for the file.
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
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
  const [Dialog, setDialog] = useState<ComponentType | null>(null);
  const isShown = pasted.value !== null;
  useEffect(() => {
    if (!isShown || Dialog) return;
    import("../open/PasteBox").then(
      (module) => setDialog(() => module.PasteDialogContent),
      // Without a network: what was pasted is in the clipboard still.
      () => {
        pasted.value = null;
      },
    );
  }, [isShown, Dialog]);
  return isShown && Dialog ? <Dialog /> : null;
}
