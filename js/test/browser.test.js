// The package in a browser, from static files without special headers.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { ENDLESS, MODEL, SUDOKU } from "./requests.js";
import { examples, startService, timeless } from "./service.js";

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

let service;
let server;
let browser;
let address;

before(async () => {
  service = await startService();
  server = createServer(async (request, response) => {
    if (request.url === "/") {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end("<!doctype html><title>An empty page</title>");
      return;
    }
    try {
      const file = new URL(`..${request.url}`, import.meta.url);
      const body = await readFile(file);
      response.writeHead(200, { "Content-Type": TYPES[extname(file.pathname)] ?? "text/plain" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
});

after(async () => {
  await browser?.close();
  server?.close();
  await service?.stop();
});

/** Opens a page without anything but the package. */
async function open() {
  const page = await browser.newPage();
  await page.goto(address);
  assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), false);
  await page.evaluate(async () => {
    globalThis.gordian = await import("/dist/browser.js");
    globalThis.worker = globalThis.gordian.connect();
  });
  return page;
}

test("the worker answers the examples as the native program does", async (t) => {
  const page = await open();
  for (const { name, document } of examples(await service.openapi())) {
    await t.test(name, async () => {
      const found = await page.evaluate(
        ([name, document]) => globalThis.worker.request(name, document),
        [name, document],
      );
      assert.deepEqual(timeless(found), timeless(await service.answer(name, document)));
    });
  }
  await page.close();
});

test("errors, cancellation and the calling thread", async () => {
  const page = await open();
  const found = await page.evaluate(
    async ([endless, model]) => {
      const { gordian, worker } = globalThis;
      const fields = ({ code, hint, name }) => ({ code, hint, name });
      const invalid = await worker.sudoku.candidates({ puzzle: "123" }).catch(fields);
      const controller = new AbortController();
      const stopped = worker.solve(endless, {
        signal: controller.signal,
        onProgress: () => controller.abort(),
      });
      const reason = await stopped.catch((error) => error.name);
      const optimum = (await worker.solve({ puzzle: model })).objective;
      const direct = await gordian.load(["puzzles"]);
      return { invalid, reason, optimum, same: direct.solve({ puzzle: model }).objective };
    },
    [ENDLESS, MODEL],
  );
  assert.equal(found.invalid.code, "sudoku.wrong-length");
  assert.equal(found.invalid.name, "GordianError");
  assert.equal(found.reason, "AbortError");
  assert.deepEqual([found.optimum, found.same], [9, 9]);
  await page.close();
});

test("a Sudoku soon after the page was opened", async (t) => {
  const page = await browser.newPage();
  await page.goto(address);
  const found = await page.evaluate(async (puzzle) => {
    const start = performance.now();
    const { connect } = await import("/dist/browser.js");
    const gordian = connect({ preload: ["sudoku", "puzzles"] });
    const solved = await gordian.solve({ puzzle });
    const [atSolved, explained] = [performance.now(), await gordian.sudoku.explain({ puzzle })];
    return { solved, explained, seconds: [atSolved - start, performance.now() - start] };
  }, SUDOKU);
  assert.equal(found.solved.unique, true);
  assert.ok(found.explained.steps.length > 0);
  // Times are for the reader: a busy machine is no fault.
  const [solved, explained] = found.seconds.map((it) => (it / 1000).toFixed(2));
  t.diagnostic(`after the page began to load the package: solved ${solved} s, explained ${explained} s`);
  await page.close();
});
