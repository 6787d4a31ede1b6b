// The timer of the puzzle that is shown: it counts while the page can be seen, and is kept.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import {
  advance,
  loadTimer,
  NEW_TIMER,
  openTimer,
  saveTimer,
  solvedTime,
  type Timer,
  UNTIMED,
} from "./timer";

/** The game that is timed. */
export interface Game {
  /** The text of the puzzle; null for a board that is not one. */
  readonly puzzle: string | null;
  /** What the player has drawn: another object after each change. */
  readonly drawing: unknown;
  /** The number of puzzles that were read so far: marks that were read have no time. */
  readonly read: number;
  readonly isMarked: boolean;
  readonly isUndone: boolean;
  /** Whether marks can be made now. */
  readonly isPlaying: boolean;
  /** Whether the drawing is known to be the solution. */
  readonly isSolved: boolean;
}

/** Milliseconds between two moments while it counts. */
const TICK = 500;
/** Ticks after which the time is kept. */
const TICKS_KEPT = 10;

/** The timer of a game. */
export interface GameTimer {
  /** Only the clock reads it: it changes twice per second. */
  readonly timer: ReadonlySignal<Timer>;
  /** The time if the puzzle was solved; null if not, or if it has no time. */
  readonly solved: ReadonlySignal<number | null>;
  /** Says that the next change is not the player's: then the puzzle has no time. */
  readonly fill: () => void;
}

/** Times a game. */
export function useTimer(game: Game): GameTimer {
  const { puzzle, drawing, read, isMarked, isUndone, isPlaying, isSolved } = game;
  const timer = useMemo(() => signal<Timer>(NEW_TIMER), []);
  const solved = useMemo(() => computed(() => solvedTime(timer.value)), [timer]);
  const latest = useRef(game);
  latest.current = game;
  /** What was seen last. */
  const seen = useRef<Pick<Game, "puzzle" | "drawing" | "read">>({ puzzle: null, drawing, read });

  const look = useCallback(() => {
    const { puzzle: shown, drawing: drawn, ...now } = latest.current;
    // Another puzzle is opened first.
    if (shown === null || shown !== seen.current.puzzle) return;
    const isChanged = seen.current.drawing !== drawn;
    seen.current = { ...seen.current, drawing: drawn };
    const isVisible = document.visibilityState !== "hidden";
    timer.value = advance(timer.value, {
      ...now,
      now: performance.now(),
      isChanged,
      isPlaying: now.isPlaying && isVisible,
    });
  }, [timer]);
  const keep = useCallback(() => {
    const { puzzle: shown } = seen.current;
    if (shown !== null) saveTimer(shown, timer.peek());
  }, [timer]);

  useEffect(() => {
    const { puzzle: old, read: before } = seen.current;
    if (old === puzzle && before === read) return;
    if (old !== puzzle) keep();
    seen.current = { puzzle, drawing: latest.current.drawing, read };
    const stored = puzzle === null || before !== read ? null : loadTimer(puzzle);
    timer.value = openTimer(stored, latest.current.isMarked);
  }, [puzzle, read, timer, keep]);
  useEffect(() => {
    look();
    keep();
  }, [puzzle, drawing, read, isMarked, isUndone, isPlaying, isSolved, look, keep]);
  useEffect(() => {
    let ticks = 0;
    const interval = setInterval(() => {
      if (timer.peek().last === null) return;
      look();
      ticks = (ticks + 1) % TICKS_KEPT;
      if (ticks === 0) keep();
    }, TICK);
    const onChange = () => {
      look();
      keep();
    };
    document.addEventListener("visibilitychange", onChange);
    addEventListener("pagehide", onChange);
    return () => {
      clearInterval(interval);
      document.removeEventListener("visibilitychange", onChange);
      removeEventListener("pagehide", onChange);
      onChange();
    };
  }, [timer, look, keep]);
  const fill = useCallback(() => {
    timer.value = UNTIMED;
  }, [timer]);
  return { timer, solved, fill };
}
