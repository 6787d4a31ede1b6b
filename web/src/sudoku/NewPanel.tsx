// New puzzles: made by the server to a wish, each with exactly one solution.
import { useState } from "preact/hooks";
import { JobButton } from "../jobs/JobButton";
import { announce } from "../shell/announce";
import { keep, recall } from "../shell/store";
import { Faults } from "../ui/Faults";
import { errorOf, useQuestion } from "../ui/useQuestion";
import type { Generated } from "./answers";
import { TECHNIQUES } from "./techniques";

interface Wish {
  readonly size: string;
  readonly level: string;
  readonly symmetry: string;
  readonly clues: string;
  readonly minimal: boolean;
  readonly diagonals: boolean;
  readonly needs: string;
  readonly avoids: string;
  readonly seed: string;
}

const USUAL: Wish = {
  size: "9",
  level: "",
  symmetry: "none",
  clues: "",
  minimal: false,
  diagonals: false,
  needs: "",
  avoids: "",
  seed: "",
};

const LEVELS = ["easy", "medium", "hard", "unfair", "extreme"];
const SYMMETRIES = [
  "none",
  "half-turn",
  "quarter-turn",
  "diagonal",
  "anti-diagonal",
  "left-right",
  "top-bottom",
  "full",
];
const SIZES = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25];

/** The question for a wish: only what was wished for. */
export function wishBody(wish: Wish): Record<string, unknown> {
  const names = (text: string) =>
    text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
  const body: Record<string, unknown> = { size: Number(wish.size) };
  if (wish.level !== "") body.level = wish.level;
  if (wish.symmetry !== "none") body.symmetry = wish.symmetry;
  if (wish.clues !== "") body.clues = Number(wish.clues);
  if (wish.minimal) body.minimal = true;
  if (wish.diagonals) body.diagonals = true;
  if (names(wish.needs).length > 0) body.needs = names(wish.needs);
  if (names(wish.avoids).length > 0) body.avoids = names(wish.avoids);
  if (wish.seed !== "") body.seed = Number(wish.seed);
  return body;
}

interface NewPanelProps {
  readonly onLoad: (text: string) => void;
}

/** Buttons that generate a puzzle of a level. */
export function QuickNew({ onLoad }: NewPanelProps) {
  const question = useQuestion<Generated, Record<string, unknown>>();
  const making = question.answer.state === "asking";
  const make = async (level: string) => {
    const made = await question.ask("sudoku/generate", wishBody({ ...USUAL, level }));
    if (made?.puzzle) onLoad(made.puzzle);
  };
  return (
    <>
      {["easy", "medium", "hard"].map((level) => (
        <button key={level} type="button" disabled={making} onClick={() => make(level)}>
          New {level} puzzle
        </button>
      ))}
      {making ? <span class="loading">Making…</span> : null}
      <Faults error={errorOf(question.answer)} />
    </>
  );
}

/** The panel. */
export function NewPanel({ onLoad }: NewPanelProps) {
  const [wish, setWish] = useState<Wish>(() => ({
    ...USUAL,
    ...recall<Partial<Wish>>("wish", {}),
  }));
  const question = useQuestion<Generated, Record<string, unknown>>();
  const { answer } = question;
  const set = (part: Partial<Wish>) => {
    const next = { ...wish, ...part };
    setWish(next);
    keep("wish", next);
  };
  const make = async () => {
    const made = await question.ask("sudoku/generate", wishBody(wish));
    const text = made?.file ?? made?.puzzle;
    if (text) {
      onLoad(text);
      announce("a new puzzle");
    }
  };
  const text = (name: "needs" | "avoids", title: string) => (
    <label class="stack">
      <span>{title}</span>
      <input
        list="techniques"
        value={wish[name]}
        placeholder="such as x-wing"
        onInput={(event) => set({ [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      <form
        class="stacked"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <div class="fields">
          <label class="stack">
            <span>Rows</span>
            <select
              value={wish.size}
              onChange={(event) => set({ size: event.currentTarget.value })}
            >
              {SIZES.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          </label>
          <label class="stack">
            <span>Level (HoDoKu's)</span>
            <select
              value={wish.level}
              onChange={(event) => set({ level: event.currentTarget.value })}
            >
              <option value="">any</option>
              {LEVELS.map((level) => (
                <option key={level}>{level}</option>
              ))}
            </select>
          </label>
          <label class="stack">
            <span>Symmetry</span>
            <select
              value={wish.symmetry}
              onChange={(event) => set({ symmetry: event.currentTarget.value })}
            >
              {SYMMETRIES.map((symmetry) => (
                <option key={symmetry}>{symmetry}</option>
              ))}
            </select>
          </label>
          <label class="stack">
            <span>Givens</span>
            <input
              type="number"
              min={0}
              value={wish.clues}
              placeholder="as few as happen"
              onInput={(event) => set({ clues: event.currentTarget.value })}
            />
          </label>
          {text("needs", "Needs these techniques")}
          {text("avoids", "Avoids these techniques")}
          <label class="stack">
            <span>Seed</span>
            <input
              type="number"
              min={0}
              value={wish.seed}
              placeholder="by chance"
              onInput={(event) => set({ seed: event.currentTarget.value })}
            />
          </label>
          <div class="stacked tight">
            <label>
              <input
                type="checkbox"
                checked={wish.minimal}
                onChange={(event) => set({ minimal: event.currentTarget.checked })}
              />
              every given is needed
            </label>
            <label>
              <input
                type="checkbox"
                checked={wish.diagonals}
                onChange={(event) => set({ diagonals: event.currentTarget.checked })}
              />
              diagonals
            </label>
          </div>
        </div>
        <datalist id="techniques">
          {TECHNIQUES.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div class="row">
          <button type="submit" class="primary" disabled={answer.state === "asking"}>
            {answer.state === "asking" ? "Making…" : "Make a puzzle"}
          </button>
          {answer.state === "asking" ? (
            <button type="button" onClick={question.reset}>
              Stop
            </button>
          ) : null}
        </div>
      </form>
      <Faults error={errorOf(answer)} />
      {answer.state === "answered" ? (
        answer.value.puzzle ? (
          <p class="row">
            <span class="badge good">✓ unique · checked</span>
            <span class="muted small">
              {answer.value.clues ? `${answer.value.clues} givens · ` : ""}
              {answer.value.rating
                ? `${answer.value.rating.level}, score ${answer.value.rating.score} · `
                : ""}
              seed {answer.value.seed}
            </span>
          </p>
        ) : (
          <p class="row">
            <span class="badge warn">! none was found: {answer.value.limit}</span>
            <JobButton kind="generate" input={() => answer.request}>
              Go on as a job
            </JobButton>
          </p>
        )
      ) : null}
    </>
  );
}
