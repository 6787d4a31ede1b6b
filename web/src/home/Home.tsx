// The first screen: what was pasted, what was begun, the puzzles of the day, and the way to everything else.
import { useState } from "preact/hooks";
import { fewDaily } from "../daily/daily";
import { Today } from "../daily/Today";
import { PasteBox } from "../open/PasteBox";
import { recentLinks } from "../shell/recent";
import { formatHash } from "../shell/route";
import "../style/home.css";
import { KindLink } from "../ui/KindLink";
import { useKinds } from "../ui/useKinds";

const ENTRIES = [
  { path: "play", title: "Play", text: "A library of puzzles: hints, checks, explanations" },
  { path: "create", title: "Create", text: "Draw and generate puzzles, write models" },
  { path: "twist", title: "Twist", text: "Square-1, cubes, any puzzle that turns" },
  { path: "learn", title: "Learn", text: "Techniques of Sudoku, rules of each kind" },
] as const;

/** How many links to begun puzzles are shown. */
const N_RECENT = 3;

function Continue() {
  const [links] = useState(() => recentLinks().slice(0, N_RECENT));
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="home-continue">
      <h2 id="home-continue">Continue</h2>
      <ul class="home-links">
        {links.map(({ hash, title }) => (
          <li key={hash}>
            <a href={hash}>{title}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** All kinds of puzzles with a board, found by a part of their names. */
function Kinds() {
  // The list is a way to the library, which says what is wrong.
  const { kinds } = useKinds();
  const [wanted, setWanted] = useState("");
  const part = wanted.trim().toLowerCase();
  const found = kinds.filter(
    ({ kind, title }) => title.toLowerCase().includes(part) || kind.includes(part),
  );
  return (
    <section aria-labelledby="home-kinds">
      <div class="home-head">
        <h2 id="home-kinds">Pencil puzzles</h2>
        <input
          type="search"
          aria-label="Find a kind of puzzle"
          placeholder="Find a kind"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </div>
      <ul class="home-kinds" aria-live="polite">
        {found.map(({ kind, title }) => (
          <li key={kind}>
            <KindLink kind={kind} title={title} href={formatHash("play", { q: title })} />
          </li>
        ))}
      </ul>
      {kinds.length > 0 && found.length === 0 ? <p class="muted">No kind has this name.</p> : null}
    </section>
  );
}

/** The scene. */
export default function Home() {
  return (
    <div class="home">
      <h1>Exact answers to puzzles</h1>
      <PasteBox />
      <nav class="home-entries" aria-label="Entries">
        {ENTRIES.map(({ path, title, text }) => (
          <a key={path} class="card" href={formatHash(path)}>
            <strong>{title}</strong>
            <span class="muted">{text}</span>
          </a>
        ))}
      </nav>
      <div class="home-columns">
        <Today puzzles={fewDaily} heading="Today" />
        <Continue />
      </div>
      <Kinds />
    </div>
  );
}
