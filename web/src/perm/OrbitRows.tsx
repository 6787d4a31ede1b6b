/** The state as rows of cells. */

import { type Cell, homeOf, type Row, sayCell } from "./orbits";

function CellView({ cell, orientations }: { cell: Cell; orientations: number }) {
  return (
    <li
      class="perm-cell"
      data-home={cell.home ? "" : undefined}
      style={{ "--hue": String(cell.hue) } as Record<string, string>}
    >
      <span aria-hidden="true" class="perm-position">
        {cell.position}
      </span>
      <span aria-hidden="true" class="perm-label">
        {cell.label}
      </span>
      <span aria-hidden="true" class="perm-turned">
        {orientations === 1 ? "" : `↻${cell.orientation ?? "?"}`}
      </span>
      <span aria-hidden="true" class="perm-home">
        {cell.home ? "✓" : ""}
      </span>
      <span class="spoken">{sayCell(cell, orientations)}</span>
    </li>
  );
}

/** The rows. */
export function OrbitRows({ rows }: { rows: readonly Row[] }) {
  return (
    <div class="stacked perm-rows">
      {rows.map((row) => {
        const { home, all } = homeOf([row]);
        const id = `orbit-${row.name}`;
        return (
          <div key={row.name}>
            <h2 id={id}>
              {row.name}{" "}
              <small class="muted">
                {home} of {all} at home
              </small>
            </h2>
            <ol class="perm-orbit" aria-labelledby={id}>
              {row.cells.map((cell) => (
                <CellView key={cell.position} cell={cell} orientations={row.orientations} />
              ))}
            </ol>
          </div>
        );
      })}
      <p class="small muted">
        A cell is a position: its number above, the label of its piece, and after ↻ the orientation.
        A piece at home has a solid border and ✓; a colour belongs to a piece.
      </p>
    </div>
  );
}
