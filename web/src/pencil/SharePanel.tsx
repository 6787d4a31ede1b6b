// The puzzle for others: as a link, as a file, and as a drawing.
import { useState } from "preact/hooks";
import { type ApiError, post, toApiError } from "../api/client";
import { embedding, formatHash, routeUrl } from "../shell/route";
import { CopyButton } from "../ui/CopyButton";
import { Faults } from "../ui/Faults";
import { downloadText } from "../ui/save";

interface SharePanelProps {
  readonly kind: string;
  readonly puzzle: string | null;
  readonly link: string | null;
  /** What is drawn on the board, in the form of solutions; null for nothing. */
  readonly drawn: () => Record<string, unknown> | null;
}

/** Sharing. */
export function SharePanel({ kind, puzzle, link, drawn }: SharePanelProps) {
  const [error, setError] = useState<ApiError | null>(null);
  if (puzzle === null) return <p class="muted">The board is not a puzzle yet.</p>;
  const picture = async (solution: Record<string, unknown> | null) => {
    try {
      const { svg } = await post("draw", { puzzle, ...(solution ? { solution } : {}) });
      downloadText(`${kind}.svg`, svg);
      setError(null);
    } catch (caught) {
      setError(toApiError(caught));
    }
  };
  return (
    <>
      {link ? (
        <p class="address">
          <code>{link}</code>
        </p>
      ) : null}
      <div class="row">
        {link ? (
          <CopyButton text={() => link} what="link">
            Copy puzz.link
          </CopyButton>
        ) : null}
        <CopyButton text={() => routeUrl("pencil", { p: link ?? puzzle })} what="link">
          Copy link to this page
        </CopyButton>
        <CopyButton text={() => embedding("pencil", { p: link ?? puzzle })} what="HTML">
          Copy HTML to embed
        </CopyButton>
        <CopyButton text={() => puzzle} what="puzzle file">
          Copy puzzle file
        </CopyButton>
      </div>
      <div class="row">
        <button type="button" onClick={() => downloadText(`${kind}.toml`, puzzle)}>
          Save puzzle file
        </button>
        <button type="button" onClick={() => picture(null)}>
          Save SVG
        </button>
        <button type="button" onClick={() => picture(drawn())}>
          Save SVG with marks
        </button>
        <a class="button" href={formatHash("model", { p: puzzle })}>
          Open as text
        </a>
        <a class="button" href={formatHash("sheets", { k: kind })}>
          Several for paper
        </a>
      </div>
      <Faults error={error} />
    </>
  );
}
