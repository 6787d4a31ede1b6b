// Loads modules in browsers. Each address is written out, so that bundlers find the files.

import type { Glue, Loader } from "./module.js";
import type { Part } from "./parts.js";

const GLUE: Record<Part, () => Promise<unknown>> = {
  // The compiler does not know these files: `wasm-bindgen` writes them.
  // @ts-ignore
  sudoku: () => import("./wasm/sudoku.js"),
  // @ts-ignore
  puzzles: () => import("./wasm/puzzles.js"),
  // @ts-ignore
  permutations: () => import("./wasm/permutations.js"),
};

const ADDRESS: Record<Part, () => URL> = {
  sudoku: () => new URL("./wasm/sudoku_bg.wasm", import.meta.url),
  puzzles: () => new URL("./wasm/puzzles_bg.wasm", import.meta.url),
  permutations: () => new URL("./wasm/permutations_bg.wasm", import.meta.url),
};

async function compile(part: Part): Promise<WebAssembly.Module> {
  const response = await fetch(ADDRESS[part]());
  if (!response.ok) throw new Error(`${response.status} for ${response.url}`);
  // A server that does not know the type of `.wasm` files is good enough.
  return response.headers.get("Content-Type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Loads a part. */
export const load: Loader = async (part, compiled) => {
  const [glue, module] = await Promise.all([GLUE[part](), compiled ?? compile(part)]);
  return { glue: glue as Glue, module };
};
