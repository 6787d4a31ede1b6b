// Trials run one after the other, stop, go on, and end when what they are about changes.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TrialsProgress } from "./TrialsProgress";
import type { TrialResult } from "./trials";
import { type TrialsState, useTrials } from "./useTrials";

const root = document.createElement("div");
let state: TrialsState<string, TrialResult>;
/** The trials that were begun, and what ends the last one. */
let begun: { trial: string; seconds: number; signal: AbortSignal }[] = [];
let end: (result: TrialResult) => void = () => {};

function Scene({ about }: { about: unknown }) {
  state = useTrials<string, TrialResult>(about);
  return <TrialsProgress state={state} noun="clue" />;
}

function show(about: unknown): void {
  act(() => render(<Scene about={about} />, root));
}

function ask(trial: string, seconds: number, signal: AbortSignal): Promise<TrialResult> {
  begun.push({ trial, seconds, signal });
  return new Promise((resolve) => {
    end = resolve;
  });
}

async function settle(time = 1): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, time));
  });
}

async function answer(verdict: TrialResult["verdict"]): Promise<void> {
  end({ verdict });
  await settle(80);
}

beforeEach(async () => {
  begun = [];
  vi.stubGlobal("fetch", async () => new Response('{"limits":{"time_limit":10}}'));
  show("a board");
  act(() => state.start(["a", "b", "c"], 2, ask));
  await settle();
});

afterEach(() => {
  act(() => render(null, root));
  vi.unstubAllGlobals();
});

it("begins a trial when the one before has ended", async () => {
  expect(begun.map(({ trial }) => trial)).toEqual(["a"]);
  await answer("same");
  expect(begun.map(({ trial }) => trial)).toEqual(["a", "b"]);
  expect(root.textContent).toContain("1 of 3 clues tried");
  await answer("several");
  await answer("none");
  expect(state.trials.state).toBe("done");
  expect([...state.trials.results.values()].map(({ verdict }) => verdict)).toEqual([
    "same",
    "several",
    "none",
  ]);
});

it("stops, keeps the results, and goes on with the rest", async () => {
  await answer("same");
  act(() => state.stop());
  expect(begun.at(-1)?.signal.aborted).toBe(true);
  await answer("none");
  expect(root.textContent).toContain("1 of 3 clues tried, stopped");
  const button = [...root.querySelectorAll("button")].find((it) => it.textContent === "Go on");
  act(() => button?.click());
  await settle();
  expect(begun.at(-1)?.trial).toBe("b");
  expect(state.trials.results.size).toBe(1);
});

it("tries again with more time what was not decided", async () => {
  await answer("undecided");
  await answer("same");
  await answer("same");
  expect(root.textContent).toContain("1 not decided within 2 s each");
  const button = [...root.querySelectorAll("button")].find((it) =>
    it.textContent?.startsWith("Go on, up to 4 s"),
  );
  act(() => button?.click());
  await settle();
  expect(begun.at(-1)).toMatchObject({ trial: "a", seconds: 4 });
  await answer("several");
  expect(begun.length).toBe(4);
  expect(state.trials.state).toBe("done");
  expect(root.textContent).not.toContain("not decided");
});

it("ends when the board changes, and takes no late result", async () => {
  await answer("same");
  show("another board");
  expect(state.trials.state).toBe("idle");
  expect(begun.at(-1)?.signal.aborted).toBe(true);
  await answer("same");
  expect(state.trials.results.size).toBe(0);
  expect(root.textContent).toBe("");
});
