/** Flat drawings of the Square-1: layers as seen from outside, the middle layer, outlines of shapes. */

import type { FaceName } from "./colours";
import { capFace, colourOf, letterColour, sidesOf } from "./colours";
import {
  firstSlot,
  middleOutline,
  PIECE_JOINT_RADIUS,
  type Point,
  pieceOutline,
  polar,
  svgPoints,
} from "./geometry";
import type { Colours, Layer, OuterLayer, Piece, Position } from "./position";
import { digitOf, isBig } from "./position";

/** Half the side of the cube in units of the drawing. */
export const SCALE = 70;

/** The radius where the cap of a piece ends and the strips of its sides begin. */
const CAP = 0.78;

function mixed(a: Point, by: number): Point {
  return [a[0] * by, a[1] * by];
}

/** One piece that begins at an angle: its cap, its sides as strips, and its digit. */
export function PieceShape({
  piece,
  start,
  colours,
  letters,
}: {
  piece: Piece;
  start: number;
  colours: Colours;
  letters: boolean;
}) {
  const big = isBig(piece);
  const outline = pieceOutline(big, start);
  const outer = outline.slice(1);
  const middle = polar(start + (big ? 30 : 15), big ? 0.66 : 0.56);
  const cap: FaceName = capFace(piece);
  const strips = sidesOf(piece).map((face, i) => {
    const [a, b] = [outer[i], outer[i + 1]];
    if (a === undefined || b === undefined) return null;
    return (
      <polygon
        key={face}
        class="piece"
        points={svgPoints([a, b, mixed(b, CAP), mixed(a, CAP)], SCALE)}
        fill={colourOf(face, colours)}
      />
    );
  });
  return (
    <g>
      <polygon
        class="piece"
        points={svgPoints([[0, 0], ...outer.map((point) => mixed(point, CAP))], SCALE)}
        fill={colourOf(cap, colours)}
      />
      {strips}
      {letters ? (
        <text
          class="digit"
          x={SCALE * middle[0]}
          y={-SCALE * middle[1]}
          fill={letterColour(cap, colours)}
        >
          {digitOf(piece)}
        </text>
      ) : null}
    </g>
  );
}

/** The line of the cut through a layer, with its front end named. */
export function CutLine({ side, named = true }: { side: OuterLayer; named?: boolean }) {
  const front = side === "top" ? firstSlot("top") : firstSlot("bottom") + 180;
  const [a, b] = [polar(front, 1.28), polar(front + 180, 1.28)];
  const name = polar(front, 1.42);
  return (
    <g class="cut">
      <line x1={SCALE * a[0]} y1={-SCALE * a[1]} x2={SCALE * b[0]} y2={-SCALE * b[1]} />
      {named ? (
        <text x={SCALE * name[0]} y={-SCALE * name[1]}>
          front
        </text>
      ) : null}
    </g>
  );
}

/** A layer as seen from outside. */
export function LayerShape({
  layer,
  side,
  colours,
  letters,
}: {
  layer: Layer;
  side: OuterLayer;
  colours: Colours;
  letters: boolean;
}) {
  return (
    <g>
      {layer.map((piece, slot) =>
        piece === null ? null : (
          <PieceShape
            key={slot}
            piece={piece}
            start={firstSlot(side) + 30 * slot}
            colours={colours}
            letters={letters}
          />
        ),
      )}
      <CutLine side={side} />
    </g>
  );
}

/** The middle layer as seen from above. */
export function MiddleShape({
  kite,
  over,
  named = true,
}: {
  kite: boolean;
  over: boolean;
  named?: boolean;
}) {
  return (
    <g>
      <polygon class="middle" points={svgPoints(middleOutline("left", over), SCALE)} />
      <polygon class="middle" points={svgPoints(middleOutline("right", over !== kite), SCALE)} />
      <CutLine side="top" named={named} />
    </g>
  );
}

/** Both layers and the middle one side by side. */
export function FlatPosition({
  position,
  over = false,
  colours,
  letters = true,
  label,
}: {
  position: Position;
  over?: boolean;
  colours: Colours;
  letters?: boolean;
  label: string;
}) {
  const field = "-112 -128 224 256";
  return (
    <div class="flat-row" role="img" aria-label={label}>
      <svg class="flat" viewBox={field} aria-hidden="true">
        <text class="name" x="0" y="-114">
          top, from above
        </text>
        <LayerShape layer={position.top} side="top" colours={colours} letters={letters} />
      </svg>
      <svg class="flat" viewBox={field} aria-hidden="true">
        <text class="name" x="0" y="-114">
          bottom, from below
        </text>
        <LayerShape layer={position.bottom} side="bottom" colours={colours} letters={letters} />
      </svg>
      <svg class="flat narrow" viewBox={field} aria-hidden="true">
        <text class="name" x="0" y="-114">
          middle: {position.kite ? "kite" : "square"}
        </text>
        <MiddleShape kite={position.kite} over={over} />
      </svg>
    </div>
  );
}

/** The outline of a layer of some shape: `e` for small and `C` for big pieces, anticlockwise. */
export function Outline({ word, scale = 12 }: { word: string; scale?: number }) {
  let start = firstSlot("top");
  return (
    <g>
      {[...word].map((size, i) => {
        const big = size === "C";
        const points = svgPoints(pieceOutline(big, start), scale);
        start += big ? 60 : 30;
        return <polygon key={i} class={big ? "outline big" : "outline"} points={points} />;
      })}
    </g>
  );
}

/** The outline of a free slot in the editor. */
export function slotOutline(side: OuterLayer, slot: number): string {
  const start = firstSlot(side) + 30 * slot;
  return svgPoints(
    [[0, 0], polar(start, PIECE_JOINT_RADIUS), polar(start + 30, PIECE_JOINT_RADIUS)],
    SCALE,
  );
}
