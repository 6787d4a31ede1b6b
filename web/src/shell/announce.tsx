// The live region in which screen readers hear steps and results.
import { signal } from "@preact/signals";

const polite = signal("");
let again = false;

/** Announces a text to screen readers (politely). */
export function announce(text: string): void {
  // A no-break space makes a repeated text different, so that it is announced again.
  again = !again;
  polite.value = again ? text : `${text}\u00a0`;
}

/** The region itself; the shell holds one. */
export function LiveRegion() {
  return (
    <div class="spoken" role="status" aria-live="polite">
      {polite.value}
    </div>
  );
}
