// Cells in texts of the server.

/** The cells that a text names, such as `r2c5`, row by row from 0. */
export function cellsIn(text: string, columns: number): number[] {
  return [...text.matchAll(/\br(\d+)c(\d+)\b/g)].map(
    ([, row, column]) => (Number(row) - 1) * columns + Number(column) - 1,
  );
}
