// Requests without a worker: the caller waits for the answer.

import {
  addMethods,
  type Name,
  type Progress,
  type RequestOf,
  type ResponseOf,
  type SyncMethods,
} from "./api.js";
import { checkNames, checkOptions, checkParts, toJson } from "./check.js";
import { detail, GordianError } from "./error.js";
import { parseJson } from "./json.js";
import { type Loader, Module, type ModuleOptions } from "./module.js";
import { type Part, PARTS, partOf } from "./parts.js";
import { notLoaded } from "./serve.js";

/** Options of a request that the caller waits for. */
export interface DirectOptions {
  /**
   * Is called with each progress event. After it returned `false`, the work stops soon, and the
   * answer has what was found until then: its limit is `interrupted`.
   */
  readonly onProgress?: (progress: Progress) => boolean | undefined;
}

/** Requests that are answered on the calling thread, which waits. */
export interface DirectGordian {
  readonly solve: (document: RequestOf<"solve">, options?: DirectOptions) => ResponseOf<"solve">;
  readonly check: (document: RequestOf<"check">, options?: DirectOptions) => ResponseOf<"check">;
  readonly draw: (document: RequestOf<"draw">, options?: DirectOptions) => ResponseOf<"draw">;
  readonly recognise: (
    document: RequestOf<"recognise">,
    options?: DirectOptions,
  ) => ResponseOf<"recognise">;
  readonly sudoku: SyncMethods<"sudoku", DirectOptions>;
  readonly pencil: SyncMethods<"pencil", DirectOptions>;
  readonly square1: SyncMethods<"square1", DirectOptions>;
  readonly cube: SyncMethods<"cube", DirectOptions>;
  readonly perm: SyncMethods<"perm", DirectOptions>;
  /** Answers the request with this name. */
  request<N extends Name>(
    name: N,
    document: RequestOf<N>,
    options?: DirectOptions,
  ): ResponseOf<N>;
}

class Direct {
  readonly #modules: ReadonlyMap<Part, Module>;

  constructor(modules: ReadonlyMap<Part, Module>) {
    this.#modules = modules;
    addMethods(this);
  }

  request(name: Name, document: unknown, options?: unknown): unknown {
    checkNames(options ?? {}, ["onProgress"]);
    const { onProgress } = (options ?? {}) as DirectOptions;
    const text = toJson(name, document);
    const part = partOf(name);
    const module = this.#modules.get(part);
    if (module === undefined) {
      const hint = `load it: \`load(["${part}"])\``;
      throw new GordianError([
        detail("request.unknown-operation", `the part \`${part}\` is not loaded`, hint),
      ]);
    }
    // An exception must not pass through the module: it stops the work, and is thrown after it.
    let thrown: { readonly error: unknown } | undefined;
    const report =
      onProgress &&
      ((event: string) => {
        try {
          return onProgress(parseJson(event));
        } catch (error) {
          thrown = { error };
          return false;
        }
      });
    const answer = module.request(name, text, report);
    if (thrown !== undefined) throw thrown.error;
    return parseJson(answer);
  }
}

/** Loads parts for requests on the calling thread. */
export async function loadDirect(
  loader: Loader,
  parts: readonly Part[] = PARTS,
  options: ModuleOptions = {},
): Promise<DirectGordian> {
  checkOptions(options);
  checkParts(parts);
  const load = async (part: Part) => {
    try {
      return [part, await Module.load(loader, part, undefined, options)] as const;
    } catch (error) {
      throw new GordianError([notLoaded(error)]);
    }
  };
  return new Direct(new Map(await Promise.all(parts.map(load)))) as unknown as DirectGordian;
}
