// A puzzle in a page of another site.
import { addressOf, servePage } from "./server";
import { STATIC } from "./site";
import { expect, link, type Page, test, type Watch } from "./test";

const NURIKABE = link("pencil", { p: "nurikabe/5/5/g4p4h3m2g" });

/** Opens a page of another origin with an HTML text in it. */
async function openOther(page: Page, watch: Watch, html: string): Promise<void> {
  const server = await servePage(`<!doctype html><title>Other</title>${html}`);
  page.on("close", () => server.close());
  watch.allow(new RegExp(`request to another origin: ${addressOf(server)}`));
  await page.goto(addressOf(server));
}

test("the HTML of Share shows the puzzle elsewhere, and leads back", async ({
  page,
  open,
  watch,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(NURIKABE);
  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy HTML to embed" }).click();
  await expect(page.getByRole("button", { name: /Copied/ })).toBeVisible();
  const html = await page.evaluate(() => navigator.clipboard.readText());
  await openOther(page, watch, html);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Nurikabe" })).toBeVisible();
  await expect(frame.getByRole("navigation")).toHaveCount(0);
  // It works: the service answers.
  await frame.getByRole("tab", { name: "Solve" }).click();
  await expect(frame.locator(".status")).toHaveText(/exactly one/i);
  const opened = context.waitForEvent("page");
  await frame.getByRole("link", { name: "Open in Gordian" }).click();
  const whole = await opened;
  await expect(whole.getByRole("navigation", { name: "Entries" })).toBeVisible();
  await expect(whole.getByRole("heading", { name: "Nurikabe" })).toBeVisible();
  expect(whole.url()).toMatch(`${baseURL}/#/pencil?`);
});

test("a Sudoku is embedded without jobs", async ({ page, watch, baseURL }) => {
  const hash = link("sudoku", { p: `12${".".repeat(79)}` });
  await openOther(page, watch, `<iframe src="${baseURL}/?embed${hash}" width="1000" height="800">`);
  const frame = page.frameLocator("iframe");
  await expect(frame.locator(".cells .cell")).toHaveCount(81);
  await frame.getByRole("tab", { name: "Solve", exact: true }).click();
  await expect(frame.getByRole("button", { name: "Solve", exact: true })).toBeVisible();
  await expect(frame.getByRole("button", { name: /as a job/ })).toHaveCount(0);
});

test("no other address may be framed", async ({ page, watch, baseURL }) => {
  test.skip(STATIC !== undefined, "a web server for files has no such header");
  watch.allow(/status of 403|frame-ancestors|Refused to frame|Framing/);
  await openOther(page, watch, `<iframe src="${baseURL}/${NURIKABE}">`);
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
});
