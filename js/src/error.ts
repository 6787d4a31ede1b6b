// What is wrong with a request, as an exception.

/** An error as in documents: what is wrong, where, and what to do. */
export interface ErrorDetail {
  /** A stable code for programs. */
  readonly code: string;
  /** What is wrong. */
  readonly message: string;
  /** How to fix it. */
  readonly hint: string | null;
  /** The line of the input text, from 1. */
  readonly line: number | null;
  /** The column in this line, in characters from 1. */
  readonly column: number | null;
}

/** A request that has no answer: its input is invalid, or the module failed. */
export class GordianError extends Error implements ErrorDetail {
  override readonly name = "GordianError";
  readonly code: string;
  readonly hint: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The errors after the first one. */
  readonly others: readonly ErrorDetail[];

  /** The error of a list with at least one detail. */
  constructor(details: readonly ErrorDetail[]) {
    const [first = detail("internal.failed", "an error without details"), ...others] = details;
    super(first.message);
    this.code = first.code;
    this.hint = first.hint;
    this.line = first.line;
    this.column = first.column;
    this.others = others;
  }

  /** All errors, this one included. */
  get details(): readonly ErrorDetail[] {
    const { code, message, hint, line, column } = this;
    return [{ code, message, hint, line, column }, ...this.others];
  }
}

/** Returns an error without a place in the input. */
export function detail(code: string, message: string, hint: string | null = null): ErrorDetail {
  return { code, message, hint, line: null, column: null };
}
