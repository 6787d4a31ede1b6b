/** The flat net of a state. */

import type { Net } from "./nets";

/** The colours of the stickers, by the letter of the face. */
const COLOURS: Readonly<Record<string, readonly [fill: string, ink: string]>> = {
  U: ["#f6f5ef", "#1c1c1c"],
  R: ["#c93531", "#ffffff"],
  F: ["#1c7d4b", "#ffffff"],
  D: ["#f4c81f", "#1c1c1c"],
  L: ["#ef8a2b", "#1c1c1c"],
  B: ["#2f6fc4", "#ffffff"],
};

/** The net. */
export function NetView({ net, label }: { net: Net; label: string }) {
  return (
    <svg
      class="perm-net"
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${net.width + 8} ${net.height + 8}`}
    >
      {net.polygons.map(({ points, middle, facelet }, index) => {
        const [fill, ink] = COLOURS[facelet.home] ?? ["#8a919b", "#ffffff"];
        return (
          <g key={index}>
            <polygon
              points={points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ")}
              fill={fill}
            />
            <text x={middle[0].toFixed(2)} y={middle[1].toFixed(2)} fill={ink}>
              {facelet.home}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
