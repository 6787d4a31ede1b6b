// The page in a real browser: which one, how it is started, how long it may take.
import { defineConfig } from "@playwright/test";

const isStatic = process.env.GORDIAN_STATIC !== undefined;

export default defineConfig({
  testDir: "e2e",
  // The page as static files has tests of its own, and neither jobs nor a server that can fail.
  testIgnore: isStatic ? ["**/jobs.spec.ts"] : ["**/static.spec.ts"],
  globalSetup: "./e2e/site.ts",
  outputDir: "../target/e2e/results",
  // A slow machine is no fault: nothing is asserted about time.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  workers: 2,
  // Once more where a machine that others use was too slow for a browser; what is wrong stays wrong.
  retries: process.env.CI === undefined ? 0 : 2,
  forbidOnly: process.env.CI !== undefined,
  reporter: "list",
  use: {
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-quic",
        "--disable-renderer-priority-management",
        // WebGL in software, so that the models are drawn on any machine.
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
      ],
    },
  },
});
