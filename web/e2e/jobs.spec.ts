// Jobs: submitted from a scene, followed, cancelled, and their results.
import { startSite } from "./site";
import { expect, type Locator, link, type Page, test } from "./test";

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/** Too few givens for its solutions to be counted to the end. */
const ENDLESS = `12${".".repeat(79)}`;

function state(page: Page): Locator {
  return page.locator(".card .badge").first();
}

async function submit(page: Page, name: string): Promise<string> {
  await page.getByRole("tab", { name: "Solve", exact: true }).click();
  await page.getByRole("button", { name, exact: true }).click();
  await expect.poll(() => page.url()).toMatch(/#\/jobs\/[0-9a-f]{32}$/);
  return /[0-9a-f]{32}$/.exec(page.url())?.[0] ?? "";
}

test("a long count is followed, left, found again and cancelled", { tag: "@scene" }, async ({
  page,
  open,
}) => {
  await open(link("sudoku", { p: ENDLESS }));
  const id = await submit(page, "Count as a job");
  await expect(
    page.getByRole("heading", { name: new RegExp(`Job ${id.slice(0, 8)}`) }),
  ).toBeVisible();
  await expect(state(page)).toHaveText(/running/);
  await expect(page.locator(".card").first()).toContainText(/\d/);
  await page.reload();
  await expect(state(page)).toHaveText(/running/);
  await page.getByRole("link", { name: "← All jobs" }).click();
  const row = page.getByRole("row").filter({ has: page.locator(`a[href$="/jobs/${id}"]`) });
  await expect(row).toContainText(/running/);
  await row.getByRole("link").click();
  await page.getByRole("button", { name: /Cancel/ }).click();
  await expect(state(page)).toHaveText(/cancelled/);
  await page.getByRole("link", { name: "← All jobs" }).click();
  await expect(row).toContainText(/cancelled/);
  await page.getByLabel("State").selectOption("cancelled");
  await expect(row).toBeVisible();
  await page.getByLabel("State").selectOption("done");
  await expect(row).toHaveCount(0);
});

test("a job that runs is in the header of every scene", async ({ page, open }) => {
  await open(link("sudoku", { p: ENDLESS }));
  const badge = page.getByRole("link", { name: "1 job running", exact: true });
  await expect(badge).toHaveCount(0);
  const id = await submit(page, "Count as a job");
  await page.goto("/#/learn");
  await expect(badge).toBeVisible();
  await page.reload();
  await badge.click();
  await expect.poll(() => page.url()).toContain(`#/jobs/${id}`);
  await page.getByRole("button", { name: /Cancel/ }).click();
  await expect(state(page)).toHaveText(/cancelled/);
  // It was looked at.
  await page.goto("/#/learn");
  await expect(page.locator("header .badge")).toHaveCount(0);
});

test("a short one shows its result", async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await submit(page, "Solve as a job");
  await expect(state(page)).toHaveText(/done/);
  await expect(page.locator("main")).toContainText(/unique · checked/);
  await expect(page.locator("main svg, main pre").first()).toBeVisible();
  await page.reload();
  await expect(page.locator("main")).toContainText(/unique · checked/);
});

test("an unknown job shows an error", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open("#/jobs/999999");
  await expect(page.locator(".faults .what")).not.toBeEmpty();
});

test("a job's page shows that the server cannot be reached, and continues after that", async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource: net::ERR_|request to another origin|ERR_/);
  const site = await startSite();
  try {
    const answer = await page.request.post(`${site.address}/api/v1/jobs`, {
      data: { kind: "count", input: { puzzle: ENDLESS } },
    });
    const { id } = (await answer.json()) as { id: string };
    await page.goto(`${site.address}/#/jobs/${id}`);
    await expect(state(page)).toHaveText(/running/);
    await site.service.stop();
    const away = page.getByText("the server cannot be reached; retrying").first();
    await expect(away).toBeVisible();
    await expect(page.locator(".spoken[role=status]")).toContainText(
      "the server cannot be reached",
    );
    await expect(page.locator("progress")).toHaveCount(0);
    const clock = page.locator(".card .stacked .muted");
    const before = await clock.textContent();
    await page.waitForTimeout(1500);
    await expect(clock).toHaveText(before ?? "");
    await site.service.start();
    await expect(state(page)).toHaveText(/running|queued/);
    await expect(page.locator("main .badge.warn")).toHaveCount(0);
  } finally {
    await site.close();
  }
});

test("a long title without blanks makes nothing wide", async ({ page, open }) => {
  const data = { kind: "solve", input: { puzzle: EASY }, title: "x".repeat(200) };
  const answer = await page.request.post("/api/v1/jobs", { data });
  expect(answer.status()).toBe(202);
  const { id } = (await answer.json()) as { id: string };
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const hash of ["#/jobs", `#/jobs/${id}`]) {
      await open(hash);
      await expect(page.getByText("xxxxxxxxxx").first()).toBeVisible();
      const over = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll(".scroll")].map(
          (it) => it.scrollWidth - it.clientWidth,
        ),
      );
      expect(Math.max(...over), `${hash} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test("every scene named on the jobs page has a button for jobs", async ({ page, open }) => {
  await open("#/jobs");
  await expect(page.locator("main p").first()).toContainText(
    'Sudoku, Golden Waste, Sudoku Cube and Model have buttons that end in "as a job"',
  );
  const button = page.getByRole("button", { name: /as a job$/ }).first();
  await open(link("sudoku", { p: EASY }));
  await page.getByRole("tab", { name: "Solve", exact: true }).click();
  await expect(button).toBeVisible();
  for (const scene of ["golden-waste", "model"]) {
    await open(link(scene));
    await expect(button).toBeVisible();
  }
  await open(link("sudoku-cube"));
  await page.getByRole("button", { name: "Example" }).click();
  await expect(button).toBeVisible();
});

for (const [kind, scene, puzzle] of [
  ["nurikabe", "pencil", "kind = 'nurikabe'\nboard = '''\n2 . .\n. . .\n. . 1\n'''\n"],
  ["square1", "square1", 'kind = "square1"\nscramble = "(1,0)/(3,-3)/"\n'],
  ["cube3", "cube", 'kind = "cube3"\nscramble = "R U F2"\n'],
  ["goishi", "golden-waste", "kind = 'goishi'\nstart = 'any'\nboard = '''\n.X\nXX\n'''\n"],
] as const) {
  test(`the puzzle of a job opens in its scene: ${kind}`, async ({ page, open }) => {
    const body = { kind: "solve", input: { puzzle } };
    const answer = await page.request.post("/api/v1/jobs", { data: body });
    expect(answer.status(), await answer.text()).toBe(202);
    const { id } = (await answer.json()) as { id: string };
    await open(`#/jobs/${id}`);
    await expect(state(page)).toHaveText(/done/);
    await page.getByRole("link", { name: "Open its puzzle" }).click();
    await expect.poll(() => page.url()).toContain(`#/${scene}?`);
    await expect(page.locator("main .faults")).toHaveCount(0);
  });
}
