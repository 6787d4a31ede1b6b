// A notice while a refused request waits to be repeated, with a countdown.
import { useEffect, useState } from "preact/hooks";
import { pendingRetry } from "../api/client";

/** The notice; empty while no request waits. */
export function RetryNotice() {
  const wait = pendingRetry.value;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (wait === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [wait]);
  if (wait === null) return null;
  const seconds = Math.max(1, Math.ceil((wait.until - now) / 1000));
  return (
    <p class="offline">
      <span role="status">The server is busy: {wait.message}. </span>
      <span aria-hidden="true">Trying again in {seconds} s.</span>
    </p>
  );
}
