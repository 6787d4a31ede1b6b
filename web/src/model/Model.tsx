// The Model scene: any puzzle file or model as text, with a task.
import { useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, sendRequest, toApiError } from "../api/client";
import { JobButton } from "../jobs/JobButton";
import type { SceneProps } from "../scenes";
import { announce } from "../shell/announce";
import { type KeyHelp, useKeyHelp } from "../shell/help";
import { routeUrl, saveInAddress } from "../shell/route";
import { loadStored, saveStored } from "../shell/store";
import { useTextReader } from "../shell/textReader";
import "../style/model.css";
import type { Example, Examples } from "../api/generated";
import { AnswerView } from "../ui/AnswerView";
import { Board, nameOf } from "../ui/Board";
import { CopyButton } from "../ui/CopyButton";
import { conflictOf } from "../ui/conflict";
import { Faults } from "../ui/Faults";
import { MoreTime } from "../ui/MoreTime";
import { scrollIntoSight } from "../ui/reveal";
import { downloadText } from "../ui/save";
import { outcomeText } from "../ui/text";
import { type Drawn, isDrawing, isModel, UNSOLVED, useDrawings } from "../ui/useDrawings";
import { answeredOf, errorOf, requestOf, useRequest } from "../ui/useRequest";
import { FIRST_MODEL } from "./example";

const KEYS: readonly KeyHelp[] = [{ keys: "Ctrl+Enter", does: "solve" }];

type Task = "prove" | "first" | "count" | "all";

const TASKS: readonly { task: Task; title: string }[] = [
  { task: "prove", title: "solve, and prove it unique or best" },
  { task: "first", title: "the first solution" },
  { task: "count", title: "count the solutions" },
  { task: "all", title: "list all solutions" },
];

function isTask(text: string | undefined): text is Task {
  return TASKS.some((item) => item.task === text);
}

/** The name under which a text is saved. */
function fileName(text: string): string {
  if (isModel(text)) return "model.json";
  return /^\s*kind\s*=/m.test(text) ? "puzzle.toml" : "puzzle.txt";
}

/** Milliseconds from the last change of the text to its drawing. */
const DRAW_DELAY = 300;

/** The drawing of a text while it is typed: the previous one until there is a new one. */
function useTypedDrawing(text: string): { puzzle: string; drawn: Drawn } | null {
  const puzzle = text.trim() === "" || isModel(text) ? null : text;
  const [drawn] = useDrawings(puzzle, UNSOLVED, DRAW_DELAY);
  const last = useRef<{ puzzle: string; drawn: Drawn } | null>(null);
  if (puzzle === null) last.current = null;
  else if (drawn !== undefined) last.current = { puzzle, drawn };
  return last.current;
}

/** The scene. */
export default function Model({ route }: SceneProps) {
  useKeyHelp(KEYS);
  const linked = route.query.p;
  const [text, setText] = useState(() => linked ?? loadStored("model", FIRST_MODEL));
  const [task, setTask] = useState<Task>(isTask(route.query.task) ? route.query.task : "prove");
  const [limit, setLimit] = useState("100");
  const [report, setReport] = useState(false);
  const [examples, setExamples] = useState<readonly Example[]>([]);
  const [failed, setFailed] = useState<ApiError | null>(null);
  const request = useRequest<"solve">();
  const { answer, reset } = request;
  const answered = answeredOf(answer);
  const typed = useTypedDrawing(text);
  const result = useRef<HTMLElement>(null);

  useEffect(() => {
    if (linked !== undefined) setText(linked);
  }, [linked]);
  const change = (value: string) => {
    setText(value);
    saveStored("model", value);
    saveInAddress("model", { p: value, task: task === "prove" ? undefined : task });
    reset();
  };
  useTextReader("model", change);
  const choose = (value: Task) => {
    setTask(value);
    saveInAddress("model", { p: text, task: value === "prove" ? undefined : value });
  };
  const body = () => {
    const most = Number(limit);
    // A list is limited for reading; a count is not limited.
    const listed = task === "all";
    return {
      puzzle: text,
      task,
      conflict: true,
      ...(listed && Number.isInteger(most) && most > 0 ? { limit: most } : {}),
      ...(report ? { report } : {}),
    };
  };
  const solve = async () => {
    const value = await request.ask("solve", body());
    if (value === null) return;
    announce(outcomeText(value).text);
    scrollIntoSight(result.current);
  };
  const showExamples = async () => {
    try {
      setExamples((await sendRequest<Examples>("GET", "examples")).examples);
      setFailed(null);
    } catch (caught) {
      setFailed(toApiError(caught));
    }
  };

  const board = typed && isDrawing(typed.drawn) ? typed.drawn : null;
  // Other errors, such as a server out of reach, say nothing about the text.
  const refused =
    typed && !isDrawing(typed.drawn) && typed.drawn.status === 400 ? typed.drawn : null;

  return (
    <div class="model">
      <section class="stacked" aria-label="Puzzle or model">
        <h1>A puzzle or model of your own</h1>
        <form
          class="stacked"
          onSubmit={(event) => {
            event.preventDefault();
            void solve();
          }}
        >
          <label class="stack">
            <span>
              A puzzle file (TOML), a link of puzz.link, a model (JSON), or any Sudoku text
            </span>
            <textarea
              class="wrap"
              rows={22}
              spellcheck={false}
              value={text}
              onInput={(event) => change(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                  event.preventDefault();
                  void solve();
                }
              }}
            />
          </label>
          <div class="row">
            <label>
              <span class="muted small">Task</span>
              <select
                value={task}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  if (isTask(value)) choose(value);
                }}
              >
                {TASKS.map((item) => (
                  <option key={item.task} value={item.task}>
                    {item.title}
                  </option>
                ))}
              </select>
            </label>
            {task === "all" ? (
              <label>
                <span class="muted small">at most</span>
                <input
                  class="short"
                  type="number"
                  min={1}
                  value={limit}
                  onInput={(event) => setLimit(event.currentTarget.value)}
                />
              </label>
            ) : null}
            <label>
              <input
                type="checkbox"
                checked={report}
                onChange={(event) => setReport(event.currentTarget.checked)}
              />
              report of the compiler
            </label>
          </div>
          <div class="row">
            <button type="submit" class="primary" disabled={text.trim() === ""}>
              {answer.state === "asking" ? "Solving…" : "Solve"}
            </button>
            {answer.state === "asking" ? (
              <button type="button" onClick={request.stop}>
                Stop
              </button>
            ) : null}
            <JobButton kind={task === "count" ? "count" : "solve"} input={() => jobInput(body())}>
              Run as a job
            </JobButton>
            <CopyButton
              text={() => routeUrl("model", { p: text, task: task === "prove" ? undefined : task })}
              what="link"
            >
              Copy link
            </CopyButton>
            <button type="button" onClick={() => downloadText(fileName(text), text)}>
              Save
            </button>
          </div>
        </form>
        <div class="row">
          <button type="button" onClick={() => change(FIRST_MODEL)}>
            A small model
          </button>
          {examples.length === 0 ? (
            <button type="button" onClick={showExamples}>
              Examples…
            </button>
          ) : (
            examples.map((example) => (
              <button key={example.name} type="button" onClick={() => change(example.puzzle)}>
                {example.title ?? example.name}
              </button>
            ))
          )}
        </div>
        <Faults error={failed} />
      </section>
      <section class="card" aria-label="Answer" aria-live="polite" ref={result}>
        <h2>Answer</h2>
        {answer.state === "idle" ? (
          <p class="muted">
            A puzzle is drawn while you type. In a model, write the conditions the obvious way; the
            solver finds out how to solve them. The answer is checked by the rules of the puzzle or
            against your model before it is shown. If there is none, the page shows which
            constraints conflict.
          </p>
        ) : null}
        {answer.state === "asking" ? <p class="loading">Solving…</p> : null}
        {answered ? (
          <>
            <MoreTime
              limit={answered.value.limit ?? conflictOf(answered.value)?.limit}
              time={answered.request.time_limit}
              busy={answer.state === "asking"}
              onMore={(seconds) => void request.goOn(seconds)}
              job={{
                kind: answered.request.task === "count" ? "count" : "solve",
                input: () => jobInput({ ...answered.request }),
                caption: "Go on as a job",
              }}
            />
            <AnswerView answer={answered.value} puzzle={answered.request.puzzle} />
          </>
        ) : null}
        {answered === null && board ? <Board drawing={board} label={nameOf(board)} /> : null}
        <Faults error={errorOf(answer)} source={requestOf(answer)?.puzzle} />
        {answer.state === "idle" ? <Faults error={refused} source={typed?.puzzle} /> : null}
      </section>
    </div>
  );
}

/** The input of a job; its kind says whether it counts. */
function jobInput(body: Record<string, unknown>): Record<string, unknown> {
  const { task, ...rest } = body;
  return task === "count" || task === "prove" ? rest : { ...rest, task };
}
