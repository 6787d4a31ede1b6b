// Three ways to get a puzzle: a text, a generated or example puzzle, an empty grid.
import { useEffect, useRef, useState } from "preact/hooks";
import { sendRequest } from "../api/client";
import type { Example, Examples } from "../api/generated";
import { loadStored, saveStored } from "../shell/store";
import { Faults } from "../ui/Faults";
import { type Board, emptyBoard } from "./board";
import { boxedLayout, defaultBox, gridLine } from "./layout";
import { QuickNew } from "./NewPanel";
import { boardOf, type Loading } from "./useBoard";

interface LoadPanelProps {
  readonly loading: Loading;
  readonly onLoad: (text: string) => void;
  readonly onPut: (board: Board) => void;
  /** Shows an example: a puzzle with one step of its explanation. */
  readonly onShow: () => void;
}

function Choice({ loading, onPut }: { loading: Loading; onPut: (board: Board) => void }) {
  if (loading.choice.length === 0) return null;
  return (
    <div class="choice" role="group" aria-label="Puzzles in this text">
      <p>The text has {loading.choice.length} puzzles. Choose one:</p>
      <ol>
        {loading.choice.slice(0, 200).map((puzzle, index) => (
          <li key={index}>
            <button type="button" onClick={() => onPut(boardOf(puzzle))}>
              {puzzle.title ?? <code>{gridLine(puzzle.n, puzzle.givens).slice(0, 27)}…</code>}
            </button>
          </li>
        ))}
      </ol>
      {loading.choice.length > 200 ? <p class="muted">Only the first 200 are listed.</p> : null}
    </div>
  );
}

function EmptyGrid({ onPut }: { onPut: (board: Board) => void }) {
  const [size, setSize] = useState("9");
  const [box, setBox] = useState("usual");
  const [diagonals, setDiagonals] = useState(false);
  const n = Number(size);
  const boxes: string[] = [];
  for (let rows = 2; rows < n; rows++) if (n % rows === 0) boxes.push(`${rows}×${n / rows}`);
  const make = () => {
    const [rows, columns] = box.split("×").map(Number);
    const chosen: [number, number] | null =
      box === "none"
        ? null
        : rows && columns && rows * columns === n
          ? [rows, columns]
          : defaultBox(n);
    onPut(emptyBoard(boxedLayout(n, chosen, diagonals)));
  };
  return (
    <div class="row end">
      <label class="stack">
        <span>Rows</span>
        <input
          type="number"
          min={2}
          max={25}
          value={size}
          onInput={(event) => setSize(event.currentTarget.value)}
        />
      </label>
      <label class="stack">
        <span>Boxes</span>
        <select value={box} onChange={(event) => setBox(event.currentTarget.value)}>
          <option value="usual">as square as possible</option>
          {boxes.map((name) => (
            <option key={name}>{name}</option>
          ))}
          <option value="none">none (Latin square)</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={diagonals}
          onChange={(event) => setDiagonals(event.currentTarget.checked)}
        />
        diagonals
      </label>
      <button type="button" onClick={make} disabled={!(n >= 2 && n <= 25)}>
        Empty grid
      </button>
    </div>
  );
}

/** The panel. */
export function LoadPanel({ loading, onLoad, onPut, onShow }: LoadPanelProps) {
  const [text, setText] = useState(() => loadStored("sudoku.text", ""));
  const [examples, setExamples] = useState<readonly Example[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    sendRequest<Examples>("GET", "examples", undefined, { signal: controller.signal }).then(
      (answer) => setExamples(answer.examples.filter((example) => example.kind === "grid")),
      () => setExamples([]),
    );
    return () => controller.abort();
  }, []);
  // Errors of a text pasted over the grid are shown here, which on a phone is far below.
  const faults = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (loading.error !== null) faults.current?.scrollIntoView({ block: "nearest" });
  }, [loading.error]);
  const change = (value: string) => {
    setText(value);
    saveStored("sudoku.text", value);
  };
  return (
    <>
      <section>
        <h2>Paste or type a puzzle</h2>
        <form
          class="stacked tight"
          onSubmit={(event) => {
            event.preventDefault();
            onLoad(text);
          }}
        >
          <label class="stack">
            <span>
              81 characters, a drawn grid with or without candidates, cells of a spreadsheet, a link
              of this page, SudokuPad, f-puzzles, SudokuWiki or Penpa+, .sdk, OpenSudoku, a puzzle
              file; also many at once
            </span>
            <textarea
              rows={4}
              value={text}
              spellcheck={false}
              onInput={(event) => change(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                if (text.trim() !== "") onLoad(text);
              }}
            />
          </label>
          <div class="row">
            <button type="submit" class="primary" disabled={text.trim() === "" || loading.busy}>
              {loading.busy ? "Reading…" : "Read"}
            </button>
            <label class="button">
              Open a file
              <input
                class="spoken"
                type="file"
                onChange={async (event) => {
                  const file = event.currentTarget.files?.[0];
                  if (!file) return;
                  const content = await file.text();
                  change(content);
                  onLoad(content);
                }}
              />
            </label>
          </div>
        </form>
        <div ref={faults}>
          <Faults error={loading.error} source={loading.source} />
        </div>
        <Choice loading={loading} onPut={onPut} />
      </section>
      <section>
        <h2>New or example puzzle</h2>
        <div class="row">
          <button type="button" class="primary" onClick={onShow}>
            Show me an explained step
          </button>
          <QuickNew onLoad={onLoad} />
          {examples.map((example) => (
            <button key={example.name} type="button" onClick={() => onLoad(example.puzzle)}>
              {example.title ?? example.name}
            </button>
          ))}
        </div>
      </section>
      <section>
        <h2>Start with an empty grid</h2>
        <EmptyGrid onPut={onPut} />
      </section>
    </>
  );
}
