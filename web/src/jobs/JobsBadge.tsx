// How the jobs of this browser are, in the header of every scene: how many run, and how many have ended unseen.
import { useEffect, useState } from "preact/hooks";
import { online } from "../api/client";
import { formatHash } from "../shell/route";
import { countOf } from "../ui/text";
import { hasEnded, type Job, listJobs } from "./api";
import { forgetMine, mine } from "./mine";

/** Milliseconds between two looks at the jobs while some have not ended. */
const AGAIN = 5000;

interface Badge {
  readonly sign: string;
  readonly count: number;
  readonly text: string;
  readonly kind: "" | "good" | "bad";
}

/** What the badge says of the jobs: those that run come first, then those that failed. */
export function badgeOf(jobs: readonly Pick<Job, "state">[]): Badge {
  const running = jobs.filter(({ state }) => !hasEnded(state)).length;
  if (running > 0) return badge("▶", running, "running", "");
  const failed = jobs.filter(({ state }) => state === "failed").length;
  if (failed > 0) return badge("✗", failed, "failed", "bad");
  return badge("✓", jobs.length, "ended", "good");
}

function badge(sign: string, count: number, state: string, kind: Badge["kind"]): Badge {
  return { sign, count, text: `${countOf(count, "job")} ${state}`, kind };
}

/** The badge: a link to the only job, or to the list. */
export function JobsBadge() {
  const ids = mine.value;
  const [jobs, setJobs] = useState<readonly Job[] | null>(null);
  const [turn, setTurn] = useState(0);
  const isOnline = online.value;
  useEffect(() => {
    if (!isOnline) return;
    const controller = new AbortController();
    listJobs(null, "", controller.signal).then(
      (page) => {
        const found = page.jobs.filter(({ id }) => ids.includes(id));
        setJobs(found);
        forgetMine((id) => ids.includes(id) && !found.some((job) => job.id === id));
      },
      // The list of jobs says what is wrong; the badge stays as it is.
      () => undefined,
    );
    return () => controller.abort();
  }, [ids, isOnline, turn]);
  const isBusy = jobs?.some(({ state }) => !hasEnded(state)) ?? false;
  useEffect(() => {
    if (!isBusy || !isOnline) return;
    const timer = setTimeout(() => setTurn((old) => old + 1), AGAIN);
    return () => clearTimeout(timer);
  }, [isBusy, isOnline, turn]);
  const shown = jobs?.filter(({ id }) => ids.includes(id)) ?? [];
  const [first] = shown;
  if (first === undefined) return null;
  const { sign, count, text, kind } = badgeOf(shown);
  return (
    <a
      class={`badge ${kind}`}
      aria-label={text}
      title={text}
      href={formatHash(shown.length === 1 ? `jobs/${encodeURIComponent(first.id)}` : "jobs")}
    >
      <span aria-hidden="true">{sign}</span>
      {count}
    </a>
  );
}
