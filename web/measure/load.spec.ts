// How long a cold visit of each scene takes on a slow network and a slow processor: 1.6 Mbit/s, 150 ms for each way and
// back, a processor that is four times slower. Prints a table: milliseconds until what a user needs first is there and
// reacts, the sum of layout shifts, and bytes of the page with its answers.
import { link, type Page, test } from "../e2e/test";

const SCENES: readonly [hash: string, usable: string][] = [
  ["#/", ".paste-box textarea"],
  ["#/play", ".gallery-card button.primary:enabled"],
  ["#/sudoku", ".cells .cell"],
  [link("pencil", { p: "nurikabe/5/5/g4p4h3m2g" }), ".board-side svg"],
  ["#/golden-waste", ".golden [role=grid], .golden svg"],
  ["#/create", ".home-kinds a"],
  ["#/model", "main textarea"],
  ["#/sheets", "main select"],
  ["#/square1", ".turner button"],
  ["#/cube", ".turner button"],
  ["#/sudoku-cube", ".turner button"],
  ["#/perm", ".perm-moves button"],
  ["#/learn", ".ways a"],
  ["#/techniques", "main a[href*=techniques]"],
];

/** Bytes per second of 1.6 Mbit/s. */
const RATE = 1_600_000 / 8;

/** Milliseconds for a request to come and go. */
const LATENCY = 150;

async function slowDown(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY,
    downloadThroughput: RATE,
    uploadThroughput: RATE,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

for (const [hash, usable] of SCENES) {
  test(hash, async ({ page, baseURL }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          shifts.push((entry as PerformanceEntry & { value: number }).value);
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    const bytes = await slowDown(page);
    await page.goto(`${baseURL}/${hash}`, { waitUntil: "commit" });
    // In the page's own time, at the first moment at which the page would react.
    const time = await page.evaluate(
      (selector) =>
        new Promise<number>((resolve) => {
          const look = () => {
            const found = document.querySelector<HTMLElement>(selector);
            if (found && found.getBoundingClientRect().width > 0) {
              setTimeout(() => resolve(performance.now()));
            } else requestAnimationFrame(look);
          };
          look();
        }),
      usable,
    );
    await page.waitForLoadState("networkidle");
    const shift = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
    process.stdout.write(`${[hash, Math.round(time), shift.toFixed(3), bytes()].join("\t")}\n`);
  });
}
