// The package in browsers: a Web Worker, and modules that are fetched.

import { type ConnectOptions, connectTo, type Gordian, type StartWorker } from "./client.js";
import { type DirectGordian, loadDirect } from "./direct.js";
import { load as loadPart } from "./fetch.js";
import type { ModuleOptions } from "./module.js";
import type { Part } from "./parts.js";

export * from "./public.js";

const startWorker: StartWorker = (receive, failed) => {
  // Bundlers recognise this form, and add the worker to what they write.
  const worker = new Worker(new URL("./browser-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event) => receive(event.data);
  worker.onerror = (event) => {
    event.preventDefault();
    failed(event.message ?? "its script cannot be loaded");
  };
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    keepAlive: () => {},
  };
};

/** Returns requests that a worker answers, so that the calling thread never waits. */
export function connect(options?: ConnectOptions): Gordian {
  return connectTo(startWorker, options);
}

/**
 * Loads parts, all of them by default, for requests on the calling thread, which waits for each
 * answer.
 */
export function load(
  parts?: readonly Part[],
  options?: ModuleOptions,
): Promise<DirectGordian> {
  return loadDirect(loadPart, parts, options);
}
