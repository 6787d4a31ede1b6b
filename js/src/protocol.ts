// The messages between the page, or the main thread, and the worker.

import type { ErrorDetail } from "./error.js";
import type { ModuleOptions } from "./module.js";
import type { Part } from "./parts.js";

/**
 * The parts that were compiled already, so that the worker after one that was stopped starts at
 * once.
 */
export type Compiled = Partial<Record<Part, WebAssembly.Module>>;

/** To the worker: the settings come first, then one request at a time. */
export type ToWorker =
  | { readonly type: "start"; readonly options: ModuleOptions; readonly compiled: Compiled }
  | { readonly type: "load"; readonly part: Part }
  | {
      readonly type: "request";
      readonly name: string;
      readonly document: string;
      readonly wantsProgress: boolean;
    };

/** From the worker. The last two end a request; after `isFailure`, the worker is to be replaced. */
export type FromWorker =
  | { readonly type: "compiled"; readonly part: Part; readonly module: WebAssembly.Module }
  | { readonly type: "progress"; readonly document: string }
  | { readonly type: "answer"; readonly document: string }
  | {
      readonly type: "error";
      readonly details: readonly ErrorDetail[];
      readonly isFailure: boolean;
    };
