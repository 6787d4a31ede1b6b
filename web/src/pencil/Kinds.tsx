// The start of the scene: a link to paste, and all kinds by family.
import { useEffect, useState } from "preact/hooks";
import { type ApiError, isAbort, online, sendRequest, toApiError } from "../api/client";
import type { Examples } from "../api/generated";
import { formatHash } from "../shell/route";
import { Faults } from "../ui/Faults";
import { FAMILIES } from "../ui/families";
import { useKinds } from "../ui/useKinds";

/** The size of a new board. */
const SIDE = 8;

interface KindsProps {
  readonly draft: string;
  readonly error: ApiError | null;
  readonly onOpen: (puzzle: string) => void;
}

/** Pasting a link or a file. */
export function PasteForm({ onOpen, error }: Pick<KindsProps, "onOpen" | "error">) {
  const [text, setText] = useState("");
  return (
    <form
      class="stacked"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onOpen(text.trim());
      }}
    >
      <label class="stack">
        <span>A link of puzz.link or pzprv3, or a puzzle file</span>
        <textarea
          class="wrap"
          rows={3}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !text.includes("\n")) {
              event.preventDefault();
              if (text.trim() !== "") onOpen(text.trim());
            }
          }}
        />
      </label>
      <div class="row">
        <button type="submit" class="primary" disabled={text.trim() === ""}>
          Open
        </button>
      </div>
      <Faults error={error} source={text} />
    </form>
  );
}

/** All kinds by family, each with an empty board and an example. */
export function Kinds({ draft, error, onOpen }: KindsProps) {
  const { kinds, error: unlisted } = useKinds();
  const [examples, setExamples] = useState<ReadonlyMap<string, string>>(new Map());
  const [failed, setFailed] = useState<ApiError | null>(null);
  const isOnline = online.value;
  useEffect(() => {
    if (!isOnline) return;
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      try {
        const all = await sendRequest<Examples>("GET", "examples", undefined, { signal });
        setExamples(new Map(all.examples.map(({ kind, puzzle }) => [kind, puzzle])));
        setFailed(null);
      } catch (caught) {
        if (!isAbort(caught)) setFailed(toApiError(caught));
      }
    };
    void load();
    return () => controller.abort();
  }, [isOnline]);
  return (
    <div class="pencil-start stacked">
      <h1>Pencil puzzles</h1>
      <p class="muted">
        Open a puzzle from a link, or draw one. It is solved, proved, explained step by step, and
        played here.
      </p>
      <PasteForm onOpen={onOpen} error={error} />
      {draft === "" ? null : (
        <div class="row">
          <a class="button" href={formatHash("pencil", { p: draft })}>
            Continue the last puzzle
          </a>
        </div>
      )}
      <Faults error={failed ?? unlisted} />
      {FAMILIES.map(({ family, title }) => (
        <section key={family} aria-label={title}>
          <h2>{title}</h2>
          <ul class="pencil-kinds">
            {kinds
              .filter((one) => one.family === family)
              .map(({ kind, title: name }) => {
                const example = examples.get(kind);
                return (
                  <li key={kind}>
                    <strong>{name}</strong>
                    <span class="row">
                      <a
                        href={formatHash("pencil", { k: kind, s: `${SIDE}x${SIDE}` })}
                        aria-label={`New ${name}`}
                      >
                        new
                      </a>
                      {example ? (
                        <a
                          href={formatHash("pencil", { p: example })}
                          aria-label={`${name}, example`}
                        >
                          example
                        </a>
                      ) : null}
                    </span>
                  </li>
                );
              })}
          </ul>
        </section>
      ))}
    </div>
  );
}
