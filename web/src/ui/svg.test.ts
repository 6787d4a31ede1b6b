// Which drawings are shown. What is refused here must never reach the page.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSvg } from "./svg";

const svg = (inner: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="88" height="48" viewBox="0 0 88 48"${attributes}>${inner}</svg>`;

/** A drawing as the server writes it. */
const BOARD = svg(
  `
<title>a &lt;b&gt;</title>
<rect x="4" y="4" width="40" height="40" fill="currentColor" fill-opacity="0.15"/>
<path d="M4 4H84M4 4V44" stroke="currentColor" stroke-width="3" stroke-linecap="square"/>
<g transform="translate(4, 4) rotate(-90 2 2)"><circle cx="20" cy="20" r="16" stroke="#2f7de1"/></g>
<text x="64" y="24" dy="0.35em" font-size="20" font-weight="bold" fill="currentColor">&lt;7&gt;</text>
`,
  ' role="img" fill="none" font-family="sans-serif" text-anchor="middle"',
);

describe("a drawing of the server", () => {
  it("is copied into the document, named for screen readers", () => {
    const image = readSvg(BOARD, "Solved");
    expect(image?.ownerDocument).toBe(document);
    expect(image?.namespaceURI).toBe("http://www.w3.org/2000/svg");
    expect(image?.getAttribute("role")).toBe("img");
    expect(image?.getAttribute("viewBox")).toBe("0 0 88 48");
    expect([...(image?.querySelectorAll("title") ?? [])].map((it) => it.textContent)).toEqual([
      "Solved",
    ]);
    expect(image?.querySelector("text")?.textContent).toBe("<7>");
    expect(image?.querySelector("rect")?.getAttribute("fill")).toBe("currentColor");
    expect(image?.querySelector("circle")?.parentElement?.getAttribute("transform")).toBe(
      "translate(4, 4) rotate(-90 2 2)",
    );
  });
  it("is every drawing that the tests of the toolkit expect", () => {
    const folder = "../crates/gordian-puzzles/src/board/drawing/snapshots";
    const drawings = readdirSync(folder)
      .map((name) => readFileSync(`${folder}/${name}`, "utf8"))
      .flatMap((file) => /<svg.*<\/svg>/s.exec(file)?.[0] ?? []);
    expect(drawings).not.toEqual([]);
    for (const drawing of drawings) expect(readSvg(drawing, "x")).not.toBeNull();
  });
  it("gets a view box, by which it is scaled", () => {
    const image = readSvg(BOARD.replace(/ viewBox="[^"]*"/, ""), "x");
    expect(image?.getAttribute("viewBox")).toBe("0 0 88 48");
  });
  it("has no names that could be those of the page", () => {
    const named = '<rect id="app" class="spoken" data-cell="r1c1" aria-hidden="true" width="1"/>';
    const rect = readSvg(svg(named), "x")?.querySelector("rect");
    expect([...(rect?.attributes ?? [])].map((it) => it.name)).toEqual(["width"]);
  });
  it("may have comments and a declaration of XML", () => {
    const text = `<?xml version="1.0"?>\n${svg("<!-- a board --><rect width='1'/>")}`;
    expect(readSvg(text, "x")?.innerHTML).not.toContain("board");
    expect(readSvg(text, "x")?.querySelector("rect")).not.toBeNull();
  });
});

describe("refused is", () => {
  const refused = (name: string, text: string) =>
    it(name, () => expect(readSvg(text, "x")).toBeNull());
  refused("an empty text", "");
  refused("HTML", "<p>no</p>");
  refused("an unclosed element", svg("<g>"));
  refused("another root", '<g xmlns="http://www.w3.org/2000/svg"/>');
  refused("a root without a namespace", "<svg><rect/></svg>");
  refused("a script", svg("<script>alert(1)</script>"));
  refused("a script in capitals", svg("<SCRIPT>alert(1)</SCRIPT>"));
  refused("a script of HTML", svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml">1</h:script>'));
  refused("an element with a prefix", svg('<s:rect xmlns:s="http://www.w3.org/2000/svg"/>'));
  refused("HTML inside", svg("<foreignObject><p>no</p></foreignObject>"));
  refused("a style sheet", svg("<style>text{fill:red}</style>"));
  refused("a style attribute", svg('<rect style="fill:red"/>'));
  refused("an event handler", svg('<rect onclick="alert(1)"/>'));
  refused("an event handler of the root", svg("", ' onload="alert(1)"'));
  refused("a link", svg('<a href="javascript:alert(1)"><text>1</text></a>'));
  refused("an image", svg('<image href="https://example.org/x.png"/>'));
  refused("a use", svg('<use href="#x"/>'));
  refused(
    "an address of XLink",
    svg('<rect xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://example.org"/>'),
  );
  refused("an animation", svg('<rect><set attributeName="href" to="javascript:alert(1)"/></rect>'));
  refused("a fill from elsewhere", svg('<rect fill="url(https://example.org/#x)"/>'));
  refused("a fill by reference", svg('<rect fill="url(#x)"/>'));
  refused("a fill in disguise", svg('<rect fill="u&#x52;L (#x)"/>'));
  refused("a fill by an escape", svg('<rect fill="\\75 rl(#x)"/>'));
  refused("a second declaration", svg('<text font-family="x;background:red">1</text>'));
  refused("a filter", svg('<rect filter="blur(1px)"/>'));
  refused("a base", svg("<rect/>", ' xml:base="https://example.org"'));
  refused("text between shapes", svg("text"));
  refused("an image in an image", svg(svg("")));
  refused("a deep tree", svg(`${"<g>".repeat(50)}${"</g>".repeat(50)}`));
  refused("an entity", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("<text>&a;</text>")}`);
  refused("a style sheet beside", `<?xml-stylesheet href="x.css"?>${svg("")}`);
  refused("too much", svg(`<text>${"1".repeat(5_000_000)}</text>`));
});
