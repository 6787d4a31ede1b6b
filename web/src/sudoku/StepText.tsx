// A step in words: sentence by sentence, each of which highlights in the grid what it is about.

import type { StepDocument } from "../api/generated";
import { formatHash } from "../shell/route";
import { CopyButton } from "../ui/CopyButton";
import { isChosen, point, toggleChosen } from "./focus";
import { isBruteForce, stepName } from "./steps";

/** A technique's name as a link to its page, in a new tab, so that this one keeps the grid. */
export function TechniqueLink({ step }: { step: StepDocument }) {
  return (
    <a
      href={formatHash(`techniques/${step.technique}`)}
      target="_blank"
      rel="noopener"
      title="What is this technique? (in a new tab)"
    >
      {stepName(step)}
    </a>
  );
}

/** The sentence of a step without the technique's name, which stands above it. */
export function sentence(text: string): string {
  const colon = text.indexOf(": ");
  const rest = colon < 0 ? text : text.slice(colon + 2);
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}

/** Longer chains are shown in Eureka notation only when they are asked for. */
const EUREKA = 110;

/** A step in Eureka notation, to be copied. */
export function Notation({ step }: { step: StepDocument }) {
  const line = (
    <div class="notation">
      <code>{step.eureka}</code>
      <CopyButton class="quiet" text={() => step.eureka} what="notation">
        Copy notation
      </CopyButton>
    </div>
  );
  if (step.eureka.length <= EUREKA) return line;
  return (
    <details class="small">
      <summary class="muted">In Eureka notation</summary>
      {line}
    </details>
  );
}

/** The sentences of a step; the pointer on one, or a click on its number, highlights it. */
export function Explanation({ step }: { step: StepDocument }) {
  const told = step.explanation ?? [];
  return (
    <ol class="explanation" onMouseLeave={() => point(step, null)}>
      {told.map((one, index) => {
        const begins = one.case !== undefined && told[index - 1]?.case !== one.case;
        const kind = `${one.case === undefined ? "" : "in-case"}${begins ? " begins" : ""}`;
        return (
          <li
            key={`${index} ${one.text}`}
            class={`${kind}${isChosen(step, index) ? " chosen" : ""}`}
            onMouseEnter={() => point(step, index)}
          >
            <button
              type="button"
              class="number"
              aria-label={`Highlight sentence ${index + 1} in the grid`}
              aria-pressed={isChosen(step, index)}
              onClick={() => toggleChosen(step, index)}
              onFocus={() => point(step, index)}
              onBlur={() => point(step, null)}
            >
              {index + 1}
            </button>
            <span>{one.text}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** One step in words. */
export function StepText({ step }: { step: StepDocument }) {
  const n = step.explanation?.length ?? 0;
  return (
    <div class="step-text">
      <p class="step-name">
        <TechniqueLink step={step} />
        {step.weight == null ? null : (
          <span class="muted small"> difficulty {step.weight.toFixed(1)}</span>
        )}
      </p>
      {n > 0 && !isBruteForce(step) ? <Explanation step={step} /> : <p>{sentence(step.text)}</p>}
      <Notation step={step} />
      {step.assumes_unique ? (
        <p class="muted small">This assumes that the puzzle has exactly one solution.</p>
      ) : null}
    </div>
  );
}
