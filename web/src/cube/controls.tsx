/** What both cube scenes share: the frame of a line, moves by dragging, buttons and keys. */

import { isTextInput } from "../shell/help";
import type { StickerLook } from "../three/labels";
import { currentMove, done, easeInOut, type Player } from "../three/player";
import { type DraggedLayer, useLayerDrag } from "../three/useLayerDrag";
import { useKeys } from "../ui/useKeys";
import type { Frame } from "./model3d";
import { type Move, moveOf, parseSequence, sayMove } from "./sequence";
import type { Facelet, Layers, StickerCube } from "./stickerCube";

/** Creates the model; a single function, so that the viewer keeps its model. */
export const load = async () => (await import("./model3d")).createModel();

/** Returns the frame of the model at a point of a line. */
export function frameAt(
  cubes: readonly StickerCube[],
  line: readonly Move[],
  at: number,
  look: (facelet: Facelet) => StickerLook,
): Frame | null {
  const whole = done(at);
  const solid = cubes[Math.min(whole, cubes.length - 1)];
  if (solid === undefined) return null;
  const [part, move] = [at - whole, line[whole]];
  const moving = part > 1e-6 && move !== undefined;
  return { solid, look, motion: moving ? { turn: move.turn, part: easeInOut(part) } : null };
}

/** Returns the frame of the model while a layer is dragged. */
export function dragFrame(
  solid: StickerCube,
  { turn, amount }: DraggedLayer<Layers>,
  look: (facelet: Facelet) => StickerLook,
): Frame {
  return { solid, look, motion: { turn: { ...turn, quarters: 1 }, part: amount } };
}

/** Turns layers by dragging; `onMove` is called with the move when the model already shows it. */
export function useLayers(
  player: Player,
  onMove: (move: Move) => void,
  allows?: (layers: Layers) => boolean,
) {
  return useLayerDrag<Layers>({
    ...(allows === undefined ? {} : { allows }),
    onTouch: () => player.jump(currentMove(player)),
    onTurn: (layers, steps) => {
      const move = moveOf(layers, steps);
      if (move !== null) onMove(move);
    },
  });
}

/** Returns one move. */
function move(text: string): Move {
  const found = parseSequence(text)?.[0];
  if (found === undefined) throw new RangeError(`no move: ${text}`);
  return found;
}

const FACES = ["U", "D", "L", "R", "F", "B"];

/** Calls `onMove` when the key of a move is pressed: a letter, with Shift the inverse move. */
export function useMoveKeys(onMove: (move: Move) => void): void {
  useKeys((event) => {
    if (isTextInput(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    // In the net editor, letters are colours.
    if (event.target instanceof Element && event.target.closest(".cube-net") !== null) return;
    const letter = event.key.toLowerCase();
    if (letter.length !== 1 || !"udlrfbmesxyz".includes(letter)) return;
    event.preventDefault();
    const name = "xyz".includes(letter) ? letter : letter.toUpperCase();
    onMove(move(event.shiftKey ? `${name}'` : name));
  });
}

/** Buttons for the turns of the faces. */
export function Turns({ onMove }: { onMove: (move: Move) => void }) {
  return (
    <fieldset class="bare turns" aria-label="Moves by hand">
      {FACES.flatMap((face) => [face, `${face}'`]).map((text) => {
        const it = move(text);
        return (
          <button
            key={text}
            type="button"
            aria-label={`${text}, ${sayMove(it)}`}
            title={sayMove(it)}
            onClick={() => onMove(it)}
          >
            {text}
          </button>
        );
      })}
    </fieldset>
  );
}
