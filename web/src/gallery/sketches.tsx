// Small drawings of permutation puzzles: a Square-1 from above and below, and unfolded cubes.

const COLOURS: Readonly<Record<string, string>> = {
  U: "u",
  R: "r",
  F: "f",
  D: "d",
  L: "l",
  B: "b",
};

/** The positions of the faces in an unfolded cube, in units of faces. */
const NET: readonly (readonly [face: string, column: number, row: number])[] = [
  ["U", 1, 0],
  ["L", 0, 1],
  ["F", 1, 1],
  ["R", 2, 1],
  ["B", 3, 1],
  ["D", 1, 2],
];

/** The words of a drawn net by face, row by row; null if the text is not a net. */
export function netFaces(words: readonly string[]): Map<string, string[]> | null {
  const size = Math.sqrt(words.length / 6);
  if (!Number.isInteger(size) || size < 1) return null;
  const faces = new Map<string, string[]>();
  const area = size * size;
  faces.set("U", words.slice(0, area));
  for (const [at, face] of ["L", "F", "R", "B"].entries()) {
    const stickers: string[] = [];
    for (let row = 0; row < size; row++) {
      const from = area + row * 4 * size + at * size;
      stickers.push(...words.slice(from, from + size));
    }
    faces.set(face, stickers);
  }
  faces.set("D", words.slice(words.length - area));
  return faces;
}

interface SketchProps {
  readonly text: string;
  readonly label: string;
}

/** An unfolded cube: letters of faces, or digits with arrows to their tops. */
export function NetSketch({ text, label }: SketchProps) {
  const words = (text.split(",")[0] ?? "").split(/\s+/).filter((word) => word !== "");
  const faces = netFaces(words);
  if (faces === null) return null;
  const size = Math.sqrt(words.length / 6);
  const cell = 36 / size;
  return (
    <svg class="net" viewBox="-2 -2 160 121" role="img" aria-label={label}>
      {NET.map(([face, column, row]) => (
        <g key={face} transform={`translate(${column * 39} ${row * 39})`}>
          {(faces.get(face) ?? []).map((word, i) => {
            const [x, y] = [(i % size) * cell, Math.floor(i / size) * cell];
            const digit = /^\d+/.exec(word)?.[0];
            const turn = { "^": 0, ">": 90, v: 180, "<": 270 }[word.slice(-1)] ?? 0;
            const [mx, my] = [x + cell / 2, y + cell / 2];
            return (
              <g key={`${face} ${x} ${y}`}>
                <rect
                  class={digit ? "sticker plain" : `sticker ${COLOURS[word] ?? "plain"}`}
                  x={x}
                  y={y}
                  width={cell}
                  height={cell}
                  rx="1.2"
                />
                <text
                  class={digit ? "on-plain" : `on-${COLOURS[word] ?? "plain"}`}
                  x={mx}
                  y={my}
                  font-size={cell * 0.62}
                  dy="0.36em"
                  transform={digit ? `rotate(${turn} ${mx} ${my})` : undefined}
                >
                  {digit ?? word}
                </text>
              </g>
            );
          })}
        </g>
      ))}
    </svg>
  );
}

/** The outline of a piece of a Square-1 that begins at an angle, in degrees, around the origin. */
export function pieceOutline(big: boolean, from: number): string {
  const point = (angle: number, radius: number) => {
    const turned = (angle * Math.PI) / 180;
    const write = (x: number) => (Math.round(x * 100) / 100 || 0).toString();
    return `${write(radius * Math.cos(turned))} ${write(-radius * Math.sin(turned))}`;
  };
  // The rim of a small piece is straight; a big one has its corner in the middle of 60°.
  const rim = 34;
  const edge = rim / Math.cos((15 * Math.PI) / 180);
  const ends = big
    ? [point(from, edge), point(from + 30, edge * 1.366), point(from + 60, edge)]
    : [point(from, edge), point(from + 30, edge)];
  return `M0 0L${ends.join("L")}Z`;
}

/** Both layers of a Square-1 of six or of two colours, and its middle; each piece has its digit. */
export function SquareSketch({ text, label, six }: SketchProps & { six: boolean }) {
  const [top, rest] = text.split("-");
  const [bottom, middle] = (rest ?? "").split(",");
  if (!top || !bottom) return null;
  return (
    <svg class="square1" viewBox="-52 -54 212 128" role="img" aria-label={label}>
      {[top, bottom].map((layer, at) => {
        // Top slots begin at the front cut, bottom ones at the back; both go around anticlockwise.
        // The top is drawn with its front below, the bottom with its back below.
        let angle = at === 0 ? 255 : 285;
        return (
          <g
            key={at === 0 ? "top" : "bottom"}
            class={six ? "six" : undefined}
            transform={`translate(${at * 108} 0)`}
          >
            {[...layer].map((digit) => {
              const number = Number.parseInt(digit, 16);
              const big = number % 2 === 1;
              const from = angle;
              angle += big ? 60 : 30;
              const turned = ((from + (big ? 30 : 15)) * Math.PI) / 180;
              const radius = big ? 29 : 24;
              return (
                <g key={`${digit} ${from}`}>
                  <path
                    class={number < 8 ? "piece upper" : "piece lower"}
                    d={pieceOutline(big, from)}
                  />
                  <text x={radius * Math.cos(turned)} y={-radius * Math.sin(turned)} dy="0.36em">
                    {digit}
                  </text>
                </g>
              );
            })}
          </g>
        );
      })}
      <text class="caption" x="54" y="68">
        {middle === "K" ? "middle: kite" : "middle: square"}
      </text>
    </svg>
  );
}

/** A balance, for models. */
export function ModelSketch() {
  return (
    <svg class="model-sketch" viewBox="0 0 160 120" role="img" aria-label="a < b < c, a + b = c">
      <path class="line" d="M80 22V100M58 100H102M28 34H132M28 34L14 66H42ZM132 34L118 66H146Z" />
      <path class="pan" d="M12 66H44A16 9 0 0 1 12 66ZM116 66H148A16 9 0 0 1 116 66Z" />
      <circle class="pan" cx="80" cy="22" r="4" />
      <text x="28" y="90">
        a + b
      </text>
      <text x="132" y="90">
        c
      </text>
    </svg>
  );
}
