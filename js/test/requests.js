// Requests besides the examples of the OpenAPI document.
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../puzzles/", import.meta.url);

/** A Sudoku that needs more than singles. */
export const SUDOKU =
  "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/** A Sudoku for a search that ends when it is stopped: almost every grid is a solution. */
export const ENDLESS = { puzzle: ".".repeat(81), task: "count" };

/** Three weights, the heaviest as light as possible. */
export const MODEL = JSON.stringify({
  schema: 1,
  title: "Three weights",
  variables: ["a", "b", "c"].map((name) => ({ name, domain: [1, 20] })),
  constraints: [
    { name: "different", require: ["all_different", "a", "b", "c"] },
    { name: "rising", require: ["and", ["lt", "a", "b"], ["lt", "b", "c"]] },
    { name: "total", require: ["eq", ["add", "a", "b", "c"], 24] },
  ],
  goal: { minimise_maximum: ["a", "b", "c"] },
});

/** The puzzle files of the repository whose solutions need no table. */
export function puzzleFiles() {
  const names = readdirSync(folder).filter((name) => name.endsWith(".toml"));
  return names
    .filter((name) => !name.startsWith("square1") && !name.startsWith("cube3"))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));
}
