// The puzzles that were opened last, with their links.
import { formatHash, type Route } from "./route";
import { loadStored, saveStored } from "./store";

/** A link with the title of what it shows. */
export interface Recent {
  readonly hash: string;
  readonly title: string;
}

const KEY = "recent";
/** The most links that are kept. */
const KEPT = 12;
/** The longest link that is kept. */
const MAX_LENGTH = 8000;

/** Returns the links, the latest one first. */
export function recentLinks(): readonly Recent[] {
  const stored = loadStored<unknown>(KEY, []);
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (it): it is Recent => typeof it?.hash === "string" && typeof it?.title === "string",
  );
}

/** What of a link tells puzzles apart: the state of the play does not. */
function puzzleOf(hash: string): string {
  return hash.replace(/&.*$/, "");
}

/** Keeps the link of a scene that shows a puzzle. */
export function rememberLink({ scene, query }: Route, title: string): void {
  // Without a puzzle, the scene opens as the user left it.
  if (query.p === undefined && query.d === undefined && query.z === undefined) return;
  const { p, d, z, ...rest } = query;
  const hash = formatHash(scene, { p, d, z, ...rest });
  if (hash.length > MAX_LENGTH) return;
  const others = recentLinks().filter((it) => puzzleOf(it.hash) !== puzzleOf(hash));
  saveStored(KEY, [{ hash, title }, ...others].slice(0, KEPT));
}
