// What a first visit costs: which files it asks for, and how many bytes come. Time is not asserted: it
// belongs to the machine.
import type { CDPSession } from "@playwright/test";
import { expect, type Page, SCENES, test } from "./test";

interface Loaded {
  readonly names: readonly string[];
  readonly bytes: number;
}

/** The proxy of `GORDIAN_PAGE` sends files as they are. */
const PLAIN = process.env.GORDIAN_PAGE !== undefined;

/** Counts what comes until a scene can be used. The answers of the API are not of the page. */
async function visit(page: Page, hash: string, usable: string): Promise<Loaded> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const urls = new Map<string, string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (!response.url.includes("/api/")) urls.set(requestId, response.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (urls.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(`/${hash}`);
  await expect(page.locator(usable).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  return { names: [...urls.values()].map((it) => it.replace(/^.*\//, "")), bytes };
}

test("a first visit of the Sudoku receives few bytes", { tag: "@scene" }, async ({ page }) => {
  test.skip(PLAIN);
  const sudoku = await visit(page, "#/sudoku", ".cells .cell");
  expect(sudoku.bytes).toBeGreaterThan(10_000);
  expect(sudoku.bytes).toBeLessThan(70_000);
  expect(sudoku.names.filter((it) => /^(three|model3d|cubes|models|Jobs)/.test(it))).toEqual([]);
});

test("a first visit of the cube receives few bytes", async ({ page }) => {
  test.skip(PLAIN);
  const cube = await visit(page, "#/cube", ".viewer-hint");
  expect(cube.bytes).toBeLessThan(220_000);
  expect(cube.names.filter((it) => /^(Sudoku|grids|Square1|Gallery)/.test(it))).toEqual([]);
  expect(cube.names.filter((it) => it.startsWith("three"))).toHaveLength(1);
});

test("the files of a scene are asked for at once", async ({ page }) => {
  for (const { path } of SCENES) {
    await page.goto(`/#/${path}`);
    await page.reload();
    await expect(page.locator("main h1")).toBeVisible();
    // No script has run when `start.js` asks for them.
    const asked = await page
      .locator('head link[rel=modulepreload][href^="assets/"]')
      .evaluateAll((links) => links.map((it) => it.getAttribute("href") ?? ""));
    const file = new RegExp(`^assets/${path.replaceAll("-", "")}-`, "i");
    expect(asked.filter((it) => file.test(it))).toHaveLength(1);
    const modelled = ["square1", "cube", "sudoku-cube"].includes(path);
    expect(asked.some((it) => it.startsWith("assets/three-"))).toBe(modelled);
    const styles = page.locator('head link[rel=preload][as=style][href^="assets/twist-"]');
    await expect(styles).toHaveCount(modelled || path === "perm" ? 1 : 0);
  }
});

test("files come compressed, each coding under a tag of its own", async ({ page, request }) => {
  test.skip(PLAIN);
  await page.goto("/");
  const script = await page.locator("script[type=module]").getAttribute("src");
  const tags = new Set<string>();
  for (const [accepted, coding] of [
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["identity", undefined],
  ] as const) {
    const reply = await request.get(`/${script}`, { headers: { "accept-encoding": accepted } });
    const headers = reply.headers();
    expect(headers["content-encoding"]).toBe(coding);
    expect(headers.vary).toContain("accept-encoding");
    expect(headers["cache-control"]).toContain("immutable");
    expect(await reply.text()).toContain("Sudoku");
    tags.add(headers.etag ?? "");
    const again = await request.get(`/${script}`, {
      headers: { "accept-encoding": accepted, "if-none-match": headers.etag ?? "" },
    });
    expect(again.status()).toBe(304);
  }
  expect(tags.size).toBe(3);
});
