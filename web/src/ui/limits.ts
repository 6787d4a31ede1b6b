// Limits of answers: how long the service lets one run, and which limit is tried next.
import { useEffect, useState } from "preact/hooks";
import { IS_STATIC } from "../api/build";
import { sendRequest } from "../api/client";
import type { About, Limit } from "../api/generated";

/** The longest time of an answer, in seconds; null: there is no such limit, or it is not known. */
let longest: Promise<number | null> | null = null;

async function askLongest(): Promise<number | null> {
  try {
    return (await sendRequest<About>("GET", "about")).limits.time_limit;
  } catch {
    // The next time that a limit is shown asks again.
    longest = null;
    return null;
  }
}

/**
 * The longest time that the service lets an answer take, in seconds; null while it is not known,
 * and in a page without a server, where there is none.
 */
export function useLongestTime(): number | null {
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    if (IS_STATIC) return;
    let stale = false;
    longest ??= askLongest();
    void longest.then((value) => {
      if (!stale) setSeconds(value);
    });
    return () => {
      stale = true;
    };
  }, []);
  return seconds;
}

/**
 * The time limit with which a request goes on after one of `seconds`: twice as long, but no longer
 * than the service allows. Null if that is no more; a request without a limit had all that the
 * service allows.
 */
export function nextTime(
  seconds: number | null | undefined,
  longest: number | null,
): number | null {
  if (seconds === null || seconds === undefined) return null;
  const next = Math.min(2 * seconds, longest ?? Number.POSITIVE_INFINITY);
  return next > seconds ? next : null;
}

/** A time limit in words. */
export function timeLimitText(seconds: number): string {
  return `${Number(seconds.toFixed(1))} s`;
}

/** Whether a limit is one that more time, or a job, can lift. */
export function isLiftable(limit: Limit | null | undefined): limit is "time" | "memory" {
  return limit === "time" || limit === "memory";
}
