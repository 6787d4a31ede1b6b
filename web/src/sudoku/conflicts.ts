// Conflicts among the digits of a grid by its rules.
import type { Layout } from "./layout";

/** Cells that break a rule together, and the rule in words. */
export interface Conflict {
  readonly text: string;
  readonly cells: readonly number[];
}

function repeated(layout: Layout, values: readonly number[]): Conflict[] {
  const found: Conflict[] = [];
  const cages = layout.cages
    .filter((cage) => cage.different)
    .map((cage) => ({ name: `the cage of ${cage.sum}`, cells: cage.cells }));
  for (const house of [...layout.houses, ...cages]) {
    const where = new Map<number, number[]>();
    for (const cell of house.cells) {
      const digit = values[cell] ?? 0;
      if (digit === 0) continue;
      const cells = where.get(digit);
      if (cells) cells.push(cell);
      else where.set(digit, [cell]);
    }
    for (const [digit, cells] of where) {
      if (cells.length > 1) {
        found.push({ text: `${house.name} has ${digit} ${times(cells.length)}`, cells });
      }
    }
  }
  return found;
}

function times(count: number): string {
  return count === 2 ? "twice" : `${count} times`;
}

function wrongSums(layout: Layout, values: readonly number[]): Conflict[] {
  const found: Conflict[] = [];
  for (const cage of layout.cages) {
    const filled = cage.cells.filter((cell) => (values[cell] ?? 0) > 0);
    const sum = filled.reduce((total, cell) => total + (values[cell] ?? 0), 0);
    const open = cage.cells.length - filled.length;
    // Every open cell holds at least 1.
    if (open === 0 ? sum !== cage.sum : sum + open > cage.sum) {
      const said = open === 0 ? `adds up to ${sum}` : `is at ${sum} already`;
      found.push({ text: `the cage of ${cage.sum} ${said}`, cells: filled });
    }
  }
  return found;
}

/** All conflicts of the digits in a grid; 0 is a blank. */
export function conflicts(layout: Layout, values: readonly number[]): Conflict[] {
  return [...repeated(layout, values), ...wrongSums(layout, values)];
}
