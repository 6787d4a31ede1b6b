// The scenes as they look when they are used.
import { expect, link, type Page } from "./test";

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD = "7..98...5.92..143..6....8.9.4913..7.......5....36.....4..7.......5.4.....7.......";

/** A scene in use. */
export interface View {
  readonly name: string;
  readonly hash: string;
  /** What is done before one looks. */
  readonly before?: (page: Page) => Promise<void>;
}

async function modelDrawn(page: Page): Promise<void> {
  await expect(page.locator(".viewer canvas")).toBeVisible();
  await expect(page.getByText("Loading the model…")).toHaveCount(0);
}

async function solve(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Solve", exact: true }).click();
}

export const VIEWS: readonly View[] = [
  {
    name: "home",
    hash: "#/",
    before: async (page) => {
      await expect(page.getByRole("link", { name: "Nurikabe", exact: true })).toBeVisible();
    },
  },
  { name: "create", hash: "#/create" },
  { name: "twist", hash: "#/twist" },
  {
    name: "sheets",
    hash: link("sheets", { k: "grid", s: "4x4", d: "any", n: "4", x: "7" }),
    before: async (page) => {
      await page.getByLabel("show the answers here").check();
      await expect(page.locator(".paper-puzzles svg")).toHaveCount(8);
    },
  },
  { name: "learn", hash: "#/learn" },
  {
    name: "play",
    hash: "#/play",
    before: async (page) => {
      await page.getByRole("button", { name: "Solve Classic Sudoku" }).click();
      await page.getByRole("button", { name: "Solve Golden Waste" }).click();
      await expect(page.locator(".answer .badge")).toHaveCount(2);
    },
  },
  {
    name: "sudoku",
    hash: link("sudoku", { p: EASY }),
    before: async (page) => {
      await expect(page.locator("p.status")).toHaveText(/exactly one/);
      await page.getByRole("gridcell", { name: /^row 1, column 3,/ }).click();
      await page.keyboard.press("5");
      await expect(page.locator("p.status")).toHaveText(/✗/);
    },
  },
  {
    name: "sudoku-colours",
    hash: link("sudoku", { p: EASY }),
    before: async (page) => {
      await expect(page.locator("p.status")).toHaveText(/exactly one/);
      await page.keyboard.press("v");
      await expect(page.locator(".colour-key")).toHaveCount(9);
    },
  },
  {
    name: "sudoku-explained",
    hash: link("sudoku", { p: HARD }),
    before: async (page) => {
      await expect(page.locator("p.status")).toHaveText(/exactly one/);
      await page.getByRole("button", { name: "Explain the solution" }).click();
      const chain = page
        .locator(".steps li")
        .filter({ hasText: /chain|AIC|wing|loop/i })
        .first();
      await chain.getByRole("button").click();
      await expect(page.locator(".grid-board .link").first()).toBeVisible();
    },
  },
  {
    name: "sudoku-hint",
    hash: link("sudoku", { p: HARD }),
    before: async (page) => {
      await expect(page.locator("p.status")).toHaveText(/exactly one/);
      await page.getByRole("button", { name: "Hint" }).click();
      for (const name of ["Where to look", "Show the pattern", "Show the step"]) {
        await page.getByRole("button", { name }).click();
      }
      await expect(page.locator(".step-name")).toBeVisible();
    },
  },
  ...["Solve", "Set", "Load", "New", "Share"].map((tab) => ({
    name: `sudoku-${tab.toLowerCase()}`,
    hash: link("sudoku", { p: EASY }),
    before: async (page: Page) => {
      await expect(page.locator("p.status")).toHaveText(/exactly one/);
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
    name: "pencil-edit",
    hash: link("pencil", { p: "https://puzz.link/p?slither/4/4/dgdh2c7b" }),
    before: async (page) => {
      await page.getByRole("tab", { name: "Edit", exact: true }).click();
      // By keys: on a phone the board stays in view, and a scroll may leave a button below it.
      await page.getByRole("button", { name: "Count solutions" }).press("Enter");
      await page.getByRole("button", { name: "Which clues are not needed?" }).press("Enter");
      await expect(page.getByText(/^\d+ clues tried$/)).toBeVisible();
    },
  },
  { name: "techniques", hash: "#/techniques" },
  ...[
    "aic",
    "grouped-continuous-nice-loop",
    "als-chain",
    "kraken-fish-type-2",
    "finned-swordfish",
    "forcing-net-verity",
    "unique-rectangle-type-4",
    "multi-colours",
  ].map((name) => ({
    name: `technique-${name}`,
    hash: `#/techniques/${name}`,
    before: (page: Page) => page.locator(".explanation button").first().click(),
  })),
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
      await page.getByText("Build it piece by piece").click();
    },
  },
  {
    name: "square1-report",
    hash: link("square1", { c: "silver" }),
    before: async (page) => {
      await modelDrawn(page);
      await page.getByText("All positions at once").click();
      await expect(page.locator(".shapes li")).toHaveCount(90);
    },
  },
  {
    name: "cube",
    hash: link("cube", { p: "R U F2 L", c: "1" }),
    before: async (page) => {
      await modelDrawn(page);
      await solve(page);
      await expect(page.getByText("✓ replayed")).toBeVisible();
      await page.getByText("Paint the net").click();
    },
  },
  {
    name: "sudoku-cube",
    hash: "#/sudoku-cube",
    before: async (page) => {
      await page.getByRole("button", { name: "Example" }).click();
      await modelDrawn(page);
      await solve(page);
      await expect(page.getByText("✓ solved and checked")).toBeVisible();
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
    name: "perm-definition",
    hash: link("perm", {
      d: "Name Pair\nSet A 2 3\nSolved\nEnd\nMove R\nA\n2 1\n1 0\nEnd\n",
      s: "R2 R'",
    }),
    before: (page) => expect(page.locator(".perm-cell")).toHaveCount(2),
  },
  {
    name: "model",
    hash: "#/model",
    before: async (page) => {
      await page.getByLabel("report of the compiler").check();
      await solve(page);
      await expect(page.getByText("What the compiler did")).toBeVisible();
    },
  },
  {
    name: "model-board",
    hash: link("model", {
      p: "kind = 'goishi'\nstart = 'any'\nboard = '''\n.X.\nXXX\n.XX\n'''",
    }),
    before: async (page) => {
      await solve(page);
      await expect(page.locator("figure svg")).toHaveCount(2);
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
  {
    name: "job",
    hash: link("sudoku", { p: EASY }),
    before: async (page) => {
      await page.getByRole("tab", { name: "Solve", exact: true }).click();
      await page.getByRole("button", { name: "Solve as a job" }).click();
      await expect(page.getByRole("heading", { name: /^Job [0-9a-f]{8}/ })).toBeVisible();
      await expect(page.getByText(/unique · checked/)).toBeVisible();
    },
  },
];
