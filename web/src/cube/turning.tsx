/** What both cube scenes share: the frame of a line at a place, moves by dragging, buttons and keys. */

import { typing } from "../shell/help";
import { type Held, useHand } from "../three/hand";
import type { Look } from "../three/labels";
import { currentMove, done, eased, type Player } from "../three/player";
import { useKeys } from "../ui/useKeys";
import type { Frame } from "./model3d";
import { type Move, moveOf, parseSequence, sayMove } from "./sequence";
import type { Facelet, Layers, Solid } from "./solid";

/** Makes the model; one function, so that the viewer keeps its model. */
export const load = async () => (await import("./model3d")).createModel();

/** Returns what the model shows at a place of a line. */
export function frameAt(
  cubes: readonly Solid[],
  line: readonly Move[],
  at: number,
  look: (facelet: Facelet) => Look,
): Frame | null {
  const whole = done(at);
  const solid = cubes[Math.min(whole, cubes.length - 1)];
  if (solid === undefined) return null;
  const [part, move] = [at - whole, line[whole]];
  const moving = part > 1e-6 && move !== undefined;
  return { solid, look, motion: moving ? { turn: move.turn, part: eased(part) } : null };
}

/** Returns what the model shows while a layer is held. */
export function heldFrame(
  solid: Solid,
  { turn, amount }: Held<Layers>,
  look: (facelet: Facelet) => Look,
): Frame {
  return { solid, look, motion: { turn: { ...turn, quarters: 1 }, part: amount } };
}

/** Layers that are turned by dragging them; `onMove` is told of a move when the model shows it already. */
export function useLayers(
  player: Player,
  onMove: (move: Move) => void,
  allows?: (layers: Layers) => boolean,
) {
  return useHand<Layers>({
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

/** Calls `onMove` when the key of a move is pressed: a letter, with Shift the other way round. */
export function useMoveKeys(onMove: (move: Move) => void): void {
  useKeys((event) => {
    if (typing(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    // In a net that is edited, letters are colours.
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
