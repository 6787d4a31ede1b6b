// Routes live in the hash: `#/sudoku?p=…`. A route is read as data only, nothing in it is executed.
import { signal } from "@preact/signals";

/** The current place: the scene's name, further path segments, and the query. */
export interface Route {
  readonly scene: string;
  readonly rest: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** The longest hash that is read; every puzzle that the page shows fits. */
export const MAX_HASH = 64_000;

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    // A broken escape is shown as it is, so that the server can say what is wrong with the text.
    return text;
  }
}

/** Reads a hash such as `#/jobs/17` or `#/sudoku?p=…`; one that is too long names no scene. */
export function parseHash(hash: string): Route {
  const text = hash.startsWith("#") ? hash.slice(1) : hash;
  if (text.length > MAX_HASH) return { scene: "too-long", rest: [], query: {} };
  const mark = text.indexOf("?");
  const path = mark < 0 ? text : text.slice(0, mark);
  const parts = path.split("/").filter((part) => part !== "");
  const query: Record<string, string> = Object.create(null);
  if (mark >= 0) {
    for (const pair of text.slice(mark + 1).split("&")) {
      if (pair === "") continue;
      const equals = pair.indexOf("=");
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      query[name] = equals < 0 ? "" : decode(pair.slice(equals + 1));
    }
  }
  return { scene: decode(parts[0] ?? ""), rest: parts.slice(1).map(decode), query };
}

/** Writes a route as a hash; texts that are undefined or empty are left out. */
export function formatHash(path: string, query: Record<string, string | undefined> = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value ?? "")}`);
  return `#/${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}

/** The timer of the pending change of the address. */
let pending: ReturnType<typeof setTimeout> | undefined;

/** The route that the page shows now. */
export const route = signal<Route>(parseHash(location.hash));

addEventListener("hashchange", () => {
  // The pending change belongs to the previous state.
  clearTimeout(pending);
  route.value = parseHash(location.hash);
});

/** Goes to another place, as a click on a link would. */
export function navigate(path: string, query: Record<string, string | undefined> = {}): void {
  location.hash = formatHash(path, query);
}

/** Milliseconds from the last change to the change of the address: browsers allow only a few per second. */
const SAVE_DELAY = 200;

/**
 * Writes the state of the scene that is shown into the address without a new entry in the history
 * and without a new `route`: the scene already shows it. States too long for a link are left out.
 * It is written a moment later, and not at all if another scene is shown by then.
 */
export function saveInAddress(path: string, query: Record<string, string | undefined>): void {
  const hash = formatHash(path, query);
  const kept = hash.length <= MAX_HASH ? hash : formatHash(path);
  clearTimeout(pending);
  const shown = location.hash;
  pending = setTimeout(() => {
    // A new address is there before its `hashchange`.
    if (location.hash !== shown) return;
    const elsewhere = parseHash(shown).scene !== parseHash(kept).scene;
    if (!elsewhere && kept !== shown) history.replaceState(history.state, "", kept);
  }, SAVE_DELAY);
}

/** The address of the page itself. */
function pageUrl(): string {
  return location.href.replace(/[?#].*$/, "");
}

/** The whole address of a route, to be shared. */
export function routeUrl(path: string, query: Record<string, string | undefined>): string {
  return `${pageUrl()}${formatHash(path, query)}`;
}

/** The query of the address that other sites may show in a frame; the server knows it. */
const EMBED = "?embed";

/** Whether the page is a part of another one, and shows one puzzle only. */
export const isEmbedded = location.search === EMBED;

/** Returns the HTML by which another site shows a puzzle. */
export function embedding(path: string, query: Record<string, string | undefined>): string {
  const address = `${pageUrl()}${EMBED}${formatHash(path, query)}`.replaceAll("&", "&amp;");
  return `<iframe src="${address}" title="Puzzle" width="100%" height="720" allow="clipboard-write"></iframe>`;
}
