// Takes the place of the package for JavaScript in a page with a server, which answers all requests.

export class GordianError extends Error {
  readonly details = [];
}

/** Is not called. */
export function connect(): never {
  throw new Error("this page has a server");
}
