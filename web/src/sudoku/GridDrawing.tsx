// A grid as a drawing: lines, regions, cages, digits, candidates, and the pattern of a step.
import { useMemo } from "preact/hooks";
import type { StepDocument } from "../api/generated";
import { cellOutline, regionBorders, svgPath } from "../ui/outline";
import { hasSplitRegions, RegionLabels, RegionTints } from "../ui/Regions";
import { type Layout, regionOf } from "./layout";
import { CELL, candidatePoint, candidateRadius } from "./links";
import {
  CandidateSigns,
  ColourLetters,
  SetLetters,
  SetPatterns,
  StepGround,
  StepLinks,
} from "./StepDrawing";
import { candidateRoles, type Role } from "./steps";
import "../style/steps.css";

interface GridDrawingProps {
  readonly layout: Layout;
  readonly givens: readonly number[];
  /** Digits that are not given. */
  readonly placed: readonly number[];
  /** Small digits of open cells. */
  readonly marks?: readonly (readonly number[])[];
  readonly selected?: ReadonlySet<number>;
  /** Cells with colours of the player, which must look the same when they are selected. */
  readonly coloured?: ReadonlySet<number>;
  readonly wrong?: ReadonlySet<number>;
  /** Cells with this digit are tinted. */
  readonly digit?: number;
  readonly step?: StepDocument | null;
  /** The description for screen readers; none if each cell has its own label. */
  readonly label?: string;
}

const NO_MARKS: readonly (readonly number[])[] = [];

/** The part that does not change while digits are typed. */
function Lines({ layout }: { layout: Layout }) {
  const { n } = layout;
  const side = n * CELL;
  const thin = Array.from({ length: n - 1 }, (_, i) => (i + 1) * CELL)
    .map((at) => `M${at} 0V${side}M0 ${at}H${side}`)
    .join("");
  return (
    <g class="lines">
      <path class="thin" d={thin} />
      {layout.houses
        .filter((house) => house.kind.endsWith("-diagonal"))
        .map((house) => (
          <path
            key={house.name}
            class="diagonal"
            d={house.kind === "main-diagonal" ? `M0 0L${side} ${side}` : `M${side} 0L0 ${side}`}
          />
        ))}
      <path class="thick" d={svgPath(regionBorders(n, regionOf(layout)), CELL)} />
      <rect class="thick" x="0" y="0" width={side} height={side} rx="3" />
    </g>
  );
}

function Groups({ layout }: { layout: Layout }) {
  return (
    <g class="groups">
      {layout.houses
        .filter((house) => house.kind === "group")
        .map((house) => (
          <g key={house.name}>
            {house.cells.map((cell) => (
              <rect
                key={cell}
                class="shade"
                x={(cell % layout.n) * CELL}
                y={Math.floor(cell / layout.n) * CELL}
                width={CELL}
                height={CELL}
              />
            ))}
            <path class="group" d={svgPath(cellOutline(layout.n, house.cells, 0.06), CELL)} />
          </g>
        ))}
    </g>
  );
}

function Cages({ layout }: { layout: Layout }) {
  return (
    <g class="cages">
      {layout.cages.map((cage) => {
        const first = Math.min(...cage.cells);
        const [x, y] = [(first % layout.n) * CELL, Math.floor(first / layout.n) * CELL];
        return (
          <g key={cage.cells.join()}>
            <path class="cage" d={svgPath(cellOutline(layout.n, cage.cells, 0.09), CELL)} />
            <text class="sum" x={x + 5} y={y + 11.5}>
              {cage.sum}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function CellRect({ n, cell, kind }: { n: number; cell: number; kind: string }) {
  return (
    <rect
      class={kind}
      x={(cell % n) * CELL}
      y={Math.floor(cell / n) * CELL}
      width={CELL}
      height={CELL}
    />
  );
}

/** The outline of the selected cells, which leaves their colours as they are. */
function SelectionOutline({ n, cells }: { n: number; cells: ReadonlySet<number> }) {
  const d = svgPath(cellOutline(n, cells, 0.055), CELL);
  return (
    <g class="selection">
      <path class="casing" d={d} />
      <path class="edge" d={d} />
    </g>
  );
}

function Digit({ n, cell, digit, kind }: { n: number; cell: number; digit: number; kind: string }) {
  const size = digit > 9 ? 20 : 26;
  return (
    <text
      class={kind}
      font-size={size}
      x={((cell % n) + 0.5) * CELL}
      y={(Math.floor(cell / n) + 0.5) * CELL + size * 0.355}
    >
      {digit}
    </text>
  );
}

function Marks({
  n,
  cell,
  marks,
  of,
  top,
}: {
  n: number;
  cell: number;
  marks: readonly number[];
  of: ReadonlyMap<number, Role> | undefined;
  top: number;
}) {
  const r = candidateRadius(n) * (top > 0 ? 0.85 : 1);
  return (
    <>
      {marks.map((digit) => {
        const { x, y } = candidatePoint(n, cell, digit, top);
        const size = digit > 9 ? r * 1.25 : r * 1.75;
        const role = of?.get(digit);
        return (
          <text
            key={digit}
            class={role ? `mark ${role}` : "mark"}
            font-size={size}
            x={x}
            y={y + size * 0.355}
          >
            {digit}
          </text>
        );
      })}
    </>
  );
}

/** The drawing. */
export function GridDrawing(props: GridDrawingProps) {
  const { layout, givens, placed, marks, selected, wrong, digit, step, label } = props;
  const { n } = layout;
  const side = n * CELL;
  const scattered = useMemo(() => {
    const regions = layout.houses.filter((house) => house.kind === "region");
    return hasSplitRegions(n, regions) ? regions : null;
  }, [layout, n]);
  const ofStep = useMemo(() => (step ? candidateRoles(n, step) : null), [n, step]);
  const value = (cell: number) => givens[cell] || placed[cell] || 0;
  const cells = givens.map((_, cell) => cell);
  const isPlain = (cell: number) => !props.coloured?.has(cell);
  const same = digit ? cells.filter((cell) => value(cell) === digit) : [];
  return (
    <svg
      class="grid-drawing"
      viewBox={`-2 -2 ${side + 4} ${side + 4}`}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse">
          <path class="hatch" d="M0 6L6 0" />
        </pattern>
        <pattern id="hatch-cover" width="6" height="6" patternUnits="userSpaceOnUse">
          <path class="hatch-cover" d="M0 0L6 6" />
        </pattern>
        {step?.sets ? <SetPatterns /> : null}
      </defs>
      <rect class="paper" x="0" y="0" width={side} height={side} rx="3" />
      {scattered ? <RegionTints n={n} regions={scattered} size={CELL} /> : null}
      {cells
        .filter((cell) => givens[cell])
        .map((cell) => (
          <CellRect key={cell} n={n} cell={cell} kind="given-ground" />
        ))}
      <Groups layout={layout} />
      {same.filter(isPlain).map((cell) => (
        <CellRect key={cell} n={n} cell={cell} kind="same" />
      ))}
      {[...(selected ?? [])].filter(isPlain).map((cell) => (
        <CellRect key={cell} n={n} cell={cell} kind="selected" />
      ))}
      {[...(wrong ?? [])].map((cell) => (
        <CellRect key={cell} n={n} cell={cell} kind="wrong" />
      ))}
      {step ? <StepGround layout={layout} step={step} /> : null}
      <Lines layout={layout} />
      {selected && selected.size > 0 ? <SelectionOutline n={n} cells={selected} /> : null}
      <Cages layout={layout} />
      {scattered ? <RegionLabels n={n} regions={scattered} size={CELL} /> : null}
      {ofStep ? <CandidateSigns layout={layout} marks={marks ?? NO_MARKS} roles={ofStep} /> : null}
      <g class="digits">
        {cells.map((cell) =>
          value(cell) ? (
            <Digit
              key={cell}
              n={n}
              cell={cell}
              digit={value(cell)}
              kind={`digit ${givens[cell] ? "given" : "placed"}${wrong?.has(cell) ? " hatched" : ""}`}
            />
          ) : (
            <Marks
              key={cell}
              n={n}
              cell={cell}
              marks={marks?.[cell] ?? []}
              of={ofStep?.get(cell)}
              top={layout.cages.length > 0 || scattered ? 7 : 0}
            />
          ),
        )}
      </g>
      {step && ofStep ? (
        <>
          <StepLinks layout={layout} step={step} marks={marks ?? NO_MARKS} roles={ofStep} />
          <SetLetters layout={layout} step={step} />
          <ColourLetters layout={layout} step={step} marks={marks ?? NO_MARKS} />
        </>
      ) : null}
    </svg>
  );
}
