/** Indexing that throws instead of returning `undefined`. */

/** Returns an item of a list; throws a `RangeError` outside of it (a bug). */
export function itemAt<T>(list: ArrayLike<T>, at: number): T {
  const found = list[at];
  if (found === undefined) throw new RangeError(`no item ${at} in a list of ${list.length}`);
  return found;
}

/** Returns the remainder from 0 to `n - 1`, also of negative numbers. */
export function modulo(a: number, n: number): number {
  return ((a % n) + n) % n;
}
