// How the page is built: into the folder that the server embeds, the same bytes every time.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
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
        const stylesOf = (names: Iterable<string>): Set<string> =>
          new Set(
            [...names].flatMap((name) => {
              const chunk = bundle[name];
              return chunk?.type === "chunk" ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
            }),
          );
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
          // What comes later for other reasons, such as a panel, is not asked for at once.
          const hasModel = (file: string) =>
            [...imports([file], new Set())].some((it) => it.includes("/three-"));
          const model = imports(later.filter(hasModel), new Set([...frame, ...files]));
          // Those of the frame are in the page itself.
          const framed = stylesOf(frame);
          const styles = [...stylesOf([name, ...files])].filter((file) => !framed.has(file));
          // Without the folder, the hash and the ending.
          const scene = name.replace(/^.*\/|-.{8}\.js$/g, "").toLowerCase();
          scenes[scene] = { files: [...files, ...styles].sort(), model: [...model].sort() };
        }
        return html.replace(
          "<html ",
          `<html data-scenes='${JSON.stringify(scenes).replaceAll("'", "&#39;")}' `,
        );
      },
    },
  };
}

/** A file of this folder. */
function fileHere(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** What the server says in a header; and modules of WebAssembly and workers are allowed. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * What the page as static files has besides: a security policy, a manifest, documents, and the service worker with
 * the list of all files. `GORDIAN_DOCUMENTS` names the folder of the documents, as the server sends them.
 */
function staticFiles(): Plugin {
  return {
    name: "static-files",
    transformIndexHtml: (html) => ({
      html,
      tags: [
        {
          tag: "meta",
          attrs: { "http-equiv": "content-security-policy", content: POLICY },
          injectTo: "head-prepend",
        },
        {
          tag: "link",
          attrs: { rel: "manifest", href: "./manifest.webmanifest" },
          injectTo: "head",
        },
      ],
    }),
    generateBundle: {
      // With `index.html`.
      order: "post",
      handler(_, bundle) {
        const documents = process.env.GORDIAN_DOCUMENTS;
        if (!documents) throw new Error("GORDIAN_DOCUMENTS must name the folder of the documents");
        const files = new Map<string, string | Uint8Array>();
        for (const it of Object.values(bundle)) {
          files.set(it.fileName, it.type === "chunk" ? it.code : it.source);
        }
        const emit = (fileName: string, source: string) => {
          this.emitFile({ type: "asset", fileName, source });
          files.set(fileName, source);
        };
        for (const name of ["examples.json", "pencil/kinds.json"]) {
          emit(name, readFileSync(`${documents}/${name}`, "utf8"));
        }
        emit("manifest.webmanifest", fileHere("static/manifest.webmanifest"));
        // The modules contain libraries that the page does not.
        const notices = "../js/third-party.txt";
        if (existsSync(new URL(notices, import.meta.url))) {
          emit("third-party-modules.txt", fileHere(notices));
        }
        for (const name of ["icon.svg", "kinds.svg", "start.js"])
          files.set(name, fileHere(`public/${name}`));
        const hash = createHash("sha256");
        for (const [name, source] of files) hash.update(name).update(source);
        const names = [...files.keys()].filter((name) => name !== "index.html");
        const head = [
          `const VERSION = "${hash.digest("hex").slice(0, 16)}";`,
          `const FILES = ${JSON.stringify(["./", ...names.sort()])};`,
        ];
        emit("sw.js", `${head.join("\n")}\n${fileHere("static/sw.js")}`);
      },
    },
  };
}

export default defineConfig(({ mode }) => ({
  // Relative addresses, so that the page also works below a path of a reverse proxy.
  base: "./",
  plugins: [filesOfScenes(), ...(mode === "static" ? [staticFiles()] : [])],
  resolve: {
    alias: {
      // The package for JavaScript, built by `.ci/wasm build`.
      gordian: fileURLToPath(
        new URL(
          mode === "static" ? "../js/dist/browser.js" : "src/api/noModule.ts",
          import.meta.url,
        ),
      ),
    },
  },
  worker: { format: "es" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: mode === "static" ? "../target/page-static" : "../crates/gordian-server/page",
    emptyOutDir: true,
    sourcemap: false,
    target: "es2022",
    // Nothing may be inlined as a data address except images, and those are drawn as SVG anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // three.js, which has 150 kB when it is compressed.
    chunkSizeWarningLimit: 600,
    // Few files rather than small ones: each costs a request, and headers of a kilobyte. What scenes share comes
    // with the frame; three.js with those that show models.
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
            // What scenes without a model have, too.
            {
              name: "player",
              test: /src\/three\/(PlayerBar\.tsx|PuzzleHead\.tsx|player\.ts|three\.css)/,
              priority: 3,
            },
            // Styles that most scenes need come as one file, those of the puzzles that turn as another.
            { name: "style", test: /src\/style\/.*\.css/, priority: 4 },
            { name: "twist", test: /src\/(cube|perm|square1|three)\/.*\.css/, priority: 4 },
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
              // Not what only panels need, which come later.
              test: /preload-helper|node_modules\/|src\/(api|daily\/(?!Today)|shell|ui\/(?!AnswerView|conflict|newPuzzle|Board|SizeFields|MoreTime)|jobs\/(api|mine|JobButton))/,
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
}));
