// Lists of solutions: what they show about the number of solutions.
import type { SolveResponse } from "../api/generated";
import { countOf } from "../ui/text";

/** How many solutions a list of them shows that there are. */
export function solutionsText(
  answer: Pick<SolveResponse, "outcome" | "limit" | "solutions" | "solution">,
): string {
  const count = solutionsOf(answer).length;
  const ended = answer.limit === "solutions" ? "" : `, stopped: ${answer.limit}`;
  if (answer.outcome === "infeasible") return "No solution, proved";
  if (count === 0) return `No solution found${ended}`;
  if (answer.limit === null) return `Exactly ${countOf(count, "solution")}, proved`;
  return `At least ${countOf(count, "solution")}${ended}`;
}

/** The solutions in an answer. */
export function solutionsOf({
  solutions,
  solution,
}: Pick<SolveResponse, "solutions" | "solution">): readonly unknown[] {
  if (solutions && solutions.length > 0) return solutions;
  return solution === null || solution === undefined ? [] : [solution];
}
