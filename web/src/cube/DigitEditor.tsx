/** The editor of a Sudoku Cube's net: each sticker is a digit and an arrow that points to its top. */

import { useRef, useState } from "preact/hooks";
import { announce } from "../shell/announce";
import { ARROWS, type DigitNet, isCentre, sayDirection, withSticker } from "./digits";
import { NetDrawing, type StickerPlace } from "./NetDrawing";
import type { DrawnSticker } from "./stickerCube";

interface Props {
  readonly net: DigitNet;
  /** Whether 6 and 9 read both ways. */
  readonly sixNine: boolean;
  onChange(net: DigitNet): void;
}

const DIRECTIONS: Record<string, number> = {
  ArrowUp: 0,
  ArrowRight: 1,
  ArrowDown: 2,
  ArrowLeft: 3,
};

/** Describes a sticker for screen readers. */
export function saySticker(shown: DrawnSticker): string {
  return shown.mark === "" ? "blank" : `${shown.mark}, ${sayDirection(shown.quarters)}`;
}

/** Returns the digit after a key: `1` then `2` is 12 if the cube is that large. */
export function typeDigit(before: string, figure: string, size: number): string | null {
  const longer = Number(before + figure);
  if (before !== "" && longer >= 1 && longer <= size * size) return String(longer);
  const one = Number(figure);
  return one >= 1 && one <= size * size ? figure : null;
}

/** The editor. */
export function DigitEditor({ net, sixNine, onChange }: Props) {
  const { size } = net;
  const [cursor, setCursor] = useState<StickerPlace>({ face: "U", at: 0 });
  // Where a digit was typed last: there an arrow key sets the direction, elsewhere it moves the cursor.
  const [fresh, setFresh] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const key = (place: StickerPlace): string => `${place.face}${place.at}`;
  const here = (place: StickerPlace): DrawnSticker =>
    net.net[place.face][place.at] ?? { mark: "", quarters: 0 };
  const set = (place: StickerPlace, sticker: DrawnSticker): void => {
    onChange(withSticker(net, place.face, place.at, sticker));
    announce(saySticker(sticker));
  };
  const go = (place: StickerPlace): void => {
    setCursor(place);
    setFresh(null);
    field.current?.querySelector<SVGGElement>(`[data-place="${key(place)}"]`)?.focus();
  };
  /** Returns the next sticker of the face, or the first one of the next face. */
  const next = (place: StickerPlace): StickerPlace => {
    if (place.at + 1 < size * size) return { face: place.face, at: place.at + 1 };
    const order = ["U", "L", "F", "R", "B", "D"] as const;
    return { face: order[(order.indexOf(place.face) + 1) % 6] ?? "U", at: 0 };
  };
  const digit = (place: StickerPlace, figure: string): void => {
    const before = fresh === key(place) ? here(place).mark : "";
    const mark = typeDigit(before, figure, size);
    if (mark === null) return;
    set(place, { mark, quarters: here(place).quarters });
    setFresh(key(place));
  };
  const point = (place: StickerPlace, quarters: number | null): void => {
    if (quarters === null && !isCentre(place.at, size)) return;
    set(place, { mark: here(place).mark, quarters });
  };
  const onKey = (event: KeyboardEvent, place: StickerPlace): void => {
    const direction = DIRECTIONS[event.key];
    if (/^\d$/.test(event.key)) digit(place, event.key);
    else if (direction !== undefined && (event.shiftKey || fresh === key(place))) {
      point(place, direction);
      if (!event.shiftKey) go(next(place));
    } else if (event.key === "Enter" || event.key === " ") go(next(place));
    else if (event.key === "Backspace" || event.key === "Delete") {
      const empty = { mark: "", quarters: isCentre(place.at, size) ? null : 0 };
      set(place, empty);
      setFresh(null);
    } else if (event.key === "x") point(place, null);
    else return;
    event.preventDefault();
  };
  const numbers = Array.from({ length: size * size }, (_, i) => String(i + 1));
  const chosen = here(cursor);
  return (
    <div class="stacked" ref={field}>
      <p class="muted small">
        Click a sticker or go there with the arrow keys; type its digit, then the arrow to its top.
        Shift with an arrow only turns it. <kbd>x</kbd>: the direction of a middle is not known.
      </p>
      <div class="net-field">
        <NetDrawing
          net={net.net}
          size={size}
          kind="digits"
          sixNine={sixNine}
          label={`Net of the cube, ${size} by ${size} by ${size}`}
          cursor={cursor}
          onCursor={(place) => {
            setCursor(place);
            if (key(place) !== fresh) setFresh(null);
          }}
          onKey={onKey}
          say={(_, shown) => saySticker(shown)}
        />
      </div>
      <fieldset class="bare pad" aria-label="Digit">
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            aria-pressed={chosen.mark === number}
            onClick={() => set(cursor, { ...chosen, mark: number })}
          >
            {number}
          </button>
        ))}
      </fieldset>
      <fieldset class="bare pad" aria-label="Direction">
        {ARROWS.map((arrow, quarters) => (
          <button
            key={arrow}
            type="button"
            aria-pressed={chosen.quarters === quarters}
            aria-label={sayDirection(quarters)}
            onClick={() => {
              point(cursor, quarters);
              go(next(cursor));
            }}
          >
            {arrow}
          </button>
        ))}
        <button
          type="button"
          disabled={!isCentre(cursor.at, size)}
          aria-pressed={chosen.quarters === null}
          onClick={() => point(cursor, null)}
        >
          not known
        </button>
      </fieldset>
    </div>
  );
}
