// The examples of the guide and of the README of the package run as they are written.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = new URL("../", import.meta.url);

for (const name of ["README.md", "../docs/guides/javascript.md"]) {
  test(name, () => {
    const text = readFileSync(new URL(name, folder), "utf8");
    // The blocks of a page are one module.
    const blocks = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
    assert.notEqual(blocks.length, 0);
    const run = spawnSync(process.execPath, ["--input-type=module", "--eval", blocks.join("\n")], {
      cwd: fileURLToPath(folder),
      encoding: "utf8",
      timeout: 600_000,
    });
    assert.equal(run.status, 0, run.stderr);
  });
}
