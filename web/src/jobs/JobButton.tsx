// "Run as a job": one click, one job, however often the question has to be sent.
import { useRef, useState } from "preact/hooks";
import { type ApiError, asApiError } from "../api/client";
import { go } from "../shell/route";
import { Faults } from "../ui/Faults";
import { clickKey, submit } from "./api";

interface JobButtonProps {
  readonly kind: string;
  readonly input: () => unknown;
  /** What the job is called in the list. */
  readonly title?: string | null;
  readonly children: string;
}

/** Submits a job and goes to it. */
export function JobButton({ kind, input, title, children }: JobButtonProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const pending = useRef<{ key: string; body: string } | null>(null);
  const click = async () => {
    const value = input();
    const body = JSON.stringify(value);
    // The key stays while the same question is tried again after a failure.
    if (pending.current?.body !== body) pending.current = { key: clickKey(), body };
    setBusy(true);
    setError(null);
    try {
      const job = await submit(kind, value, pending.current.key, title ?? "");
      pending.current = null;
      go(`jobs/${encodeURIComponent(job.id)}`);
    } catch (caught) {
      setError(asApiError(caught));
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
