// One job: its state and progress as they come, and its result. A reload finds it again.
import { useCallback, useEffect, useState } from "preact/hooks";
import { type ApiError, aborted, asApiError } from "../api/client";
import { announce } from "../shell/announce";
import { formatHash } from "../shell/route";
import { Faults } from "../ui/Faults";
import { after, cancel, canFollow, ended, follow, get, type Job, type JobEvent } from "./api";
import { JobResult } from "./JobResult";
import { lasted, moment, progressText, StateBadge, share } from "./words";

/** So often the job is asked for where its events cannot be followed, in milliseconds. */
const AGAIN = 2000;

function Progress({ job, now }: { job: Job; now: number }) {
  const part = share(job.progress);
  return (
    <div class="stacked">
      {part === null ? (
        <progress aria-label="Progress" />
      ) : (
        <progress aria-label="Progress" max={1} value={part} />
      )}
      <p class="muted">
        {[progressText(job.progress), lasted(job, now)].filter((text) => text !== "").join(" · ")}
      </p>
    </div>
  );
}

/** The events of a job into its state; the whole job again when it has ended. */
function useJob(id: string) {
  const [job, setJob] = useState<Job | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [lost, setLost] = useState(false);
  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        setJob(await get(id, signal));
        setError(null);
      } catch (caught) {
        if (!aborted(caught)) setError(asApiError(caught));
      }
    },
    [id],
  );
  useEffect(() => {
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [load]);
  const over = job !== null && ended(job.state) && (job.state !== "done" || job.result != null);
  const known = job !== null;
  useEffect(() => {
    if (!known || over) return;
    if (!canFollow() || lost) {
      const timer = setInterval(() => void load(), AGAIN);
      return () => clearInterval(timer);
    }
    return follow(
      id,
      (event: JobEvent) => {
        setJob((old) => (old ? after(old, event) : old));
        if (event.name !== "progress") announce(`job ${id}: ${event.name}`);
        // The result is in the job, not in the event.
        if (event.name !== "progress" && event.name !== "queued") void load();
      },
      () => setLost(true),
    );
  }, [id, known, over, lost, load]);
  return { job, error, setJob, setError };
}

/** The page of a job. */
export function JobView({ id }: { id: string }) {
  const { job, error, setJob, setError } = useJob(id);
  const [now, setNow] = useState(Date.now());
  const running = job !== null && !ended(job.state);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  const stop = async () => {
    try {
      const answer = await cancel(id);
      setJob((old) => (old ? { ...old, state: answer.state, cancelling: answer.cancelling } : old));
    } catch (caught) {
      setError(asApiError(caught));
    }
  };
  return (
    <section class="stacked">
      <p class="small">
        <a href={formatHash("jobs")}>← All jobs</a>
      </p>
      <h1>
        Job {id}
        {job ? `: ${job.title ?? job.kind}` : ""}
      </h1>
      <Faults error={error} />
      {job === null && error === null ? <p class="loading">Loading…</p> : null}
      {job ? (
        <>
          <div class="card">
            <p class="row">
              <StateBadge job={job} />
              <span class="muted small">
                {job.kind} · submitted {moment(job.created_at)}
                {job.ended_at ? ` · ended ${moment(job.ended_at)} · took ${lasted(job, now)}` : ""}
                {job.attempt > 1 ? ` · attempt ${job.attempt} of ${job.max_attempts}` : ""}
              </span>
            </p>
            {running ? <Progress job={job} now={now} /> : null}
            {running ? (
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
