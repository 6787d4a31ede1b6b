// Techniques and rules.
import { formatHash } from "../shell/route";
import "../style/home.css";
import { type Way, Ways } from "./Entry";

const WAYS: readonly Way[] = [
  {
    href: formatHash("techniques"),
    title: "Techniques of Sudoku",
    text: "From naked singles to chains: definition, reason, and an example of each",
  },
  {
    href: formatHash("play"),
    title: "Rules of pencil puzzles",
    text: "Each puzzle of the library shows the rules of its kind, and explains its solution in steps",
  },
  {
    href: formatHash("sudoku"),
    title: "Why is this digit here?",
    text: "Open a Sudoku: hints in four levels, and every step of its solution with its reason",
  },
];

/** The scene. */
export default function Learn() {
  return (
    <section>
      <h1>Learn</h1>
      <Ways ways={WAYS} />
    </section>
  );
}
