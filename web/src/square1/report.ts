/** The report on all positions: levels of both models, and figures of each shape. */

/** The two models that are compared: the true one, and that of 2007. */
export const TRUE_MODEL = "modulo-flip";
export const MODEL_2007 = "ignoring-middle-modulo-flip";

/** Returns the greatest distance that occurs. */
export function maxDistance(levels: readonly number[]): number {
  return levels.reduce((last, count, level) => (count > 0 ? level : last), 0);
}

/** Returns the number of positions. */
export function totalPositions(levels: readonly number[]): number {
  return levels.reduce((sum, count) => sum + count, 0);
}

/** Returns the mean distance. */
export function meanDistance(levels: readonly number[]): number {
  return (
    levels.reduce((sum, count, level) => sum + count * level, 0) /
    Math.max(1, totalPositions(levels))
  );
}

/**
 * Returns the heights of bars, 0 to 1. Counts range from 1 to billions, so on a linear scale most
 * bars could not be seen; on the logarithmic one each factor of ten is a step.
 */
export function heights(levels: readonly number[], max: number, logarithmic: boolean): number[] {
  const scale = (count: number): number => (logarithmic ? Math.log10(count + 1) : count);
  return levels.map((count) => scale(count) / Math.max(1e-9, scale(max)));
}

/** Returns the shape of a position, as the report names it: both words, up to turns and flips. */
export function shapeName(
  top: readonly (number | null)[],
  bottom: readonly (number | null)[],
): string {
  const word = (layer: readonly (number | null)[]): string => {
    const sizes = layer.filter((it) => it !== null).map((it) => (it % 2 === 1 ? "C" : "e"));
    // Small comes before big, but `e` sorts after `C`: so the greatest word is taken.
    const turns = sizes.map((_, i) => [...sizes.slice(i), ...sizes.slice(0, i)].join(""));
    return turns.sort().at(-1) ?? "";
  };
  const [a, b] = [word(top), word(bottom)];
  return a > b ? `${a}/${b}` : `${b}/${a}`;
}
