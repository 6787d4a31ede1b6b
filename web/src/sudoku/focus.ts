// Which sentence of an explanation is highlighted in the drawing of its step.
import { signal } from "@preact/signals";
import type { SentenceDocument, StepDocument } from "../api/generated";

interface Focus {
  readonly step: StepDocument;
  /** The place of the sentence. */
  readonly at: number;
}

/** The sentence under the pointer or the keyboard focus. */
const pointed = signal<Focus | null>(null);
/** The chosen sentence, which stays highlighted. */
const chosen = signal<Focus | null>(null);

/** Highlights a sentence while the pointer is on it. */
export function point(step: StepDocument, at: number | null): void {
  pointed.value = at === null ? null : { step, at };
}

/** Chooses a sentence, or clears the choice if it is already chosen. */
export function toggleChosen(step: StepDocument, at: number): void {
  chosen.value = isChosen(step, at) ? null : { step, at };
  pointed.value = null;
}

/** Whether a sentence is chosen. */
export function isChosen(step: StepDocument, at: number): boolean {
  return chosen.value?.step === step && chosen.value.at === at;
}

/** The sentence of a step that is highlighted, if one is. */
export function highlightedSentence(step: StepDocument): SentenceDocument | null {
  const focus = [pointed.value, chosen.value].find((it) => it?.step === step);
  return focus ? (step.explanation?.[focus.at] ?? null) : null;
}
