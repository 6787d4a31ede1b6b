// Seeds from texts.

/** A seed from a text: a whole number of 32 bits, the same on every machine. */
export function seedOf(text: string): number {
  // FNV-1a, and the last mixing of MurmurHash3: texts that differ in one figure get unlike seeds.
  let hash = 0x811c9dc5;
  for (const unit of text) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
