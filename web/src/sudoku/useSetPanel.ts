// The panel for making a Sudoku comes when it is opened first: players do not need it.
import { useEffect, useState } from "preact/hooks";
import { type ApiError, toApiError } from "../api/client";
import type { SetPanel } from "./SetPanel";

/** The panel, or why it could not be loaded; neither before it was opened. */
export interface LoadedPanel {
  readonly Panel: typeof SetPanel | null;
  readonly error: ApiError | null;
}

/** Loads the panel when it is wanted first. */
export function useSetPanel(wanted: boolean): LoadedPanel {
  const [loaded, setLoaded] = useState<LoadedPanel>({ Panel: null, error: null });
  const isMissing = loaded.Panel === null;
  useEffect(() => {
    if (!wanted || !isMissing) return;
    let stale = false;
    import("./SetPanel").then(
      (module) => {
        if (!stale) setLoaded({ Panel: module.SetPanel, error: null });
      },
      (error) => {
        if (!stale) setLoaded({ Panel: null, error: toApiError(error) });
      },
    );
    return () => {
      stale = true;
    };
  }, [wanted, isMissing]);
  return loaded;
}
