// The legend of the drawing of a step: only the signs that occur in it.
import type { StepDocument } from "../api/generated";
import { type Role, setLetter } from "./steps";

interface Entry {
  readonly sign: string;
  readonly means: string;
}

/** The signs of a step, with their meanings. */
export function legend(step: StepDocument): Entry[] {
  const kinds = new Set<Role>((step.marks ?? []).map(({ mark }) => mark));
  const links = step.links ?? [];
  const sets = step.sets ?? [];
  const isColouring = sets.some((set) => set.kind === "colour");
  const locked = sets.filter((set) => set.kind === "almost-locked");
  const entries: (Entry | false)[] = [
    isColouring
      ? { sign: "● ■", means: "the two colours of a cluster: A and a, B and b" }
      : kinds.has("first") || kinds.has("second")
        ? {
            sign: "● ■",
            means:
              links.length > 0
                ? "assumed or shown to be false, and to be true"
                : "candidates of the one part of the pattern, and of the other",
          }
        : { sign: "●", means: "a candidate of the pattern" },
    locked.length > 0 &&
      !step.marks?.length && { sign: "■", means: "a restricted common candidate" },
    ((step.fins?.length ?? 0) > 0 || kinds.has("extra")) && {
      sign: "◆",
      means: step.fins?.length ? "a fin" : "an extra candidate",
    },
    (step.eliminations?.length ?? 0) > 0 && { sign: "╱", means: "an eliminated candidate" },
    (step.placements?.length ?? 0) > 0 && { sign: "◉", means: "a digit that is placed" },
    links.some((link) => link.strong) && {
      sign: "━▶",
      means: "a strong link: if one end is false, the other is true",
    },
    links.some((link) => !link.strong) && {
      sign: "┅▶",
      means: "a weak link: if one end is true, the other is false",
    },
    links.some((link) => link.from.cells.length + link.to.cells.length > 2) && {
      sign: "(● ●)",
      means: "an outline: a group, one of these candidates",
    },
    sets.length > 1 &&
      !isColouring && {
        sign: sets.map((_, index) => setLetter(index)).join(" "),
        means: locked.length > 0 ? "almost locked sets" : "groups of cells",
      },
    (step.houses?.length ?? 0) > 0 && { sign: "tinted", means: "the houses looked at" },
    (step.covers?.length ?? 0) > 0 && { sign: "hatched", means: "the houses that lose candidates" },
  ];
  return entries.filter((entry) => entry !== false);
}

/** The list, collapsed unless `open`. */
export function Legend({ step, open = false }: { step: StepDocument; open?: boolean }) {
  return (
    <details open={open}>
      <summary>What the signs mean</summary>
      <dl class="legend">
        {legend(step).map(({ sign, means }) => (
          <div key={sign}>
            <dt>{sign}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
