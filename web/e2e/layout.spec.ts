// Every scene at six sizes, from a small phone to a large screen, light and dark: texts fit into their boxes, controls are
// large enough for what points at them, nothing scrolls sideways, and all texts have enough contrast.
import { expectFit, LEAST, SIZES } from "./fit";
import { expect, test } from "./test";
import { VIEWS } from "./views";

for (const touch of [false, true]) {
  test.describe(touch ? "by touch" : "with a mouse", () => {
    test.use({ hasTouch: touch, viewport: touch ? SIZES[0] : SIZES[3] });
    for (const { name, hash, before } of VIEWS) {
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
