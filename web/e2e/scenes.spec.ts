// Every scene as it looks, for people to look at, and without serious faults of accessibility.
import { join } from "node:path";
import { expect, expectAccessible, test } from "./test";
import { VIEWS } from "./views";

const SIZES = [
  ["desktop", { width: 1280, height: 900 }],
  ["phone", { width: 390, height: 844 }],
] as const;

/** Screenshots for review, taken only on request. */
const PICTURES = process.env.PICTURES !== undefined;

for (const { name, hash, before } of VIEWS) {
  // One test for all sizes and themes: opening a scene takes longest.
  test(`${name} in every size and theme`, async ({ page, open }) => {
    await open(hash);
    await before?.(page);
    await expect(page.locator("main .loading")).toHaveCount(0);
    for (const [device, size] of SIZES) {
      await page.setViewportSize(size);
      for (const scheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        if (PICTURES) {
          const file = `${name}-${device}-${scheme}.png`;
          await page.screenshot({ path: join("..", "target", "e2e", file), fullPage: true });
        }
        await expectAccessible(page);
      }
    }
  });
}
