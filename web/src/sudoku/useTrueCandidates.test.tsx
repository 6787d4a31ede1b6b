// The number of solutions with more time: the answer stays until there is another one.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type TrueCandidates, useTrueCandidates } from "./useTrueCandidates";

const root = document.createElement("div");
let known: TrueCandidates;
/** The requests, and what answers the next one. */
let sent: Record<string, unknown>[] = [];
let reply: () => Promise<Response>;

const LIMITED = { outcome: "solved", limit: "time", solutions: null, candidates: [[1]] };

function json(value: unknown): Response {
  return new Response(JSON.stringify(value));
}

function Scene({ puzzle }: { puzzle: string }) {
  known = useTrueCandidates(puzzle, false);
  return null;
}

async function show(puzzle: string): Promise<void> {
  await act(() => render(<Scene puzzle={puzzle} />, root));
  await settle();
}

async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 320));
  });
}

beforeEach(async () => {
  sent = [];
  reply = async () => json(LIMITED);
  vi.stubGlobal("fetch", (_: string, options: RequestInit) => {
    sent.push(JSON.parse(String(options.body)) as Record<string, unknown>);
    return reply();
  });
  await show("a");
});

afterEach(() => {
  act(() => render(null, root));
  vi.unstubAllGlobals();
});

it("keeps the answer while it goes on", async () => {
  expect(known.answer?.limit).toBe("time");
  let answer: (response: Response) => void = () => {};
  reply = () => new Promise((resolve) => (answer = resolve));
  act(() => known.goOn(2 * known.seconds));
  await settle();
  expect(sent.map(({ time_limit }) => time_limit)).toEqual([3, 6]);
  expect(known.busy).toBe(true);
  expect(known.answer?.limit).toBe("time");
  answer(json({ ...LIMITED, limit: null, solutions: 1 }));
  await settle();
  expect(known.answer?.solutions).toBe(1);
  expect([known.busy, known.seconds]).toEqual([false, 6]);
});

it("keeps the answer if going on fails", async () => {
  reply = async () => new Response("{}", { status: 500 });
  act(() => known.goOn(6));
  await settle();
  expect(known.failed).toBe(true);
  expect(known.answer?.limit).toBe("time");
});

it("begins with the first time limit for another puzzle", async () => {
  act(() => known.goOn(6));
  await settle();
  await show("b");
  expect(sent.at(-1)).toEqual({ puzzle: "b", time_limit: 3 });
  expect(known.of).toBe("b");
});
