/** Access to lists that cannot quietly give `undefined`. */

/** Returns an item of a list; a place outside it is a fault of the program. */
export function item<T>(list: ArrayLike<T>, at: number): T {
  const found = list[at];
  if (found === undefined) throw new RangeError(`no item ${at} in a list of ${list.length}`);
  return found;
}

/** Returns the remainder from 0 to `n - 1`, also of negative numbers. */
export function modulo(a: number, n: number): number {
  return ((a % n) + n) % n;
}
