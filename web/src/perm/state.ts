/** The state of the scene, its form in a link, and links of other sites. */

import { parseHash } from "../shell/route";

/** What is shown: a puzzle, the sequence before the moves, and the moves. */
export interface State {
  /** The name of a puzzle; empty if there is a definition. */
  readonly name: string;
  /** The text of a definition. */
  readonly definition: string;
  readonly setup: string;
  readonly moves: string;
}

/** The puzzle of an empty link. */
export const FIRST: State = { name: "2x2x2", definition: "", setup: "", moves: "" };

/** The content of a link: the state, and the index of the player; `null` for the end. */
export interface LinkState {
  readonly state: State;
  readonly at: number | null;
}

type Query = Readonly<Record<string, string>>;

/** Returns the puzzle as the server reads it. */
export function puzzleOf({ name, definition }: State): string {
  return definition === "" ? name : definition;
}

/** Reads a link. */
export function fromLink(query: Query): LinkState {
  const { p = "", d = "", s = "", t = "", i } = query;
  const name = d !== "" ? "" : p === "" ? FIRST.name : p;
  const at = i === undefined ? null : Math.max(0, Math.trunc(Number(i)) || 0);
  return { state: { name, definition: d, setup: t, moves: s }, at };
}

/** Writes a link. */
export function toLink(state: State, at: number): Record<string, string | undefined> {
  return {
    p: state.definition === "" ? state.name : undefined,
    d: state.definition === "" ? undefined : state.definition,
    t: state.setup,
    s: state.moves,
    i: state.moves === "" ? undefined : String(at),
  };
}

/** Reads the text of a sequence in a link of alg.cubing.net: `_` is a blank, and `-` a prime. */
function algText(text: string): string {
  return text.replaceAll("_", " ").replaceAll("-", "'");
}

/**
 * Reads a link of this scene, of alg.cubing.net, or of twizzle.net; returns `null` for any other text. The server refuses
 * unknown puzzles.
 */
export function readAlgLink(text: string): LinkState | null {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return null;
  }
  if (url.hash.startsWith("#/perm")) {
    const { scene, query } = parseHash(url.hash);
    return scene === "perm" ? fromLink(query) : null;
  }
  const host = url.hostname.toLowerCase();
  const own = host === "alg.cubing.net";
  if (!own && host !== "twizzle.net" && !host.endsWith(".twizzle.net")) return null;
  const of = (name: string): string => url.searchParams.get(name)?.trim() ?? "";
  const sequence = (name: string): string => (own ? algText(of(name)) : of(name));
  const name = of("puzzle") === "" ? "3x3x3" : of("puzzle");
  const setup = sequence(own ? "setup" : "setup-alg");
  const moves = sequence("alg");
  // The moves end in the state after the setup: they begin before it.
  const endsThere = of(own ? "type" : "setup-anchor") === (own ? "alg" : "end");
  const start = endsThere && moves !== "" ? `${setup}\n(${moves}\n)'`.trim() : setup;
  return { state: { name, definition: "", setup: start, moves }, at: 0 };
}

/** Appends a move to a sequence; it must not become part of a comment. */
export function appended(moves: string, move: string): string {
  const text = moves.trimEnd();
  if (text === "") return move;
  const lastLine = text.slice(text.lastIndexOf("\n") + 1);
  return `${text}${lastLine.includes("//") ? "\n" : " "}${move}`;
}

/** A move as written: its name and how often it is made, negative for the inverse. */
function readStep(step: string): readonly [name: string, times: number] | null {
  const match = /^([A-Z])(\d*)('?)$/.exec(step);
  if (match === null) return null;
  const times = match[2] ? Number(match[2]) : 1;
  return [match[1] ?? "", match[3] ? -times : times];
}

function modulo(a: number, n: number): number {
  return ((a % n) + n) % n;
}

/** A scene that shows the same puzzle in three dimensions, with its link. */
export interface OtherScene {
  readonly scene: string;
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
}

const OTHERS = [
  ["3x3x3", "cube", "Cube"],
  ["square1", "square1", "Square-1"],
] as const;

/** The text of a move in the other scene; empty if nothing moves, `null` if there is none. */
function translate(scene: string, step: string): string | null {
  const read = readStep(step);
  if (read === null) return null;
  const [name, times] = read;
  if (scene === "cube") {
    const suffix = ["", "", "2", "'"][modulo(times, 4)] ?? "";
    return modulo(times, 4) === 0 ? "" : `${name}${suffix} `;
  }
  if (name === "S") return modulo(times, 2) === 0 ? "" : "/";
  const turn = modulo(times + 5, 12) - 5;
  if (turn === 0) return "";
  return name === "U" ? `(${turn},0)` : `(0,${turn})`;
}

/**
 * Returns the scene that shows the puzzle in three dimensions, with the same moves; `null` if there is none. The moves
 * are written out, the setup and then the others; `at` of the latter are made.
 */
export function otherScene(
  name: string,
  setup: readonly string[],
  steps: readonly string[],
  at: number,
): OtherScene | null {
  const found = OTHERS.find(([puzzle]) => puzzle === name);
  if (found === undefined) return null;
  const [, scene, title] = found;
  const texts = [...setup, ...steps].map((step) => translate(scene, step));
  const written: string[] = [];
  let made = 0;
  for (const [index, text] of texts.entries()) {
    if (text === null) return null;
    if (text === "") continue;
    written.push(text);
    if (index < setup.length + at) made += 1;
  }
  const s = written.join("").trim();
  return { scene, title, query: s === "" ? {} : { s, i: String(made) } };
}
