/**
 * A net as a drawing, read-only or editable: six faces unfolded, one stop for the Tab key,
 * arrow keys between the stickers.
 */

import { useRef } from "preact/hooks";
import { FACE_NAMES, type Face } from "./space";
import type { DrawnSticker, Net } from "./stickerCube";
import { colourOf, INK, isUnderlined, PAPER } from "./stickerLooks";

/** A sticker of the net. */
export interface StickerPlace {
  readonly face: Face;
  readonly at: number;
}

/** The position of each face in the net, in units of faces from the top left. */
const SPOTS: readonly (readonly [Face, number, number])[] = [
  ["U", 1, 0],
  ["L", 0, 1],
  ["F", 1, 1],
  ["R", 2, 1],
  ["B", 3, 1],
  ["D", 1, 2],
];

const CELL = 30;
const GAP = 12;

interface Props {
  readonly net: Net;
  readonly size: number;
  /** Letters of faces with their colours, or digits. */
  readonly kind: "colours" | "digits";
  readonly label: string;
  /** Whether arrows are shown on the middles of faces. */
  readonly centres?: boolean;
  /** Whether 6 and 9 read both ways; otherwise a bar tells them apart. */
  readonly sixNine?: boolean;
  /** Finished faces, which are marked. */
  readonly right?: readonly Face[];
  /** The description of a sticker; with it and the following callbacks, the net is editable. */
  readonly say?: (place: StickerPlace, shown: DrawnSticker) => string;
  readonly cursor?: StickerPlace;
  readonly onCursor?: (place: StickerPlace) => void;
  readonly onKey?: (event: KeyboardEvent, place: StickerPlace) => void;
  readonly onClick?: (place: StickerPlace) => void;
}

/** Returns the sticker one step away in the drawn net, across borders and gaps; `null` if there is none. */
export function stepFrom(
  place: StickerPlace,
  dx: number,
  dy: number,
  size: number,
): StickerPlace | null {
  const spot = SPOTS.find(([face]) => face === place.face);
  if (spot === undefined) return null;
  let x = spot[1] * size + (place.at % size);
  let y = spot[2] * size + Math.floor(place.at / size);
  for (let n = 0; n < 4 * size; n += 1) {
    x = (x + dx + 4 * size) % (4 * size);
    y = (y + dy + 3 * size) % (3 * size);
    const found = SPOTS.find(
      ([, column, row]) => column === Math.floor(x / size) && row === Math.floor(y / size),
    );
    if (found !== undefined) return { face: found[0], at: (y % size) * size + (x % size) };
  }
  return null;
}

/** Describes the position of a sticker for screen readers. */
export function sayPlace({ face, at }: StickerPlace, size: number): string {
  return `${FACE_NAMES[face]}, row ${Math.floor(at / size) + 1}, column ${(at % size) + 1}`;
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** An arrow in a cell whose tip points up. */
const ARROW = "0,-10 6.5,-2.5 2.4,-2.5 2.4,9 -2.4,9 -2.4,-2.5 -6.5,-2.5";

function Sticker({ shown, props, middle }: { shown: DrawnSticker; props: Props; middle: boolean }) {
  const half = CELL / 2;
  if (props.kind === "colours") {
    const { fill, ink } = colourOf(shown.mark);
    const arrow = middle && props.centres === true;
    return (
      <>
        <rect
          class="sticker"
          x={-half + 1}
          y={-half + 1}
          width={CELL - 2}
          height={CELL - 2}
          rx="3"
          fill={fill}
        />
        {arrow && shown.quarters !== null ? (
          <g transform={`rotate(${90 * shown.quarters})`}>
            <polygon points={ARROW} fill={ink} />
          </g>
        ) : null}
        {arrow ? (
          <text class="corner" x={-half + 3} y={half - 4} fill={ink}>
            {shown.mark}
            {shown.quarters === null ? "?" : ""}
          </text>
        ) : (
          <text class="sign" fill={ink}>
            {shown.mark}
          </text>
        )}
      </>
    );
  }
  const turned = shown.quarters ?? 0;
  return (
    <>
      <rect
        class={shown.mark === "" ? "sticker blank" : "sticker"}
        x={-half + 1}
        y={-half + 1}
        width={CELL - 2}
        height={CELL - 2}
        rx="3"
        fill={PAPER}
      />
      <g transform={`rotate(${90 * turned})`}>
        <text class={shown.mark.length > 1 ? "sign two" : "sign"} fill={INK}>
          {shown.mark}
        </text>
        {isUnderlined(shown.mark, props.sixNine === true) ? (
          <rect class="bar" x="-4.5" y="8" width="9" height="1.6" fill={INK} />
        ) : null}
        {shown.quarters === null ? null : (
          <polygon class="tick" points="0,-13.2 2.6,-9.8 -2.6,-9.8" fill={INK} />
        )}
      </g>
      {shown.quarters === null ? (
        <text class="corner" x={-half + 3} y={half - 4} fill={INK}>
          ?
        </text>
      ) : null}
    </>
  );
}

/** The net. */
export function NetDrawing(props: Props) {
  const { net, size, label, cursor, onCursor, onKey, onClick, say, right = [] } = props;
  const root = useRef<SVGSVGElement>(null);
  const editable = onCursor !== undefined && cursor !== undefined;
  const side = size * CELL + GAP;
  const focus = (place: StickerPlace): void => {
    onCursor?.(place);
    root.current?.querySelector<SVGGElement>(`[data-place="${place.face}${place.at}"]`)?.focus();
  };
  const keyed = (event: KeyboardEvent, place: StickerPlace): void => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    onKey?.(event, place);
    if (event.defaultPrevented) {
      event.stopPropagation();
      return;
    }
    const step = STEPS[event.key];
    const next = step === undefined ? null : stepFrom(place, step[0], step[1], size);
    if (next === null) return;
    event.preventDefault();
    focus(next);
  };
  const cell = (face: Face, at: number) => {
    const shown = net[face][at];
    if (shown === undefined) return null;
    const place = { face, at };
    const x = (at % size) * CELL + CELL / 2;
    const y = Math.floor(at / size) * CELL + CELL / 2;
    const here = editable && cursor.face === face && cursor.at === at;
    const middle = size % 2 === 1 && at === (size * size - 1) / 2;
    const sticker = <Sticker shown={shown} props={props} middle={middle} />;
    if (!editable) {
      return (
        <g key={at} transform={`translate(${x} ${y})`}>
          {sticker}
        </g>
      );
    }
    return (
      <g
        key={at}
        transform={`translate(${x} ${y})`}
        role="button"
        class={here ? "place here" : "place"}
        data-place={`${face}${at}`}
        tabIndex={here ? 0 : -1}
        aria-label={`${sayPlace(place, size)}: ${say?.(place, shown) ?? shown.mark}`}
        onClick={() => {
          focus(place);
          onClick?.(place);
        }}
        onFocus={() => onCursor(place)}
        onKeyDown={(event) => keyed(event, place)}
      >
        {sticker}
        <rect class="ring" x={-CELL / 2} y={-CELL / 2} width={CELL} height={CELL} rx="4" />
      </g>
    );
  };
  return (
    <svg
      ref={root}
      class={size > 3 ? "cube-net large" : "cube-net"}
      viewBox={`-4 -12 ${4 * side - 4} ${3 * side + 4}`}
      role={editable ? "application" : "img"}
      aria-label={label}
    >
      {SPOTS.map(([face, column, row]) => (
        <g key={face} transform={`translate(${column * side} ${row * side})`}>
          <rect
            class={right.includes(face) ? "face right" : "face"}
            x="-2"
            y="-2"
            width={size * CELL + 4}
            height={size * CELL + 4}
            rx="5"
          />
          {Array.from({ length: size * size }, (_, at) => cell(face, at))}
          {right.includes(face) ? (
            <text class="tick-mark" x={size * CELL} y="-4">
              ✓
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
}
