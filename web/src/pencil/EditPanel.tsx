// What a board is made of: the clue at the active place, walls, the size, and what belongs to the whole puzzle.
import { useState } from "preact/hooks";
import { type ApiError, post, toApiError } from "../api/client";
import type {
  BoardDocument,
  ClueForm,
  FormDocument,
  PencilGenerateResponse,
} from "../api/generated";
import { Faults } from "../ui/Faults";
import { lazily } from "../ui/lazily";
import { MoreTime } from "../ui/MoreTime";
import { SizeFields } from "../ui/SizeFields";
import { errorOf, useRequest } from "../ui/useRequest";
import {
  clueAt,
  clueParts,
  formAt,
  MAX_SIDE,
  type Place,
  partNames,
  placeName,
  resized,
  typed,
  withClue,
  withPart,
} from "./board";
import { BankEditor } from "./Pieces";
import { rulesOf } from "./rules";
import type { EditTool } from "./scene";

const RulesEditor = lazily(async () => (await import("./RulesEditor")).RulesEditor);

/** The tools that a form has. */
export function toolsOf(form: FormDocument): readonly { tool: EditTool; title: string }[] {
  const all: readonly [EditTool, string, boolean][] = [
    [
      "cell",
      form.cells || form.outside ? "Clues" : "Cells",
      form.cells !== null || form.outside !== null || form.holes,
    ],
    ["wall", form.walls === "rooms" ? "Walls" : "Borders", form.walls !== "none"],
    ["point", "Corners", form.points !== null],
    ["dot", "Dots", form.dots !== null],
  ];
  return all.filter(([, , has]) => has).map(([tool, title]) => ({ tool, title }));
}

/** A button that types a key: its caption, and its name for screen readers. */
interface Key {
  readonly key: string;
  readonly caption: string;
  readonly name: string;
}

const DIGITS: readonly Key[] = [..."0123456789"].map((key) => ({ key, caption: key, name: key }));
const UNKNOWN_KEY: Key = { key: "?", caption: "?", name: "a clue without number" };
const COLOURS: readonly Key[] = [
  { key: "o", caption: "○", name: "white" },
  { key: "*", caption: "●", name: "black" },
];
const ARROWS: readonly Key[] = [
  { key: "^", caption: "↑", name: "up" },
  { key: ">", caption: "→", name: "right" },
  { key: "v", caption: "↓", name: "down" },
  { key: "<", caption: "←", name: "left" },
];

/** The buttons for a form of clues. */
function keysOf(clues: ClueForm): readonly Key[] {
  switch (clues.form) {
    case "numbers":
      return [...DIGITS, ...(clues.unknown ? [UNKNOWN_KEY] : [])];
    case "marks":
      return clues.marks.map(({ symbol, meaning }) => ({
        key: symbol,
        caption: symbol,
        name: meaning,
      }));
    case "circles":
      return [...COLOURS, ...DIGITS];
    case "arrows":
      return [...(clues.coloured ? COLOURS : []), ...ARROWS, ...DIGITS, UNKNOWN_KEY];
    case "several":
      return [...DIGITS.slice(0, 9), UNKNOWN_KEY];
    case "compass":
      return [];
    case "sums":
      return [{ key: "#", caption: "■", name: "a black cell" }];
  }
}

/** How a clue is written, for the text field. */
function hintOf(form: FormDocument, place: Place): string {
  if (place.kind === "outside") {
    if (form.outside?.is_letter) return "a letter";
    return form.outside?.is_list ? "numbers, separated by commas" : "a number or ?";
  }
  switch (formAt(form, place)?.form) {
    case "numbers":
      return "a number or ?";
    case "circles":
      return "o or *, and a number or none";
    case "arrows":
      return "a number and one of ^ > v <";
    case "several":
      return "one to four numbers, separated by commas";
    case "compass":
      return "four numbers, up, right, down, left: 1,-,2,-";
    case "sums":
      return "# for a black cell, or 16\\23: the sums below and to the right";
    default:
      return "a mark";
  }
}

interface EditPanelProps {
  readonly kind: string;
  readonly board: BoardDocument;
  readonly form: FormDocument;
  readonly active: Place;
  readonly tool: EditTool;
  readonly onTool: (tool: EditTool) => void;
  readonly onChange: (change: (board: BoardDocument) => BoardDocument) => void;
}

/** The numbers of a clue that has one at several of its sides. */
function PartFields({ clues, clue, onText }: PartFieldsProps) {
  const parts = clueParts(clues, clue);
  const least = clues.form === "sums" ? 1 : 0;
  return (
    <div class="row" role="group" aria-label="Numbers of the clue">
      {partNames(clues)?.map((name, at) => (
        <label key={name}>
          <span class="muted small">{name}</span>
          <input
            type="number"
            class="short"
            min={least}
            max={999}
            value={parts[at]}
            onChange={(event) => {
              const text = event.currentTarget.value;
              const value = Number(text);
              if (text !== "" && !(Number.isInteger(value) && value >= least && value <= 999))
                return;
              onText(withPart(clues, clue, at, text === "" ? "" : String(value)));
            }}
          />
        </label>
      ))}
    </div>
  );
}

interface PartFieldsProps {
  readonly clues: ClueForm;
  readonly clue: string;
  readonly onText: (text: string) => void;
}

/** The letters of a clue outside. */
function lettersOf({ parameter }: BoardDocument): readonly Key[] {
  return Array.from({ length: Math.min(parameter ?? 26, 26) }, (_, i) => {
    const key = String.fromCharCode(65 + i);
    return { key, caption: key, name: key };
  });
}

/** The clue at the active place: keys for touch, and its text. */
function ClueEditor({
  board,
  form,
  active,
  onChange,
}: Omit<EditPanelProps, "tool" | "onTool" | "kind">) {
  const clues = formAt(form, active);
  const isOutside = active.kind === "outside";
  const canBeHole = active.kind === "cell" && form.holes;
  if (clues === null && !isOutside && !canBeHole) return null;
  const clue = clueAt(board, active);
  const press = (key: string) =>
    onChange((old) => {
      const next = typed(form, active, clueAt(old, active), key);
      return next === null ? old : withClue(old, active, next);
    });
  const keys = [
    ...(isOutside && !form.outside?.is_letter ? DIGITS : []),
    ...(isOutside && form.outside?.is_letter ? lettersOf(board) : []),
    ...(isOutside && form.outside?.is_list
      ? [{ key: ",", caption: ",", name: "next number" }]
      : []),
    ...(clues ? keysOf(clues) : []),
    ...(canBeHole ? [{ key: "#", caption: "▦", name: "no cell" }] : []),
    { key: "Delete", caption: "⌫", name: "remove the clue" },
  ];
  return (
    <div class="stacked" role="group" aria-label={`Clue at ${placeName(active)}`}>
      <div class="row keypad">
        {keys.map(({ key, caption, name }) => (
          <button key={key} type="button" aria-label={name} title={name} onClick={() => press(key)}>
            {caption}
          </button>
        ))}
      </div>
      {clues && partNames(clues) ? (
        <PartFields
          key={placeName(active)}
          clues={clues}
          clue={clue}
          onText={(text) => onChange((old) => withClue(old, active, text))}
        />
      ) : null}
      <label class="stack">
        <span>
          Clue at {placeName(active)}: {hintOf(form, active)}
        </span>
        <input
          value={clue === "." ? "" : clue}
          spellcheck={false}
          autocomplete="off"
          onChange={(event) => {
            const text = event.currentTarget.value.replaceAll(/\s/g, "");
            onChange((old) => withClue(old, active, text));
          }}
        />
      </label>
    </div>
  );
}

/** The numbers of rows and columns. */
function SizeEditor({
  kind,
  board,
  onChange,
}: Pick<EditPanelProps, "kind" | "board" | "onChange">) {
  const [error, setError] = useState<ApiError | null>(null);
  const resize = async (rows: number, columns: number) => {
    try {
      const blank = await post("pencil/blank", { kind, rows, columns });
      setError(null);
      onChange((old) => resized(old, blank.board));
    } catch (caught) {
      setError(toApiError(caught));
    }
  };
  const { rows, columns } = board;
  return (
    <div class="stacked">
      <SizeFields rows={rows} columns={columns} max={MAX_SIDE} onChange={resize} />
      <Faults error={error} />
    </div>
  );
}

/** The most seconds for a new puzzle. */
const GENERATE_TIME = 10;

const LEVELS = ["easy", "medium", "hard", "expert"] as const;

/** A button for a new puzzle of the kind and the size of the board. */
function Generator({ kind, board, onChange }: Pick<EditPanelProps, "kind" | "board" | "onChange">) {
  const request = useRequest<"pencil/generate">();
  const [level, setLevel] = useState("any");
  const { rows, columns } = board;
  const generate = async () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const difficulty = LEVELS.find((one) => one === level) ?? null;
    const rules = rulesOf(board);
    const body = { kind, rows, columns, seed, difficulty, rules, time_limit: GENERATE_TIME };
    show(await request.ask("pencil/generate", body));
  };
  const show = (made: PencilGenerateResponse | null) => {
    if (made) onChange(() => made.board);
  };
  const error = errorOf(request.answer);
  const isStopped = error?.faults.some(({ code }) => code === "generate.stopped") === true;
  const asking = request.answer.state === "asking";
  return (
    <div class="stacked">
      <div class="row">
        <button type="button" disabled={asking} onClick={generate}>
          {asking ? "Generating…" : "Generate a puzzle"}
        </button>
        <label>
          <span class="muted small">Difficulty</span>
          <select value={level} onChange={(event) => setLevel(event.currentTarget.value)}>
            {["any", ...LEVELS].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        {asking ? (
          <button type="button" onClick={request.reset}>
            Stop
          </button>
        ) : null}
      </div>
      <Faults error={error} />
      {isStopped && request.answer.state === "failed" ? (
        <MoreTime
          limit="time"
          time={request.answer.request.time_limit}
          onMore={(seconds) => void request.goOn(seconds).then(show)}
        />
      ) : null}
    </div>
  );
}

/** The number of the puzzle, its options and its pieces. */
function WholeEditor({
  board,
  form,
  onChange,
}: Pick<EditPanelProps, "board" | "form" | "onChange">) {
  const { parameter } = form;
  return (
    <>
      {parameter ? (
        <label>
          {parameter.key.replaceAll("_", " ")}
          <input
            type="number"
            class="short"
            min={1}
            max={parameter.max}
            value={board.parameter ?? 1}
            onChange={(event) => {
              const value = Number(event.currentTarget.value);
              if (!Number.isInteger(value) || value < 1 || value > parameter.max) return;
              onChange((old) => ({ ...old, parameter: value }));
            }}
          />
        </label>
      ) : null}
      {form.options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={board.options.includes(option)}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              onChange((old) => {
                const others = old.options.filter((it) => it !== option);
                return { ...old, options: checked ? [...others, option] : others };
              });
            }}
          />
          {option.replaceAll("_", " ")}
        </label>
      ))}
      {form.pieces ? (
        <BankEditor
          pieces={board.pieces}
          onChange={(pieces) => onChange((old) => ({ ...old, pieces }))}
        />
      ) : null}
    </>
  );
}

/** Puzzles that have no rules but those of the catalogue. */
const CUSTOM = "custom-";

/** The rules of the catalogue that hold, loaded when they are shown. */
function Rules({ kind, board, onChange }: Pick<EditPanelProps, "kind" | "board" | "onChange">) {
  const isCustom = kind.startsWith(CUSTOM);
  const [isOpen, setOpen] = useState(
    isCustom || rulesOf(board).length > 0 || (board.omit ?? []).length > 0,
  );
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{isCustom ? "Rules" : "More rules"}</summary>
      {isOpen ? <RulesEditor kind={kind} board={board} onChange={onChange} /> : null}
    </details>
  );
}

/** Everything that is printed. */
export function EditPanel(props: EditPanelProps) {
  const { form, tool, onTool, onChange } = props;
  const tools = toolsOf(form);
  return (
    <>
      {tools.length > 1 ? (
        <div class="row" role="group" aria-label="What is edited">
          {tools.map((one) => (
            <button
              key={one.tool}
              type="button"
              aria-pressed={one.tool === tool}
              onClick={() => onTool(one.tool)}
            >
              {one.title}
            </button>
          ))}
        </div>
      ) : null}
      {tool === "wall" ? (
        <p class="muted small">
          Press or drag along the sides of cells; a drag that begins along a wall removes walls.
          With keys: Shift and an arrow key, on that side of the cell.
        </p>
      ) : (
        <ClueEditor {...props} />
      )}
      <SizeEditor {...props} />
      <Rules {...props} />
      <Generator {...props} />
      <WholeEditor board={props.board} form={form} onChange={onChange} />
    </>
  );
}
