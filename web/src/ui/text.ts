// Numbers, times and outcomes in words.

/** A time in seconds for display. */
export function seconds(time: number): string {
  if (time < 0.001) return `${Math.max(1, Math.round(time * 1e6))} µs`;
  if (time < 1) return `${Number((time * 1000).toPrecision(2))} ms`;
  return `${time.toFixed(time < 10 ? 1 : 0)} s`;
}

/** A number, or its figures, with narrow blanks between groups of three figures. */
export function formatNumber(value: number | string): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/** One or several of something: "1 step", "3 steps". */
export function countOf(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The fields of an answer that define its outcome. */
export interface Outcome {
  readonly outcome: string;
  readonly unique?: boolean | null;
  readonly count?: number | string | null;
  readonly checked?: boolean;
  readonly limit?: string | null;
  readonly solution?: unknown;
}

function counted(count: number | string): string {
  return typeof count === "number" ? countOf(count, "solution") : `${count} solutions`;
}

/** The outcome of an answer in a few words, and how to colour it. */
export function outcomeText(answer: Outcome): { text: string; kind: "good" | "bad" | "warn" } {
  const checked = answer.checked ? " · checked" : "";
  if (answer.outcome === "infeasible") return { text: "no solution, proved", kind: "bad" };
  if (answer.outcome === "stopped" || answer.limit === "time") {
    if (answer.limit === "time" && answer.count && answer.outcome !== "stopped") {
      return {
        text: `at least ${counted(answer.count)}${checked}, but stopped: time`,
        kind: "warn",
      };
    }
    const found = answer.solution ? `a solution${checked}, but ` : "";
    return { text: `${found}stopped: ${answer.limit ?? "a limit"}`, kind: "warn" };
  }
  if (answer.count !== null && answer.count !== undefined) {
    const bound = answer.limit === "solutions" ? "at least " : "";
    return { text: `${bound}${counted(answer.count)}${checked}`, kind: "good" };
  }
  if (answer.unique === true) return { text: `unique${checked}`, kind: "good" };
  if (answer.unique === false) return { text: `several solutions${checked}`, kind: "warn" };
  return { text: `${answer.outcome}${checked}`, kind: "good" };
}
