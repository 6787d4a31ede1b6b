import { describe, expect, it } from "vitest";
import { tomlField } from "../ui/toml";
import { CARDS, cardsWith, openingText } from "./cards";
import { netFaces, pieceOutline } from "./sketches";

describe("field", () => {
  const check = (file: string, key: string, expected: string | null) =>
    it(JSON.stringify(file), () => expect(tomlField(file, key)).toBe(expected));
  check('position = "a,K"', "position", "a,K");
  check("x = 1\nnet = '''\n1 2\n'''", "net", "\n1 2\n");
  check('net = """\n1\n"""', "net", "\n1\n");
  check("title = ''", "title", "");
  check("# net = 'no'\nkind = 'grid'", "net", null);
});

describe("netFaces", () => {
  it("reads the faces of a drawn net", () => {
    const words = [..."aaaa", ..."ABCDEFGH", ..."IJKLMNOP", ..."zzzz"];
    const faces = netFaces(words);
    expect(faces?.get("U")?.join("")).toBe("aaaa");
    expect(faces?.get("L")?.join("")).toBe("ABIJ");
    expect(faces?.get("B")?.join("")).toBe("GHOP");
    expect(faces?.get("D")?.join("")).toBe("zzzz");
  });
  it("has no sign for elements that do not occur", () => {
    expect(netFaces([])).toBe(null);
    expect(netFaces(["1", "2"])).toBe(null);
  });
});

describe("pieceOutline", () => {
  it("begins in the middle and closes", () => {
    expect(pieceOutline(false, 0)).toMatch(/^M0 0L35\.2 0L[\d.]+ -17\.6Z$/);
    expect(pieceOutline(true, 0).match(/L/g)).toHaveLength(3);
  });
});

describe("cards", () => {
  const opens = (name: string, puzzle: string) =>
    CARDS.find((card) => card.name === name)?.opens(puzzle);
  it("open turning puzzles by their position", () => {
    const silver = opens("square1-silver", 'kind = "square1"\nposition = "x,K"');
    expect(silver).toEqual({ scene: "square1", query: { p: "x,K" } });
    const six = opens("square1", 'scramble = "(1,0)/"\ncolours = "silver"');
    expect(six?.query).toEqual({ p: "(1,0)/", c: "silver" });
    const cube = opens("cube3", "position = '''\n U \n'''\ncentres = true");
    expect(cube).toEqual({ scene: "cube", query: { p: "U", c: "1" } });
  });
  it("have names of their own", () => {
    expect(new Set(CARDS.map((card) => card.name)).size).toBe(CARDS.length);
  });
  it("are made for the examples of kinds without one", () => {
    const example = (name: string, kind: string) => ({
      name,
      title: null,
      kind,
      family: kind === "nurikabe" ? ("shading" as const) : null,
      puzzle: "",
    });
    // `grid` has cards, so that its other examples get none.
    const known = [example("classic", "grid"), example("another", "grid")];
    expect(cardsWith(known)).toEqual(CARDS);
    const cards = cardsWith([...known, example("lamps", "lamps")]);
    expect(cards).toHaveLength(CARDS.length + 1);
    const made = cards.find(({ name }) => name === "lamps");
    expect(made).toMatchObject({ title: "lamps", draws: "board" });
    expect(made?.text).toBe("A puzzle of the kind lamps.");
    expect(made?.opens("x = 1")).toEqual({ scene: "model", query: { p: "x = 1" } });
    expect(cards.at(-1)?.name).toBe("model");
    const pencil = cardsWith([example("islands", "nurikabe")]).find(({ family }) => family);
    expect(pencil?.opens("x = 1")).toEqual({ scene: "pencil", query: { p: "x = 1" } });
  });
});

describe("openingText", () => {
  const check = (file: string, expected: string | null) =>
    it(JSON.stringify(file), () => expect(openingText(file)).toBe(expected));
  check("# One rule of\n# two lines. More.\n\n# Other.", "One rule of two lines. More.");
  check("# No end\n#\n# Other.", "No end");
  check("# In 3.5 s!\nkind = 'x'", "In 3.5 s!");
  check("# Fill the white cells (`.`): all.", "Fill the white cells: all.");
  check(`# Short. ${"long ".repeat(40)}.`, "Short.");
  check("kind = 'x'\n# later", null);
  check("", null);
});
