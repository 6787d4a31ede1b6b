// Undo and redo for immutable states.

/** A state with those before and after it. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

/** The most states kept; older ones are dropped. */
const KEPT = 500;

/** A history with one state. */
export function newHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** Adds a state after the present one; undone states are dropped. */
export function pushState<T>(history: History<T>, next: T): History<T> {
  if (Object.is(history.present, next)) return history;
  return { past: [...history.past.slice(1 - KEPT), history.present], present: next, future: [] };
}

/** One state back, if there is one. */
export function undo<T>(history: History<T>): History<T> {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: last,
    future: [history.present, ...history.future],
  };
}

/** One state forward again, if there is one. */
export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future };
}
