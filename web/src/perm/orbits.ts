/** The state of a puzzle as rows of cells, one row for each orbit. */

import type { OrbitDescription, OrbitState } from "../api/generated";

/** A position of an orbit with its piece. */
export interface Cell {
  /** The number of the position, from 1. */
  readonly position: number;
  /** The label of the piece. */
  readonly label: number;
  /** The orientation; `null` if it is ignored. */
  readonly orientation: number | null;
  /** Whether the position has the piece and the orientation of the solved state. */
  readonly home: boolean;
  /** The hue of the colour of the piece, in degrees. */
  readonly hue: number;
}

/** A row of cells. */
export interface Row {
  readonly name: string;
  /** The number of orientations of each piece. */
  readonly orientations: number;
  readonly cells: readonly Cell[];
}

/** Returns the rows of a state. */
export function rowsOf(
  orbits: readonly OrbitDescription[],
  solved: readonly OrbitState[],
  state: readonly OrbitState[],
): readonly Row[] {
  return orbits.map(({ name, orientations, labels }, index) => {
    const home = solved[index];
    const now = state[index];
    const cells = (now?.pieces ?? []).map((label, at): Cell => {
      const orientation = now?.orientations[at] ?? null;
      const isHome = label === home?.pieces[at] && orientation === (home.orientations[at] ?? null);
      const hue = Math.round(((label - 1) * 360) / Math.max(1, labels));
      return { position: at + 1, label, orientation, home: isHome, hue };
    });
    return { name, orientations, cells };
  });
}

/** Returns how many pieces are at home, and how many there are. */
export function homeOf(rows: readonly Row[]): { readonly home: number; readonly all: number } {
  const cells = rows.flatMap((row) => row.cells);
  return { home: cells.filter((cell) => cell.home).length, all: cells.length };
}

/** Describes a state in words. */
export function sayState(rows: readonly Row[]): string {
  const { home, all } = homeOf(rows);
  return home === all ? "solved" : `${home} of ${all} pieces at home`;
}

/** Describes a cell in words. */
export function sayCell(cell: Cell, orientations: number): string {
  const { position, label, orientation, home } = cell;
  const turned =
    orientations === 1
      ? ""
      : orientation === null
        ? ", orientation ignored"
        : `, orientation ${orientation} of ${orientations}`;
  return `position ${position}: piece ${label}${turned}${home ? ", at home" : ""}`;
}
