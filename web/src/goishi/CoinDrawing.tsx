// A board of coins as a drawing, with the shown part of the walk.
import { useMemo } from "preact/hooks";
import type { CoinBoard } from "./board";
import { CELL_SIDE, cellCentre, legs, type Place } from "./walk";

interface CoinDrawingProps {
  readonly board: CoinBoard;
  readonly walk?: readonly Place[] | null;
  /** The number of coins picked up so far; all if left out. */
  readonly shown?: number;
  readonly label?: string;
}

/** The drawing. */
export function CoinDrawing({ board, walk, shown, label }: CoinDrawingProps) {
  const { rows, columns } = board;
  const [width, height] = [columns * CELL_SIDE, rows * CELL_SIDE];
  const all = useMemo(() => (walk ? legs(walk) : []), [walk]);
  const nPickedUp = walk ? (shown ?? walk.length) : 0;
  const order = new Map<number, number>();
  (walk ?? []).slice(0, nPickedUp).forEach(([r, c], i) => {
    order.set((r - 1) * columns + c - 1, i + 1);
  });
  const grid =
    Array.from({ length: columns - 1 }, (_, i) => `M${(i + 1) * CELL_SIDE} 0V${height}`).join("") +
    Array.from({ length: rows - 1 }, (_, i) => `M0 ${(i + 1) * CELL_SIDE}H${width}`).join("");
  return (
    <svg
      class="coins"
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <rect class="ground" x="0" y="0" width={width} height={height} rx="6" />
      <path class="net" d={grid} />
      {all.slice(0, Math.max(0, nPickedUp - 1)).map((leg, i) => (
        <g key={leg.line} class={i === nPickedUp - 2 ? "leg last" : "leg"}>
          <path class="line" d={leg.line} />
          <path class="arrow" d={leg.arrow} />
        </g>
      ))}
      {board.coins.map((coin, place) => {
        if (!coin) return null;
        const at: Place = [Math.floor(place / columns) + 1, (place % columns) + 1];
        const { x, y } = cellCentre(at);
        const number = order.get(place);
        const kind =
          number === undefined ? "coin" : number === nPickedUp ? "coin taken last" : "coin taken";
        return (
          <g key={place} class={kind}>
            <circle cx={x} cy={y} r="12.5" />
            {number === undefined ? <circle class="rim" cx={x} cy={y} r="9.3" /> : null}
            {place === board.start && number === undefined ? (
              <path class="first" d={`M${x - 4} ${y - 6}L${x + 6} ${y}L${x - 4} ${y + 6}Z`} />
            ) : null}
            {number === undefined ? null : (
              <text x={x} y={y + 4.4}>
                {number}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
