// The puzzles of the day: the same for everybody, because the date is the seed.
import { useState } from "preact/hooks";
import { type ApiError, isAbort, post, toApiError } from "../api/client";
import type { PencilLevel } from "../api/generated";
import { navigate } from "../shell/route";
import { Faults } from "../ui/Faults";
import { type Daily, daily, dayNumber } from "./daily";

/** Makes the puzzle and opens it. Throws an `ApiError`. */
async function openDaily({ kind, level, side, seed }: Daily): Promise<void> {
  if (kind === "grid") {
    const { puzzle } = await post("sudoku/generate", { level, seed });
    if (puzzle === null) throw new Error("no puzzle was found in the time");
    navigate("sudoku", { p: puzzle });
    return;
  }
  const made = await post("pencil/generate", {
    kind,
    rows: side,
    columns: side,
    seed,
    difficulty: level as PencilLevel,
  });
  navigate("pencil", { p: made.link ?? made.puzzle ?? "" });
}

/** The list. */
export function Today() {
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const open = async (puzzle: Daily) => {
    setBusy(puzzle.title);
    setError(null);
    try {
      await openDaily(puzzle);
    } catch (caught) {
      if (!isAbort(caught)) setError(toApiError(caught));
      setBusy(null);
    }
  };
  return (
    <section aria-labelledby="home-today">
      <h2 id="home-today">Today</h2>
      <ul class="home-links">
        {daily(dayNumber(new Date())).map((puzzle) => (
          <li key={puzzle.title}>
            <button
              type="button"
              class="quiet"
              disabled={busy !== null}
              onClick={() => void open(puzzle)}
            >
              {busy === puzzle.title ? "Making it…" : puzzle.title}
            </button>
          </li>
        ))}
      </ul>
      <Faults error={error} />
    </section>
  );
}
