// The drawing of a board: what is printed, and the marks on it.
import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import type { BoardDocument, ClueForm, FormDocument } from "../api/generated";
import {
  arrowParts,
  type Edge,
  hasWall,
  isHole,
  isOuter,
  type Place,
  placeName,
  SIDES,
} from "./board";
import {
  boxOf,
  CELL,
  edgeEnds,
  edgeMiddle,
  type Frame,
  outsideNumbers,
  outsidePoint,
} from "./geometry";
import { cellAt, edgeAt, type Marks, NO_PLACES, nothingOf, type Places, UNKNOWN } from "./marks";
import type { Drawing } from "./play";
import type { Tag } from "./setting";

const ARROWS: Readonly<Record<string, string>> = { "^": "↑", ">": "→", v: "↓", "<": "←" };
const SIGNS: Readonly<Record<string, string>> = { t: "♣", m: "☾", s: "☼" };

/** Which figures of a text are how large. */
function fontSize(text: string): number {
  return text.length <= 2 ? 21 : text.length === 3 ? 16 : 12;
}

interface ClueProps {
  readonly clue: string;
  readonly form: ClueForm | null;
  /** The middle of the place. */
  readonly x: number;
  readonly y: number;
  readonly small?: boolean;
}

function Text({ x, y, text, small }: { x: number; y: number; text: string; small?: boolean }) {
  const size = small ? 14 : fontSize(text);
  return (
    <text x={x} y={y + size * 0.36} font-size={size}>
      {text}
    </text>
  );
}

/** One clue. */
function Clue({ clue, form, x, y, small = false }: ClueProps) {
  if (clue === "." || clue === "#") return null;
  if (form?.form === "sums") {
    const [below = "", right = ""] = clue.split("\\");
    const d = CELL / 4.6;
    return (
      <g class="sums">
        <path d={`M${x - CELL / 2} ${y - CELL / 2}l${CELL} ${CELL}`} />
        <Text x={x - d} y={y + d} text={below} small />
        <Text x={x + d} y={y - d} text={right} small />
      </g>
    );
  }
  switch (form?.form) {
    case "circles":
    case "marks": {
      const isWhite = clue.startsWith("o");
      if (isWhite || clue.startsWith("*")) {
        return (
          <g class={isWhite ? "white" : "black"}>
            <circle cx={x} cy={y} r={small ? 6 : 15} />
            {clue.length > 1 ? (
              <Text x={x} y={y} text={clue.slice(1)} small={clue.length > 3} />
            ) : null}
          </g>
        );
      }
      if (clue === "v" || clue === "h") {
        const half = CELL * 0.3;
        return clue === "v" ? (
          <path class="bar" d={`M${x} ${y - half}v${2 * half}`} />
        ) : (
          <path class="bar" d={`M${x - half} ${y}h${2 * half}`} />
        );
      }
      return <Text x={x} y={y} text={SIGNS[clue] ?? clue} small={small} />;
    }
    case "arrows": {
      const { colour, number, arrow } = arrowParts(clue);
      const half = CELL / 2;
      return (
        <g class={colour === "o" ? "white" : colour === "*" ? "black" : ""}>
          {colour === "" ? null : (
            <rect x={x - half + 1.5} y={y - half + 1.5} width={CELL - 3} height={CELL - 3} />
          )}
          <Text x={x} y={y} text={`${number}${ARROWS[arrow] ?? ""}`} />
        </g>
      );
    }
    case "several": {
      const numbers = clue.split(",");
      if (numbers.length === 1) return <Text x={x} y={y} text={clue} />;
      const d = CELL / 4.2;
      const corners = [
        [-d, -d],
        [d, -d],
        [-d, d],
        [d, d],
      ] as const;
      return (
        <g>
          {numbers.map((number, i) => {
            const [dx, dy] = corners[i] ?? [0, 0];
            return <Text key={i} x={x + dx} y={y + dy} text={number} small />;
          })}
        </g>
      );
    }
    case "compass": {
      const d = CELL / 3.2;
      const sides = [
        [0, -d],
        [d, 0],
        [0, d],
        [-d, 0],
      ] as const;
      const half = CELL / 2 - 4;
      return (
        <g>
          <path
            class="cross"
            d={`M${x - half} ${y - half}l${2 * half} ${2 * half}M${x - half} ${y + half}l${2 * half} ${-2 * half}`}
          />
          {clue.split(",").map((number, i) => {
            const [dx, dy] = sides[i] ?? [0, 0];
            return number === "-" ? null : (
              <Text key={i} x={x + dx} y={y + dy} text={number} small />
            );
          })}
        </g>
      );
    }
    default:
      return <Text x={x} y={y} text={clue} small={small} />;
  }
}

interface PrintedProps {
  readonly board: BoardDocument;
  readonly form: FormDocument;
  readonly frame: Frame;
}

/** What is printed: lines, walls, clues. It does not change while a player draws. */
const Printed = memo(({ board, form, frame }: PrintedProps) => {
  const { rows, columns } = board;
  const isOutline = form.edge_layer?.layer === "outline";
  const light: string[] = [];
  const heavy: string[] = [];
  const add = (edge: Edge) => {
    const { level, row, column } = edge;
    const beside = level
      ? [[row - 1, column] as const, [row, column] as const]
      : [[row, column - 1] as const, [row, column] as const];
    const cells = beside.filter(([r, c]) => r >= 0 && c >= 0 && r < rows && c < columns);
    const missing = cells.filter(([r, c]) => isHole(board, r, c)).length;
    // Between two missing cells there is no line.
    if (missing === cells.length) return;
    const { x1, y1, x2, y2 } = edgeEnds(frame, edge);
    const isHeavy = !isOutline && (isOuter(board, edge) || missing > 0 || hasWall(board, edge));
    (isHeavy ? heavy : light).push(`M${x1} ${y1}L${x2} ${y2}`);
  };
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      if (column < columns) add({ level: true, row, column });
      if (row < rows) add({ level: false, row, column });
    }
  }
  const middle = (at: number) => (at + 0.5) * CELL;
  const black = form.black_clues;
  return (
    <g class="printed">
      {board.cells.map((line, row) =>
        line.map((clue, column) => {
          const [x, y] = [frame.left + column * CELL, frame.above + row * CELL];
          if (clue === "#" && !black) {
            const isBlack = form.walls === "none" && form.edge_layer?.layer !== "borders";
            return isBlack ? (
              <rect
                key={`${row}.${column}`}
                class="ground"
                x={x}
                y={y}
                width={CELL}
                height={CELL}
              />
            ) : null;
          }
          return clue !== "." && black ? (
            <rect key={`${row}.${column}`} class="ground" x={x} y={y} width={CELL} height={CELL} />
          ) : null;
        }),
      )}
      <path class="light" d={light.join("")} />
      <path class="heavy" d={heavy.join("")} />
      <g class={black ? "clues on-black" : "clues"}>
        {board.cells.map((line, row) =>
          line.map((clue, column) => (
            <Clue
              key={`${row}.${column}`}
              clue={black && clue === "?" ? "." : clue}
              form={form.cells ?? null}
              x={frame.left + middle(column)}
              y={frame.above + middle(row)}
            />
          )),
        )}
      </g>
      <g class="clues points">
        {board.points.map((line, row) =>
          line.map((clue, column) => {
            const [x, y] = [frame.left + column * CELL, frame.above + row * CELL];
            return clue === "." ? null : (
              <g key={`${row}.${column}`}>
                <circle cx={x} cy={y} r={9} />
                <Clue clue={clue} form={form.points ?? null} x={x} y={y} small />
              </g>
            );
          }),
        )}
        {board.dots.map((line, row) =>
          line.map((clue, column) => (
            <Clue
              key={`${row}.${column}`}
              clue={clue}
              form={form.dots ?? null}
              x={frame.left + ((column + 1) / 2) * CELL}
              y={frame.above + ((row + 1) / 2) * CELL}
              small
            />
          )),
        )}
      </g>
      <g class="clues outside">
        {SIDES.map((side) =>
          (board.outside[side] ?? []).map((text, index) => {
            const numbers = outsideNumbers(text);
            return numbers.map((number, at) => {
              const point = outsidePoint(board, frame, side, index, at, numbers.length);
              return (
                <Text key={`${side}${index}.${at}`} x={point.x} y={point.y} text={number} small />
              );
            });
          }),
        )}
      </g>
    </g>
  );
});

interface MarksProps extends PrintedProps {
  readonly marks: Marks;
  /** Places that differ from what follows. */
  readonly wrong: Places;
  /** Places that are new in a step. */
  readonly fresh: Places;
  /** Whether signs for "nothing here" are left out: of whole solutions. */
  readonly plain: boolean;
  /** The marks before an assumption; what differs from them is dashed. */
  readonly assumed: Marks | null;
}

const TRIANGLES: Readonly<Record<string, string>> = {
  "1": "v{s}h{s}z",
  "2": "m{s} 0v{s}h-{s}z",
  "3": "h{s}v{s}z",
  "4": "h{s}l-{s} {s}z",
};

/** The value of a cell as a shape. `x` and `y` are its upper left corner. */
function Value({ form, value, x, y }: { form: FormDocument; value: string; x: number; y: number }) {
  const [middleX, middleY] = [x + CELL / 2, y + CELL / 2];
  const dot = <circle class="nothing" cx={middleX} cy={middleY} r={3} />;
  const layer = form.cell_layer;
  if (!layer) return null;
  if (layer.layer === "shade") {
    if (value !== "#") return dot;
    return <rect class="shaded" x={x + 1} y={y + 1} width={CELL - 2} height={CELL - 2} />;
  }
  if (layer.layer === "numbers") {
    if (value === "#") {
      return <rect class="shaded" x={x + 1} y={y + 1} width={CELL - 2} height={CELL - 2} />;
    }
    if (value === layer.zero) return dot;
    return <Text x={middleX} y={middleY} text={value} />;
  }
  if (value === ".") return dot;
  const triangle = TRIANGLES[value];
  if (triangle && layer.symbols.length > 4) {
    return <path class="shaded" d={`M${x} ${y}${triangle.replaceAll("{s}", String(CELL))}`} />;
  }
  switch (value) {
    case "/":
      return <path class="slash" d={`M${x} ${y + CELL}l${CELL} ${-CELL}`} />;
    case "\\":
      return <path class="slash" d={`M${x} ${y}l${CELL} ${CELL}`} />;
    case "o":
      return <circle class="ring" cx={middleX} cy={middleY} r={13} />;
    case "*":
      return <Text x={middleX} y={middleY} text="★" />;
    case "#":
      return <rect class="shaded" x={x + 1} y={y + 1} width={CELL - 2} height={CELL - 2} />;
    default:
      return <Text x={middleX} y={middleY} text={value} />;
  }
}

function EdgeMark({ form, frame, edge, value }: EdgeMarkProps) {
  const { x, y } = edgeMiddle(frame, edge);
  if (value === 0) {
    return <path class="nothing" d={`M${x - 3} ${y - 3}l6 6M${x + 3} ${y - 3}l-6 6`} />;
  }
  if (form.edge_layer?.layer !== "links") return <line class="line" {...edgeEnds(frame, edge)} />;
  const [dx, dy] = edge.level ? [0, CELL / 2] : [CELL / 2, 0];
  const [sideX, sideY] = edge.level ? [3.5, 0] : [0, 3.5];
  const at = (side: number) => (
    <line
      key={side}
      class="line"
      x1={x - dx + side * sideX}
      y1={y - dy + side * sideY}
      x2={x + dx + side * sideX}
      y2={y + dy + side * sideY}
    />
  );
  return <g>{(value === 2 ? [-1, 1] : [0]).map(at)}</g>;
}

interface EdgeMarkProps {
  readonly form: FormDocument;
  readonly frame: Frame;
  readonly edge: Edge;
  readonly value: number;
}

function classOf(isWrong: boolean, isFresh: boolean, isAssumed: boolean): string {
  const state = isWrong ? " is-wrong" : isFresh ? " is-fresh" : "";
  return `mark${state}${isAssumed ? " is-assumed" : ""}`;
}

/** The candidate notes of a cell, in rows of three or more. */
function Notes({ notes, x, y }: { notes: readonly number[]; x: number; y: number }) {
  const perRow = (notes.at(-1) ?? 0) > 9 || notes.length > 9 ? 4 : 3;
  const side = CELL / perRow;
  const size = perRow === 3 ? 11 : 9;
  return (
    <g class="notes">
      {notes.map((note, i) => {
        // Single digits have fixed places, as on a telephone.
        const at = perRow === 3 ? note - 1 : i;
        const [row, column] = [Math.floor(at / perRow), at % perRow];
        return (
          <text
            key={note}
            x={x + (column + 0.5) * side}
            y={y + (row + 0.5) * side + size * 0.36}
            font-size={size}
          >
            {note}
          </text>
        );
      })}
    </g>
  );
}

/** The colours and candidate notes of a player. */
function PlayerLayer({ drawing, frame, columns }: PlayerLayerProps) {
  const { marks, notes, colours } = drawing;
  const corner = (i: number) => ({
    x: frame.left + (i % columns) * CELL,
    y: frame.above + Math.floor(i / columns) * CELL,
  });
  return (
    <g class="player">
      {colours.map((colour, i) => {
        if (colour === 0) return null;
        const { x, y } = corner(i);
        return (
          <g key={i} class={`coloured colour-${colour}`}>
            <rect x={x} y={y} width={CELL} height={CELL} />
            <text x={x + CELL - 6} y={y + CELL - 3} font-size={9}>
              {String.fromCharCode(64 + colour)}
            </text>
          </g>
        );
      })}
      {notes.map((list, i) =>
        list.length === 0 || (marks.cells[i] ?? UNKNOWN) !== UNKNOWN ? null : (
          <Notes key={i} notes={list} {...corner(i)} />
        ),
      )}
    </g>
  );
}

interface PlayerLayerProps {
  readonly drawing: Drawing;
  readonly frame: Frame;
  readonly columns: number;
}

/** What is drawn into the board. */
function MarkLayer({ board, form, frame, marks, wrong, fresh, plain, assumed }: MarksProps) {
  const { rows, columns } = board;
  const has = (places: Places, edge: Edge) =>
    places.edges.some(
      (it) => it.level === edge.level && it.row === edge.row && it.column === edge.column,
    );
  const edges: ComponentChildren[] = [];
  const addEdge = (edge: Edge) => {
    const value = edgeAt(marks, edge);
    // Where there cannot be a line, there is no sign that there is none.
    const isFixed = isOuter(board, edge) && form.edge_layer?.layer !== "outline";
    if (value < 0 || (value === 0 && (plain || isFixed))) return;
    edges.push(
      <g
        key={`${edge.level}${edge.row}.${edge.column}`}
        class={classOf(
          has(wrong, edge),
          has(fresh, edge),
          assumed !== null && edgeAt(assumed, edge) !== value,
        )}
      >
        <EdgeMark form={form} frame={frame} edge={edge} value={value} />
      </g>,
    );
  };
  if (form.edge_layer) {
    for (let row = 0; row <= rows; row++) {
      for (let column = 0; column <= columns; column++) {
        if (column < columns) addEdge({ level: true, row, column });
        if (row < rows) addEdge({ level: false, row, column });
      }
    }
  }
  const nothing = form.cell_layer ? nothingOf(form.cell_layer) : UNKNOWN;
  return (
    <g class="marks">
      {marks.cells.map((value, i) => {
        const [row, column] = [Math.floor(i / columns), i % columns];
        if (value === UNKNOWN || isHole(board, row, column)) return null;
        // A printed number is not drawn twice.
        if (form.black_clues && board.cells[row]?.[column] !== ".") return null;
        const isPrinted =
          form.cell_layer?.layer === "numbers" && value === board.cells[row]?.[column];
        if (isPrinted || (plain && value === nothing)) return null;
        return (
          <g
            key={i}
            class={classOf(
              wrong.cells.has(i),
              fresh.cells.has(i),
              assumed !== null && assumed.cells[i] !== value,
            )}
          >
            <Value
              form={form}
              value={cellAt(marks, row, column)}
              x={frame.left + column * CELL}
              y={frame.above + row * CELL}
            />
          </g>
        );
      })}
      {edges}
    </g>
  );
}

interface PencilDrawingProps extends PrintedProps {
  readonly marks: Marks | null;
  readonly wrong?: Places;
  readonly fresh?: Places;
  /** Cells that a step or a conflict is about. */
  readonly named?: ReadonlySet<number>;
  /** Cells at which a rule is broken. */
  readonly broken?: ReadonlySet<number>;
  /** Clues beside cells that a conflict is about. */
  readonly others?: readonly Place[];
  /** Signs at clues. */
  readonly tags?: readonly Tag[];
  /** The player's drawing, with notes and colours. */
  readonly drawing?: Drawing | null;
  /** Whether signs for "nothing here" are left out. */
  readonly plain?: boolean;
  /** The description for screen readers; none if each place has its own. */
  readonly label?: string;
}

/** The board as an SVG. */
export function PencilDrawing(props: PencilDrawingProps) {
  const { board, form, frame, marks, named, broken, label } = props;
  const { others = [], tags = [] } = props;
  const { wrong = NO_PLACES, fresh = NO_PLACES, plain = false, drawing = null } = props;
  const square = (i: number) => ({
    x: frame.left + (i % board.columns) * CELL,
    y: frame.above + Math.floor(i / board.columns) * CELL,
  });
  return (
    <svg
      class="pencil-drawing"
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <rect
        class="paper"
        x={frame.left}
        y={frame.above}
        width={board.columns * CELL}
        height={board.rows * CELL}
      />
      {named
        ? [...named].map((i) => (
            <rect key={i} class="named" {...square(i)} width={CELL} height={CELL} />
          ))
        : null}
      {others.map((place) => (
        <rect key={placeName(place)} class="named" {...boxOf(board, frame, place)} />
      ))}
      {drawing ? <PlayerLayer drawing={drawing} frame={frame} columns={board.columns} /> : null}
      {marks ? (
        <g class="under">
          <MarkLayer
            board={board}
            form={form}
            frame={frame}
            marks={marks}
            wrong={wrong}
            fresh={fresh}
            plain={plain}
            assumed={drawing?.before?.marks ?? null}
          />
        </g>
      ) : null}
      <Printed board={board} form={form} frame={frame} />
      {marks && named
        ? [...named].map((i) => {
            // The yellow ground of a shaded cell is covered.
            if (marks.cells[i] !== "#") return null;
            const { x, y } = square(i);
            return <Framed key={i} name="named-cell" x={x} y={y} />;
          })
        : null}
      {[...wrong.cells].map((i) => {
        const { x, y } = square(i);
        const d = `M${x + 6} ${y + 6}l${CELL - 12} ${CELL - 12}`;
        return (
          <g key={i}>
            <path class="halo" d={d} />
            <path class="cross-out" d={d} />
          </g>
        );
      })}
      {[...fresh.cells].map((i) => {
        const { x, y } = square(i);
        return <Framed key={i} name="fresh-cell" x={x} y={y} />;
      })}
      {[...(broken ?? [])].map((i) => {
        const { x, y } = square(i);
        return <Framed key={i} name="broken-cell" x={x} y={y} />;
      })}
      {tags.map((tag) => (
        <TagSign
          key={`${tag.kind} ${placeName(tag.place)}`}
          tag={tag}
          board={board}
          frame={frame}
        />
      ))}
    </svg>
  );
}

/** A frame inside a cell, with a line in the colour of the paper on both sides of it: it shows on every ground. */
function Framed({ name, x, y }: { name: string; x: number; y: number }) {
  const box = { x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6 };
  return (
    <g>
      <rect class="halo" {...box} />
      <rect class={name} {...box} />
    </g>
  );
}

/** A sign in the upper right corner of a place. */
function TagSign({ tag, board, frame }: { tag: Tag; board: BoardDocument; frame: Frame }) {
  const box = boxOf(board, frame, tag.place);
  const radius = 7;
  const [x, y] = [box.x + box.width - radius - 1, box.y + radius + 1];
  return (
    <g class={`tag is-${tag.kind}`}>
      <circle cx={x} cy={y} r={radius} />
      <text x={x} y={y + 4} font-size={11}>
        {tag.sign}
      </text>
    </g>
  );
}
