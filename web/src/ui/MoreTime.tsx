// What to do where an answer was ended by a limit: go on with more time, or as a job. The answer so
// far stays in view.
import type { RequestPath } from "../api/client";
import type { Limit } from "../api/generated";
import { HAS_JOBS } from "../jobs/api";
import { JobButton } from "../jobs/JobButton";
import { isLiftable, nextTime, timeLimitText, useLongestTime } from "./limits";
import { answeredOf, type RequestState } from "./useRequest";

/** The job that does the same without the usual limit. */
interface LongJob {
  readonly kind: string;
  readonly title?: string | null;
  /** A request; its time limit is left out, because it is that of an answer. */
  readonly input: () => object;
  /** The caption of the button, such as "Solve as a job". */
  readonly caption: string;
}

interface MoreTimeProps {
  /** The limit that ended the answer; with none, nothing is shown. */
  readonly limit: Limit | null | undefined;
  /** The time limit of the request, in seconds; without one, the service's own limit held. */
  readonly time: number | null | undefined;
  /** Whether the request runs again already. */
  readonly busy?: boolean;
  readonly onMore: (seconds: number) => void;
  /** Nothing for requests that cannot be jobs. */
  readonly job?: LongJob | undefined;
}

interface MoreTimeOfProps<P extends RequestPath> {
  readonly request: RequestState<P>;
  /** Goes on; sends the request again by default. */
  readonly onMore?: ((seconds: number) => void) | undefined;
  readonly job?: LongJob | undefined;
}

/** The controls for the answer of a request; nothing while there is none that a limit ended. */
export function MoreTimeOf<P extends RequestPath>({ request, onMore, job }: MoreTimeOfProps<P>) {
  const answered = answeredOf(request.answer);
  if (answered === null) return null;
  return (
    <MoreTime
      limit={(answered.value as { limit?: Limit | null }).limit}
      time={(answered.request as { time_limit?: number | null }).time_limit}
      busy={request.answer.state === "asking"}
      onMore={onMore ?? ((seconds) => void request.goOn(seconds))}
      job={job}
    />
  );
}

/** The controls. */
export function MoreTime({ limit, ...props }: MoreTimeProps) {
  return isLiftable(limit) ? <Controls {...props} limit={limit} /> : null;
}

function Controls({ limit, time, busy = false, onMore, job }: MoreTimeProps) {
  const longest = useLongestTime();
  const next = limit === "time" ? nextTime(time, longest) : null;
  const used = time === null || time === undefined ? longest : Math.min(time, longest ?? time);
  const reason =
    limit === "memory"
      ? "Stopped: an answer here may take no more memory."
      : used === null
        ? "Stopped by the time limit."
        : `Stopped by the time limit of ${timeLimitText(used)}.`;
  const hasJob = job !== undefined && HAS_JOBS;
  const isLongest = limit === "time" && next === null && longest !== null;
  return (
    <div class="stacked more-time" role="group" aria-label="More time">
      <p class="small">
        {reason}
        {isLongest ? " An answer here takes no longer." : ""} What was found stays.
      </p>
      <div class="row">
        {next === null ? null : (
          <button
            type="button"
            disabled={busy}
            title="The search begins again with this limit"
            onClick={() => onMore(next)}
          >
            {busy ? "Going on…" : `Go on, up to ${timeLimitText(next)}`}
          </button>
        )}
        {hasJob ? (
          <JobButton
            kind={job.kind}
            title={job.title ?? null}
            input={() => ({ ...job.input(), time_limit: undefined })}
          >
            {job.caption}
          </JobButton>
        ) : null}
      </div>
    </div>
  );
}
