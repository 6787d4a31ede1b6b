// Which puzzles of the day were opened and solved in this browser, and on how many days in a row.
import { loadStored, saveStored } from "../shell/store";
import { dayNumber } from "./daily";

/** A puzzle that was opened on its day: its text, the day, and which of the day it is. */
type Opened = readonly [text: string, day: number, id: string];

const OPENED = "daily.opened";
const SOLVED = "daily.solved";
const DAYS = "daily.days";

/** The most puzzles that are remembered. */
const KEPT = 60;
/** The most days that are remembered: ten years. */
const KEPT_DAYS = 3660;

function isDay(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A list that is stored, without what is not as expected. */
function listOf<T>(key: string, isOne: (value: unknown) => value is T): readonly T[] {
  const stored = loadStored<unknown>(key, []);
  return Array.isArray(stored) ? stored.filter(isOne) : [];
}

function isOpened(value: unknown): value is Opened {
  if (!Array.isArray(value)) return false;
  const [text, day, id] = value as unknown[];
  return typeof text === "string" && isDay(day) && typeof id === "string";
}

function isSolved(value: unknown): value is readonly [day: number, id: string] {
  return Array.isArray(value) && isDay(value[0]) && typeof value[1] === "string";
}

/** The text of a puzzle of a day that was opened already; null if it was not. */
export function openedText(day: number, id: string): string | null {
  const found = listOf(OPENED, isOpened).find(([, on, which]) => on === day && which === id);
  return found?.[0] ?? null;
}

/** Whether the Sudoku that was shown last is the one of a line: the scene has its digits and marks. */
export function isDraft(line: string): boolean {
  const draft = loadStored<{ givens?: unknown } | null>("sudoku", null);
  const givens = draft?.givens;
  return Array.isArray(givens) && givens.map((digit) => digit || ".").join("") === line;
}

/** Remembers that a puzzle of a day is opened. */
export function rememberOpened(text: string, day: number, id: string): void {
  const others = listOf(OPENED, isOpened).filter(([, on, which]) => on !== day || which !== id);
  saveStored(OPENED, [...others, [text, day, id]].slice(-KEPT));
}

/**
 * Remembers that the player has solved a puzzle, if it is one of a day. It counts for the day on
 * which it was opened, until the end of the next day: midnight UTC can be in the middle of an
 * evening.
 */
export function rememberSolved(text: string, now: Date): void {
  const today = dayNumber(now);
  const found = listOf(OPENED, isOpened).find(
    ([opened, day]) => opened === text && (day === today || day === today - 1),
  );
  if (!found) return;
  const [, day, id] = found;
  const others = listOf(SOLVED, isSolved).filter(([on, which]) => on !== day || which !== id);
  saveStored(SOLVED, [...others, [day, id]].slice(-KEPT));
  const days = new Set([...listOf(DAYS, isDay), day]);
  const sorted = [...days].sort((a, b) => a - b);
  saveStored(DAYS, sorted.slice(-KEPT_DAYS));
}

/** Which puzzles of a day were solved. */
export function solvedOf(day: number): ReadonlySet<string> {
  const all = listOf(SOLVED, isSolved).filter(([on]) => on === day);
  return new Set(all.map(([, id]) => id));
}

/**
 * The number of days in a row with a solved puzzle, up to today, or up to yesterday while none of
 * today is solved. Days after today are left out: the clock was wrong when they were stored, or it
 * is now.
 */
export function streak(today: number): number {
  const days = new Set(listOf(DAYS, isDay));
  const last = days.has(today) ? today : today - 1;
  let length = 0;
  while (days.has(last - length)) length += 1;
  return length;
}
