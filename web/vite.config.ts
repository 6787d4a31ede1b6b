// How the page is built: into the folder that the server embeds, the same bytes every time.
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Relative addresses, so that the page also works below a path of a reverse proxy.
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../crates/gordian-server/page",
    emptyOutDir: true,
    sourcemap: false,
    target: "es2022",
    // Nothing may be inlined as a data address except images, and those are drawn as SVG anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // `GORDIAN_SERVER` names a running `gordian serve` that answers while the page is developed.
    proxy: { "/api": process.env.GORDIAN_SERVER ?? "http://127.0.0.1:8080" },
  },
  test: {
    environment: "happy-dom",
    // A slow machine is no fault.
    testTimeout: 60_000,
    include: ["src/**/*.test.ts", "src/**/*.test.tsx"],
  },
});
