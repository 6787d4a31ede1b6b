// Whether there is room for a panel beside the puzzle.
import { useEffect, useState } from "preact/hooks";

/** The width from which the panel stands beside the puzzle, as in the styles. */
const WIDE = "(min-width: 60.01rem)";

/** Whether the window is that wide; it follows the window. */
export function useWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const follow = () => setWide(query.matches);
    follow();
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return wide;
}
