// Drawings as SVG: a text is copied into new elements if every part of it is on the lists below. No script,
// style or reference can come with it, so that the security policy of the page holds.

const SVG = "http://www.w3.org/2000/svg";

const ELEMENTS: ReadonlySet<string> = new Set(
  "svg g path rect circle ellipse line polyline polygon text tspan title desc".split(" "),
);

/** The elements with text as content; elsewhere only blanks are allowed. */
const TEXTS: ReadonlySet<string> = new Set(["text", "tspan", "title", "desc"]);

const ATTRIBUTES: ReadonlySet<string> = new Set(
  [
    "viewBox width height x y dx dy x1 y1 x2 y2 cx cy r rx ry d points transform",
    "pathLength textLength lengthAdjust rotate preserveAspectRatio",
    "fill fill-opacity fill-rule opacity color visibility paint-order vector-effect shape-rendering",
    "stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit",
    "stroke-dasharray stroke-dashoffset",
    "font-family font-size font-style font-variant font-weight font-stretch letter-spacing",
    "text-anchor text-decoration text-rendering dominant-baseline alignment-baseline baseline-shift",
  ]
    .join(" ")
    .split(" "),
);

/** Attributes that are left out, because the page writes its own or has no use for them. */
const LEFT_OUT = /^(?:role|class|id|version|xmlns|xmlns:svg|aria-[a-z]+|data-[a-z-]+)$/;

/** Without `:`, `/`, `\`, `;` and quotation marks: no address, no escape, no second declaration. */
const VALUE = /^[\w\s#%.,+'()-]*$/;

/** Other functions, above all `url`, can refer to something outside the drawing. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  "translate rotate scale matrix skewX skewY rgb rgba hsl hsla".split(" "),
);

/** Declarations of XML: a document type can define entities. Comments and CDATA are allowed. */
const DECLARATION = /<!(?!--|\[CDATA\[)|<\?(?!xml\s)/i;

/** Larger drawings are not shown. */
const MAX_LENGTH = 4_000_000;
const MAX_DEPTH = 16;

function isAllowedValue(value: string): boolean {
  if (!VALUE.test(value)) return false;
  return [...value.matchAll(/([\w-]*)\s*\(/g)].every((match) => FUNCTIONS.has(match[1] ?? ""));
}

/** Copies an element; null if a part of it is not allowed. */
function copy(element: Element, depth: number): SVGElement | null {
  const name = element.localName;
  // A prefix would be part of the name.
  if (element.namespaceURI !== SVG || element.tagName !== name) return null;
  if (!ELEMENTS.has(name) || depth > MAX_DEPTH || (name === "svg") !== (depth === 0)) return null;
  const copied = document.createElementNS(SVG, name);
  for (const { name: key, value } of element.attributes) {
    if (LEFT_OUT.test(key)) continue;
    if (!ATTRIBUTES.has(key) || !isAllowedValue(value)) return null;
    copied.setAttribute(key, value);
  }
  for (const child of element.childNodes) {
    if (child.nodeType === Node.COMMENT_NODE) continue;
    if (child.nodeType === Node.ELEMENT_NODE) {
      const inner = copy(child as Element, depth + 1);
      if (inner === null) return null;
      copied.append(inner);
    } else if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) {
      const text = child.nodeValue ?? "";
      if (TEXTS.has(name)) copied.append(document.createTextNode(text));
      else if (text.trim() !== "") return null;
    } else {
      return null;
    }
  }
  return copied;
}

/**
 * Reads a drawing as a new element of this document, as an image called `label`; null if the text is not
 * SVG, or has an element, attribute or value that is not allowed.
 */
export function readSvg(text: string, label: string): SVGElement | null {
  if (text.length > MAX_LENGTH || DECLARATION.test(text)) return null;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root === null || parsed.getElementsByTagName("parsererror").length > 0) return null;
  const svg = copy(root, 0);
  if (svg === null) return null;
  const [width, height] = [svg.getAttribute("width"), svg.getAttribute("height")];
  // A drawing is scaled by its view box.
  if (!svg.hasAttribute("viewBox") && Number(width) > 0 && Number(height) > 0) {
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }
  svg.setAttribute("role", "img");
  for (const child of [...svg.children]) if (child.localName === "title") child.remove();
  const title = document.createElementNS(SVG, "title");
  title.textContent = label;
  svg.prepend(title);
  return svg;
}
