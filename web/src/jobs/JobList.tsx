// The jobs of this client, newest first, page by page; the list refreshes while jobs run.
import { useCallback, useEffect, useState } from "preact/hooks";
import { type ApiError, isAbort, toApiError } from "../api/client";
import { formatHash } from "../shell/route";
import { Faults } from "../ui/Faults";
import { cancelJob, hasEnded, type Job, listJobs } from "./api";
import { durationText, nameOf, StateBadge, timeText } from "./jobText";
import { forgetMine } from "./mine";

const STATES = ["", "queued", "running", "done", "failed", "cancelled"];

/** Milliseconds between two refreshes of the list while a job runs. */
const AGAIN = 3000;

function Row({ job, onCancel }: { job: Job; onCancel: (job: Job) => void }) {
  return (
    <tr>
      <td class="what">
        <div title={job.title ?? undefined}>
          <a href={formatHash(`jobs/${encodeURIComponent(job.id)}`)}>{nameOf(job)}</a>
        </div>
      </td>
      <td>
        <StateBadge job={job} />
      </td>
      <td class="wide">{timeText(job.created_at)}</td>
      <td class="wide">{durationText(job, Date.now())}</td>
      <td>
        {hasEnded(job.state) ? null : (
          <button
            type="button"
            onClick={() => onCancel(job)}
            disabled={job.cancelling}
            aria-label={`Cancel ${nameOf(job)}`}
          >
            Cancel
          </button>
        )}
      </td>
    </tr>
  );
}

/** The list. */
export function JobList() {
  const [state, setState] = useState("");
  // The cursors of the pages up to this one.
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  const [jobs, setJobs] = useState<readonly Job[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [turn, setTurn] = useState(0);
  const cursor = cursors.at(-1) ?? null;

  useEffect(() => {
    const controller = new AbortController();
    listJobs(cursor, state, controller.signal).then(
      (page) => {
        setJobs(page.jobs);
        setNext(page.next);
        setError(null);
        // Those that have ended are looked at now.
        forgetMine((id) => page.jobs.some((job) => job.id === id && hasEnded(job.state)));
      },
      (caught) => {
        if (!isAbort(caught)) setError(toApiError(caught));
      },
    );
    return () => controller.abort();
  }, [cursor, state, turn]);
  const busy = jobs?.some((job) => !hasEnded(job.state)) ?? false;
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setTurn((old) => old + 1), AGAIN);
    return () => clearTimeout(timer);
  }, [busy, turn, jobs]);

  const onCancel = useCallback(async (job: Job) => {
    try {
      await cancelJob(job.id);
    } catch (caught) {
      setError(toApiError(caught));
    }
    setTurn((old) => old + 1);
  }, []);

  return (
    <section class="stacked">
      <h1>Jobs</h1>
      <p class="muted">
        Long work that goes on when this page is closed. Sudoku, Golden Waste, Sudoku Cube and Model
        have buttons that end in "as a job"; Square-1 has one that builds its table.
      </p>
      <div class="row">
        <label>
          State
          <select
            value={state}
            onChange={(event) => {
              setState(event.currentTarget.value);
              setCursors([null]);
            }}
          >
            {STATES.map((name) => (
              <option key={name} value={name}>
                {name === "" ? "all" : name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => setTurn((old) => old + 1)}>
          Refresh
        </button>
      </div>
      <Faults error={error} />
      {jobs === null && error === null ? <p class="loading">Loading…</p> : null}
      {jobs !== null && jobs.length === 0 ? (
        <p class="card">There are no jobs{state === "" ? " yet" : ` that are ${state}`}.</p>
      ) : null}
      {jobs !== null && jobs.length > 0 ? (
        <div class="card scroll">
          <table class="jobs">
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">State</th>
                <th scope="col" class="wide">
                  Submitted
                </th>
                <th scope="col" class="wide">
                  Took
                </th>
                <th scope="col">
                  <span class="spoken">Cancel</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <Row key={job.id} job={job} onCancel={onCancel} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <nav class="row" aria-label="Pages">
        <button
          type="button"
          disabled={cursors.length === 1}
          onClick={() => setCursors(cursors.slice(0, -1))}
        >
          Newer
        </button>
        <button
          type="button"
          disabled={next === null}
          onClick={() => setCursors([...cursors, next])}
        >
          Older
        </button>
      </nav>
    </section>
  );
}
