// Scenes that read texts themselves, instead of receiving them by a link, which cannot be very long.
import { useEffect, useRef } from "preact/hooks";

/** A scene that reads texts itself, perhaps also links of this page. */
interface TextReader {
  readonly scene: string;
  readonly read: (text: string) => void;
  readonly readsLinks: boolean;
}

/** The scene that is shown, if it reads texts itself. */
let reader: TextReader | null = null;

/** A text for a scene that is not shown yet, because it is too long for a link. */
let waiting: { readonly scene: string; readonly text: string } | null = null;

/** The scene that is shown, if it reads texts itself. */
export function currentReader(): TextReader | null {
  return reader;
}

/** Keeps a text for a scene that will be shown. */
export function keepForReader(scene: string, text: string): void {
  waiting = { scene, text };
}

/** Gives texts that were opened anywhere to their scene, while it is shown. */
export function useTextReader(
  scene: string,
  read: (text: string) => void,
  readsLinks = false,
): void {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const own = { scene, read: (text: string) => latest.current(text), readsLinks };
    reader = own;
    if (waiting?.scene === scene) {
      const { text } = waiting;
      waiting = null;
      own.read(text);
    }
    return () => {
      if (reader === own) reader = null;
    };
  }, [scene, readsLinks]);
}
