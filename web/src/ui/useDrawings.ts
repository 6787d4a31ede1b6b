// Drawings of puzzles of any kind, made by the server.
import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError, isAbort, post, toApiError } from "../api/client";
import type { DrawResponse as Drawing } from "../api/generated";

export type { Drawing };

/** A drawing, or why there is none. */
export type Drawn = Drawing | ApiError;

/** Whether a puzzle was drawn. */
export function isDrawing(drawn: Drawn | undefined): drawn is Drawing {
  return drawn !== undefined && !(drawn instanceof ApiError);
}

/** Whether a text is a model (JSON), which has no drawing, and not a puzzle. */
export function isModel(text: string): boolean {
  const start = text.replace(/^\ufeff/, "").trimStart();
  if (!start.startsWith("{")) return false;
  if (/"(?:variables|schema)"/.test(start)) return true;
  try {
    JSON.parse(start);
    // Sudoku sites have formats in JSON too.
    return false;
  } catch {
    return true;
  }
}

/** The latest drawings, so that a solution found replaces a board without an empty moment. */
const recent = new Map<string, Drawing>();
const MAX_RECENT = 100;

function keyOf(puzzle: string, solution: unknown): string {
  return JSON.stringify([puzzle, solution]);
}

/** The end of the last request: drawings are requested one at a time, because clients have quotas. */
let last: Promise<unknown> = Promise.resolve();

async function draw(puzzle: string, solution: unknown, signal: AbortSignal): Promise<Drawing> {
  const key = keyOf(puzzle, solution);
  const known = recent.get(key);
  if (known !== undefined) return known;
  const body = { puzzle, ...(solution === undefined ? {} : { solution }) };
  const request = last.then(() => {
    signal.throwIfAborted();
    return post("draw", body, signal);
  });
  last = request.catch(() => undefined);
  const drawing = await request;
  recent.set(key, drawing);
  for (const oldest of recent.keys()) {
    if (recent.size <= MAX_RECENT) break;
    recent.delete(oldest);
  }
  return drawing;
}

/** The solution of a puzzle that is drawn without one; one array, because the hook compares arrays. */
export const UNSOLVED: readonly unknown[] = [undefined];

/**
 * Draws a puzzle with each of several solutions, in order; `undefined` as a solution means without one. The
 * result grows while the drawings arrive. Without a puzzle nothing is drawn.
 *
 * `solutions` must be the same array until it changes. `delay` is the wait in milliseconds for a further
 * change of the puzzle.
 */
export function useDrawings(
  puzzle: string | null,
  solutions: readonly unknown[],
  delay = 0,
): readonly Drawn[] {
  const [state, setState] = useState<{ of: readonly unknown[]; puzzle: string; drawn: Drawn[] }>();
  useEffect(() => {
    if (puzzle === null) return;
    const controller = new AbortController();
    const run = async () => {
      const drawn: Drawn[] = [];
      for (const solution of solutions) {
        try {
          drawn.push(await draw(puzzle, solution, controller.signal));
        } catch (error) {
          if (isAbort(error)) return;
          drawn.push(toApiError(error));
        }
        if (controller.signal.aborted) return;
        setState({ of: solutions, puzzle, drawn: [...drawn] });
      }
    };
    const timer = setTimeout(() => void run(), delay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [puzzle, solutions, delay]);
  const known = useMemo(() => {
    const found: Drawn[] = [];
    for (const solution of puzzle === null ? [] : solutions) {
      const drawing = recent.get(keyOf(puzzle ?? "", solution));
      if (drawing === undefined) break;
      found.push(drawing);
    }
    return found;
  }, [puzzle, solutions]);
  const current = state?.puzzle === puzzle && state?.of === solutions ? state.drawn : [];
  return current.length > known.length ? current : known;
}
