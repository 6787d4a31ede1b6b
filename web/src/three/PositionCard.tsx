/** The card of the position: the current one as text, and a field for another one. */

import type { ComponentChildren } from "preact";
import type { ApiError } from "../api/client";
import { CopyButton } from "../ui/CopyButton";
import { Faults } from "../ui/Faults";

interface Props {
  /** The current position. */
  readonly written: string;
  /** The moves made since the start of the line. */
  readonly made: string;
  readonly text: string;
  /** What may be typed. */
  readonly prompt: string;
  readonly example: string;
  readonly error: ApiError | null;
  /** The text that the error is about. */
  readonly source: string | undefined;
  readonly busy: boolean;
  readonly onText: (text: string) => void;
  readonly onShow: () => void;
  readonly onScramble: () => void;
  readonly onSolved: () => void;
  /** The address of what is shown. */
  readonly link: () => string;
  /** Settings above the position. */
  readonly children?: ComponentChildren;
}

/** The card. */
export function PositionCard(props: Props) {
  const { written, made, text, prompt, example, error, source, busy, children } = props;
  return (
    <section class="card stacked" aria-labelledby="position-title">
      <h2 id="position-title">Position</h2>
      {children}
      <p class="now-line">
        <code>{written}</code>
        {made === "" ? null : (
          <>
            {" "}
            <span class="muted small">after</span> <code>{made}</code>
          </>
        )}
      </p>
      <div class="row end position-text">
        <label class="stack">
          <span>{prompt}</span>
          <textarea
            class="wrap"
            rows={2}
            spellcheck={false}
            value={text}
            placeholder={example}
            onInput={(event) => props.onText(event.currentTarget.value)}
          />
        </label>
        <button type="button" class="primary" disabled={busy} onClick={props.onShow}>
          Show
        </button>
      </div>
      <Faults error={error} source={source} />
      <div class="row">
        <button type="button" disabled={busy} onClick={props.onScramble}>
          Scramble
        </button>
        <button type="button" onClick={props.onSolved}>
          Solved
        </button>
        <CopyButton text={props.link} what="link">
          Copy link
        </CopyButton>
      </div>
    </section>
  );
}
