/** The few keys of puzzle files that the scenes need; what is wrong with a file, the server says. */

/** Returns whether a text is a puzzle file and not a position or a sequence. */
export function isPuzzleFile(text: string): boolean {
  return /^\s*kind\s*=/m.test(text);
}

/** Returns the texts and trueCandidates values of a puzzle file by their keys. */
export function readKeys(text: string): Readonly<Record<string, string>> {
  const pattern =
    /^[ \t]*([a-z-]+)[ \t]*=[ \t]*(?:'''([\s\S]*?)'''|"""([\s\S]*?)"""|"([^"\n]*)"|'([^'\n]*)'|(true|false))/gm;
  const found: Record<string, string> = Object.create(null);
  for (const [, key = "", ...values] of text.matchAll(pattern)) {
    found[key] = values.find((value) => value !== undefined) ?? "";
  }
  return found;
}
