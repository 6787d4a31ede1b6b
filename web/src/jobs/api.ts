// Jobs: long work that continues when the page is closed. Submitting, listing and following them.
import { IS_STATIC } from "../api/build";
import { BASE, sendRequest, token } from "../api/client";
import type { Job as JobDocument, JobList, JobState, JobWithResult } from "../api/generated";

import { isEmbedded } from "../shell/route";

export type { JobState };

/** Jobs need a server; and a page that shows this one in a frame must not make a user submit one. */
export const HAS_JOBS = !IS_STATIC && !isEmbedded;

/** A job; the result and the input are only in the document of a single job. */
export type Job = Omit<JobDocument, "schema" | "events"> &
  Partial<Pick<JobWithResult, "result" | "input">>;

/** Whether a state is final. */
export function hasEnded(state: JobState): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}

/** Returns an idempotency key, so that a request sent twice makes one job. */
export function clickKey(): string {
  // `randomUUID` is missing on pages loaded by plain HTTP.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Submits a job. The same key gives the same job. */
export function submitJob(kind: string, input: unknown, key: string, title = ""): Promise<Job> {
  return sendRequest<Job>(
    "POST",
    "jobs",
    { kind, input, ...(title === "" ? {} : { title }) },
    {
      headers: { "idempotency-key": key },
    },
  );
}

/** The list of jobs, from a cursor on; `state` keeps those in one state. */
export function listJobs(
  cursor: string | null,
  state: string,
  signal?: AbortSignal,
): Promise<JobList> {
  const query = new URLSearchParams({ limit: "20" });
  if (cursor !== null) query.set("cursor", cursor);
  if (state !== "") query.set("state", state);
  return sendRequest<JobList>("GET", `jobs?${query}`, undefined, signal ? { signal } : {});
}

/** One job with its result. */
export function getJob(id: string, signal?: AbortSignal): Promise<Job> {
  const path = `jobs/${encodeURIComponent(id)}`;
  return sendRequest<Job>("GET", path, undefined, signal ? { signal } : {});
}

/** Asks a job to stop. */
export function cancelJob(id: string): Promise<Job> {
  return sendRequest<Job>("DELETE", `jobs/${encodeURIComponent(id)}`);
}

/** An event of a job. */
export interface JobEvent {
  readonly id: number;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const NAMES = ["queued", "started", "progress", "handed-back", "done", "failed", "cancelled"];

/** Returns the job after an event; events already applied (by number) change nothing. */
export function applyEvent(job: Job, event: JobEvent): Job {
  switch (event.name) {
    case "queued":
    case "handed-back":
      return { ...job, state: "queued" };
    case "started":
      return { ...job, state: "running" };
    case "progress":
      return {
        ...job,
        state: "running",
        progress: { ...job.progress, ...withoutTime(event.data) },
      };
    case "done":
    case "failed":
    case "cancelled":
      return { ...job, state: event.name };
    default:
      return job;
  }
}

/** Each event has the time at which it was written, which is not part of the progress. */
function withoutTime(data: JobEvent["data"]): JobEvent["data"] {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== "at"));
}

/** Reads the data of an event; anything but a JSON object becomes an empty object. */
export function readEventData(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The part of `EventSource` that following a job needs; tests provide their own. */
export interface Source {
  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
  readonly readyState: number;
  onerror: ((event: Event) => void) | null;
  onopen: ((event: Event) => void) | null;
}

/** Callbacks while a job is followed. */
export interface JobListener {
  onEvent(event: JobEvent): void;
  /** The connection was lost and the browser reconnects, or it is restored. */
  onAway(away: boolean): void;
  /** The browser stopped reconnecting. */
  onLost(): void;
}

/**
 * Follows the events of a job until it has ended; returns a function that stops following. The browser
 * reconnects and sends the id of the last event, so that none is lost; events that
 * arrive twice are reported once.
 */
export function followJob(
  id: string,
  { onEvent, onAway, onLost }: JobListener,
  open: (address: string) => Source = (address) => new EventSource(address),
): () => void {
  const source = open(`${BASE}/jobs/${encodeURIComponent(id)}/events`);
  let last = 0;
  for (const name of NAMES) {
    source.addEventListener(name, (event) => {
      const number = Number(event.lastEventId);
      if (number <= last) return;
      last = number;
      if (name === "done" || name === "failed" || name === "cancelled") source.close();
      onEvent({ id: number, name, data: readEventData(event.data) });
    });
  }
  source.onerror = () => {
    // 2 (`CLOSED`) means that the browser stopped reconnecting.
    if (source.readyState === 2) onLost();
    else onAway(true);
  };
  source.onopen = () => onAway(false);
  return () => source.close();
}

/** Whether events can be followed: an event source cannot send a token. */
export function canFollow(): boolean {
  return token() === "" && typeof EventSource !== "undefined";
}
