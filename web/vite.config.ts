// How the page is built: into the folder that the server embeds, the same bytes every time.
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/**
 * Writes into the page which files each scene needs, for `public/start.js`: what it imports, and, apart,
 * what is imported later for its model.
 */
function filesOfScenes(): Plugin {
  return {
    name: "files-of-scenes",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const imports = (names: readonly string[], also: ReadonlySet<string>): Set<string> => {
          const found = new Set(names);
          for (const name of found) {
            const chunk = bundle[name];
            if (chunk?.type === "chunk") for (const next of chunk.imports) found.add(next);
          }
          return new Set([...found].filter((name) => !also.has(name)));
        };
        const chunks = Object.values(bundle).filter((it) => it.type === "chunk");
        const entries = chunks.filter((it) => it.isEntry);
        const frame = imports(
          entries.map((it) => it.fileName),
          new Set(),
        );
        const scenes: Record<string, { files: string[]; model: string[] }> = {};
        for (const name of new Set(entries.flatMap((it) => it.dynamicImports))) {
          const files = imports([name], frame);
          const later = [...files].flatMap((file) => {
            const chunk = bundle[file];
            return chunk?.type === "chunk" ? chunk.dynamicImports : [];
          });
          const model = imports(later, new Set([...frame, ...files]));
          // Without the folder, the hash and the ending.
          const scene = name.replace(/^.*\/|-.{8}\.js$/g, "").toLowerCase();
          scenes[scene] = { files: [...files].sort(), model: [...model].sort() };
        }
        return html.replace(
          "<html ",
          `<html data-scenes='${JSON.stringify(scenes).replaceAll("'", "&#39;")}' `,
        );
      },
    },
  };
}

export default defineConfig({
  // Relative addresses, so that the page also works below a path of a reverse proxy.
  base: "./",
  plugins: [filesOfScenes()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../crates/gordian-server/page",
    emptyOutDir: true,
    sourcemap: false,
    target: "es2022",
    // Nothing may be inlined as a data address except images, and those are drawn as SVG anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Few files rather than small ones: each costs a request, and headers of a kilobyte. Styles are small
    // enough to come as one; what scenes share comes with the frame; three.js with those that show models.
    cssCodeSplit: false,
    // three.js, which has 150 kB when it is compressed.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: "three",
              test: /node_modules\/three\/|src\/three\/(stage|grip|pointers|labels|shapes)\.ts/,
              priority: 3,
            },
            // Scenes without a model have it, too.
            {
              name: "player",
              test: /src\/three\/(PlayerBar\.tsx|player\.ts|three\.css)/,
              priority: 3,
            },
            { name: "models", test: /src\/three\//, priority: 2, minShareCount: 2 },
            { name: "cubes", test: /src\/cube\//, priority: 2, minShareCount: 2 },
            {
              name: "grids",
              test: /src\/(sudoku|goishi|gallery|model)\//,
              priority: 2,
              minShareCount: 2,
            },
            {
              name: "shared",
              test: /preload-helper|node_modules\/|src\/(api|shell|ui)\/|src\/jobs\/(api|JobButton)/,
              priority: 1,
            },
          ],
        },
      },
    },
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
