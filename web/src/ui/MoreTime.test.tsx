// Going on after a limit: the answer so far stays, until there is a better one.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MoreTime } from "./MoreTime";
import { answeredOf, useRequest } from "./useRequest";

const root = document.createElement("div");

/** The bodies of the requests, and what answers the next one. */
let sent: Record<string, unknown>[] = [];
let reply: (body: Record<string, unknown>) => Promise<Response>;

const LIMITED = { outcome: "solved", unique: null, limit: "time", count: 3 };

function Scene() {
  const request = useRequest<"solve">();
  const { answer } = request;
  const answered = answeredOf(answer);
  return (
    <>
      <button type="button" onClick={() => request.ask("solve", { puzzle: "p", time_limit: 4 })}>
        Solve
      </button>
      <button type="button" onClick={request.stop}>
        Stop
      </button>
      <output>{answered ? `${answered.value.count} ${answered.value.limit}` : answer.state}</output>
      {answer.state === "failed" ? <em>failed</em> : null}
      <MoreTime
        limit={answered?.value.limit}
        time={answered?.request.time_limit}
        busy={answer.state === "asking"}
        onMore={(seconds) => void request.goOn(seconds)}
        job={{
          kind: "solve",
          input: () => ({ puzzle: "p", time_limit: 4 }),
          caption: "Solve as a job",
        }}
      />
    </>
  );
}

function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), { status });
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
    });
  }
}

async function press(name: string | RegExp): Promise<void> {
  const found = [...root.querySelectorAll("button")].find((it) => it.textContent?.match(name));
  if (!found) throw new Error(`no button ${name} in ${root.textContent}`);
  await act(() => found.click());
  await settle();
}

const shown = () => root.querySelector("output")?.textContent;

beforeEach(async () => {
  sent = [];
  reply = async () => json(LIMITED);
  vi.stubGlobal("fetch", async (url: string, options: RequestInit) => {
    if (url.endsWith("/about")) return json({ limits: { time_limit: 10 } });
    const body = JSON.parse(String(options.body)) as Record<string, unknown>;
    sent.push(body);
    const aborted = new Promise<never>((_, reject) => {
      options.signal?.addEventListener("abort", () =>
        reject(new DOMException("aborted", "AbortError")),
      );
    });
    return Promise.race([reply(body), aborted]);
  });
  await act(() => render(<Scene />, root));
  await press("Solve");
});

afterEach(() => {
  act(() => render(null, root));
  vi.unstubAllGlobals();
});

it("doubles the time, and keeps the answer until the next one", async () => {
  expect(shown()).toBe("3 time");
  expect(root.textContent).toContain("Stopped by the time limit of 4 s.");
  let answer: (response: Response) => void = () => {};
  reply = () => new Promise((resolve) => (answer = resolve));
  await press(/^Go on, up to 8 s/);
  expect(sent.at(-1)).toEqual({ puzzle: "p", time_limit: 8 });
  expect(shown()).toBe("3 time");
  answer(json({ ...LIMITED, limit: null, count: 5 }));
  await settle();
  expect(shown()).toBe("5 null");
  expect(root.textContent).not.toContain("Go on");
});

it("keeps the answer if going on is stopped or fails", async () => {
  reply = () => new Promise(() => {});
  await press(/^Go on, up to/);
  await press("Stop");
  expect(shown()).toBe("3 time");
  reply = async () => json({ code: "internal" }, 500);
  await press(/^Go on, up to/);
  expect(shown()).toBe("3 time");
  expect(root.querySelector("em")).not.toBe(null);
  expect(root.textContent).toContain("Go on, up to");
});

it("offers a job alone where the service answers no longer", async () => {
  await press(/^Go on, up to 8/);
  await press(/^Go on, up to 10/);
  expect(root.textContent).toContain("An answer here takes no longer.");
  expect(root.textContent).not.toContain("Go on");
  expect(root.textContent).toContain("Solve as a job");
});

it("gives a job the request without the time limit of an answer", async () => {
  await press("Solve as a job");
  expect(sent.at(-1)).toMatchObject({ kind: "solve", input: { puzzle: "p" } });
  expect(sent.at(-1)?.input).not.toHaveProperty("time_limit");
});

it("drops the answer for a new request", async () => {
  reply = () => new Promise(() => {});
  await press(/^Solve$/);
  expect(shown()).toBe("asking");
});
