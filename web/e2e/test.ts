// What every test has: the program, a page in it, and a watch over what the page does.
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

import { SITE, STATIC } from "./site";

export { expect, type Locator, type Page } from "@playwright/test";

/** What the graphics driver in software says of itself; it is not the page that says it. */
const DRIVER = /GL Driver Message|Automatic fallback to software WebGL/;

/** Watches a browser for everything that a page must not do. */
export class Watch {
  private readonly faults: string[] = [];
  private readonly allowed: RegExp[] = [DRIVER];

  /** Says that a message of the browser is expected in this test: an input that is refused, say. */
  allow(message: RegExp): void {
    this.allowed.push(message);
  }

  /** Says that questions are refused in this test; browsers write that to the console. */
  allowRefusals(): void {
    this.allow(/Failed to load resource: the server responded with a status of 4\d\d/);
  }

  note(fault: string): void {
    this.faults.push(fault);
  }

  async follow(context: BrowserContext, address: string): Promise<void> {
    const origin = new URL(address).origin;
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        this.note(`console ${message.type()}: ${message.text()}`);
      }
    });
    context.on("weberror", (error) => this.note(`error: ${error.error().stack ?? error.error()}`));
    context.on("request", (request) => {
      const url = new URL(request.url());
      const own = ["data:", "blob:", "about:"].includes(url.protocol) || url.origin === origin;
      if (!own) this.note(`request to another origin: ${request.url()}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 500) this.note(`${response.status()} from ${response.url()}`);
    });
    await context.exposeFunction("noteViolation", (text: string) => this.note(`policy: ${text}`));
    await context.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => {
        const { violatedDirective, blockedURI, sourceFile, lineNumber } = event;
        const { noteViolation } = window as unknown as { noteViolation: (text: string) => void };
        noteViolation(`${violatedDirective}, ${blockedURI}, ${sourceFile}:${lineNumber}`);
      });
    });
  }

  /** The faults that were not expected. */
  get seen(): readonly string[] {
    return this.faults.filter((fault) => !this.allowed.some((message) => message.test(fault)));
  }
}

/** No serious fault of accessibility is on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // In the page itself: a second one would send this one to the background, where it starves.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const serious = violations.filter((it) => it.impact === "serious" || it.impact === "critical");
  const told = serious.map((it) => {
    const nodes = it.nodes.slice(0, 5).map((node) => `  ${node.target}: ${node.failureSummary}`);
    return `${it.id}: ${it.help}\n${nodes.join("\n")}`;
  });
  expect(told, told.join("\n")).toEqual([]);
}

interface TestFixtures {
  /** Leaves out the tests of other days. */
  readonly dealt: undefined;
  readonly watch: Watch;
  /** Opens a scene by its link. */
  readonly open: (hash: string, page?: Page) => Promise<void>;
}

/**
 * Whether a test belongs to another part than GORDIAN_PART (1 to 7), if that is set: tests are dealt by their names to
 * the parts 1 to 6, and over a week each of them runs. One test of each scene (`@scene`) runs always.
 */
function isOfOtherDay(titles: readonly string[], tags: readonly string[]): boolean {
  const part = process.env.GORDIAN_PART ?? "";
  if (part === "" || tags.includes("@scene")) return false;
  const codes = [...titles.join(" ")].map((letter) => letter.codePointAt(0) ?? 0);
  const hash = codes.reduce((sum, code) => (sum * 31 + code) % 1_000_003, 0);
  return (hash % 6) + 1 !== Number(part);
}

export const test = base.extend<TestFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument has to be a pattern
  baseURL: async ({}, use) => use(process.env[SITE]),
  dealt: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument has to be a pattern
    async ({}, use, info) => {
      info.skip(isOfOtherDay(info.titlePath, info.tags), "the part of another day");
      await use(undefined);
    },
    { auto: true },
  ],
  watch: [
    async ({ dealt: _, context, baseURL }, use) => {
      const watch = new Watch();
      await watch.follow(context, baseURL ?? "");
      await use(watch);
      expect(watch.seen, watch.seen.join("\n")).toEqual([]);
    },
    { auto: true },
  ],
  open: async ({ page: first }, use) => {
    await use(async (hash, page = first) => {
      await page.goto(`/${hash}`);
      await expect(page.locator("main h1")).toBeVisible();
    });
  },
});

/** Writes a scene's link. */
export function link(scene: string, query: Record<string, string> = {}): string {
  const pairs = Object.entries(query).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `#/${scene}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}

/** The scenes that the frame links to; those without an entry are linked in the footer. */
export const SCENES: readonly { path: string; title: string; entry?: string }[] = [
  { path: "play", title: "Play", entry: "Play" },
  { path: "sudoku", title: "Sudoku", entry: "Play" },
  { path: "pencil", title: "Pencil", entry: "Play" },
  { path: "golden-waste", title: "Golden Waste", entry: "Play" },
  { path: "twist", title: "Twist", entry: "Twist" },
  { path: "square1", title: "Square-1", entry: "Twist" },
  { path: "cube", title: "Cube", entry: "Twist" },
  { path: "sudoku-cube", title: "Sudoku Cube", entry: "Twist" },
  { path: "perm", title: "Permutations", entry: "Twist" },
  { path: "create", title: "Create", entry: "Create" },
  { path: "model", title: "Model", entry: "Create" },
  { path: "sheets", title: "Sheets", entry: "Create" },
  { path: "learn", title: "Learn", entry: "Learn" },
  { path: "techniques", title: "Techniques", entry: "Learn" },
  ...(STATIC ? [] : [{ path: "jobs", title: "Jobs" }]),
];
