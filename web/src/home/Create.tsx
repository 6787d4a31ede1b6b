// What can be made: puzzles of each kind, and models.
import { formatHash } from "../shell/route";
import "../style/home.css";
import { Faults } from "../ui/Faults";
import { FAMILIES } from "../ui/families";
import { KindLink } from "../ui/KindLink";
import { useKinds } from "../ui/useKinds";
import { type Way, Ways } from "./Entry";

/** Rows and columns of a new board. */
const SIDE = "8x8";

const WAYS: readonly Way[] = [
  {
    href: formatHash("sudoku"),
    title: "Sudoku",
    text: "Grids of any size with regions, diagonals, groups and cages; new ones by difficulty",
  },
  {
    href: formatHash("golden-waste"),
    title: "Golden Waste",
    text: "Coins, and the walk that takes all",
  },
  { href: formatHash("model"), title: "Model", text: "Variables and constraints of your own" },
  {
    href: formatHash("sheets"),
    title: "Sheets",
    text: "Two, four or six puzzles of a kind for paper, with answers",
  },
];

/** The scene. */
export default function Create() {
  const { kinds, error } = useKinds();
  return (
    <section>
      <h1>Create</h1>
      <Ways ways={WAYS} />
      <h2 class="family">Pencil puzzles</h2>
      <p class="muted">An empty board to draw on, or a generated one.</p>
      <Faults error={error} />
      {FAMILIES.map(({ family, title }) => (
        <section key={family} aria-label={title}>
          <h3>{title}</h3>
          <ul class="home-kinds">
            {kinds
              .filter((one) => one.family === family)
              .map(({ kind, title: name }) => (
                <li key={kind}>
                  <KindLink
                    kind={kind}
                    title={name}
                    href={formatHash("pencil", { k: kind, s: SIDE })}
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
