// The package in Node.js: a worker thread, and modules that are read from files.

import { Worker } from "node:worker_threads";
import { type ConnectOptions, connectTo, type Gordian, type StartWorker } from "./client.js";
import { type DirectGordian, loadDirect } from "./direct.js";
import type { ModuleOptions } from "./module.js";
import type { Part } from "./parts.js";
import { load as loadPart } from "./read.js";

export * from "./public.js";

const startWorker: StartWorker = (receive, failed) => {
  // Options of the process, such as `--input-type`, can be invalid for a worker.
  const worker = new Worker(new URL("./node-worker.js", import.meta.url), { execArgv: [] });
  worker.on("message", receive);
  worker.on("error", (error) => failed(String(error)));
  worker.on("exit", (code) => failed(`exit code ${code}`));
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
    // A process with nothing else to do ends, unless it waits for an answer.
    keepAlive: (isNeeded) => (isNeeded ? worker.ref() : worker.unref()),
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
