/** Positions of the 3×3×3 as texts of 54 stickers with the directions of the centres. */

import { itemAt } from "../three/itemAt";
import type { Face } from "./space";
import { equalVectors, FACELET_ORDER, FACES, faceNormal, faceTowards, faceUp } from "./space";
import type { DrawnSticker, Net, StickerCube } from "./stickerCube";
import { applyTurn, fromNet, solvedCube, toNet } from "./stickerCube";

/** The place of a centre on a drawn face. */
export const CENTRE = 4;

/** Returns whether a text is read as stickers and not as a sequence; the server decides in the same way. */
export function isStickers(text: string): boolean {
  const visible = text.replace(/\s/g, "");
  const letters = visible.replace(/[^A-Za-z]/g, "").length;
  return text.includes(",") || (letters >= 36 && visible.length - letters <= 3);
}

/**
 * Reads 54 letters of faces in the order U R F D L B, perhaps with `,` and six directions. A drawn net,
 * which has the faces in another order, is read by the server.
 */
export function readPosition(text: string): StickerCube | null {
  if (text.trim().includes("\n")) return null;
  const match = /^([URFDLB]{54})(?:,([0-3?]{6}))?$/.exec(text.replace(/\s/g, "").toUpperCase());
  if (match === null) return null;
  const letters = itemAt(match, 1);
  const centres = match[2] ?? "??????";
  const net: Partial<Record<Face, DrawnSticker[]>> = {};
  FACELET_ORDER.forEach((face, number) => {
    net[face] = [...letters.slice(9 * number, 9 * number + 9)].map((mark, at) => {
      const quarters = centres[number];
      const known = at === CENTRE && quarters !== undefined && quarters !== "?";
      // Only the direction of a centre may be unknown; other stickers have none.
      return { mark, quarters: known ? Number(quarters) : at === CENTRE ? null : 0 };
    });
  });
  return fromNet(net as Record<Face, DrawnSticker[]>, 3);
}

/** Writes a drawn net in its orientation. Unknown directions are left out. */
export function writeNet(net: Net): string {
  const letters = FACELET_ORDER.map((face) => net[face].map((it) => it.mark).join("")).join("");
  const quarters = FACELET_ORDER.map((face) => itemAt(net[face], CENTRE).quarters);
  if (quarters.every((it) => it === null)) return letters;
  return `${letters},${quarters.map((it) => it ?? "?").join("")}`;
}

/** Returns the cube turned as a whole so that the U centre is on top and the F centre in front. */
export function standardOrientation(solid: StickerCube): StickerCube {
  const holds: readonly (readonly [Face, number])[] = FACES.flatMap((face) =>
    [0, 1, 2, 3].map((quarters): readonly [Face, number] => [face, quarters]),
  );
  const centre = (it: StickerCube, mark: Face): Face | null => {
    const found = it.facelets.find((f) => f.mark === mark && isCentre(f.spot));
    return found === undefined ? null : faceTowards(found.normal);
  };
  const isUpright = (it: StickerCube): boolean =>
    centre(it, "U") === "U" && centre(it, "F") === "F";
  for (const [face, quarters] of holds) {
    const one = applyTurn(solid, { face, from: 0, to: 2, quarters });
    if (isUpright(one)) return one;
    for (const y of [1, 2, 3]) {
      const two = applyTurn(one, { face: "U", from: 0, to: 2, quarters: y });
      if (isUpright(two)) return two;
    }
  }
  return solid;
}

function isCentre(spot: readonly number[]): boolean {
  return spot.filter((it) => it === 0).length === 2;
}

/** Returns the position of a cube as the server writes it. */
export function writePosition(solid: StickerCube): string {
  return writeNet(toNet(standardOrientation(solid)));
}

/** The net of the solved cube without directions: what the editor begins with. */
export function solvedNet(): Net {
  return toNet(solvedCube());
}

/** Returns whether every corner and edge is solved, in any orientation of the cube. */
export function isSolved(solid: StickerCube): boolean {
  return FACES.every((face) => {
    const marks = solid.facelets
      .filter((it) => equalVectors(it.normal, faceNormal(face)))
      .map((it) => it.mark);
    return marks.every((mark) => mark === marks[0]);
  });
}

/** Returns whether every known centre is solved, in the standard orientation. */
export function centresSolved(solid: StickerCube): boolean {
  return standardOrientation(solid).facelets.every(
    (it) =>
      !isCentre(it.spot) || it.top === null || equalVectors(it.top, faceUp(faceTowards(it.normal))),
  );
}
