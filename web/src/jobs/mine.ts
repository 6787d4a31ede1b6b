// The jobs that were submitted from this browser and not looked at since they ended, for the badge in the header.
import { signal } from "@preact/signals";
import { loadStored, saveStored } from "../shell/store";

const KEY = "jobs";

/** The most that are kept; the oldest are forgotten first. */
export const MAX_MINE = 20;

function stored(): readonly string[] {
  const ids = loadStored<unknown>(KEY, []);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

/** Their ids, the newest first. */
export const mine = signal<readonly string[]>(stored());

function keep(ids: readonly string[]): void {
  mine.value = ids.slice(0, MAX_MINE);
  saveStored(KEY, mine.value);
}

/** Adds a job that was submitted. */
export function addMine(id: string): void {
  keep([id, ...mine.value.filter((other) => other !== id)]);
}

/** Forgets jobs: they were looked at, or the service does not have them any more. */
export function forgetMine(gone: (id: string) => boolean): void {
  const left = mine.value.filter((id) => !gone(id));
  if (left.length < mine.value.length) keep(left);
}
