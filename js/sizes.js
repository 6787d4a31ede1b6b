// Prints the sizes of the modules: as they are, and compressed as servers send them.
import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = new URL("dist/wasm/", import.meta.url);
const rows = readdirSync(folder)
  .filter((file) => file.endsWith(".wasm"))
  .map((file) => {
    const bytes = readFileSync(new URL(file, folder));
    const kib = [bytes, gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)].map((it) =>
      Math.ceil(it.length / 1024),
    );
    return { module: file, "KiB": kib[0], "gzip": kib[1], "brotli": kib[2] };
  });
console.table(rows);
