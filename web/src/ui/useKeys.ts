// Keys that work wherever the focus is.
import { useEffect, useRef } from "preact/hooks";

/**
 * Calls what was given at the latest drawing for every key that is pressed: the next key may come
 * before the effects of that drawing have run, and it must not act on what is no longer shown.
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
