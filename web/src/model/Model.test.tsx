// The scene with puzzles of a kind that the page does not know: drawings come from the server.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Play from "../gallery/Play";
import { parseHash, route } from "../shell/route";
import Model from "./Model";

const root = document.createElement("div");

interface Sent {
  readonly path: string;
  readonly body: { readonly puzzle: string; readonly solution?: unknown };
}

let sent: Sent[] = [];
/** The answers by path. */
let answers: Record<string, (body: Sent["body"]) => Response> = {};
/** Drawings are remembered by puzzle, so each test has its own. */
let serial = 0;

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

const image = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48" role="img">
<title>lamps</title><text x="24" y="24">${text}</text></svg>`;

/** Draws a puzzle of the kind `lamps`: the solution, or a question mark. */
function draw({ solution }: Sent["body"]): Response {
  const { symbols } = (solution ?? { symbols: ["?"] }) as { symbols: readonly string[] };
  const text = symbols.join("/");
  return json({ schema: 1, kind: "lamps", title: null, text: `${text}\n`, svg: image(text) });
}

const answer = (fields: object) => () =>
  json({
    schema: 1,
    kind: "lamps",
    title: null,
    outcome: "solved",
    unique: null,
    count: null,
    solution: null,
    checked: true,
    seconds: { cpu: 0, wall: 0 },
    limit: null,
    ...fields,
  });

async function settle(time = 5): Promise<void> {
  // An effect runs at the end of `act`, and its request is answered in the next one.
  for (const wait of [time, 5, 5, 5]) {
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, wait));
    });
  }
}

async function open(puzzle: string): Promise<void> {
  const hash = parseHash(`#/model?p=${encodeURIComponent(puzzle)}`);
  await act(() => render(<Model route={hash} />, root));
  await settle(400);
}

async function click(name: string): Promise<void> {
  const found = [...root.querySelectorAll("button")].find((it) => it.textContent === name);
  if (found === undefined) throw new Error(`no button ${name}`);
  await act(() => found.click());
  await settle();
}

const puzzle = () => `kind = "lamps"\ntitle = "${serial}"\n`;
const shown = () => [...root.querySelectorAll("svg text")].map((it) => it.textContent);
const labels = () => [...root.querySelectorAll("svg title")].map((it) => it.textContent);
const drawn = () => sent.filter(({ path }) => path === "draw").map(({ body }) => body);

beforeEach(() => {
  document.body.append(root);
  localStorage.clear();
  serial += 1;
  sent = [];
  answers = { draw };
  vi.spyOn(history, "replaceState").mockImplementation(() => undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {} }));
  vi.stubGlobal(
    "fetch",
    vi.fn(async (address: string, request: RequestInit) => {
      const path = address.replace("api/v1/", "");
      const body = JSON.parse(String(request.body ?? "{}"));
      sent.push({ path, body });
      return answers[path]?.(body) ?? json({ code: "not-found", detail: path }, 404);
    }),
  );
});

afterEach(() => {
  act(() => render(null, root));
  root.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("draws a puzzle as it is typed, after a moment", async () => {
  await open(puzzle());
  expect(shown()).toEqual(["?"]);
  expect(labels()).toEqual(["Puzzle of the kind lamps"]);
  const field = root.querySelector("textarea");
  for (const text of ["# a", "# ab", "# abc"]) {
    await act(() => {
      if (field) field.value = `${puzzle()}${text}`;
      field?.dispatchEvent(new Event("input", { bubbles: true }));
    });
    // The previous drawing stays until there is a new one.
    expect(shown()).toEqual(["?"]);
  }
  await settle(400);
  expect(drawn().map((body) => body.puzzle)).toEqual([puzzle(), `${puzzle()}# abc`]);
});

it("draws a link, but no model", async () => {
  await open("https://puzz.link/p?lamps/1/1/a");
  expect(shown()).toEqual(["?"]);
  await open('{"schema": 1, "variables": [');
  expect(shown()).toEqual([]);
  expect(drawn()).toHaveLength(1);
  expect(root.querySelector(".faults")).toBeNull();
});

it("shows the errors of the text, but not those of the server", async () => {
  answers.draw = () =>
    json({ code: "puzzle.bad", detail: "unknown lamp", hint: null, line: 1, column: 8 }, 400);
  await open(puzzle());
  expect(root.querySelector(".faults")?.textContent).toContain("unknown lamp (line 1, column 8)");
  expect(root.querySelector(".faults .place")?.textContent).toContain('kind = "lamps"');
  answers.draw = () => json({ code: "server.bug", detail: "broken" }, 500);
  await open(`${puzzle()}# again`);
  expect(root.querySelector(".faults")).toBeNull();
});

it("draws the solution into the board", async () => {
  answers.solve = answer({ unique: true, solution: { symbols: ["*."] } });
  await open(puzzle());
  await click("Solve");
  expect(shown()).toEqual(["*."]);
  expect(labels()).toEqual(["Puzzle of the kind lamps, solved"]);
  expect(root.textContent).toContain("unique · checked");
  expect(root.textContent).not.toContain("symbols");
  // The empty board was known.
  expect(drawn()).toHaveLength(2);
});

it("draws a second solution too", async () => {
  const solutions = [{ symbols: ["*."] }, { symbols: [".*"] }];
  answers.solve = answer({ unique: false, solution: solutions[0], solutions });
  await open(puzzle());
  await click("Solve");
  expect(shown()).toEqual(["*.", ".*"]);
  expect(labels()[1]).toBe("Puzzle of the kind lamps, solution 2 of 2");
  expect(root.querySelectorAll("figcaption")[1]?.textContent).toBe("Solution 2");
  expect(root.querySelector("details")?.textContent).toContain(".*");
});

it("draws a long list in parts", async () => {
  const solutions = Array.from({ length: 9 }, (_, i) => ({ symbols: [String(i)] }));
  answers.solve = answer({ solution: solutions[0], solutions });
  await open(puzzle());
  await click("Solve");
  expect(shown()).toHaveLength(6);
  await click("Show more solutions");
  expect(shown()).toHaveLength(9);
  expect(root.textContent).not.toContain("Show more solutions");
});

it("writes a solution that the kind does not draw below the board", async () => {
  answers.draw = () => draw({ puzzle: "" });
  answers.solve = answer({ solution: "R U F" });
  await open(puzzle());
  await click("Solve");
  expect(shown()).toEqual(["?"]);
  expect(root.querySelector(".moves")?.textContent).toBe("R U F");
});

it("keeps the board where there is no solution", async () => {
  answers.solve = answer({ outcome: "infeasible", checked: false, conflict: ["lamp 1", "lamp 2"] });
  await open(puzzle());
  await click("Solve");
  expect(shown()).toEqual(["?"]);
  expect(root.textContent).toContain("lamp 2");
});

it("shows the drawing as text if the image is refused", async () => {
  answers.draw = () =>
    json({ kind: "lamps", title: "Lamps", text: "+-+\n", svg: image("<script>1</script>") });
  await open(puzzle());
  expect(root.querySelector("svg")).toBeNull();
  expect(root.querySelector(".board-text")?.textContent).toBe("+-+\n");
});

it("is opened by the gallery for the examples of such a kind", async () => {
  route.value = parseHash("#/");
  const file = `# Lamps light rows. And columns.\n${puzzle()}`;
  const example = { name: "lamps", title: "Lamps", kind: "lamps", puzzle: file };
  answers.examples = () => json({ examples: [example] });
  answers.solve = answer({ unique: true, solution: { symbols: ["*."] } });
  await act(() => render(<Play route={route.value} />, root));
  await settle();
  const card = [...root.querySelectorAll(".gallery-card")].find(
    (it) => it.querySelector("h2")?.textContent === "Lamps",
  );
  const picture = () => card?.querySelector(".picture svg text")?.textContent;
  expect(picture()).toBe("?");
  expect(card?.querySelector(".words p")?.textContent).toBe("Lamps light rows. And columns.");
  const link = parseHash(card?.querySelector("a")?.getAttribute("href") ?? "");
  expect(link).toMatchObject({ scene: "model", query: { p: file } });
  await act(() => card?.querySelector("button")?.click());
  await settle();
  expect(picture()).toBe("*.");
});
