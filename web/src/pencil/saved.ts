// Players' marks in local storage, by puzzle.
import { loadStored, saveStored } from "../shell/store";

/** The most puzzles whose marks are kept. */
const KEPT = 40;
const KEY = "pencil.marks";

/** Marks in the form of solutions, with the text of their puzzle; the latest one is last. */
type Saved = readonly (readonly [puzzle: string, marks: unknown])[];

function all(): Saved {
  const saved = loadStored<unknown>(KEY, []);
  if (!Array.isArray(saved)) return [];
  return saved.filter((one) => Array.isArray(one) && typeof one[0] === "string");
}

/** The marks of a puzzle; undefined if there are none. */
export function loadMarks(puzzle: string): unknown {
  return all().find(([name]) => name === puzzle)?.[1];
}

/** Keeps the marks of a puzzle; null removes them. */
export function saveMarks(puzzle: string, marks: unknown): void {
  const others = all().filter(([name]) => name !== puzzle);
  saveStored(KEY, marks === null ? others : [...others, [puzzle, marks]].slice(-KEPT));
}

const DRAFT = "pencil";

/** The puzzle that was shown last; an empty text if there is none. */
export function loadDraft(): string {
  const draft = loadStored<unknown>(DRAFT, "");
  return typeof draft === "string" ? draft : "";
}

/** Keeps the puzzle that is shown. */
export function saveDraft(puzzle: string): void {
  saveStored(DRAFT, puzzle);
}
