// What a player did, as the undo history has it: the states of the board one after the other.
import type { History } from "./history";

/** The states up to the present one, as far back as they are of the same puzzle. */
export function framesOf<T>(
  { past, present }: Pick<History<T>, "past" | "present">,
  isSamePuzzle: (a: T, b: T) => boolean,
): readonly T[] {
  let first = past.length;
  for (; first > 0; first -= 1) {
    const before = past[first - 1];
    if (before === undefined || !isSamePuzzle(before, present)) break;
  }
  return [...past.slice(first), present];
}

/** The time of a whole replay, if its moves are neither very few nor very many. */
const WHOLE = 20_000;

/** Milliseconds from one move to the next; with reduced motion, a second. */
export function paceOf(moves: number, isReduced: boolean): number {
  if (isReduced) return 1000;
  return Math.round(Math.min(Math.max(WHOLE / Math.max(moves, 1), 100), 700));
}
