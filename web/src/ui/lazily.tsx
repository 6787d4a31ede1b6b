// Parts of a scene whose files come when they are first shown: a first visit need not wait for them.
import { type ComponentType, h } from "preact";
import { useEffect, useState } from "preact/hooks";

/** The files that come as soon as the page is used: later, the server may be away. */
const later: (() => Promise<unknown>)[] = [];
let isUsed = false;

function loadAll(): void {
  isUsed = true;
  // Without a network, each comes when it is shown.
  for (const load of later.splice(0)) load().catch(() => undefined);
}
for (const use of ["pointerdown", "keydown"]) addEventListener(use, loadAll, { once: true });

/** A component whose file is loaded when the page is used, or when it is first shown. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  const loadOnce = async () => {
    loaded ??= await load();
    return loaded;
  };
  later.push(loadOnce);
  if (isUsed) loadAll();
  return function Lazy(props: P) {
    const [part, setPart] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(() => {
      if (part !== null || hasFailed) return;
      let isStale = false;
      loadOnce().then(
        (found) => {
          if (!isStale) setPart(() => found);
        },
        () => {
          if (!isStale) setHasFailed(true);
        },
      );
      return () => {
        isStale = true;
      };
    }, [part, hasFailed]);
    if (part !== null) return h(part, props);
    if (!hasFailed) return null;
    return (
      <p role="alert">
        This part of the page could not be loaded.{" "}
        <button type="button" onClick={() => setHasFailed(false)}>
          Try again
        </button>
      </p>
    );
  };
}
