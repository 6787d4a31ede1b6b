// The time that a player has spent on a puzzle. It counts on a clock that never goes back.
import { loadStored, saveStored } from "../shell/store";

/**
 * What the timer does: it waits for the first mark, counts, has the time of a puzzle that was
 * solved, or has no time, because not every mark was made while it counted.
 */
export type TimerState = "new" | "counting" | "solved" | "untimed";

/** A timer. All times are in milliseconds. */
export interface Timer {
  readonly state: TimerState;
  /** The time that was counted. */
  readonly spent: number;
  /** The time at the last change of the marks. */
  readonly atMark: number;
  /** The moment up to which was counted; null while nothing counts. */
  readonly last: number | null;
}

/** What the timer sees at a moment. */
export interface Moment {
  /** The moment, on the clock of `performance.now()`. */
  readonly now: number;
  /** Whether the board has marks of the player, or had some that can be brought back by redo. */
  readonly isMarked: boolean;
  /** Whether the marks are there because changes were undone. */
  readonly isUndone: boolean;
  /** Whether the marks have changed since the last moment. */
  readonly isChanged: boolean;
  /** Whether the board can be seen, and marks can be made. */
  readonly isPlaying: boolean;
  /** Whether the marks are known to be the solution. */
  readonly isSolved: boolean;
}

/** A timer before the first mark. */
export const NEW_TIMER: Timer = { state: "new", spent: 0, atMark: 0, last: null };

/** The timer of a board whose marks were not all made while it counted. */
export const UNTIMED: Timer = { ...NEW_TIMER, state: "untimed" };

/** The most time that is counted between two moments: a computer that slept has not played. */
const MAX_GAP = 5000;

/** The timer at a later moment. */
export function advance(timer: Timer, moment: Moment): Timer {
  const { now, isMarked, isUndone, isChanged, isPlaying, isSolved } = moment;
  if (timer.state === "solved" || timer.state === "untimed") {
    // An empty board is a new beginning.
    return isMarked ? timer : NEW_TIMER;
  }
  if (timer.state === "new" && !isMarked) return timer;
  // Marks that were cleared and came back are not new ones.
  if (timer.state === "new" && isUndone) return UNTIMED;
  const passed = timer.last === null ? 0 : Math.min(Math.max(now - timer.last, 0), MAX_GAP);
  const spent = timer.spent + passed;
  const atMark = isChanged ? spent : timer.atMark;
  // The check came after the last mark: its time is not the player's.
  if (isSolved) return { state: "solved", spent: atMark, atMark, last: null };
  return { state: "counting", spent, atMark, last: isPlaying ? now : null };
}

/** The timer of a board that is opened: marks without their time have none. */
export function openTimer(stored: Timer | null, isMarked: boolean): Timer {
  if (!isMarked) return NEW_TIMER;
  return stored ?? UNTIMED;
}

/** The time of a puzzle that was solved; null if there is none. */
export function solvedTime(timer: Timer): number | null {
  return timer.state === "solved" ? timer.spent : null;
}

const KEY = "times";
/** The most puzzles whose times are kept. */
const KEPT = 60;

/** A time as it is kept: the puzzle, the milliseconds, and whether it was solved. */
type Saved = readonly [puzzle: string, spent: number, isSolved: boolean];

function isSaved(value: unknown): value is Saved {
  if (!Array.isArray(value)) return false;
  const [puzzle, spent, isSolved] = value as unknown[];
  return (
    typeof puzzle === "string" &&
    typeof spent === "number" &&
    Number.isFinite(spent) &&
    spent >= 0 &&
    typeof isSolved === "boolean"
  );
}

/** The times, the latest one last; what cannot be read is left out. */
function all(): readonly Saved[] {
  const saved = loadStored<unknown>(KEY, []);
  return Array.isArray(saved) ? saved.filter(isSaved) : [];
}

/** The timer of a puzzle that was begun; null if there is none. */
export function loadTimer(puzzle: string): Timer | null {
  const found = all().find(([name]) => name === puzzle);
  if (!found) return null;
  const [, spent, isSolved] = found;
  return { state: isSolved ? "solved" : "counting", spent, atMark: spent, last: null };
}

/** Keeps the timer of a puzzle; one that has no time is removed. */
export function saveTimer(puzzle: string, { state, spent }: Timer): void {
  const saved = all();
  const others = saved.filter(([name]) => name !== puzzle);
  if (state === "new" || state === "untimed") {
    if (others.length < saved.length) saveStored(KEY, others);
    return;
  }
  const one: Saved = [puzzle, Math.round(spent), state === "solved"];
  saveStored(KEY, [...others, one].slice(-KEPT));
}

function parts(time: number): [hours: number, minutes: number, seconds: number] {
  const seconds = Math.floor(time / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
}

/** A time as clocks show it: 4:31, 1:02:03. */
export function clockTime(time: number): string {
  const [hours, minutes, seconds] = parts(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const short = `${minutes}:${two(seconds)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : short;
}

/** A time in words, for screen readers. */
export function spokenTime(time: number): string {
  const names = ["hour", "minute", "second"];
  const said = parts(time).map((value, i) => ({ value, name: names[i] ?? "" }));
  const shown = said.filter(({ value }, i) => value > 0 || (i === 2 && time < 1000));
  return shown.map(({ value, name }) => `${value} ${name}${value === 1 ? "" : "s"}`).join(" ");
}
