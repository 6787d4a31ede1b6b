// Misuse by the calling program, which is no invalid puzzle: a `TypeError` before anything is sent.

import { writeJson } from "./json.js";
import type { ModuleOptions } from "./module.js";
import { type Part, PARTS } from "./parts.js";

/** Returns a document as JSON. */
export function toJson(name: unknown, document: unknown): string {
  if (typeof name !== "string") throw new TypeError("the name of a request is a text");
  const text = writeJson(document);
  if (text === undefined) throw new TypeError(`the document of \`${name}\` is no JSON`);
  return text;
}

/** Checks a list of parts. */
export function checkParts(parts: unknown): asserts parts is readonly Part[] {
  if (!Array.isArray(parts)) throw new TypeError("the parts are a list");
  for (const part of parts) {
    if (!PARTS.includes(part)) {
      throw new TypeError(`there is no part ${String(part)}: it is one of ${PARTS.join(", ")}`);
    }
  }
}

/** Checks that an object has only these names: a misspelt one would have no effect. */
export function checkNames(options: unknown, known: readonly string[]): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError("the options are an object");
  }
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new TypeError(`there is no option \`${name}\` here: there is ${known.join(", ")}`);
    }
  }
}

/** Checks the settings of modules; `others` are further names. */
export function checkOptions(options: ModuleOptions, ...others: readonly string[]): void {
  checkNames(options, ["maxMemory", "seed", ...others]);
  const most = { maxMemory: 2 ** 31, seed: Number.MAX_SAFE_INTEGER };
  for (const name of ["maxMemory", "seed"] as const) {
    const value = options[name];
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < 0 || value > most[name]) {
      throw new TypeError(`\`${name}\` is a whole number from 0 to ${most[name]}`);
    }
  }
}
