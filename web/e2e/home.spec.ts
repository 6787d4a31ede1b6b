// The first screen: any text is opened, puzzles of the day, and what was begun.
import { allDaily, dayNumber } from "../src/daily/daily";
import { click, middle } from "./pencil";
import { STATIC } from "./site";
import { expect, test } from "./test";

const SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Texts as people have them, and the scene that opens each. */
const TEXTS: readonly [text: string, scene: string][] = [
  [SUDOKU, "sudoku"],
  ["https://puzz.link/p?nurikabe/6/6/g2i2m2h3hw", "pencil"],
  ["https://pzprxs.vercel.app/p?nurikabe/6/6/g2i2m2h3hw", "pencil"],
  ["nurikabe/6/6/g2i2m2h3hw", "pencil"],
  ["kind = 'goishi'\nboard = '''\n.X.\n1XX\n.XX\n'''", "golden-waste"],
  ["(1,0)/(-1,-1)/", "square1"],
  ["1,0/-1,-1/", "square1"],
  ["R U R' U'", "cube"],
  ["pyraminx", "perm"],
  ["https://alg.cubing.net/?alg=R_U_R-&setup=F2", "cube"],
  ["https://alg.cubing.net/?puzzle=2x2x2&alg=R_U_R-&setup=F2", "perm"],
  ['{"schema": 1, "variables": [], "constraints": []}', "model"],
];

test("any text opens in its scene", { tag: "@scene" }, async ({ page, open }) => {
  for (const [text, scene] of TEXTS) {
    await open("#/");
    await page.getByLabel("A link, a puzzle, a model").fill(text);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await expect.poll(() => page.url(), { message: text }).toContain(`#/${scene}?`);
    await expect(page.locator("main h1")).toBeVisible();
    await expect(page.locator("main .faults")).toHaveCount(0);
  }
});

test("every kind has a picture", async ({ page, open }) => {
  for (const scene of ["#/", "#/create"]) {
    await open(scene);
    const pictures = page.locator(".home-kinds .thumbnail use");
    await expect(pictures.nth(50)).toBeAttached();
    // What a reference does not find has no size.
    await expect
      .poll(() =>
        pictures.evaluateAll((all) =>
          (all as SVGUseElement[])
            .filter((one) => one.getBBox().width === 0)
            .map((one) => one.getAttribute("href")),
        ),
      )
      .toEqual([]);
  }
});

test("a text is pasted in any scene", async ({ page, open, watch }) => {
  watch.allowRefusals();
  const paste = (text: string) =>
    page.evaluate((it) => {
      const data = new DataTransfer();
      data.setData("text", it);
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, text);
  await open("#/square1");
  await paste("https://puzz.link/p?nurikabe/6/6/g2i2m2h3hw");
  await expect.poll(() => page.url()).toContain("#/pencil?");
  await paste(SUDOKU);
  await expect.poll(() => page.url()).toContain("#/sudoku?");
  await paste("R U F");
  await expect.poll(() => page.url()).toContain("#/cube?");
  // What cannot be read is kept, with the reason.
  await paste("buy milk");
  const dialog = page.getByRole("dialog", { name: "Open" });
  await expect(dialog.getByRole("textbox")).toHaveValue("buy milk");
  await expect(dialog.getByRole("alert")).toContainText("no puzzle, model, position or sequence");
  await dialog.getByRole("textbox").fill("var 1..9: x; solve satisfy;");
  await dialog.getByRole("button", { name: "Open" }).click();
  await expect(dialog.getByRole("alert")).toContainText("a model in MiniZinc");
});

test("a file is dropped in any scene", async ({ page, open }) => {
  await open("#/cube");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "puzzle.txt", { type: "text/plain" }));
    document.body.dispatchEvent(
      new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
    );
  }, SUDOKU);
  await expect.poll(() => page.url()).toContain("#/sudoku?");
});

test("the puzzles of the day are made, and what was begun is found again", async ({
  page,
  open,
}) => {
  await page.clock.setFixedTime("2026-12-05T20:00:00Z");
  await open("#/");
  const today = page.getByRole("region", { name: "Today" });
  await today.getByRole("button").nth(1).click();
  await expect.poll(() => page.url()).toContain("#/pencil?");
  await expect(page.locator("main svg").first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("gordian.recent")))
    .toContain("#/pencil?");
  await page.getByRole("link", { name: "Gordian" }).first().click();
  const begun = page.getByRole("region", { name: "Continue" });
  await begun.getByRole("link").first().click();
  await expect.poll(() => page.url()).toContain("#/pencil?");
});

test("each puzzle of the days of a week is made", async ({ request }) => {
  test.skip(STATIC !== undefined, "asks the service");
  test.setTimeout(180_000);
  const first = dayNumber(new Date());
  for (let day = first; day < first + 7; day += 1) {
    for (const { kind, level, rows, columns, seed } of allDaily(day)) {
      if (kind === "grid") continue;
      const data = { kind, rows, columns, seed, difficulty: level };
      const made = await request.post("/api/v1/pencil/generate", { data });
      expect(made.status(), `${kind} ${seed}`).toBe(200);
      expect((await made.json()).difficulty, `${kind} ${seed}`).toBe(level);
    }
  }
});

test.describe("where the day begins earlier", () => {
  // It is the sixth of December there.
  test.use({ timezoneId: "Pacific/Kiritimati" });

  test("a puzzle of the day (UTC) that is solved counts for the days in a row", async ({
    page,
    open,
  }) => {
    test.skip(STATIC !== undefined, "asks the service");
    await page.clock.setFixedTime("2026-12-05T20:00:00Z");
    await open("#/");
    const today = page.getByRole("region", { name: "Today" });
    await expect(today).toContainText("2026-12-05 UTC");
    const name = "Heyawake 6×6, easy";
    const requests: unknown[] = [];
    page.on("request", (it) => {
      if (it.url().endsWith("pencil/generate")) requests.push(it.postDataJSON());
    });
    await today.getByRole("button", { name, exact: true }).click();
    await expect.poll(() => page.url()).toContain("#/pencil?");
    expect(requests).toMatchObject([{ kind: "heyawake", difficulty: "easy", seed: 3632737582 }]);
    await expect(page.locator("p.status")).toHaveText(/Exactly one solution/);
    const puzzle = new URLSearchParams(page.url().split("?")[1]).get("p");
    const answer = await page.request.post("/api/v1/solve", { data: { puzzle } });
    const { solution } = (await answer.json()) as { solution: { shade: string[] } };
    for (const [row, line] of solution.shade.entries()) {
      for (const [column, value] of [...line].entries()) {
        if (value === "#") await click(page, middle(row + 1, column + 1));
      }
    }
    await expect(page.getByText(/✓ solved: every rule holds, in/)).toBeVisible();
    await page.getByRole("link", { name: "Gordian" }).first().click();
    await expect(today).toContainText("1 day in a row");
    await expect(today.getByRole("button", { name: `solved: ${name}` })).toBeVisible();
    // The library has it, too.
    await page.goto("/#/play");
    const all = page.getByRole("region", { name: "Puzzles of the day" });
    await expect(all.getByRole("button")).toHaveCount(12);
    await expect(all.getByRole("button", { name: `solved: ${name}` })).toBeVisible();
    // It is opened again with its marks, and not made again.
    await all.getByRole("button", { name: `solved: ${name}` }).click();
    await expect(page.getByText(/✓ solved: every rule holds, in/)).toBeVisible();
    expect(requests).toHaveLength(1);
    for (const [time, text] of [
      ["2026-12-06T23:00:00Z", "1 day in a row"],
      ["2026-12-07T00:30:00Z", "2026-12-07 UTC"],
      ["2026-12-04T10:00:00Z", "2026-12-04 UTC"],
      ["2026-12-05T21:00:00Z", "1 day in a row"],
    ] as const) {
      await page.clock.setFixedTime(time);
      await page.goto("/#/");
      await page.reload();
      await expect(today).toContainText(text);
      await expect(today.getByText("in a row")).toHaveCount(text.includes("row") ? 1 : 0);
    }
  });
});

test("kinds are found by a part of their names", async ({ page, open }) => {
  await open("#/");
  await page.getByRole("searchbox", { name: "Find a kind of puzzle" }).fill("nuri");
  const kinds = page.getByRole("region", { name: "Pencil puzzles" }).getByRole("link");
  await expect(kinds).toHaveText(["Norinuri", "Nuribou", "Nurikabe", "Nurimisaki"]);
  await kinds.filter({ hasText: "Nurikabe" }).click();
  await expect(page.locator(".gallery-card")).toHaveCount(1);
  await expect(page.locator(".gallery-card h2")).toHaveText("Nurikabe");
});

test("the first screen needs no scrolling on a laptop", async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open("#/");
  await expect(page.getByRole("region", { name: "Today" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("searchbox")).toBeInViewport({ ratio: 1 });
});
