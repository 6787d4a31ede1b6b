/** The Sudoku Cube: nets of digits with directions, as texts, in puzzle files and in solutions. */

import { itemAt } from "../three/itemAt";
import type { Face } from "./space";
import { FACES } from "./space";
import type { DrawnSticker, Net, StickerCube } from "./stickerCube";
import { toNet } from "./stickerCube";

/** The arrows of directions, by clockwise quarter turns from up: for display, and for files. */
export const ARROWS = ["↑", "→", "↓", "←"] as const;
const PLAIN_ARROWS = "^>v<";

/** The names of directions in solutions. */
const WORDS = ["up", "right", "down", "left"];

/** Names a direction for screen readers. */
export function sayDirection(quarters: number | null): string {
  return quarters === null ? "direction unknown" : `top points ${WORDS[quarters] ?? ""}`;
}

/** An unfinished net: a blank sticker has an empty mark. */
export interface DigitNet {
  readonly size: number;
  readonly net: Net;
}

/** Returns whether a sticker is the middle of its face, which may go without a direction. */
export function isCentre(at: number, size: number): boolean {
  return size % 2 === 1 && at === (size * size - 1) / 2;
}

/** Returns a net without digits. */
export function blankNet(size: number): DigitNet {
  const face = (): DrawnSticker[] =>
    Array.from({ length: size * size }, (_, at) => ({
      mark: "",
      quarters: isCentre(at, size) ? null : 0,
    }));
  return { size, net: { U: face(), L: face(), F: face(), R: face(), B: face(), D: face() } };
}

/** Returns a net with one sticker changed. */
export function withSticker(it: DigitNet, face: Face, at: number, sticker: DrawnSticker): DigitNet {
  const changed = it.net[face].map((old, place) => (place === at ? sticker : old));
  return { size: it.size, net: { ...it.net, [face]: changed } };
}

function sign(it: DrawnSticker, arrows: string | readonly string[]): string {
  return (
    (it.mark === "" ? "." : it.mark) + (it.quarters === null ? "" : itemAt(arrows, it.quarters))
  );
}

/** Writes a net as in a puzzle file. */
export function drawNet({ size, net }: DigitNet): string {
  const figures = size < 4 ? 2 : 3;
  const row = (face: Face, number: number): string =>
    net[face]
      .slice(size * number, size * (number + 1))
      .map((it) => sign(it, PLAIN_ARROWS).padEnd(figures))
      .join(" ");
  const margin = " ".repeat((figures + 1) * size + 2);
  const rows = Array.from({ length: size }, (_, number) => number);
  const bands = [
    rows.map((number) => margin + row("U", number)),
    rows.map((number) =>
      (["L", "F", "R", "B"] as const).map((face) => row(face, number)).join("   "),
    ),
    rows.map((number) => margin + row("D", number)),
  ];
  return bands.map((lines) => lines.map((line) => line.trimEnd()).join("\n")).join("\n\n");
}

/** Which digits read two ways, besides the 1. */
export interface TwoWayDigits {
  readonly sixNine: boolean;
  readonly eight: boolean;
}

/** Writes the puzzle file of a net. */
export function puzzleFile(net: DigitNet, ambiguous: TwoWayDigits): string {
  const words = [ambiguous.sixNine ? '"6/9"' : "", ambiguous.eight ? '"8"' : ""].filter(
    (it) => it !== "",
  );
  const line = words.length === 0 ? "" : `ambiguous = [${words.join(", ")}]\n`;
  return `kind = "sudoku-cube"\nsize = ${net.size}\n${line}net = '''\n${drawNet(net)}\n'''\n`;
}

/** Writes a net in one line for a link: faces in the order U L F R B D, stickers separated by `.`. */
export function packNet({ net }: DigitNet): string {
  const one = (it: DrawnSticker): string =>
    it.mark + (it.quarters === null ? "" : itemAt("urdl", it.quarters));
  return FACES.flatMap((face) => net[face].map(one)).join(".");
}

/** Reads the output of `packNet`; returns `null` for any other text. */
export function unpackNet(text: string): DigitNet | null {
  const words = text.split(".");
  const size = [2, 3, 4, 5].find((n) => 6 * n * n === words.length);
  if (size === undefined) return null;
  const read = words.map((word, at): DrawnSticker | null => {
    const match = /^(\d{0,2})([urdl]?)$/.exec(word);
    if (match === null) return null;
    const [mark, direction] = [itemAt(match, 1), itemAt(match, 2)];
    if (mark !== "" && (Number(mark) < 1 || Number(mark) > size * size)) return null;
    const place = at % (size * size);
    const quarters =
      direction === "" ? (isCentre(place, size) ? null : 0) : "urdl".indexOf(direction);
    return { mark: mark === "" ? "" : String(Number(mark)), quarters };
  });
  return assembleNet(size, read);
}

function assembleNet(size: number, read: readonly (DrawnSticker | null)[]): DigitNet | null {
  if (read.some((it) => it === null)) return null;
  const all = read as readonly DrawnSticker[];
  const faces = FACES.map((face, number): [Face, DrawnSticker[]] => [
    face,
    all.slice(number * size * size, (number + 1) * size * size),
  ]);
  return { size, net: Object.fromEntries(faces) as Record<Face, DrawnSticker[]> };
}

/**
 * Reads the net in a puzzle file, or a drawn net alone. Returns `null` if there is none that can
 * be shown; the server then names the error.
 */
export function readNet(text: string): DigitNet | null {
  const quoted = /net\s*=\s*(?:'''|""")([\s\S]*?)(?:'''|""")/.exec(text);
  const rows = (quoted === null ? text : itemAt(quoted, 1))
    .split("\n")
    .map((line) =>
      line
        .trim()
        .split(/\s+/)
        .filter((word) => word !== ""),
    )
    .filter((words) => words.length > 0);
  const size = rows.length / 3;
  if (![2, 3, 4, 5].includes(size)) return null;
  const face = (name: Face): (DrawnSticker | null)[] => {
    const band = name === "U" ? 0 : name === "D" ? 2 : 1;
    const before = band === 1 ? "LFRB".indexOf(name) : 0;
    return Array.from({ length: size * size }, (_, at) => {
      const words = rows[band * size + Math.floor(at / size)] ?? [];
      if (words.length !== (band === 1 ? 4 * size : size)) return null;
      return readSticker(itemAt(words, before * size + (at % size)), isCentre(at, size), size);
    });
  };
  return assembleNet(size, FACES.flatMap(face));
}

function readSticker(word: string, middle: boolean, size: number): DrawnSticker | null {
  const match = /^(\d{1,2}|\.)([\^>v<↑→↓←]?)$/u.exec(word);
  if (match === null) return null;
  const [mark, arrow] = [itemAt(match, 1), itemAt(match, 2)];
  if (mark !== "." && (Number(mark) < 1 || Number(mark) > size * size)) return null;
  const quarters =
    arrow === "" ? null : Math.max(PLAIN_ARROWS.indexOf(arrow), ARROWS.join("").indexOf(arrow));
  if (quarters === null && !middle) return null;
  return { mark: mark === "." ? "" : mark, quarters };
}

/** Reads from a puzzle file which digits read two ways. */
export function readAmbiguous(text: string): TwoWayDigits {
  const line = /^\s*ambiguous\s*=\s*\[(.*)\]/m.exec(text)?.[1] ?? "";
  return { sixNine: line.includes('"6/9"'), eight: line.includes('"8"') };
}

/** Reads the field `solution` of an answer; returns `null` if it is not a Sudoku Cube's. */
export function readSolution(value: unknown): DigitNet | null {
  if (typeof value !== "object" || value === null) return null;
  const faces = value as Record<string, unknown>;
  let size = 0;
  const stickers = FACES.flatMap((name): (DrawnSticker | null)[] => {
    const face = faces[name];
    if (typeof face !== "object" || face === null) return [null];
    const { rows, direction } = face as { rows?: unknown; direction?: unknown };
    if (!Array.isArray(rows)) return [null];
    size = rows.length;
    const quarters = typeof direction === "string" ? WORDS.indexOf(direction) : -1;
    const digits = rows.flatMap((row): string[] =>
      typeof row === "string" ? [...row] : Array.isArray(row) ? row.map(String) : [],
    );
    if (quarters < 0 || digits.length !== size * size) return [null];
    return digits.map((mark) => ({ mark, quarters }));
  });
  return size === 0 ? null : assembleNet(size, stickers);
}

/** Returns the faces that hold every digit once, all with the same direction. */
export function finishedFaces(solid: StickerCube, ambiguous: TwoWayDigits): Face[] {
  const net = toNet(solid);
  return FACES.filter((face) =>
    [0, 1, 2, 3].some((quarters) => isRight(net[face], solid.size, quarters, ambiguous)),
  );
}

/** Returns whether a face is finished when its digits are read in a direction. */
function isRight(
  face: readonly DrawnSticker[],
  size: number,
  quarters: number,
  ambiguous: TwoWayDigits,
): boolean {
  const read = face.map((it, at): string | null => {
    const away = it.quarters === null ? 0 : (it.quarters - quarters + 4) % 4;
    if (away === 0) return it.mark;
    if (away === 2) {
      if (it.mark === "1" || (ambiguous.eight && it.mark === "8")) return it.mark;
      if (ambiguous.sixNine && it.mark === "6") return "9";
      if (ambiguous.sixNine && it.mark === "9") return "6";
    }
    return isCentre(at, size) ? it.mark : null;
  });
  return !read.includes(null) && new Set(read).size === size * size;
}
