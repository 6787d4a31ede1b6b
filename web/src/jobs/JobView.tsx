// One job: its state, its progress while it runs, and its result. It survives a reload.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, isAbort, toApiError } from "../api/client";
import { announce } from "../shell/announce";
import { formatHash } from "../shell/route";
import { Faults } from "../ui/Faults";
import {
  applyEvent,
  cancelJob,
  canFollow,
  followJob,
  getJob,
  hasEnded,
  type Job,
  type JobEvent,
} from "./api";
import { JobResult } from "./JobResult";
import { durationText, progressText, StateBadge, share, shortId, timeText } from "./jobText";
import { forgetMine } from "./mine";

/** Milliseconds between two polls of a job whose events cannot be followed. */
const AGAIN = 2000;

/** The text shown while the server cannot be reached. */
const AWAY = "the server cannot be reached; retrying";

/** The progress of a job; while the server cannot be reached, the bar does not move. */
function Progress({ job, now, away }: { job: Job; now: number; away: boolean }) {
  const part = share(job.progress);
  return (
    <div class="stacked">
      {part === null && away ? null : part === null ? (
        <progress aria-label="Progress" />
      ) : (
        <progress aria-label="Progress" max={1} value={part} />
      )}
      <p class="muted">
        {[progressText(job.progress), durationText(job, now)]
          .filter((text) => text !== "")
          .join(" · ")}
      </p>
    </div>
  );
}

/** Applies the events of a job to its state; loads the whole job when it has ended. */
function useJob(id: string) {
  const [job, setJob] = useState<Job | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [lost, setLost] = useState(false);
  const [away, setAway] = useState(false);
  const wasAway = useRef(false);
  const noteAway = useCallback((gone: boolean) => {
    if (wasAway.current === gone) return;
    wasAway.current = gone;
    setAway(gone);
    announce(gone ? AWAY : "the server can be reached again");
  }, []);
  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        setJob(await getJob(id, signal));
        setError(null);
        noteAway(false);
      } catch (caught) {
        if (isAbort(caught)) return;
        const failed = toApiError(caught);
        // A lost connection is not shown as an error: it is restored automatically.
        if ([0, 502, 503, 504].includes(failed.status)) noteAway(true);
        else setError(failed);
      }
    },
    [id, noteAway],
  );
  useEffect(() => {
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [load]);
  const finished =
    job !== null && hasEnded(job.state) && (job.state !== "done" || job.result != null);
  const known = job !== null;
  useEffect(() => {
    // It was looked at.
    if (finished) forgetMine((other) => other === id);
  }, [id, finished]);
  const polling = !finished && (away || (known && (lost || !canFollow())));
  useEffect(() => {
    if (!polling) return;
    const timer = setInterval(() => void load(), AGAIN);
    return () => clearInterval(timer);
  }, [polling, load]);
  const following = known && !finished && !lost && canFollow();
  useEffect(() => {
    if (!following) return;
    return followJob(id, {
      onEvent(event: JobEvent) {
        setJob((old) => (old ? applyEvent(old, event) : old));
        if (event.name !== "progress") announce(`job ${shortId(id)}: ${event.name}`);
        // The result is in the job, not in the event.
        if (event.name !== "progress" && event.name !== "queued") void load();
      },
      onAway(gone: boolean) {
        // The job may have changed in ways that events do not report, such as a cancellation.
        if (wasAway.current && !gone) void load();
        noteAway(gone);
      },
      onLost() {
        setLost(true);
        void load();
      },
    });
  }, [id, following, load, noteAway]);
  return { job, error, away: away && !finished, setJob, setError };
}

/** The page of a job. */
export function JobView({ id }: { id: string }) {
  const { job, error, away, setJob, setError } = useJob(id);
  const [now, setNow] = useState(Date.now());
  // Whether the job continues for other clients that requested the same.
  const [left, setLeft] = useState(false);
  const running = job !== null && !hasEnded(job.state);
  useEffect(() => {
    if (!running || away) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running, away]);
  const stop = async () => {
    try {
      const answer = await cancelJob(id);
      setJob((old) => (old ? { ...old, state: answer.state, cancelling: answer.cancelling } : old));
      setLeft(!hasEnded(answer.state) && !answer.cancelling);
    } catch (caught) {
      setError(toApiError(caught));
    }
  };
  return (
    <section class="stacked">
      <p class="small">
        <a href={formatHash("jobs")}>← All jobs</a>
      </p>
      <h1>
        Job {shortId(id)}
        {job ? `: ${job.title ?? job.kind}` : ""}
      </h1>
      <Faults error={error} />
      {away ? (
        <p class="row">
          <span class="badge warn">
            <span aria-hidden="true">…</span>
            {AWAY}
          </span>
        </p>
      ) : null}
      {job === null && error === null && !away ? <p class="loading">Loading…</p> : null}
      {job ? (
        <>
          <div class="card">
            <p class="row">
              {away ? <span class="muted">last known: {job.state}</span> : <StateBadge job={job} />}
              <span class="muted small">
                {job.kind} · submitted {timeText(job.created_at)}
                {job.ended_at
                  ? ` · ended ${timeText(job.ended_at)} · took ${durationText(job, now)}`
                  : ""}
                {job.attempt > 1 ? ` · attempt ${job.attempt} of ${job.max_attempts}` : ""}
              </span>
            </p>
            {running ? <Progress job={job} now={now} away={away} /> : null}
            {running && left ? (
              <p class="muted">
                It continues for other clients that requested the same, and is no longer in your
                list.
              </p>
            ) : null}
            {running && !left ? (
              <button type="button" onClick={stop} disabled={job.cancelling}>
                {job.cancelling ? "Stopping…" : "Cancel"}
              </button>
            ) : null}
            {job.error ? (
              <div class="faults">
                <p class="what">{job.error.message}</p>
                {job.error.hint ? <p class="hint">{job.error.hint}</p> : null}
              </div>
            ) : null}
          </div>
          {job.result ? <JobResult job={job} /> : null}
        </>
      ) : null}
    </section>
  );
}
