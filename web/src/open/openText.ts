// Any text that somebody has: which scene opens it. The server says what the text is; links of this page and of
// sites for puzzles that turn are read here.
import { isAbort, post } from "../api/client";
import type { Reading } from "../api/generated";
import { type LinkState, readAlgLink, toLink } from "../perm/state";
import { formatHash, MAX_HASH, navigate, parseHash } from "../shell/route";
import { currentReader, keepForReader } from "../shell/textReader";
import { tomlField } from "../ui/toml";

/** A scene, and the query of its link. */
export interface Destination {
  readonly scene: string;
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** The kinds of puzzles with a scene of their own; all others are pencil puzzles. */
const SCENES: Readonly<Record<string, string>> = {
  grid: "sudoku",
  goishi: "golden-waste",
  square1: "square1",
  cube3: "cube",
  "sudoku-cube": "sudoku-cube",
};

/** The link of a puzzle file of the Square-1 or the 3×3×3, whose scenes show positions. */
export function turningPuzzle(scene: string, puzzle: string): Destination {
  const text = tomlField(puzzle, "position") ?? tomlField(puzzle, "scramble") ?? "";
  const isSilver = scene === "square1" && tomlField(puzzle, "colours") === "silver";
  const hasCentres = scene === "cube" && /^centres\s*=\s*true/m.test(puzzle);
  return {
    scene,
    query: {
      p: text.trim(),
      ...(isSilver ? { c: "silver" } : {}),
      ...(hasCentres ? { c: "1" } : {}),
    },
  };
}

/** The scene that opens a text, which the server has read. */
export function destinationOf(reading: Reading, text: string): Destination {
  switch (reading.content) {
    case "model":
      return { scene: "model", query: { p: text } };
    case "position":
      return { scene: reading.kind === "square1" ? "square1" : "cube", query: { p: text } };
    case "permutations":
      return {
        scene: "perm",
        query: reading.kind === "definition" ? { d: text } : { p: reading.kind },
      };
    case "puzzle": {
      const scene = SCENES[reading.kind] ?? "pencil";
      if (scene === "square1" || scene === "cube") return turningPuzzle(scene, text);
      return { scene, query: { p: text } };
    }
  }
}

/** The destination of a link of this page, wherever it is served; `null` for any other text. */
export function linkOfPage(text: string): Destination | null {
  const mark = text.indexOf("#/");
  if (mark < 0 || /\s/.test(text.trim()) || !/^(https?:|#\/)/.test(text.trim())) return null;
  const { scene, rest, query } = parseHash(text.trim().slice(text.trim().indexOf("#/")));
  return { scene: [scene, ...rest].join("/"), query };
}

/** The scene of a puzzle, if it reads the moves in a link of another site. The readers are loaded when they are needed. */
async function sceneOfMoves(text: string, puzzle: string): Promise<"cube" | "square1" | null> {
  if (puzzle === "3x3x3") {
    const { readText } = await import("../cube/state");
    return readText(text) === null ? null : "cube";
  }
  if (puzzle === "square1") {
    const { readText } = await import("../square1/state");
    return readText(text, "six", "wca") === null ? null : "square1";
  }
  return null;
}

/** The destination of a link of another site: the scene of its puzzle, if it reads the moves. */
async function destinationOfMoves(text: string, { state, at }: LinkState): Promise<Destination> {
  const own = await sceneOfMoves(text, state.name);
  if (own !== null) {
    return { scene: own, query: { p: text, i: state.moves === "" ? undefined : "0" } };
  }
  const query = toLink(state, at ?? 0);
  return { scene: "perm", query: at === null ? { ...query, i: undefined } : query };
}

/** Finds the scene that opens a text. Throws an `ApiError` that says what is wrong with it. */
export async function findDestination(text: string, signal?: AbortSignal): Promise<Destination> {
  const trimmed = text.trim();
  const own = linkOfPage(trimmed);
  if (own) return own;
  const alg = readAlgLink(trimmed);
  if (alg) return await destinationOfMoves(trimmed, alg);
  const { readings } = await post("recognise", { text: trimmed }, signal);
  const [first] = readings;
  if (first === undefined) throw new Error("a text that was recognised has a reading");
  return destinationOf(first, trimmed);
}

/**
 * Opens a text in its scene. A scene that reads texts also shows what is wrong with one that nothing can read;
 * without such a scene, an `ApiError` is thrown.
 */
export async function openText(text: string, signal?: AbortSignal): Promise<void> {
  let found: Destination;
  try {
    found = await findDestination(text, signal);
  } catch (error) {
    const reader = currentReader();
    if (reader === null || isAbort(error)) throw error;
    reader.read(text);
    return;
  }
  const { scene, query } = found;
  const reader = currentReader();
  // A link of this page may be the one that is shown, with other digits by now: going there would change nothing.
  const isRead = query.p === text.trim() || (reader?.readsLinks && linkOfPage(text) !== null);
  if (reader?.scene === scene && isRead) {
    reader.read(text);
    return;
  }
  if (formatHash(scene, query).length > MAX_HASH) {
    keepForReader(scene, text);
    navigate(scene);
    return;
  }
  navigate(scene, query);
}
