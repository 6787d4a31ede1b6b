// "Run as a job": one click is one job, also if the request is sent several times.
import { useRef, useState } from "preact/hooks";
import { type ApiError, toApiError } from "../api/client";
import { navigate } from "../shell/route";
import { Faults } from "../ui/Faults";
import { clickKey, HAS_JOBS, submitJob } from "./api";
import { addMine } from "./mine";

interface JobButtonProps {
  readonly kind: string;
  readonly input: () => unknown;
  /** What the job is called in the list. */
  readonly title?: string | null;
  readonly children: string;
}

/** Submits a job and goes to it; nothing where there are no jobs. */
export function JobButton(props: JobButtonProps) {
  return !HAS_JOBS ? null : <SubmitButton {...props} />;
}

function SubmitButton({ kind, input, title, children }: JobButtonProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const pending = useRef<{ key: string; body: string } | null>(null);
  const click = async () => {
    const value = input();
    const body = JSON.stringify(value);
    // A retry after a failure keeps the idempotency key.
    if (pending.current?.body !== body) pending.current = { key: clickKey(), body };
    setBusy(true);
    setError(null);
    try {
      const job = await submitJob(kind, value, pending.current.key, title ?? "");
      pending.current = null;
      addMine(job.id);
      navigate(`jobs/${encodeURIComponent(job.id)}`);
    } catch (caught) {
      setError(toApiError(caught));
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" onClick={click} disabled={busy}>
        {busy ? "Submitting…" : children}
      </button>
      <Faults error={error} />
    </>
  );
}
