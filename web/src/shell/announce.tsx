// The live region through which steps and results are told to those who listen.
import { signal } from "@preact/signals";

const polite = signal("");
let again = false;

/** Tells a text to screen readers when they have time for it. */
export function announce(text: string): void {
  // The same text twice is told twice: an invisible blank makes it another text.
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
