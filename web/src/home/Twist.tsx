// Puzzles that turn.
import { formatHash } from "../shell/route";
import "../style/home.css";
import { PERMUTATIONS } from "../ui/twisty";
import { type Way, Ways } from "./Entry";

const WAYS: readonly Way[] = [
  {
    href: formatHash("cube"),
    title: "Cube",
    text: "The 3×3×3, also with the directions of its centres: short solutions, shortest ones proved",
  },
  {
    href: formatHash("square1"),
    title: "Square-1",
    text: "Distances, all shortest solutions, the middle layer included",
  },
  {
    href: formatHash("sudoku-cube"),
    title: "Sudoku Cube",
    text: "Which piece goes where, and the turns that bring it there",
  },
  {
    href: formatHash("perm"),
    title: "Any permutation puzzle",
    text: "By its name, or by a definition of its pieces and moves",
  },
];

/** The scene. */
export default function Twist() {
  return (
    <section>
      <h1>Twist</h1>
      <Ways ways={WAYS} />
      <h2 class="family">Puzzles with a name</h2>
      <ul class="home-kinds">
        {PERMUTATIONS.map((name) => (
          <li key={name}>
            <a href={formatHash("perm", { p: name })}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
