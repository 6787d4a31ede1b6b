// A part that is loaded: requests as texts, and another instance of its module after a failure.

import { detail, type ErrorDetail, GordianError } from "./error.js";
import type { Part } from "./parts.js";

/** Receives the document of a progress event; `false` stops the work. */
export type TextProgress = (document: string) => boolean | undefined;

/** What the requests of an instance share. */
interface Engine {
  request(name: string, document: string, onProgress?: TextProgress): string;
}

/** What `wasm-bindgen` writes for a module. */
export interface Glue {
  readonly default: (source: { module_or_path: WebAssembly.Module }) => Promise<unknown>;
  readonly Engine: new (seed: bigint, maxMemory?: bigint) => Engine;
  readonly operations: () => string;
  readonly panicMessage: () => string | undefined;
  /** Replaces the instance by a new one of the same module. */
  readonly __wbg_reset_state: () => void;
}

/** How a part is loaded: the glue, and the module, which can be compiled already. */
export type Loader = (
  part: Part,
  module: WebAssembly.Module | undefined,
) => Promise<{ readonly glue: Glue; readonly module: WebAssembly.Module }>;

/** Settings of the modules. */
export interface ModuleOptions {
  /**
   * The memory in bytes that a model and its clauses may take: 1 GiB by default, at most 2 GiB.
   * A module has at most 4 GiB.
   */
  readonly maxMemory?: number;
  /** The seed of requests without one: a random one by default. Answers name the seed. */
  readonly seed?: number;
}

const MAX_MEMORY = 2 ** 30;

/** A module of WebAssembly that answers requests. */
export class Module {
  readonly #glue: Glue;
  readonly #options: ModuleOptions;
  /** None after a failure: the instance is not used again. */
  #engine: Engine | undefined;
  /** The compiled module, from which other workers make instances. */
  readonly compiled: WebAssembly.Module;

  private constructor(glue: Glue, compiled: WebAssembly.Module, options: ModuleOptions) {
    this.#glue = glue;
    this.#options = options;
    this.compiled = compiled;
    this.#engine = this.#start();
  }

  /** Loads a part. */
  static async load(
    loader: Loader,
    part: Part,
    compiled: WebAssembly.Module | undefined,
    options: ModuleOptions,
  ): Promise<Module> {
    const loaded = await loader(part, compiled);
    await loaded.glue.default({ module_or_path: loaded.module });
    return new Module(loaded.glue, loaded.module, options);
  }

  #start(): Engine {
    const { maxMemory = MAX_MEMORY, seed = Math.floor(Math.random() * 2 ** 48) } = this.#options;
    return new this.#glue.Engine(BigInt(seed), BigInt(maxMemory));
  }

  /** The operations of this part, with their summaries and examples. */
  operations(): readonly { name: string; summary: string; example: unknown }[] {
    return JSON.parse(this.#glue.operations());
  }

  /**
   * Answers a request; all of it are texts of JSON.
   *
   * Throws a `GordianError` if the request is invalid. After a failure of the module itself,
   * the next request has another instance.
   */
  request(name: string, document: string, onProgress?: TextProgress): string {
    if (this.#engine === undefined) {
      this.#glue.__wbg_reset_state();
      this.#engine = this.#start();
    }
    try {
      return this.#engine.request(name, document, onProgress);
    } catch (thrown) {
      // The module throws only texts: lists of errors.
      if (typeof thrown === "string") throw new GordianError(JSON.parse(thrown));
      this.#engine = undefined;
      throw new GordianError([this.#failure(thrown)]);
    }
  }

  /** What ended an instance: a panic with its message, or a trap. */
  #failure(thrown: unknown): ErrorDetail {
    let message: string | undefined;
    try {
      message = this.#glue.panicMessage();
    } catch {
      // The instance is too damaged to answer.
    }
    if (message !== undefined) {
      return detail("internal.panic", message, "please report it, with the request");
    }
    const hint = "it may need more memory or depth than a module has: send a smaller problem";
    return detail("internal.crash", `the module stopped: ${thrown}`, hint);
  }
}
