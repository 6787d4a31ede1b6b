// The worker's side: loads parts when they are needed, and answers requests.

import { detail, GordianError } from "./error.js";
import { type Loader, Module, type ModuleOptions } from "./module.js";
import { type Part, partOf } from "./parts.js";
import type { Compiled, FromWorker, ToWorker } from "./protocol.js";

/** Returns the function that receives the messages to a worker. `post` sends messages back. */
export function serve(loader: Loader, post: (message: FromWorker) => void) {
  let options: ModuleOptions = {};
  let compiled: Compiled = {};
  const parts = new Map<Part, Promise<Module>>();

  const load = (part: Part): Promise<Module> => {
    let loading = parts.get(part);
    if (loading === undefined) {
      loading = Module.load(loader, part, compiled[part], options);
      parts.set(part, loading);
      const isNew = compiled[part] === undefined;
      loading.then(
        (module) => {
          if (isNew) post({ type: "compiled", part, module: module.compiled });
        },
        // The next request tries again.
        () => parts.delete(part),
      );
    }
    return loading;
  };

  const answer = async (name: string, document: string, wantsProgress: boolean) => {
    try {
      const module = await load(partOf(name));
      const onProgress = wantsProgress
        ? (event: string) => {
            post({ type: "progress", document: event });
            return undefined;
          }
        : undefined;
      post({ type: "answer", document: module.request(name, document, onProgress) });
    } catch (thrown) {
      const error =
        thrown instanceof GordianError ? thrown : new GordianError([notLoaded(thrown)]);
      const isFailure = error.code.startsWith("internal.");
      post({ type: "error", details: error.details, isFailure });
    }
  };

  return (message: ToWorker): void => {
    switch (message.type) {
      case "start":
        ({ options, compiled } = message);
        break;
      case "load":
        // An error is reported by the request that needs the part.
        load(message.part).catch(() => {});
        break;
      case "request":
        void answer(message.name, message.document, message.wantsProgress);
        break;
    }
  };
}

/** The error of a part that could not be loaded. */
export function notLoaded(thrown: unknown) {
  const hint = "the files of the package must be served beside each other";
  return detail("io.failed", `the module cannot be loaded: ${thrown}`, hint);
}
