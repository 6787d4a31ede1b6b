// Loads modules in Node.js, whose `fetch` does not read files.

import { readFile } from "node:fs/promises";
import type { Glue, Loader } from "./module.js";

/** Loads a part. */
export const load: Loader = async (part, compiled) => {
  const compile = async () =>
    WebAssembly.compile(await readFile(new URL(`./wasm/${part}_bg.wasm`, import.meta.url)));
  const [glue, module] = await Promise.all([import(`./wasm/${part}.js`), compiled ?? compile()]);
  return { glue: glue as Glue, module };
};
