// Sheets of puzzles for paper.
import { expect, link, type Page, test } from "./test";

/** What is drawn on a page of the sheet. */
function drawings(page: Page, name: string): Promise<string[]> {
  const list = page.locator(`section[aria-label="${name}"] .paper-puzzles svg`);
  return list.evaluateAll((all) => all.map((it) => it.innerHTML.replace(/<title>.*<\/title>/, "")));
}

/** The number of pages of a print. */
async function pagesOnPaper(page: Page, format: string): Promise<number> {
  const pdf = (await page.pdf({ format })).toString("latin1");
  return [...pdf.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length;
}

test("a sheet is made, and made again from its link", { tag: "@scene" }, async ({ page, open }) => {
  await open("#/sheets");
  await page.getByLabel("Rows").selectOption("4");
  await page.getByLabel("Difficulty").selectOption("any");
  await page.getByRole("combobox", { name: /^Puzzles/ }).selectOption("2");
  await page.getByLabel("Seed").fill("11");
  await page.getByRole("button", { name: "Make the sheet" }).click();
  await expect(page.getByText("2 of 2 puzzles")).toBeVisible();
  await expect(page.getByRole("img", { name: /^puzzle/ })).toHaveCount(2);
  // The answers are for the second page, or for those who ask.
  await expect(page.getByRole("region", { name: "Answers" })).toHaveCount(0);
  await page.getByLabel("show the answers here").check();
  await expect(page.getByRole("region", { name: "Answers" })).toBeVisible();
  const puzzles = await drawings(page, "Puzzles");
  const answers = await drawings(page, "Answers");
  expect(new Set([...puzzles, ...answers]).size).toBe(4);
  await expect.poll(() => page.url()).toContain("x=11");
  await page.reload();
  await expect(page.getByText("2 of 2 puzzles")).toBeVisible();
  expect(await drawings(page, "Puzzles")).toEqual(puzzles);
  expect(await drawings(page, "Answers")).toEqual(answers);
  // Another seed makes another sheet.
  await page.getByLabel("Seed").fill("12");
  await page.getByRole("button", { name: "Make the sheet" }).click();
  await expect(page.getByText("2 of 2 puzzles")).toBeVisible();
  await expect(page.getByText("Seed 12").first()).toBeVisible();
  expect(await drawings(page, "Puzzles")).not.toEqual(puzzles);
});

test("pencil puzzles and their answers are a page each on paper", async ({ page, open }) => {
  for (const n of ["2", "4", "6"]) {
    await open(link("sheets", { k: "heyawake", s: "5x5", d: "any", n, x: "3" }));
    await expect(page.getByText(`${n} of ${n} puzzles`)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Heyawake 5×5" })).toBeVisible();
    for (const format of ["A4", "Letter"]) {
      expect(await pagesOnPaper(page, format), `${n} on ${format}`).toBe(2);
    }
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("region", { name: "Answers" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Make the sheet" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Sheets" })).toBeHidden();
});

test("what cannot be made says why", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open(link("sheets", { k: "none", s: "5x5", d: "any", n: "2", x: "3" }));
  await expect(page.locator("main .faults")).toContainText("none");
  await expect(page.locator(".paper")).toHaveCount(0);
});
