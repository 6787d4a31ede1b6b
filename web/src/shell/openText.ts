// Any text that somebody has: which scene opens it. The server says what the text is; links of this page and of
// sites for puzzles that turn are read here.
import { useEffect } from "preact/hooks";
import { post } from "../api/client";
import type { Reading } from "../api/generated";
import { readAlgLink, toLink } from "../perm/state";
import { tomlField } from "../ui/toml";
import { formatHash, MAX_HASH, navigate, parseHash } from "./route";

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

/** Finds the scene that opens a text. Throws an `ApiError` that says what is wrong with it. */
export async function findDestination(text: string, signal?: AbortSignal): Promise<Destination> {
  const trimmed = text.trim();
  const own = linkOfPage(trimmed);
  if (own) return own;
  const alg = readAlgLink(trimmed);
  if (alg) {
    const query = toLink(alg.state, alg.at ?? 0);
    return { scene: "perm", query: alg.at === null ? { ...query, i: undefined } : query };
  }
  const { readings } = await post("recognise", { text: trimmed }, signal);
  const [first] = readings;
  if (first === undefined) throw new Error("a text that was recognised has a reading");
  return destinationOf(first, trimmed);
}

/** The scene that is shown, if it reads texts itself. */
let reader: { readonly scene: string; readonly read: (text: string) => void } | null = null;

/** A text for a scene that is not shown yet, because it is too long for a link. */
let waiting: { readonly scene: string; readonly text: string } | null = null;

/**
 * Gives texts that were opened anywhere to their scene, while it is shown. Other scenes receive texts by their
 * links, which cannot be very long.
 */
export function useTextReader(scene: string, read: (text: string) => void): void {
  useEffect(() => {
    const own = { scene, read };
    reader = own;
    if (waiting?.scene === scene) {
      const { text } = waiting;
      waiting = null;
      read(text);
    }
    return () => {
      if (reader === own) reader = null;
    };
  }, [scene, read]);
}

/** Opens a text in its scene. Throws an `ApiError` that says what is wrong with it. */
export async function openText(text: string, signal?: AbortSignal): Promise<void> {
  const { scene, query } = await findDestination(text, signal);
  if (reader?.scene === scene && query.p === text.trim()) {
    reader.read(text);
    return;
  }
  if (formatHash(scene, query).length > MAX_HASH) {
    waiting = { scene, text };
    navigate(scene);
    return;
  }
  navigate(scene, query);
}
