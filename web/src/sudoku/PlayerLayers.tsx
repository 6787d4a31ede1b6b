// The player's colours, below the drawing, and marks, above it.
import { COLOURS } from "./board";
import type { Layout } from "./layout";
import { CELL } from "./links";
import type { Tag } from "./setting";

/** The pattern of each colour in an 8×8 tile, so that colours differ by more than hue. */
const SIGNS = [
  "M0 8L8 0",
  "M0 0L8 8",
  "M4 0V8",
  "M0 4H8",
  "M4 0V8M0 4H8",
  "M0 8L8 0M0 0L8 8",
  "M3 4H5M4 3V5",
  "M0 5.5L2 2.5L6 5.5L8 2.5",
  "",
];

/** The fill patterns of cells and colour buttons. */
function ColourPatterns() {
  return (
    <defs>
      {COLOURS.map((name, index) => (
        <pattern
          key={name}
          id={`colour-${index + 1}`}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <rect class={`colour colour-${name}`} width="8" height="8" />
          <path class="colour-sign" d={SIGNS[index] ?? ""} />
        </pattern>
      ))}
    </defs>
  );
}

/** A slice of a cell between two angles, counted in full turns from the top. */
export function slice(x: number, y: number, side: number, from: number, to: number): string {
  const at = (turn: number) => {
    const angle = (turn - 0.25) * 2 * Math.PI;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const scale = side / 2 / Math.max(Math.abs(dx), Math.abs(dy));
    const write = (value: number) => String(Math.round(value * 100) / 100);
    return `${write(x + side / 2 + dx * scale)} ${write(y + side / 2 + dy * scale)}`;
  };
  const corners = [0.125, 0.375, 0.625, 0.875].filter((turn) => turn > from && turn < to);
  const points = [at(from), ...corners.map(at), at(to)];
  return `M${x + side / 2} ${y + side / 2}L${points.join("L")}Z`;
}

/** Several colours share a cell as slices; the first cut is rotated by this part of a turn. */
const TURN = 0.07;

interface ColourLayerProps {
  readonly n: number;
  readonly colours: readonly (readonly number[])[];
}

/** The paper, and the colours of cells on it. */
export function ColourLayer({ n, colours }: ColourLayerProps) {
  const side = n * CELL;
  return (
    <svg class="grid-layer" viewBox={`-2 -2 ${side + 4} ${side + 4}`} aria-hidden="true">
      <ColourPatterns />
      <rect class="paper" x="0" y="0" width={side} height={side} rx="3" />
      {colours.map((list, cell) => {
        const [x, y] = [(cell % n) * CELL, Math.floor(cell / n) * CELL];
        return list.map((colour, index) => {
          const d =
            list.length === 1
              ? `M${x} ${y}h${CELL}v${CELL}h${-CELL}Z`
              : slice(x, y, CELL, TURN + index / list.length, TURN + (index + 1) / list.length);
          return <path key={`${cell} ${colour}`} d={d} fill={`url(#colour-${colour})`} />;
        });
      })}
    </svg>
  );
}

/** Places of up to eight corner marks, in the order in which they are filled. */
const CORNERS: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [0.5, 0],
  [0.5, 1],
  [0, 0.5],
  [1, 0.5],
];

/** The place of a corner mark in its cell, 0 to 1 both ways. */
export function cornerPlace(index: number, count: number): readonly [number, number] {
  const place = count <= CORNERS.length ? CORNERS[index] : undefined;
  if (place) return place;
  const columns = Math.ceil(Math.sqrt(count));
  return [
    (index % columns) / (columns - 1),
    Math.floor(index / columns) / Math.max(1, Math.ceil(count / columns) - 1),
  ];
}

/** The centre marks of a cell in lines that fit into it. */
export function centreLines(n: number, marks: readonly number[]): string[] {
  const most = n > 9 ? 3 : 5;
  const lines: string[] = [];
  const count = Math.ceil(marks.length / most);
  for (let line = 0; line < count; line++) {
    const part = marks.slice(line * most, line * most + most);
    lines.push(part.join(n > 9 ? " " : ""));
  }
  return lines;
}

interface MarkLayerProps {
  readonly layout: Layout;
  readonly corners: readonly (readonly number[])[];
  readonly marks: readonly (readonly number[])[];
  /** Cells with a digit show no marks. */
  readonly values: readonly number[];
  /** Marks of this digit stand out. */
  readonly digit: number;
  /** The cell that is outlined, if any. */
  readonly active: number | null;
}

/** Corner marks, centre marks, and the outline of the active cell. */
export function MarkLayer({ layout, corners, marks, values, digit, active }: MarkLayerProps) {
  const { n } = layout;
  const side = n * CELL;
  const top = layout.cages.length > 0 ? 7 : 0;
  const kind = (mark: number) => (mark === digit ? "player-mark same-digit" : "player-mark");
  return (
    <svg class="grid-layer" viewBox={`-2 -2 ${side + 4} ${side + 4}`} aria-hidden="true">
      {values.map((value, cell) => {
        if (value) return null;
        const [x, y] = [(cell % n) * CELL, Math.floor(cell / n) * CELL];
        const around = corners[cell] ?? [];
        const small = around.length > 8 || n > 9 ? 8 : 10;
        const centre = centreLines(n, marks[cell] ?? []);
        const size = centre.length > 2 || (around.length > 0 && centre.length > 1) ? 8 : 10.5;
        const middle = y + (CELL + top) / 2 - ((centre.length - 1) * size) / 2 + size * 0.355;
        return (
          <g key={cell}>
            {around.map((mark, index) => {
              const [px, py] = cornerPlace(index, around.length);
              return (
                <text
                  key={mark}
                  class={kind(mark)}
                  font-size={small}
                  x={x + 7 + px * (CELL - 14)}
                  y={y + 7.5 + top + py * (CELL - 14.5 - top) + small * 0.355}
                >
                  {mark}
                </text>
              );
            })}
            {centre.map((line, index) => (
              <text
                key={line}
                class={(marks[cell] ?? []).includes(digit) ? kind(digit) : "player-mark"}
                font-size={size}
                x={x + CELL / 2}
                y={middle + index * size}
              >
                {line}
              </text>
            ))}
          </g>
        );
      })}
      {active === null ? null : (
        <rect
          class="active-cell"
          x={(active % n) * CELL + 4.5}
          y={Math.floor(active / n) * CELL + 4.5}
          width={CELL - 9}
          height={CELL - 9}
          rx="2"
        />
      )}
    </svg>
  );
}

/** Signs in the upper right corners of cells. */
export function TagLayer({ n, tags }: { n: number; tags: readonly Tag[] }) {
  const side = n * CELL;
  const radius = 7;
  return (
    <svg class="grid-layer" viewBox={`-2 -2 ${side + 4} ${side + 4}`} aria-hidden="true">
      {tags.map(({ cell, kind, sign }) => {
        const x = ((cell % n) + 1) * CELL - radius - 2;
        const y = Math.floor(cell / n) * CELL + radius + 2;
        return (
          <g key={`${kind} ${cell}`} class={`tag is-${kind}`}>
            <circle cx={x} cy={y} r={radius} />
            <text x={x} y={y + 4} font-size={11}>
              {sign}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
