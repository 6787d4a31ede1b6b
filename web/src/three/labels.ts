/** Marks on stickers: letters, digits and arrows drawn once into textures. */

import { CanvasTexture, LinearMipmapLinearFilter, SRGBColorSpace } from "three";

/** What a sticker looks like. */
export interface StickerLook {
  /** The colour of the sticker; an empty text leaves it clear. */
  readonly fill: string;
  readonly ink: string;
  readonly text: string;
  /** An arrow to the upper side instead of a text. */
  readonly arrow?: boolean;
  /** A bar below the text, which tells 6 from 9. */
  readonly underlined?: boolean;
}

/** Side of a texture in pixels: sharp for a sticker that fills half a phone's screen. */
const SIZE = 256;

/** Draws a sign on a square of some side; its upper side is up. */
export function drawSticker(
  context: CanvasRenderingContext2D,
  size: number,
  look: StickerLook,
): void {
  if (look.fill !== "") {
    context.fillStyle = look.fill;
    context.fillRect(0, 0, size, size);
  }
  context.fillStyle = look.ink;
  if (look.arrow === true) {
    const u = size / 16;
    context.beginPath();
    for (const [x, y] of [
      [8, 2.6],
      [12.2, 7.4],
      [9.4, 7.4],
      [9.4, 13.2],
      [6.6, 13.2],
      [6.6, 7.4],
      [3.8, 7.4],
    ] as const) {
      context.lineTo(x * u, y * u);
    }
    context.fill();
    return;
  }
  if (look.text === "") return;
  const height = look.text.length > 1 ? 0.56 : 0.68;
  context.font = `600 ${height * size}px system-ui, "DejaVu Sans", sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  const box = context.measureText(look.text);
  const middle = size / 2 + (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2;
  const lift = look.underlined === true ? size * 0.06 : 0;
  context.fillText(look.text, size / 2, middle - lift);
  if (look.underlined === true) context.fillRect(size * 0.3, size * 0.84, size * 0.4, size * 0.055);
}

/** Textures that were drawn, each look once. */
export class Labels {
  private readonly made = new Map<string, CanvasTexture>();

  /** Returns the texture of a look. */
  of(look: StickerLook): CanvasTexture {
    const key = JSON.stringify(look);
    const found = this.made.get(key);
    if (found !== undefined) return found;
    const canvas = document.createElement("canvas");
    canvas.width = SIZE;
    canvas.height = SIZE;
    const context = canvas.getContext("2d");
    if (context !== null) drawSticker(context, SIZE, look);
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.minFilter = LinearMipmapLinearFilter;
    texture.anisotropy = 8;
    this.made.set(key, texture);
    return texture;
  }

  dispose(): void {
    for (const texture of this.made.values()) texture.dispose();
    this.made.clear();
  }
}
