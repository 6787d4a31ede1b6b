// Documents as JSON, with exact integers: those beyond 2^53 - 1 are of the type `bigint` in JavaScript.

/** A text that no document has; it marks integers that JSON reads or writes as texts for a moment. */
function marker(): string {
  return `integer ${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)} `;
}

/** A text, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** An integer that may be beyond 2^53 - 1. */
const LONG = /^-?\d{16,}$/;

/** Returns the value of a document. Integers beyond 2^53 - 1 are of the type `bigint`. */
export function parseJson<T = unknown>(text: string): T {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const mark = marker();
  const marked = text.replace(TOKEN, (token) =>
    LONG.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/**
 * Returns a value as JSON; undefined if it has none. Throws a `TypeError` for numbers that JSON lacks: they would become
 * null, which means no limit.
 */
export function writeJson(value: unknown): string | undefined {
  const mark = marker();
  let isMarked = false;
  const text = JSON.stringify(value, (key, part: unknown) => {
    if (typeof part === "number" && !Number.isFinite(part)) {
      throw new TypeError(`\`${key}\` is ${part}: JSON has no such number`);
    }
    if (typeof part !== "bigint") return part;
    isMarked = true;
    return `${mark}${part}`;
  }) as string | undefined;
  if (text === undefined || !isMarked) return text;
  return text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
}
