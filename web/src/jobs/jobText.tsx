// Texts about jobs: state, times, progress.
import { formatNumber } from "../ui/text";
import type { Job, JobState } from "./api";

const STATES: Record<JobState, { sign: string; kind: string }> = {
  queued: { sign: "…", kind: "" },
  running: { sign: "▶", kind: "" },
  done: { sign: "✓", kind: "good" },
  failed: { sign: "✗", kind: "bad" },
  cancelled: { sign: "■", kind: "warn" },
};

/** The state of a job, as a badge. */
export function StateBadge({ job }: { job: Job }) {
  const { sign, kind } = STATES[job.state];
  const stopping = job.cancelling && (job.state === "queued" || job.state === "running");
  return (
    <span class={`badge ${kind}`}>
      <span aria-hidden="true">{sign}</span>
      {stopping ? "stopping" : job.state}
    </span>
  );
}

/** The name of a job in the list: its title, or its kind. */
export function nameOf(job: Job): string {
  // A job that could not be read from the database has no kind.
  return [job.title, job.kind].filter((part) => part).join(" · ") || shortId(job.id);
}

/** The beginning of an id, for display. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** A time in the reader's time zone. */
export function timeText(time: string | null): string {
  if (time === null) return "";
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toLocaleString();
}

/** How long a job ran, or has been running. */
export function durationText(job: Job, now: number): string {
  if (job.started_at === null) return "";
  const end = job.ended_at === null ? now : Date.parse(job.ended_at);
  const time = Math.max(0, (end - Date.parse(job.started_at)) / 1000);
  if (!Number.isFinite(time)) return "";
  if (time < 60) return `${time.toFixed(time < 10 ? 1 : 0)} s`;
  const minutes = Math.floor(time / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(time % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The progress of a job from 0 to 1, if known. */
export function share(progress: Job["progress"]): number | null {
  const { done, total } = progress ?? {};
  if (typeof done !== "number" || typeof total !== "number" || !(total > 0)) return null;
  return Math.min(1, Math.max(0, done / total));
}

/** The progress in words: all of its numbers and texts. */
export function progressText(progress: Job["progress"]): string {
  const { done, total, ...others } = progress ?? {};
  const parts = Object.entries(others)
    .filter(([, value]) => typeof value === "number" || typeof value === "string")
    .map(([name, value]) => {
      const said = typeof value === "number" ? formatNumber(Math.round(value * 10) / 10) : value;
      return name === "phase" || name === "note"
        ? String(said)
        : `${name.replaceAll("_", " ")} ${said}`;
    });
  if (typeof done === "number") {
    parts.push(
      typeof total === "number"
        ? `${formatNumber(done)} of ${formatNumber(total)}`
        : formatNumber(done),
    );
  }
  return parts.join(" · ");
}
