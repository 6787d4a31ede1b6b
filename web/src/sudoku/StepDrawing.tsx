// The pattern of a step in the drawing of a grid: houses and sets behind the digits, signs around
// candidates, links over them.
import { useMemo } from "preact/hooks";
import type { SentenceDocument, SetDocument, StepDocument } from "../api/generated";
import { cellOutline, svgPath } from "../ui/outline";
import { highlightedSentence } from "./focus";
import { cellName, cellOf, type Layout } from "./layout";
import {
  CELL,
  candidatePoint,
  candidateRadius,
  drawLinks,
  groupOutline,
  NUMBER_RADIUS,
  type Obstacle,
} from "./links";
import { colourLetter, type Role, setLetter } from "./steps";

/** More links than these are numbered only while a sentence names them. */
const MANY_LINKS = 26;
/** The number of different colours and hatchings of sets; further sets repeat them. */
export const SET_STYLES = 6;

/** The roles of candidates, by cell and digit. */
export type Roles = ReadonlyMap<number, ReadonlyMap<number, Role>>;

interface StepProps {
  readonly layout: Layout;
  readonly step: StepDocument;
  readonly marks: readonly (readonly number[])[];
}

function cellsOf(n: number, names: readonly string[] | undefined): number[] {
  return (names ?? []).map((name) => cellOf(n, name)).filter((cell) => cell !== null);
}

function CellRect({
  n,
  cell,
  kind,
  fill,
}: {
  n: number;
  cell: number;
  kind: string;
  fill?: string;
}) {
  return (
    <rect
      class={kind}
      {...(fill ? { fill } : {})}
      x={(cell % n) * CELL}
      y={Math.floor(cell / n) * CELL}
      width={CELL}
      height={CELL}
    />
  );
}

/** The hatchings of sets, different from each other also without colours. */
export function SetPatterns() {
  const lines = ["M0 6L6 0", "M0 0L6 6", "M3 0V6", "M0 3H6", "M0 6L6 0M0 0L6 6", "M3 0V6M0 3H6"];
  return (
    <>
      {lines.map((d, index) => (
        <pattern key={d} id={`set-${index + 1}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <path class={`set-lines set-${index + 1}`} d={d} />
        </pattern>
      ))}
    </>
  );
}

/** The connected parts of a set of cells. */
function components(n: number, cells: readonly number[]): number[][] {
  const left = new Set(cells);
  const parts: number[][] = [];
  for (const first of cells) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const cell of part) {
      const column = cell % n;
      const beside = [cell - n, cell + n];
      if (column > 0) beside.push(cell - 1);
      if (column + 1 < n) beside.push(cell + 1);
      for (const other of beside) if (left.delete(other)) part.push(other);
    }
    parts.push(part.sort((a, b) => a - b));
  }
  return parts;
}

/** Sets whose cells are shaded: those of a colouring are shown by the signs of candidates. */
function shaded(step: StepDocument): readonly SetDocument[] {
  return (step.sets ?? []).filter((set) => set.kind !== "colour");
}

/** Houses, sets and cells of a step, behind the digits. */
export function StepGround({ layout, step }: Omit<StepProps, "marks">) {
  const { n } = layout;
  const ofHouses = (names: readonly string[] | undefined) =>
    layout.houses.filter((house) => names?.includes(house.name)).flatMap((house) => house.cells);
  const sets = shaded(step);
  const inSets = new Set(sets.flatMap((set) => cellsOf(n, set.cells)));
  const lit = highlightedSentence(step);
  return (
    <g class="ground">
      {[...new Set(ofHouses(step.houses))].map((cell) => (
        <CellRect key={cell} n={n} cell={cell} kind="house" />
      ))}
      {[...new Set(ofHouses(step.covers))].map((cell) => (
        <CellRect key={cell} n={n} cell={cell} kind="cover" />
      ))}
      {[...new Set(cellsOf(n, step.cells))]
        .filter((cell) => !inSets.has(cell))
        .map((cell) => (
          <CellRect key={cell} n={n} cell={cell} kind="part" />
        ))}
      {[...new Set(cellsOf(n, step.fins))].map((cell) => (
        <CellRect key={cell} n={n} cell={cell} kind="fin" />
      ))}
      {sets.map((set, index) => {
        const cells = cellsOf(n, set.cells);
        const style = `set-${(index % SET_STYLES) + 1}`;
        const dim = lit?.sets && !lit.sets.includes(index) ? " dim" : "";
        return (
          <g key={`${setLetter(index)} ${set.cells.join()}`} class={`set ${style}${dim}`}>
            {cells.map((cell) => (
              <CellRect key={cell} n={n} cell={cell} kind="tint" />
            ))}
            {cells.map((cell) => (
              <CellRect key={cell} n={n} cell={cell} kind="hatching" fill={`url("#${style}")`} />
            ))}
            {/* Outlines of sets with a common cell stay apart. */}
            <path
              class="edge"
              d={svgPath(cellOutline(n, cells, 0.03 + 0.03 * (index % 3)), CELL)}
            />
          </g>
        );
      })}
    </g>
  );
}

/** The letters of sets, at the upper left corner of each of their parts. */
export function SetLetters({ layout, step }: Omit<StepProps, "marks">) {
  const { n } = layout;
  const taken = new Map<number, number>();
  const letters = shaded(step).flatMap((set, index) =>
    components(n, cellsOf(n, set.cells)).map((part) => {
      const cell = part[0] ?? 0;
      const before = taken.get(cell) ?? 0;
      taken.set(cell, before + 1);
      return { index, cell, before };
    }),
  );
  if ((step.sets?.length ?? 0) < 2) return null;
  return (
    <g class="set-letters">
      {letters.map(({ index, cell, before }) => {
        const x = Math.max(5, (cell % n) * CELL) + before * 11;
        const y = Math.max(4, Math.floor(cell / n) * CELL);
        return (
          <g key={`${setLetter(index)} ${cell}`} class={`set set-${(index % SET_STYLES) + 1}`}>
            <rect class="plate" x={x - 5} y={y - 5} width="10" height="10" rx="2.5" />
            <text class="letter" font-size="8" x={x} y={y + 2.9}>
              {setLetter(index)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The letters of colours, each at the nearest place of the cell that has no candidate. */
export function ColourLetters({ layout, step, marks }: StepProps) {
  const { n } = layout;
  const top = layout.cages.length > 0 ? 7 : 0;
  const place = (cell: number, digit: number) => {
    const own = candidatePoint(n, cell, digit, top);
    const free = Array.from({ length: n }, (_, i) => i + 1)
      .filter((other) => other !== digit && !marks[cell]?.includes(other))
      .map((other) => candidatePoint(n, cell, other, top));
    const far = (it: { x: number; y: number }) => Math.hypot(it.x - own.x, it.y - own.y);
    return free.sort((a, b) => far(a) - far(b))[0] ?? own;
  };
  return (
    <g class="colour-letters">
      {(step.sets ?? []).flatMap((set, index) =>
        set.kind !== "colour"
          ? []
          : cellsOf(n, set.cells).flatMap((cell) =>
              set.digits.map((digit) => {
                const { x, y } = place(cell, digit);
                return (
                  <text
                    key={`${cell} ${digit}`}
                    class={`letter set-${(Math.floor(index / 2) % SET_STYLES) + 1}`}
                    font-size="8.5"
                    x={x}
                    y={y + 2.9}
                  >
                    {colourLetter(index)}
                  </text>
                );
              }),
            ),
      )}
    </g>
  );
}

/** The sign around a candidate: each role has a shape of its own. */
function Sign({ x, y, r, role }: { x: number; y: number; r: number; role: Role }) {
  switch (role) {
    case "member":
      return null;
    // A single stroke leaves the digit readable.
    case "out":
      return <path class="sign out" d={`M${x - r} ${y + r}L${x + r} ${y - r}`} />;
    case "second":
      return <rect class="sign second" x={x - r} y={y - r} width={2 * r} height={2 * r} rx="1" />;
    case "fin":
    case "extra": {
      const d = r * 1.15;
      return (
        <path class="sign fin" d={`M${x} ${y - d}L${x + d} ${y}L${x} ${y + d}L${x - d} ${y}Z`} />
      );
    }
    default:
      return <circle class={`sign ${role}`} cx={x} cy={y} r={r} />;
  }
}

/** The signs around the candidates of a step. */
export function CandidateSigns({
  layout,
  roles,
  marks,
}: Omit<StepProps, "step"> & { roles: Roles }) {
  const { n } = layout;
  const top = layout.cages.length > 0 ? 7 : 0;
  const r = candidateRadius(n) * (top > 0 ? 0.85 : 0.94);
  return (
    <g class="signs">
      {[...roles].flatMap(([cell, digits]) =>
        [...digits]
          // A set has digits for all of its cells, including candidates already eliminated.
          .filter(([digit, role]) => role === "in" || marks[cell]?.includes(digit))
          .map(([digit, role]) => (
            <Sign
              key={`${cellName(n, cell)} ${digit}`}
              {...candidatePoint(n, cell, digit, top)}
              r={r}
              role={role}
            />
          )),
      )}
    </g>
  );
}

/** A ring around each candidate that the highlighted sentence names besides its links. */
function Rings({ n, sentence, top }: { n: number; sentence: SentenceDocument; top: number }) {
  return (
    <>
      {(sentence.candidates ?? []).map(({ cell: name, digit }) => {
        const cell = cellOf(n, name);
        if (cell === null) return null;
        const { x, y } = candidatePoint(n, cell, digit, top);
        return (
          <circle
            key={`${name} ${digit}`}
            class="ring"
            cx={x}
            cy={y}
            r={candidateRadius(n) * 1.25}
          />
        );
      })}
    </>
  );
}

/** The links of a step, in order and numbered, over the digits. */
export function StepLinks({ layout, step, marks, roles }: StepProps & { roles: Roles }) {
  const { n } = layout;
  const top = layout.cages.length > 0 ? 7 : 0;
  const drawn = useMemo(() => {
    const obstacles: Obstacle[] = marks.flatMap((digits, cell) =>
      digits.map((digit) => ({
        ...candidatePoint(n, cell, digit, top),
        weight: roles.get(cell)?.has(digit) ? 2.5 : 1,
      })),
    );
    return drawLinks(n, step.links ?? [], obstacles, top);
  }, [n, step, marks, roles, top]);
  const groups = useMemo(() => {
    const ends = (step.links ?? []).flatMap((link) => [link.from, link.to]);
    return [...new Set(ends.map((end) => groupOutline(n, end, top)))].filter((d) => d !== "");
  }, [n, step, top]);
  const lit = highlightedSentence(step);
  const isLit = (index: number) => lit?.links?.includes(index) ?? false;
  const some = (lit?.links?.length ?? 0) > 0;
  const state = (index: number) => (some ? (isLit(index) ? "lit" : "dim") : "");
  // Highlighted links are drawn on top.
  const order = drawn
    .map((link, index) => ({ link, index }))
    .sort((a, b) => Number(isLit(a.index)) - Number(isLit(b.index)));
  const numbered = (index: number) => (some ? isLit(index) : drawn.length <= MANY_LINKS);
  return (
    <g class={`links${drawn.length > MANY_LINKS ? " many" : ""}`}>
      {groups.map((d) => (
        <path key={d} class="several" d={d} />
      ))}
      {order.map(({ link, index }) =>
        link === null ? null : (
          // A new element for each state: Chromium does not restyle elements that move at the same time.
          <g
            key={`${index} ${state(index)} ${link.path}`}
            class={`link ${link.strong ? "strong" : "weak"} ${state(index)}`}
          >
            <path class="line" d={link.path} />
            <path class="head" d={link.head} />
          </g>
        ),
      )}
      {order.map(({ link, index }) =>
        link === null || !numbered(index) ? null : (
          <g key={`${index} ${link.path}`} class={`order${isLit(index) ? " lit" : ""}`}>
            <circle cx={link.label.x} cy={link.label.y} r={NUMBER_RADIUS} />
            <text font-size={link.number > 99 ? 5.6 : 7.4} x={link.label.x} y={link.label.y + 2.65}>
              {link.number}
            </text>
          </g>
        ),
      )}
      {lit ? <Rings n={n} sentence={lit} top={top} /> : null}
    </g>
  );
}
