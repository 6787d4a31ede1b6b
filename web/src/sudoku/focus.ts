// Which sentence of an explanation is highlighted in the drawing of its step.
import { signal } from "@preact/signals";
import type { Sentence, Step } from "./steps";

interface Focus {
  readonly step: Step;
  /** The place of the sentence. */
  readonly at: number;
}

/** What the pointer or the keyboard is on. */
const pointed = signal<Focus | null>(null);
/** What was chosen, and stays highlighted. */
const chosen = signal<Focus | null>(null);

/** Highlights a sentence while the pointer is on it. */
export function point(step: Step, at: number | null): void {
  pointed.value = at === null ? null : { step, at };
}

/** Chooses a sentence, or the one that is chosen no more. */
export function choose(step: Step, at: number): void {
  chosen.value = isChosen(step, at) ? null : { step, at };
  pointed.value = null;
}

/** Whether a sentence is chosen. */
export function isChosen(step: Step, at: number): boolean {
  return chosen.value?.step === step && chosen.value.at === at;
}

/** The sentence of a step that is highlighted, if one is. */
export function highlighted(step: Step): Sentence | null {
  const focus = [pointed.value, chosen.value].find((it) => it?.step === step);
  return focus ? (step.explanation?.[focus.at] ?? null) : null;
}
