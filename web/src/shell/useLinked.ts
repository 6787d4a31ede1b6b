// The link of a scene, followed while the scene is open.
import { useEffect, useRef } from "preact/hooks";

/** What a link holds; `text` is what only the server can read. */
interface Linked {
  readonly text: string | null;
}

/**
 * Opens what links hold when they change, and reads their texts. What the first one holds is opened
 * by the scene itself when it begins, so that nothing else is drawn before.
 */
export function useLinked<L extends Linked>(
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
