// The head of the scenes of puzzles that turn: a title, a sentence, and the menu of all these puzzles.
import type { ComponentChildren } from "preact";
import { navigate } from "../shell/route";
import { PERMUTATIONS, SCENES_OF_TWIST } from "../ui/twisty";

/** The value of the menu for a definition of the user's own. */
const OWN = "";

interface PuzzleHeadProps {
  readonly id: string;
  readonly title: string;
  /** The scene, or the name of a permutation puzzle; null for a definition of the user's own. */
  readonly puzzle: string | null;
  readonly children: ComponentChildren;
}

function open(puzzle: string): void {
  if (SCENES_OF_TWIST.some(({ path }) => path === puzzle)) navigate(puzzle);
  else if (puzzle !== OWN) navigate("perm", { p: puzzle });
}

/** The head. */
export function PuzzleHead({ id, title, puzzle, children }: PuzzleHeadProps) {
  const isListed =
    puzzle === null ||
    PERMUTATIONS.includes(puzzle) ||
    SCENES_OF_TWIST.some(({ path }) => path === puzzle);
  return (
    <div class="scene-head">
      <h1 id={id}>{title}</h1>
      <label class="small">
        Puzzle{" "}
        <select value={puzzle ?? OWN} onChange={(event) => open(event.currentTarget.value)}>
          {SCENES_OF_TWIST.map((scene) => (
            <option key={scene.path} value={scene.path}>
              {scene.title}
            </option>
          ))}
          <optgroup label="Permutation puzzles">
            {PERMUTATIONS.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
            {/* A link may name one that does not exist. */}
            {isListed ? null : <option value={puzzle}>{puzzle}</option>}
            {puzzle === null ? <option value={OWN}>your definition</option> : null}
          </optgroup>
        </select>
      </label>
      <p class="muted">{children}</p>
    </div>
  );
}
