// Loads the module with the requests that fail, whichever part is asked for.
import { readFile } from "node:fs/promises";

const folder = new URL("../../target/ci/js/", import.meta.url);

export async function loadFailures(part, compiled) {
  const bytes = await readFile(new URL("failures_bg.wasm", folder));
  // Each part has an instance of its own.
  const glue = await import(new URL(`failures.js?${part}`, folder));
  return { glue, module: compiled ?? (await WebAssembly.compile(bytes)) };
}
