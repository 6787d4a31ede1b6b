// Measures the page in a real browser; `npm run measure`. Nothing is asserted: times belong to the machine.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

export default defineConfig({
  ...base,
  testDir: "measure",
  // Nothing is left out of what is measured, and nothing runs beside it.
  testIgnore: [],
  workers: 1,
  retries: 0,
});
