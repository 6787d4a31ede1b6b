// Single values of puzzle files, for drawings and links. The server is the real parser.

/** The text of a key of a puzzle file, or null if it has none. */
export function tomlField(file: string, key: string): string | null {
  const value = `'''([\\s\\S]*?)'''|"""([\\s\\S]*?)"""|"([^"\\n]*)"|'([^'\\n]*)'`;
  const match = new RegExp(`^${key}\\s*=\\s*(?:${value})`, "m").exec(file);
  return match ? (match.slice(1).find((text) => text !== undefined) ?? null) : null;
}
