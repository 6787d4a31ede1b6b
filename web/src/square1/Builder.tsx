/** The flat editor: two layers of twelve slots, and the pieces still to be placed. */

import { useMemo, useState } from "preact/hooks";
import { announce } from "../shell/announce";
import { modulo } from "../three/itemAt";
import { Faults } from "../ui/Faults";
import { errorOf, requestOf, useRequest } from "../ui/useRequest";
import {
  EMPTY_POSITION,
  firstSlotOfPiece,
  nextFreeSlot,
  type PartialPosition,
  palette,
  placed,
  problems,
  removePiece,
  toPosition,
  withColours,
  writeBuild,
} from "./builder";
import { sayPiece } from "./colours";
import { CutLine, MiddleShape, PieceShape, SCALE, slotOutline } from "./Flat";
import { firstSlot } from "./geometry";
import type { Colours, OuterLayer, Piece, Position } from "./position";
import { digitOf, pieceAt, solved } from "./position";

interface Props {
  readonly build: PartialPosition;
  readonly colours: Colours;
  onChange(build: PartialPosition): void;
  onDone(position: Position): void;
}

interface Cursor {
  readonly side: OuterLayer;
  readonly slot: number;
}

/** Describes the content of a slot for screen readers. */
function saySlot(build: PartialPosition, side: OuterLayer, slot: number, colours: Colours): string {
  const begin = firstSlotOfPiece(build[side], slot);
  const what = begin === null ? "free" : sayPiece(pieceAt(build[side], slot), colours);
  return `${side}, slot ${slot + 1} of 12: ${what}${begin === null || begin === slot ? "" : ", second half"}`;
}

/** The editor. */
export function Builder({ build: given, colours, onChange, onDone }: Props) {
  const build = useMemo(() => withColours(given, colours), [given, colours]);
  const [cursor, setCursor] = useState<Cursor>({ side: "top", slot: 0 });
  const [chosen, setChosen] = useState<Piece | null>(null);
  const [note, setNote] = useState("");
  const request = useRequest<"square1/check">();
  const left = palette(build, colours);
  const ready = toPosition(build, colours);
  const focus = (next: Cursor): void => {
    setCursor(next);
    document.getElementById(`slot-${next.side}-${next.slot}`)?.focus();
  };
  const change = (next: PartialPosition, say: string): void => {
    request.reset();
    setNote("");
    onChange(next);
    announce(say);
  };
  const put = (side: OuterLayer, slot: number, piece: Piece): void => {
    const next = placed(build, side, slot, piece, colours);
    if (typeof next === "string") {
      setNote(next);
      announce(next);
      return;
    }
    change(next, `${sayPiece(piece, colours)} placed`);
    setChosen(null);
    focus({ side, slot: nextFreeSlot(next[side], slot) });
  };
  const take = (side: OuterLayer, slot: number): void => {
    if (firstSlotOfPiece(build[side], slot) === null) return;
    change(removePiece(build, side, slot), "taken away");
  };
  const toggle = (): void =>
    change({ ...build, kite: !build.kite }, build.kite ? "middle: square" : "middle: kite");
  const onKey = (event: KeyboardEvent, { side, slot }: Cursor): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const digit = /^[0-9a-fA-F]$/.test(event.key) ? Number.parseInt(event.key, 16) : null;
    if (digit !== null) put(side, slot, digit);
    else if (event.key === "ArrowRight" || event.key === "ArrowUp")
      focus({ side, slot: modulo(slot + 1, 12) });
    else if (event.key === "ArrowLeft" || event.key === "ArrowDown")
      focus({ side, slot: modulo(slot - 1, 12) });
    else if (event.key === "PageUp" || event.key === "PageDown")
      focus({ side: side === "top" ? "bottom" : "top", slot });
    else if (event.key === "Backspace" || event.key === "Delete") take(side, slot);
    else if (event.key === "Enter" || event.key === " ") click(side, slot);
    else if (event.key === "k") toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const click = (side: OuterLayer, slot: number): void => {
    setCursor({ side, slot });
    if (chosen !== null) put(side, slot, chosen);
    else take(side, slot);
  };
  const submit = (): void => {
    if (ready !== null) onDone(ready);
    else void request.ask("square1/check", { position: writeBuild(build), colours });
  };
  const layer = (side: OuterLayer) => (
    <svg
      class="flat builder-layer"
      viewBox="-112 -112 224 224"
      role="group"
      aria-label={`${side} layer, seen from ${side === "top" ? "above" : "below"}`}
    >
      {Array.from({ length: 12 }, (_, slot) => {
        const begin = firstSlotOfPiece(build[side], slot);
        const piece = begin === slot ? pieceAt(build[side], slot) : null;
        const here = cursor.side === side && cursor.slot === slot;
        return (
          <g
            key={slot}
            id={`slot-${side}-${slot}`}
            role="button"
            class={here ? "slot here" : "slot"}
            tabIndex={here ? 0 : -1}
            aria-label={saySlot(build, side, slot, colours)}
            onClick={() => click(side, begin ?? slot)}
            onKeyDown={(event) => onKey(event, { side, slot })}
            onFocus={() => setCursor({ side, slot })}
          >
            {begin === null ? <polygon class="gap" points={slotOutline(side, slot)} /> : null}
            {piece === null ? null : (
              <PieceShape
                piece={piece}
                start={firstSlot(side) + 30 * slot}
                colours={colours}
                letters
              />
            )}
          </g>
        );
      })}
      <polygon
        class="cursor"
        points={slotOutline(cursor.side, cursor.slot)}
        visibility={cursor.side === side ? "visible" : "hidden"}
      />
      <CutLine side={side} />
    </svg>
  );
  return (
    <div class="stacked">
      <p class="muted small">
        Choose a piece and click the slot where it begins; slots run anticlockwise. Click a piece to
        take it away. With keys: arrows move, <kbd>0</kbd> to <kbd>F</kbd> place,{" "}
        <kbd>Backspace</kbd> takes away.
      </p>
      <div class="builder">
        <figure>
          {layer("top")}
          <figcaption>top, from above</figcaption>
        </figure>
        <figure>
          {layer("bottom")}
          <figcaption>bottom, from below</figcaption>
        </figure>
        <figure class="middle-figure">
          <button
            type="button"
            class="middle-button"
            onClick={toggle}
            aria-label={`Middle layer: ${build.kite ? "kite" : "square"}. Change it.`}
          >
            <svg viewBox="-112 -112 224 224" aria-hidden="true">
              <MiddleShape kite={build.kite} over={false} named={false} />
            </svg>
          </button>
          <figcaption>middle: {build.kite ? "kite" : "square"}</figcaption>
        </figure>
      </div>
      <fieldset class="bare palette" aria-label="Pieces left">
        {left.length === 0 ? <span class="muted">All pieces are placed.</span> : null}
        {left.map((piece, i) => (
          <button
            key={`${piece}-${i}`}
            type="button"
            aria-pressed={chosen === piece}
            aria-label={sayPiece(piece, colours)}
            title={sayPiece(piece, colours)}
            onClick={() => setChosen(chosen === piece ? null : piece)}
          >
            <svg
              viewBox={`${-0.2 * SCALE} ${-0.62 * SCALE} ${1.5 * SCALE} ${1.24 * SCALE}`}
              aria-hidden="true"
            >
              <PieceShape
                piece={piece}
                start={piece % 2 === 1 ? -30 : -15}
                colours={colours}
                letters={false}
              />
            </svg>
            <span aria-hidden="true">{digitOf(piece)}</span>
          </button>
        ))}
      </fieldset>
      <ul class="complaints" aria-live="polite">
        {note === "" ? null : <li class="bad">{note}</li>}
        {problems(build, colours).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {ready === null ? null : <li class="good">✓ this position can be reached</li>}
      </ul>
      <Faults error={errorOf(request.answer)} source={requestOf(request.answer)?.position} />
      <div class="row">
        <button type="button" class="primary" onClick={() => submit()}>
          Use this position
        </button>
        <button type="button" onClick={() => change(EMPTY_POSITION, "all pieces removed")}>
          Empty
        </button>
        <button type="button" onClick={() => change(solved(colours), "solved position")}>
          Solved
        </button>
      </div>
    </div>
  );
}
