// The page as static files works without a network: a service worker keeps its files.
import { IS_STATIC } from "../api/build";

/** Starts the service worker, after everything else, so that it delays nothing. */
export function keepFiles(): void {
  if (!IS_STATIC || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    // Without it, as in a private window, the page works where there is a network.
    navigator.serviceWorker.register("./sw.js").catch(() => undefined);
  });
}
