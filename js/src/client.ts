// Requests that a worker answers, one after the other. The worker has no memory in common with
// the page, so that no special headers are needed: it is stopped by ending it.

import {
  addMethods,
  type AsyncMethods,
  type Name,
  type Progress,
  type RequestOf,
  type ResponseOf,
} from "./api.js";
import { checkNames, checkOptions, checkParts, toJson } from "./check.js";
import { detail, GordianError } from "./error.js";
import { parseJson } from "./json.js";
import type { ModuleOptions } from "./module.js";
import type { Part } from "./parts.js";
import type { Compiled, FromWorker, ToWorker } from "./protocol.js";

/** Options of a request. */
export interface CallOptions {
  /**
   * Stops the request: its promise is rejected with the reason of the signal. The worker is
   * replaced, and what it had built, such as tables of cubes, is built again.
   */
  readonly signal?: AbortSignal;
  /** Is called with progress events, at most about twenty per second. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Settings of a worker. */
export interface ConnectOptions extends ModuleOptions {
  /** The parts to load at once; others are loaded by their first request. */
  readonly preload?: readonly Part[];
}

/** Requests that a worker answers, in their order. */
export interface Gordian {
  readonly solve: (
    document: RequestOf<"solve">,
    options?: CallOptions,
  ) => Promise<ResponseOf<"solve">>;
  readonly check: (
    document: RequestOf<"check">,
    options?: CallOptions,
  ) => Promise<ResponseOf<"check">>;
  readonly draw: (
    document: RequestOf<"draw">,
    options?: CallOptions,
  ) => Promise<ResponseOf<"draw">>;
  readonly recognise: (
    document: RequestOf<"recognise">,
    options?: CallOptions,
  ) => Promise<ResponseOf<"recognise">>;
  readonly sudoku: AsyncMethods<"sudoku", CallOptions>;
  readonly pencil: AsyncMethods<"pencil", CallOptions>;
  readonly square1: AsyncMethods<"square1", CallOptions>;
  readonly cube: AsyncMethods<"cube", CallOptions>;
  readonly perm: AsyncMethods<"perm", CallOptions>;
  /** Answers the request with this name. */
  request<N extends Name>(
    name: N,
    document: RequestOf<N>,
    options?: CallOptions,
  ): Promise<ResponseOf<N>>;
  /** Ends the worker. Requests without an answer are rejected. */
  close(): void;
}

/** A worker of the host: of a browser, or of Node.js. */
export interface HostWorker {
  post(message: ToWorker): void;
  end(): void;
  /** Tells the host whether the process must stay alive for the worker. */
  keepAlive(isNeeded: boolean): void;
}

/** Starts a worker. `failed` receives why a worker that was not ended stopped. */
export type StartWorker = (
  receive: (message: FromWorker) => void,
  failed: (reason: string) => void,
) => HostWorker;

interface Call {
  readonly name: Name;
  readonly document: string;
  readonly onProgress: CallOptions["onProgress"];
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

class Client {
  readonly #start: StartWorker;
  readonly #options: ConnectOptions;
  readonly #compiled: Compiled = {};
  readonly #waiting: Call[] = [];
  #running: Call | undefined;
  #worker: HostWorker | undefined;
  #isClosed = false;

  constructor(start: StartWorker, options: ConnectOptions) {
    this.#start = start;
    this.#options = options;
    addMethods(this);
    if (options.preload !== undefined) this.#startedWorker();
  }

  request(name: Name, document: unknown, options?: unknown): Promise<unknown> {
    const { signal, onProgress } = (options ?? {}) as CallOptions;
    return new Promise((resolve, reject) => {
      checkNames(options ?? {}, ["signal", "onProgress"]);
      if (this.#isClosed) throw closed();
      signal?.throwIfAborted();
      let call: Call;
      const onAbort = () => this.#stop(call, signal?.reason);
      const finished = () => signal?.removeEventListener("abort", onAbort);
      call = {
        name,
        document: toJson(name, document),
        onProgress,
        resolve: (answer) => {
          finished();
          resolve(answer);
        },
        reject: (reason) => {
          finished();
          reject(reason);
        },
      };
      signal?.addEventListener("abort", onAbort);
      this.#waiting.push(call);
      this.#next();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#endWorker();
    const calls = [this.#running, ...this.#waiting.splice(0)];
    this.#running = undefined;
    for (const call of calls) call?.reject(closed());
  }

  /** Sends the next request if the worker is idle. */
  #next(): void {
    if (this.#running !== undefined) return;
    const call = this.#waiting.shift();
    if (call === undefined) {
      this.#worker?.keepAlive(false);
      return;
    }
    this.#running = call;
    const { name, document } = call;
    try {
      const worker = this.#startedWorker();
      worker.keepAlive(true);
      const wantsProgress = call.onProgress !== undefined;
      worker.post({ type: "request", name, document, wantsProgress });
    } catch (error) {
      this.#fail(String(error));
    }
  }

  #startedWorker(): HostWorker {
    if (this.#worker === undefined) {
      const worker = this.#start(
        // A worker that was replaced may still have sent something.
        (message) => this.#worker === worker && this.#receive(message),
        (reason) => this.#worker === worker && this.#fail(reason),
      );
      this.#worker = worker;
      const { preload = [], ...options } = this.#options;
      worker.post({ type: "start", options, compiled: this.#compiled });
      for (const part of preload) worker.post({ type: "load", part });
      worker.keepAlive(false);
    }
    return this.#worker;
  }

  #endWorker(): void {
    this.#worker?.end();
    this.#worker = undefined;
  }

  #receive(message: FromWorker): void {
    const call = this.#running;
    switch (message.type) {
      case "compiled":
        this.#compiled[message.part] = message.module;
        break;
      case "progress":
        if (call === undefined) break;
        try {
          call.onProgress?.(parseJson(message.document));
        } catch (error) {
          this.#stop(call, error);
        }
        break;
      case "answer":
        this.#finish();
        call?.resolve(parseJson(message.document));
        break;
      case "error":
        if (message.isFailure) this.#endWorker();
        this.#finish();
        call?.reject(new GordianError(message.details));
        break;
    }
  }

  /** The worker itself failed. */
  #fail(reason: string): void {
    const call = this.#running;
    this.#endWorker();
    this.#finish();
    const hint = "the files of the package must be served beside each other";
    const error = detail("internal.crash", `the worker stopped: ${reason}`, hint);
    call?.reject(new GordianError([error]));
  }

  #finish(): void {
    this.#running = undefined;
    this.#next();
  }

  #stop(call: Call, reason: unknown): void {
    if (call === this.#running) {
      this.#endWorker();
      this.#finish();
    } else {
      this.#waiting.splice(this.#waiting.indexOf(call), 1);
    }
    call.reject(reason);
  }
}

function closed(): GordianError {
  return new GordianError([
    detail("worker.closed", "the worker was closed", "call `connect` again"),
  ]);
}

/** Returns requests that are answered by a worker. */
export function connectTo(start: StartWorker, options: ConnectOptions = {}): Gordian {
  checkOptions(options, "preload");
  if (options.preload !== undefined) checkParts(options.preload);
  return new Client(start, options) as unknown as Gordian;
}
