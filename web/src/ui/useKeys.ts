// Keys that work wherever the focus is.
import { useEffect, useRef } from "preact/hooks";

/**
 * Calls the latest handler for every key that is pressed: the next key may come
 * before the effects of the latest rendering have run, and must not act on an outdated state.
 */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => latest.current(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
