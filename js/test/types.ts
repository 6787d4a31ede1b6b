// What the types promise: the compiler checks it.
import { connect, type Gordian, GordianError, load, type SudokuHintResponse } from "gordian";

export async function use(gordian: Gordian): Promise<string> {
  const hint: SudokuHintResponse = await gordian.sudoku.hint({ puzzle: "" });
  const kinds = await gordian.pencil.kinds();
  const solved = await gordian.solve({ puzzle: "", task: "count" }, { onProgress: () => {} });
  const same = await gordian.request("cube/solve", { position: "R" });
  // @ts-expect-error: the puzzle is missing.
  await gordian.sudoku.hint({});
  // @ts-expect-error: no such task.
  await gordian.solve({ puzzle: "", task: "guess" });
  // @ts-expect-error: no such request.
  await gordian.request("sudoku/sing", {});
  const direct = await load(["sudoku"], { maxMemory: 1e9 });
  const rated = direct.sudoku.rate({ puzzle: "" });
  return JSON.stringify([hint, kinds, solved, same, rated]);
}

export const caught = (error: unknown) => (error instanceof GordianError ? error.hint : undefined);
export const started = connect({ preload: ["sudoku"], seed: 1 });
