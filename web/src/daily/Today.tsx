// The puzzles of the day: the same for everybody, because the date is their seed.
import { useEffect, useState } from "preact/hooks";
import { type ApiError, isAbort, toApiError } from "../api/client";
import { navigate } from "../shell/route";
import "../style/home.css";
import { Faults } from "../ui/Faults";
import { makePuzzle } from "../ui/newPuzzle";
import { countOf } from "../ui/text";
import { type Daily, dayName, dayNumber } from "./daily";
import { isDraft, openedText, rememberOpened, solvedOf, streak } from "./solved";

/** Milliseconds between two looks at the date. */
const LOOK = 30_000;

/** The day, also after midnight. */
function useToday(): number {
  const [day, setDay] = useState(() => dayNumber(new Date()));
  useEffect(() => {
    const look = () => setDay(dayNumber(new Date()));
    const interval = setInterval(look, LOOK);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(interval);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return day;
}

/** Makes the puzzle, unless it was opened before, and opens it. Throws an `ApiError`. */
async function openDaily(day: number, puzzle: Daily): Promise<void> {
  const { id, kind } = puzzle;
  let text = openedText(day, id);
  if (text === null) {
    text = (await makePuzzle(puzzle)).text;
    rememberOpened(text, day, id);
  }
  if (kind !== "grid") navigate("pencil", { p: text });
  // The link alone would put the puzzle there without what was entered.
  else navigate("sudoku", isDraft(text) ? {} : { p: text });
}

interface TodayProps {
  /** The puzzles of a day. */
  readonly puzzles: (day: number) => readonly Daily[];
  /** The heading of the list. */
  readonly heading: string;
}

/** The list, with the days in a row on which one was solved. */
export function Today({ puzzles, heading }: TodayProps) {
  const day = useToday();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const solved = solvedOf(day);
  const days = streak(day);
  const open = async (puzzle: Daily) => {
    setBusy(puzzle.id);
    setError(null);
    try {
      await openDaily(day, puzzle);
    } catch (caught) {
      if (!isAbort(caught)) setError(toApiError(caught));
      setBusy(null);
    }
  };
  return (
    <section aria-labelledby="today" class="today">
      <div class="row">
        <h2 id="today">{heading}</h2>
        <span class="muted small">{dayName(day)} UTC</span>
        {days > 0 ? <span class="badge good">{countOf(days, "day")} in a row</span> : null}
      </div>
      <ul class="home-links">
        {puzzles(day).map((puzzle) => (
          <li key={puzzle.id}>
            <button
              type="button"
              class="quiet"
              disabled={busy !== null}
              onClick={() => void open(puzzle)}
            >
              {solved.has(puzzle.id) ? (
                <>
                  <span role="img" aria-label="solved:">
                    ✓
                  </span>{" "}
                </>
              ) : null}
              {busy === puzzle.id ? "Making it…" : puzzle.title}
            </button>
          </li>
        ))}
      </ul>
      <Faults error={error} />
    </section>
  );
}
