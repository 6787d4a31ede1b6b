// The link of a scene, followed while the scene is open.
import { useEffect, useRef } from "preact/hooks";

/** The state in a link; `text` is the part that only the server can read. */
interface LinkState {
  readonly text: string | null;
}

/**
 * Opens the state of a link when the link changes, and has the server read its text. The scene opens the
 * first link itself, so that nothing else is drawn before.
 */
export function useLinkState<L extends LinkState>(
  linked: L,
  open: (linked: L) => void,
  read: (text: string, linked: L) => void,
): void {
  const followed = useRef<L | null>(null);
  useEffect(() => {
    if (followed.current === linked) return;
    const first = followed.current === null;
    followed.current = linked;
    if (!first) open(linked);
    if (linked.text !== null) read(linked.text, linked);
  }, [linked]);
}
