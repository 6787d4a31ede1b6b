// The requests as functions, by their names: `gordian.sudoku.hint` is the request `sudoku/hint`.

import { NAMES, type Operations } from "./documents.js";

/** The name of a request. */
export type Name = keyof Operations;
/** The document of a request. */
export type RequestOf<N extends Name> = Operations[N]["request"];
/** The document that answers a request. */
export type ResponseOf<N extends Name> = Operations[N]["response"];

/** A progress event of long work. */
export type Progress =
  /** A new phase of the work began. */
  | { readonly phase: string }
  /** The number of solutions found so far. */
  | { readonly solutions: number }
  /** The best objective found, the proved bound, and the gap between them. */
  | { readonly best: number | null; readonly bound: number; readonly gap?: number }
  /** A level of an enumeration is complete. */
  | { readonly level: number; readonly done: number; readonly total: number }
  /** A part of the work is complete. */
  | { readonly done: number; readonly total: number }
  /** The number of conflicts, and the time in seconds. */
  | { readonly effort: number; readonly seconds: number }
  /** An event without details. */
  | Readonly<Record<string, never>>;

/** The document may be left out if it has no required field. */
type Arguments<N extends Name, Options> =
  Record<string, never> extends RequestOf<N>
    ? [document?: RequestOf<N>, options?: Options]
    : [document: RequestOf<N>, options?: Options];

/** The functions of a subject whose answers are promises. */
export type AsyncMethods<Subject extends string, Options> = {
  readonly [N in Name as N extends `${Subject}/${infer Method}` ? Method : never]: (
    ...args: Arguments<N, Options>
  ) => Promise<ResponseOf<N>>;
};

/** The functions of a subject that return their answers. */
export type SyncMethods<Subject extends string, Options> = {
  readonly [N in Name as N extends `${Subject}/${infer Method}` ? Method : never]: (
    ...args: Arguments<N, Options>
  ) => ResponseOf<N>;
};

/** Adds a function for each request to an object that has `request`. */
export function addMethods(target: {
  request(name: Name, document: unknown, options?: unknown): unknown;
}): void {
  const subjects = target as unknown as Record<string, Record<string, unknown>>;
  for (const name of NAMES) {
    const call = (document: unknown = {}, options?: unknown) =>
      target.request(name, document, options);
    const [subject, method] = name.split("/") as [string, string?];
    if (method === undefined) {
      Object.assign(target, { [name]: call });
    } else {
      subjects[subject] ??= {};
      subjects[subject][method] = call;
    }
  }
}
