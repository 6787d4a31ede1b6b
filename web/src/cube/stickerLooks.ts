/** The appearance of cube stickers: colours with letters and arrows, or digits. */

import type { StickerLook } from "../three/labels";
import type { Vector } from "./space";
import type { Facelet } from "./stickerCube";

/** The colours of the faces, by the letter of the face. */
const COLOURS: Record<string, { fill: string; ink: string; name: string }> = {
  U: { fill: "#f6f5ef", ink: "#1c1c1c", name: "white" },
  R: { fill: "#c93531", ink: "#ffffff", name: "red" },
  F: { fill: "#1f8a53", ink: "#ffffff", name: "green" },
  D: { fill: "#f4c81f", ink: "#1c1c1c", name: "yellow" },
  L: { fill: "#ef8a2b", ink: "#1c1c1c", name: "orange" },
  B: { fill: "#2f6fc4", ink: "#ffffff", name: "blue" },
};

const BLANK = { fill: "#8a919b", ink: "#ffffff", name: "blank" };

/** Returns the colour of a letter. */
export function colourOf(letter: string): { fill: string; ink: string; name: string } {
  return COLOURS[letter] ?? BLANK;
}

function isCentre(spot: Vector): boolean {
  return spot.filter((it) => it === 0).length === 2;
}

/** Returns the appearance of the stickers of the coloured cube. An arrow shows the direction of a centre. */
export function colourStickerLook(
  letters: boolean,
  centres: boolean,
): (facelet: Facelet) => StickerLook {
  return ({ mark, spot, top }) => {
    const { fill, ink } = colourOf(mark);
    if (centres && isCentre(spot)) {
      return top === null ? { fill, ink, text: "?" } : { fill, ink, text: "", arrow: true };
    }
    return { fill, ink, text: letters ? mark : "" };
  };
}

/** Background and text colour of the Sudoku Cube. */
export const PAPER = "#f7f3e8";
export const INK = "#20242c";

/** Returns whether a digit has a bar below: 6 and 9 have one unless they read both ways. */
export function isUnderlined(mark: string, sixNine: boolean): boolean {
  return !sixNine && (mark === "6" || mark === "9");
}

/** Returns the appearance of the stickers of a Sudoku Cube. */
export function digitLook(sixNine: boolean): (facelet: Facelet) => StickerLook {
  return ({ mark }) => ({
    fill: PAPER,
    ink: INK,
    text: mark,
    underlined: isUnderlined(mark, sixNine),
  });
}
