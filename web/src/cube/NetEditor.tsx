/** The editor of the coloured net: 54 stickers by click and keys, and the directions of the centres. */

import { useState } from "preact/hooks";
import { announce } from "../shell/announce";
import { Faults } from "../ui/Faults";
import { errorOf, requestOf, useRequest } from "../ui/useRequest";
import { NetDrawing, type StickerPlace, stepFrom } from "./NetDrawing";
import { CENTRE, writeNet } from "./position";
import { FACE_NAMES, FACELET_ORDER, FACES, type Face } from "./space";
import type { DrawnSticker, Net } from "./stickerCube";
import { colourOf } from "./stickerLooks";

interface Props {
  readonly net: Net;
  readonly centres: boolean;
  onChange(net: Net): void;
  /** Called with a position that the server has found possible. */
  onDone(position: string): void;
}

const DIRECTIONS: Record<string, number> = {
  ArrowUp: 0,
  ArrowRight: 1,
  ArrowDown: 2,
  ArrowLeft: 3,
};
const WORDS = ["up", "right", "down", "left"];

/** Returns a net with one sticker changed. */
function withSticker(net: Net, { face, at }: StickerPlace, sticker: DrawnSticker): Net {
  return { ...net, [face]: net[face].map((old, place) => (place === at ? sticker : old)) };
}

/** Returns how often each letter occurs. */
function counts(net: Net): Record<string, number> {
  const out: Record<string, number> = {};
  for (const face of FACES) for (const { mark } of net[face]) out[mark] = (out[mark] ?? 0) + 1;
  return out;
}

/** The editor. */
export function NetEditor({ net, centres, onChange, onDone }: Props) {
  const [cursor, setCursor] = useState<StickerPlace>({ face: "U", at: 0 });
  const [paint, setPaint] = useState<Face>("U");
  const request = useRequest<"cube/check">();
  const here = (place: StickerPlace): DrawnSticker =>
    net[place.face][place.at] ?? { mark: "", quarters: null };
  const put = (place: StickerPlace, mark: string): void => {
    // The letter on a centre is that of its face: centres define what the letters mean.
    if (place.at === CENTRE) return;
    request.reset();
    onChange(withSticker(net, place, { mark, quarters: here(place).quarters }));
    announce(`${colourOf(mark).name}, ${mark}`);
  };
  const point = (place: StickerPlace, quarters: number | null): void => {
    if (place.at !== CENTRE) return;
    request.reset();
    onChange(withSticker(net, place, { mark: here(place).mark, quarters }));
    announce(
      quarters === null ? "direction not known" : `upper side points ${WORDS[quarters] ?? ""}`,
    );
  };
  const onKey = (event: KeyboardEvent, place: StickerPlace): void => {
    const letter = event.key.toUpperCase();
    const direction = event.shiftKey ? DIRECTIONS[event.key] : undefined;
    if (direction !== undefined) point(place, direction);
    else if (letter.length === 1 && "URFDLB".includes(letter)) {
      put(place, letter);
      const next = stepFrom(place, 1, 0, 3);
      if (next !== null && next.face === place.face) setCursor(next);
    } else if (event.key === "Backspace" || event.key === "Delete") point(place, null);
    else if (event.key === "Enter" || event.key === " ") click(place);
    else return;
    event.preventDefault();
  };
  const click = (place: StickerPlace): void => {
    if (place.at !== CENTRE) put(place, paint);
    else if (centres) point(place, ((here(place).quarters ?? -1) + 1) % 4);
  };
  const submit = async (): Promise<void> => {
    const found = await request.ask("cube/check", { position: writeNet(net) });
    if (found !== null) onDone(found.position);
  };
  const n = counts(net);
  const uneven = FACELET_ORDER.filter((face) => n[face] !== 9);
  return (
    <div class="stacked">
      <p class="muted small">
        Choose a colour and click stickers, or move with the arrow keys and type letters. Centres
        say which colour belongs to which face
        {centres ? "; click one, or hold Shift with an arrow key, to turn its arrow" : ""}.
      </p>
      <fieldset class="bare paints" aria-label="Colour">
        {FACELET_ORDER.map((face) => {
          const { fill, name } = colourOf(face);
          return (
            <button
              key={face}
              type="button"
              aria-pressed={paint === face}
              aria-label={`${face} ${n[face] ?? 0} of 9, ${name}, ${FACE_NAMES[face]}`}
              onClick={() => setPaint(face)}
            >
              <svg class="paint-swatch" viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" fill={fill} />
              </svg>
              {face} <span class="small muted">{n[face] ?? 0}</span>
            </button>
          );
        })}
      </fieldset>
      <NetDrawing
        net={net}
        size={3}
        kind="colours"
        label="Net of the cube"
        centres={centres}
        cursor={cursor}
        onCursor={setCursor}
        onKey={onKey}
        onClick={click}
        say={(place, shown) => {
          const colour = `${colourOf(shown.mark).name}, ${shown.mark}`;
          if (place.at !== CENTRE || !centres) return colour;
          return `centre, ${colour}, ${shown.quarters === null ? "direction not known" : `upper side points ${WORDS[shown.quarters] ?? ""}`}`;
        }}
      />
      <p class="small" aria-live="polite">
        {uneven.length === 0
          ? "Nine stickers of each colour."
          : `Not nine of each: ${uneven.map((face) => `${face} ${n[face] ?? 0}`).join(", ")}.`}
      </p>
      <Faults error={errorOf(request.answer)} source={requestOf(request.answer)?.position} />
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={request.answer.state === "asking"}
          onClick={() => void submit()}
        >
          Use this net
        </button>
      </div>
    </div>
  );
}
