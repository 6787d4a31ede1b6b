// Rules in words, which the server does not return: from links of f-puzzles and SudokuPad, and from the comment
// in which this page writes them into puzzle files.

/** The digits of base 64, in order. */
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The longest text that is unpacked. */
const MAX_UNPACKED = 1 << 20;

/** Reads numbers from the bits of a text in base 64; the first bit of a number is its lowest one. */
class BitReader {
  private at = 0;
  private readonly sextets: readonly number[];

  constructor(text: string) {
    this.sextets = [...text].map((letter) => BASE64.indexOf(letter)).filter((it) => it >= 0);
  }

  /** The next number of so many bits; null at the end of the text. */
  read(width: number): number | null {
    let value = 0;
    for (let bit = 0; bit < width; bit++) {
      const sextet = this.sextets[Math.floor(this.at / 6)];
      if (sextet === undefined) return null;
      value += ((sextet >> (5 - (this.at % 6))) & 1) * 2 ** bit;
      this.at++;
    }
    return value;
  }
}

/**
 * Unpacks a text as the JavaScript library lz-string packs it (`compressToBase64`): LZ78 with codes that grow by one
 * bit whenever the dictionary doubles. Codes 0 and 1 announce a new character of 8 or 16 bits, 2 is the end. Returns
 * null if the text is not packed like this.
 */
export function unpackLz(text: string): string | null {
  const bits = new BitReader(text);
  const entries: string[] = ["", "", ""];
  let [width, left] = [2, 1];
  let before = "";
  let result = "";
  const grow = () => {
    left--;
    if (left > 0) return;
    left = 2 ** width;
    width++;
  };
  while (result.length <= MAX_UNPACKED) {
    const code = bits.read(width);
    if (code === null) return null;
    if (code === 2) return result;
    let entry: string | undefined;
    if (code < 2) {
      const letter = bits.read(code === 0 ? 8 : 16);
      if (letter === null) return null;
      entry = String.fromCharCode(letter);
      entries.push(entry);
      grow();
    } else {
      // The entry that is only made by this code repeats the first character of the one before.
      entry = entries[code] ?? (code === entries.length ? before + before.charAt(0) : undefined);
    }
    if (entry === undefined || (before === "" && code >= 2)) return null;
    result += entry;
    if (before !== "") {
      entries.push(before + entry.charAt(0));
      grow();
    }
    before = entry;
  }
  return null;
}

/** The packed part of a link of f-puzzles or SudokuPad, or null. */
function packedPart(text: string): string | null {
  const link = text.trim();
  if (!/^https?:\/\/\S+$/.test(link)) return null;
  const found =
    /[?&]load=([^&#]+)/.exec(link) ?? /\/(?:fpuzzles|fpuz|scl|ctc)([^?&#]+)(?:[?&#]|$)/.exec(link);
  if (!found?.[1]) return null;
  try {
    return decodeURIComponent(found[1]).replaceAll(" ", "+");
  } catch {
    return found[1];
  }
}

/** The text of a JSON document under the key of the rules, at its top or below `metadata` or a cage. */
function rulesOfJson(text: string): string | null {
  const found = /["']?\b(?:ruleset|rules)["']?\s*:\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/.exec(
    text,
  );
  if (!found?.[1]) return null;
  const inner = found[1].slice(1, -1).replaceAll("\\'", "'");
  try {
    const value: unknown = JSON.parse(`"${inner.replace(/(^|[^\\])"/g, '$1\\"')}"`);
    return typeof value === "string" ? value : null;
  } catch {
    return inner;
  }
}

/** The first line of the comment that has the rules. */
const HEAD = "# Rules:";

/** The rules as a comment before a puzzle file; empty if there are none. */
export function rulesComment(rules: string | null | undefined): string {
  if (!rules) return "";
  return `${HEAD}\n${rules
    .split("\n")
    .map((line) => `# ${line}\n`)
    .join("")}\n`;
}

function rulesOfComment(text: string): string | null {
  const lines = text.split(/\r?\n/);
  const first = lines.indexOf(HEAD);
  if (first < 0) return null;
  const rules: string[] = [];
  for (const line of lines.slice(first + 1)) {
    if (!line.startsWith("#")) break;
    rules.push(line.replace(/^# ?/, ""));
  }
  return rules.join("\n");
}

/** The longest rules that are shown. */
const MAX_RULES = 4000;

/** The rules in words that a text has, or null. */
export function rulesOfText(text: string): string | null {
  const packed = packedPart(text);
  const json = packed === null ? (/^\s*\{/.test(text) ? text : null) : unpackLz(packed);
  const rules = json === null ? rulesOfComment(text) : rulesOfJson(json);
  const trimmed = rules?.trim() ?? "";
  return trimmed === "" ? null : trimmed.slice(0, MAX_RULES);
}
