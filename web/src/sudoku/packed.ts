// Texts in addresses: deflated, and written in the characters of base 64 that need no escape.

/** The longest text that is unpacked, in bytes. */
const MAX_UNPACKED = 1 << 20;

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array | null> {
  const writer = stream.writable.getWriter();
  // A failure is reported by the reader as well.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length <= MAX_UNPACKED) continue;
    await reader.cancel();
    return null;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Packs a text; null if the browser cannot. */
export async function pack(text: string): Promise<string | null> {
  if (typeof CompressionStream === "undefined") return null;
  try {
    const bytes = new TextEncoder().encode(text);
    const packed = await through(bytes, new CompressionStream("deflate-raw"));
    if (packed === null) return null;
    const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  } catch {
    return null;
  }
}

/** Unpacks a text; null if it was not packed like this, or is too long. */
export async function unpack(text: string): Promise<string | null> {
  if (typeof DecompressionStream === "undefined") return null;
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const unpacked = await through(bytes, new DecompressionStream("deflate-raw"));
    return unpacked === null ? null : new TextDecoder("utf-8", { fatal: true }).decode(unpacked);
  } catch {
    return null;
  }
}
