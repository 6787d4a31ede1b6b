// Layers turned by dragging them, by mouse and by touch; and a page that scrolls past the model.
import { type CDPSession, devices } from "@playwright/test";
import { expect, type Locator, link, type Page, test } from "./test";

async function expectModel(page: Page): Promise<void> {
  await expect(page.locator(".viewer canvas")).toBeVisible();
  await expect(page.getByText("Loading the model…")).toHaveCount(0);
}

function now(page: Page): Locator {
  return page.locator(".now-line code").first();
}

/** The moves that led here, as they are written beside the position. */
function made(page: Page): Locator {
  return page.locator(".now-line code").nth(1);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A place on the canvas, as parts of the model's size from its middle: to the right and down. */
async function at(page: Page, right: number, down: number): Promise<Point> {
  const box = await page.locator(".viewer canvas").boundingBox();
  if (box === null) throw new Error("no canvas");
  const size = Math.min(box.width, box.height);
  return { x: box.x + box.width / 2 + right * size, y: box.y + box.height / 2 + down * size };
}

async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 12 });
  // A layer that rests when it is let go goes to the nearest turn, however fast the machine is.
  await page.waitForTimeout(150);
  await page.mouse.up();
}

/** Drags a finger; `rest` is how long it rests before it moves. */
async function swipe(touch: CDPSession, from: Point, to: Point, rest = 0, page?: Page) {
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: Point[]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [from]);
  if (page !== undefined) await page.waitForTimeout(rest);
  const n = 14;
  for (let i = 1; i <= n; i += 1) {
    const [x, y] = [from.x + ((to.x - from.x) * i) / n, from.y + ((to.y - from.y) * i) / n];
    await send("touchMove", [{ x, y }]);
  }
  await page?.waitForTimeout(150);
  await send("touchEnd", []);
}

/** Waits until all moves of the line have been shown. */
async function atRest(page: Page): Promise<void> {
  await expect(page.getByRole("slider", { name: "Move" })).toHaveAttribute(
    "aria-valuetext",
    /^(\d+) of \1,/,
  );
  await page.waitForTimeout(100);
}

/** Where the model is looked at from, as it is told. */
function seen(page: Page): Promise<string> {
  return page
    .locator(".viewer canvas")
    .getAttribute("aria-label")
    .then((text) => /seen from [^.]*/.exec(text ?? "")?.[0] ?? "");
}

test("cube: a drag along a side turns the layer that it is on", { tag: "@scene" }, async ({
  page,
  open,
}) => {
  await open("#/cube");
  await expectModel(page);
  // The front face is to the left of the middle: its upper row goes to the left.
  await drag(page, await at(page, -0.1, -0.1), await at(page, -0.42, -0.2));
  await expect(made(page)).toHaveText("U");
  await drag(page, await at(page, -0.1, 0.06), await at(page, 0.2, 0.12));
  await expect(made(page)).toHaveText("U E");
  await expect(page.locator(".spoken[role=status]")).toContainText("move 2 of 2: E");
  // Down the left column of the front.
  await drag(page, await at(page, -0.3, -0.1), await at(page, -0.28, 0.2));
  await expect(made(page)).toHaveText("U E L");
  // Less than half a quarter goes back.
  const before = (await now(page).textContent()) ?? "";
  await drag(page, await at(page, -0.3, -0.1), await at(page, -0.29, -0.04));
  await page.waitForTimeout(400);
  await expect(now(page)).toHaveText(before);
  // Twice as far is half a turn.
  await drag(page, await at(page, 0.06, -0.06), await at(page, -0.62, -0.24));
  await expect(made(page)).toHaveText("U E L U2");
});

test("cube: a drag beside it turns only the view", async ({ page, open }) => {
  await open("#/cube");
  await expectModel(page);
  const [before, from] = [(await now(page).textContent()) ?? "", await seen(page)];
  await drag(page, await at(page, 0.55, 0), await at(page, 0.15, 0));
  await expect.poll(() => seen(page)).not.toBe(from);
  await expect(now(page)).toHaveText(before);
  await expect(made(page)).toHaveCount(0);
});

test("Sudoku Cube: faces turn, middle layers do not", async ({ page, open }) => {
  await open("#/sudoku-cube");
  await page.getByRole("button", { name: "Example" }).click();
  await expectModel(page);
  await drag(page, await at(page, -0.1, -0.1), await at(page, -0.42, -0.2));
  await expect(page.locator(".moves-line .move")).toHaveText(["U"]);
  await drag(page, await at(page, -0.1, 0.06), await at(page, 0.2, 0.12));
  await page.waitForTimeout(400);
  await expect(page.locator(".moves-line .move")).toHaveText(["U"]);
});

test("Square-1: layers turn by 30°, the right half twists, and a blocked twist says why", async ({
  page,
  open,
}) => {
  await open("#/square1");
  await expectModel(page);
  // The upper row of the front to the left: clockwise.
  await drag(page, await at(page, -0.15, -0.14), await at(page, -0.32, -0.18));
  await expect(made(page)).toHaveText(/^\([1-3],0\)$/);
  const turned = Number(/\((\d)/.exec((await made(page).textContent()) ?? "")?.[1]);
  // Back by keys, so that the twist is free.
  await page.locator("h1").click();
  for (let i = 0; i < turned; i += 1) await page.keyboard.press("q");
  await expect(made(page)).toHaveCount(0);
  // The right half up at its right side.
  await drag(page, await at(page, 0.05, 0.05), await at(page, 0.05, -0.4));
  await expect(made(page)).toHaveText("/");
  await expect(now(page)).toHaveText(/,K$/);
  // On its face the layer follows the pointer around: a quarter of a circle, clockwise.
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await expect(made(page)).toHaveCount(0);
  await atRest(page);
  const middle = await at(page, 0, -0.28);
  const around = (degrees: number): Point => ({
    x: middle.x + 110 * Math.cos((degrees * Math.PI) / 180),
    y: middle.y + 50 * Math.sin((degrees * Math.PI) / 180),
  });
  await page.mouse.move(around(0).x, around(0).y);
  await page.mouse.down();
  for (let degrees = 0; degrees <= 90; degrees += 9) {
    await page.mouse.move(around(degrees).x, around(degrees).y);
  }
  await page.waitForTimeout(150);
  await page.mouse.up();
  await expect(made(page)).toHaveText("(3,0)");
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("q");
  await expect(made(page)).toHaveCount(0);
  // A big piece across the cut.
  await page.locator("h1").click();
  await page.keyboard.press("w");
  await page.keyboard.press("w");
  const before = (await now(page).textContent()) ?? "";
  await drag(page, await at(page, 0.05, 0.05), await at(page, 0.05, -0.4));
  await expect(page.locator(".sticky [role=alert]")).toContainText("big piece");
  await expect(now(page)).toHaveText(before);
});

test.describe("by touch", () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: devices["Pixel 7"].userAgent,
  });

  /** Brings the model into the middle of the screen, with something to scroll below it. */
  async function ready(page: Page): Promise<CDPSession> {
    await expectModel(page);
    await page.locator(".viewer canvas").evaluate((it) => it.scrollIntoView({ block: "center" }));
    return page.context().newCDPSession(page);
  }

  const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

  test("a drag across a layer turns it", async ({ page, open }) => {
    await open("#/cube");
    const touch = await ready(page);
    const before = await scrolled(page);
    await swipe(touch, await at(page, -0.08, -0.08), await at(page, -0.38, -0.14), 0, page);
    await expect(made(page)).toHaveText("U");
    expect(await scrolled(page)).toBe(before);
  });

  test("an upward drag scrolls the page, on the model and beside it", async ({ page, open }) => {
    await open("#/cube");
    const touch = await ready(page);
    const position = (await now(page).textContent()) ?? "";
    for (const right of [-0.1, 0.48]) {
      const before = await scrolled(page);
      await swipe(touch, await at(page, right, 0.15), await at(page, right, -0.35), 0, page);
      await expect.poll(() => scrolled(page)).toBeGreaterThan(before + 20);
      await page.locator(".viewer canvas").evaluate((it) => it.scrollIntoView({ block: "center" }));
    }
    await expect(now(page)).toHaveText(position);
  });

  test("a long press drags a layer in any direction", async ({ page, open }) => {
    await open("#/cube");
    const touch = await ready(page);
    const before = await scrolled(page);
    await swipe(touch, await at(page, -0.28, -0.1), await at(page, -0.26, 0.18), 400, page);
    await expect(made(page)).toHaveText("L");
    expect(await scrolled(page)).toBe(before);
  });

  test("Square-1: a drag across a layer turns it", async ({ page, open }) => {
    await open("#/square1");
    const touch = await ready(page);
    await swipe(touch, await at(page, -0.15, -0.12), await at(page, -0.3, -0.15), 0, page);
    await expect(made(page)).toHaveText(/^\([1-3],0\)$/);
  });
});

test("the wheel scrolls the page over the model, and zooms with Ctrl", async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(link("square1"));
  await expectModel(page);
  const { x, y } = await at(page, 0, 0);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 200);
  const offset = (): Promise<number> => page.evaluate(() => scrollY);
  await expect.poll(offset).toBeGreaterThan(20);
  // Also with the focus on the view.
  await page.locator(".viewer canvas").focus();
  const before = await offset();
  await page.mouse.wheel(0, -15);
  await expect.poll(offset).toBeLessThan(before);
  const rest = await offset();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, 200);
  await page.keyboard.up("Control");
  await page.waitForTimeout(300);
  expect(await offset()).toBe(rest);
});
