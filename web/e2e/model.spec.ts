// The Model scene: any puzzle file or model, as a text.
import { expect, test } from "./test";

test("the example is solved", async ({ page, open }) => {
  await open("#/model");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.locator(".badge")).toHaveText(/optimal · checked/);
  await expect(answer.getByRole("row", { name: /^c/ })).toContainText("12");
  await expect(answer).toContainText("Goal: 5");
  await page.getByLabel("Task").selectOption({ label: "list all solutions" });
  await page.getByLabel("report of the compiler").check();
  await page.getByLabel(/A puzzle file/).press("Control+Enter");
  await expect(answer.getByText("What the compiler did")).toBeVisible();
  await expect(answer.getByText(/solutions listed/)).toBeVisible();
});

test("an error is shown with its line", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open("#/model");
  const text = page.getByLabel(/A puzzle file/);
  await text.fill('kind = "grid"\nsize = 4\nbox = [2, 2]\ngivens = "12x"\n');
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const faults = page.locator(".faults");
  await expect(faults.locator(".what").first()).toContainText(/line \d/);
  await expect(faults.locator(".place").first()).toContainText("givens");
  // A fault of the input is nothing to be looked up in a log.
  await expect(faults.locator(".request")).toHaveCount(0);
  await text.fill('{"schema": 1,\n "variables": [}');
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(faults.locator(".what").first()).toContainText(/line 2/);
  // What was typed outlives a reload.
  await expect.poll(() => page.url()).toContain("variables");
  await page.reload();
  await expect(text).toHaveValue('{"schema": 1,\n "variables": [}');
});

test("constraints in conflict are named", async ({ page, open }) => {
  await open("#/model");
  const text = page.getByLabel(/A puzzle file/);
  await text.fill(
    JSON.stringify({
      schema: 1,
      variables: [
        { name: "a", domain: [1, 9] },
        { name: "b", domain: [1, 9] },
      ],
      constraints: [
        { name: "rising", require: ["lt", "a", "b"] },
        { name: "small", require: ["lt", "b", 5] },
        { name: "large", require: ["gt", "a", 6] },
      ],
    }),
  );
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.locator(".badge")).toHaveText(/no solution, proved/);
  await expect(answer.getByRole("listitem").filter({ hasText: "rising" })).toBeVisible();
  await expect(answer.getByRole("listitem").filter({ hasText: "large" })).toBeVisible();
});

test("a count counts all, and a list has a limit", async ({ page, open }) => {
  await open("#/model");
  const variables = ["a", "b", "c"].map((name) => ({ name, domain: [1, 8] }));
  await page.getByLabel(/A puzzle file/).fill(JSON.stringify({ schema: 1, variables }));
  await page.getByLabel("Task").selectOption({ label: "count the solutions" });
  await expect(page.getByLabel("at most")).toHaveCount(0);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.locator(".badge")).toHaveText(/512 solutions/);
  await expect(answer.locator(".badge")).not.toHaveText(/at least/);
  await page.getByLabel("Task").selectOption({ label: "list all solutions" });
  await expect(page.getByLabel("at most")).toHaveValue("100");
});

test("long lines of the text are wrapped on a phone", async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open("#/model");
  const over = await page
    .getByLabel(/A puzzle file/)
    .evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});
