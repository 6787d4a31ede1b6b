/** The colours of Square-1 stickers, by the faces of the solved cube. */

import { itemAt } from "../three/itemAt";
import type { Colours, Piece } from "./position";
import { isBig } from "./position";

/** A face of the solved cube. */
export type FaceName = "U" | "D" | "F" | "B" | "R" | "L";

/** The sides of each piece on the solved cube, anticlockwise as seen from outside its layer. */
const SIDES: readonly string[] = [
  "F",
  "FR",
  "R",
  "RB",
  "B",
  "BL",
  "L",
  "LF",
  "R",
  "RF",
  "F",
  "FL",
  "L",
  "LB",
  "B",
  "BR",
];

/** Returns the faces to which the outer sides of a piece belong: one of a small, two of a big piece. */
export function sidesOf(piece: Piece): FaceName[] {
  return [...itemAt(SIDES, piece)] as FaceName[];
}

/** Returns the face to which the flat outer side of a piece belongs. */
export function capFace(piece: Piece): FaceName {
  return piece < 8 ? "U" : "D";
}

/** Returns the name of a piece by its faces, such as `UFR` or `DB`. */
export function nameOf(piece: Piece): string {
  return capFace(piece) + sidesOf(piece).join("");
}

/** Returns the spoken name of a piece. */
export function sayPiece(piece: Piece, colours: Colours): string {
  const size = isBig(piece) ? "big" : "small";
  const digit = piece.toString(16).toUpperCase();
  return colours === "six" ? `${size} piece ${digit} (${nameOf(piece)})` : `${size} piece ${digit}`;
}

const SIX: Record<FaceName, string> = {
  U: "#f6f5ef",
  D: "#f4c81f",
  F: "#22975a",
  B: "#2f6fc4",
  R: "#d2403b",
  L: "#ef8a2b",
};
const LIGHT = "#dfe3e8";
const DARK = "#4a5d78";

/** Returns the colour of a face: silver puzzles have front, right and top light, the others dark. */
export function colourOf(face: FaceName, colours: Colours): string {
  if (colours === "six") return SIX[face];
  return face === "U" || face === "F" || face === "R" ? LIGHT : DARK;
}

/** Returns a colour for letters that is readable on a sticker. */
export function letterColour(face: FaceName, colours: Colours): string {
  if (colours === "six")
    return face === "U" || face === "D" || face === "L" ? "#1c1c1c" : "#ffffff";
  return face === "U" || face === "F" || face === "R" ? "#1c2430" : "#ffffff";
}
