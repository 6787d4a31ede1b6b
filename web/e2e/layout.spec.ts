// Every scene at six sizes, from a small phone to a large screen, light and dark: texts fit into their boxes, controls are
// large enough for what points at them, nothing scrolls sideways, and all texts have enough contrast.
import { expectFit, LEAST, SIZES } from "./fit";
import { expect, link, type Page, test } from "./test";

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD = "7..98...5.92..143..6....8.9.4913..7.......5....36.....4..7.......5.4.....7.......";

interface Scene {
  readonly name: string;
  readonly hash: string;
  /** What is done before one looks. */
  readonly before?: (page: Page) => Promise<void>;
}

async function oneSolution(page: Page): Promise<void> {
  await expect(page.locator("p.status")).toHaveText(/exactly one/);
}

async function modelDrawn(page: Page): Promise<void> {
  await expect(page.locator(".viewer canvas")).toBeVisible();
  await expect(page.getByText("Loading the model…")).toHaveCount(0);
}

async function solve(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Solve", exact: true }).click();
}

const SCENES: readonly Scene[] = [
  {
    name: "home",
    hash: "#/",
    before: (page) =>
      expect(page.getByRole("link", { name: "Nurikabe", exact: true })).toBeVisible(),
  },
  { name: "create", hash: "#/create" },
  { name: "twist", hash: "#/twist" },
  { name: "learn", hash: "#/learn" },
  {
    name: "play",
    hash: "#/play",
    before: (page) => expect(page.locator(".gallery-card").first()).toBeVisible(),
  },
  { name: "sudoku", hash: link("sudoku", { p: EASY }), before: oneSolution },
  {
    name: "sudoku-colours",
    hash: link("sudoku", { p: EASY }),
    before: async (page) => {
      await oneSolution(page);
      await page.keyboard.press("v");
      await expect(page.locator(".colour-key")).toHaveCount(9);
    },
  },
  {
    name: "sudoku-explained",
    hash: link("sudoku", { p: HARD }),
    before: async (page) => {
      await oneSolution(page);
      await page.getByRole("button", { name: "Explain the solution" }).click();
      const chain = page.locator(".steps li").filter({ hasText: /wing/i }).first();
      await chain.getByRole("button").click();
      await expect(page.locator(".grid-board .link").first()).toBeVisible();
    },
  },
  ...["Solve", "Load", "New", "Share"].map((tab) => ({
    name: `sudoku-${tab.toLowerCase()}`,
    hash: link("sudoku", { p: EASY }),
    before: async (page: Page) => {
      await oneSolution(page);
      await page.getByRole("tab", { name: tab, exact: true }).click();
    },
  })),
  {
    name: "pencil",
    hash: link("pencil", {
      p: "https://puzz.link/p?mashu/10/10/0063399k90i020i060k000029i0106300i",
    }),
    before: (page) => expect(page.getByRole("grid").first()).toBeVisible(),
  },
  {
    name: "golden-waste",
    hash: "#/golden-waste",
    before: async (page) => {
      await solve(page);
      await expect(page.locator(".verdict .badge").first()).toBeVisible();
    },
  },
  {
    name: "square1",
    hash: link("square1", { p: "(1,0)/(3,-3)/(0,3)/" }),
    before: async (page) => {
      await modelDrawn(page);
      await solve(page);
      await expect(page.getByText("✓ proved shortest")).toBeVisible();
    },
  },
  {
    name: "cube",
    hash: link("cube", { p: "R U F2 L", c: "1" }),
    before: async (page) => {
      await modelDrawn(page);
      await page.getByText("Paint the net").click();
    },
  },
  {
    name: "sudoku-cube",
    hash: "#/sudoku-cube",
    before: async (page) => {
      await page.getByRole("button", { name: "Example" }).click();
      await modelDrawn(page);
    },
  },
  {
    name: "perm",
    hash: link("perm", { p: "pyraminx", t: "U L'", s: "[R, B]", i: "2" }),
    before: async (page) => {
      await expect(page.locator(".perm-net polygon")).toHaveCount(36);
      await solve(page);
      await expect(page.getByText("✓ replayed")).toBeVisible();
    },
  },
  {
    name: "model",
    hash: "#/model",
    before: async (page) => {
      await solve(page);
      await expect(page.getByRole("region", { name: "Answer" }).locator(".badge")).toBeVisible();
    },
  },
  {
    name: "jobs",
    hash: "#/jobs",
    before: async (page) => {
      const body = { kind: "solve", input: { puzzle: EASY }, title: "Sudoku" };
      const answer = await page.request.post("/api/v1/jobs", { data: body });
      expect(answer.status()).toBe(202);
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(page.getByRole("row").nth(1)).toBeVisible();
    },
  },
  { name: "techniques", hash: "#/techniques" },
  { name: "technique", hash: "#/techniques/x-wing" },
];

for (const touch of [false, true]) {
  test.describe(touch ? "by touch" : "with a mouse", () => {
    test.use({ hasTouch: touch, viewport: touch ? SIZES[0] : SIZES[3] });
    for (const { name, hash, before } of SCENES) {
      // One test for all sizes and themes: opening a scene takes longest.
      test(`${name} fits`, async ({ page, open }) => {
        test.slow();
        await open(hash);
        await before?.(page);
        await expect(page.locator("main .loading")).toHaveCount(0);
        for (const size of SIZES.filter((it) => it.touch === touch)) {
          await page.setViewportSize(size);
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            const what = `${name}, ${size.width} × ${size.height}, ${colorScheme}`;
            await expectFit(page, touch ? LEAST.touch : LEAST.mouse, what);
          }
        }
      });
    }
  });
}
