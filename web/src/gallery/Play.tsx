// The library: examples of every kind of puzzle, each solved at a click, found by a part of their names.
import { useEffect, useMemo, useState } from "preact/hooks";
import { type ApiError, isAbort, online, post, sendRequest, toApiError } from "../api/client";
import { allDaily } from "../daily/daily";
import { Today } from "../daily/Today";
import { readFile } from "../goishi/board";
import { CoinDrawing } from "../goishi/CoinDrawing";
import type { Place } from "../goishi/walk";
import type { SceneProps } from "../scenes";
import { announce } from "../shell/announce";
import { formatHash, saveInAddress } from "../shell/route";
import "../style/grid.css";
import "../style/goishi.css";
import "../style/gallery.css";
import "../style/home.css";
import type { Example, Examples, ReadPuzzle, Square1CheckRequest } from "../api/generated";
import { GridDrawing } from "../sudoku/GridDrawing";
import { layoutOf } from "../sudoku/layout";
import { type SolveAnswer, VerdictLine } from "../ui/AnswerView";
import { Board } from "../ui/Board";
import { Faults } from "../ui/Faults";
import { FAMILIES } from "../ui/families";
import { MoreTimeOf } from "../ui/MoreTime";
import { outcomeText } from "../ui/text";
import { tomlField } from "../ui/toml";
import { isDrawing, UNSOLVED, useDrawings } from "../ui/useDrawings";
import { answeredOf, errorOf, useRequest } from "../ui/useRequest";
import { CARDS, type Card, cardsWith } from "./cards";
import { ModelSketch, NetSketch, SquareSketch } from "./sketches";

function useGrid(puzzle: string | null): ReadPuzzle | null {
  const [read, setRead] = useState<ReadPuzzle | null>(null);
  useEffect(() => {
    if (puzzle === null) return;
    const controller = new AbortController();
    post("sudoku/read", { text: puzzle }, controller.signal).then(
      (answer) => setRead(answer.puzzles[0] ?? null),
      // Without its drawing, the card still solves and opens the puzzle.
      () => setRead(null),
    );
    return () => controller.abort();
  }, [puzzle]);
  return read;
}

/** A Square-1 given by a scramble is drawn after it; the server returns the position. */
function usePosition(puzzle: string | null): string | null {
  const [position, setPosition] = useState<string | null>(null);
  useEffect(() => {
    if (puzzle === null) return;
    const given = tomlField(puzzle, "position");
    if (given !== null) {
      setPosition(given);
      return;
    }
    const controller = new AbortController();
    const colours = tomlField(puzzle, "colours") ?? "six";
    const body = { position: tomlField(puzzle, "scramble"), colours } as Square1CheckRequest;
    post("square1/check", body, controller.signal).then(
      (answer) => setPosition(answer.position),
      () => setPosition(null),
    );
    return () => controller.abort();
  }, [puzzle]);
  return position;
}

function Grid({
  puzzle,
  answer,
  label,
}: {
  puzzle: string;
  answer: SolveAnswer | null;
  label: string;
}) {
  const read = useGrid(puzzle);
  if (read === null) return null;
  const solution = (answer?.solution ?? null) as readonly (readonly number[])[] | null;
  const placed = solution ? solution.flat() : read.placed;
  return <GridDrawing layout={layoutOf(read)} givens={read.givens} placed={placed} label={label} />;
}

function Square1({ puzzle, label }: { puzzle: string; label: string }) {
  const position = usePosition(puzzle);
  return position === null ? null : (
    <SquareSketch text={position} label={label} six={tomlField(puzzle, "colours") !== "silver"} />
  );
}

/** A puzzle of any kind, drawn by the server. */
function AnyKind({
  puzzle,
  answer,
  label,
}: {
  puzzle: string;
  answer: SolveAnswer | null;
  label: string;
}) {
  const solution = answer?.solution ?? undefined;
  const asked = useMemo(
    () => (solution === undefined ? UNSOLVED : [...UNSOLVED, solution]),
    [solution],
  );
  const drawn = useDrawings(puzzle, asked).filter(isDrawing).at(-1);
  return drawn ? <Board drawing={drawn} label={label} /> : null;
}

function Drawing({
  card,
  puzzle,
  answer,
}: {
  card: Card;
  puzzle: string;
  answer: SolveAnswer | null;
}) {
  const label = `${card.title}, drawn`;
  switch (card.draws) {
    case "grid":
      return <Grid puzzle={puzzle} answer={answer} label={label} />;
    case "coins": {
      const board = readFile(puzzle);
      const walk = (answer?.solution ?? null) as readonly Place[] | null;
      return board ? <CoinDrawing board={board} walk={walk} label={label} /> : null;
    }
    case "net":
      return (
        <NetSketch
          text={tomlField(puzzle, "net") ?? tomlField(puzzle, "position") ?? ""}
          label={label}
        />
      );
    case "square1":
      return <Square1 puzzle={puzzle} label={label} />;
    case "model":
      return <ModelSketch />;
    case "board":
      return <AnyKind puzzle={puzzle} answer={answer} label={label} />;
  }
}

/** A solution in one line, for puzzles whose solution is not drawn. */
export function solutionLine(card: Card, answer: SolveAnswer): string | null {
  const { solution } = answer;
  if (card.draws === "board") {
    // A solution of several lines or parts is in the drawing.
    return typeof solution === "string" && !solution.includes("\n") ? solution : null;
  }
  if (typeof solution === "string") return solution;
  if (typeof solution !== "object" || solution === null || Array.isArray(solution)) return null;
  if (card.draws === "model") {
    return Object.entries(solution)
      .slice(0, 6)
      .map(([name, value]) => `${name} = ${value}`)
      .join(", ");
  }
  return Object.entries(solution as Record<string, { rows?: readonly unknown[] }>)
    .map(([face, value]) => `${face} ${(value.rows ?? []).join(" ")}`)
    .join(" · ");
}

function CardView({ card, puzzle }: { card: Card; puzzle: string | null }) {
  const request = useRequest<"solve">();
  const { answer } = request;
  const value = answeredOf(answer)?.value ?? null;
  const target = puzzle === null ? null : card.opens(puzzle);
  const short = value ? solutionLine(card, value) : null;
  const solve = async () => {
    if (puzzle === null) return;
    const solved = await request.ask("solve", {
      puzzle,
      ...(card.time === undefined ? {} : { time_limit: card.time }),
    });
    if (solved) announce(`${card.title}: ${outcomeText(solved).text}`);
  };
  return (
    <li class="card gallery-card">
      <div class="picture">
        {puzzle === null ? null : <Drawing card={card} puzzle={puzzle} answer={value} />}
      </div>
      <div class="words">
        <h2>{card.title}</h2>
        <p class="muted">{card.text}</p>
        <div class="answer" aria-live="polite">
          {value ? <VerdictLine answer={value} /> : null}
          {short ? <p class="short-answer">{short}</p> : null}
          <MoreTimeOf request={request} />
          <Faults error={errorOf(answer)} source={puzzle ?? undefined} />
        </div>
        <div class="row">
          <button
            type="button"
            class="primary"
            onClick={solve}
            disabled={puzzle === null || answer.state === "asking"}
            aria-label={`Solve ${card.title}`}
          >
            {answer.state === "asking" ? "Solving…" : "Solve"}
          </button>
          {target ? (
            <a
              class="button"
              href={formatHash(target.scene, target.query)}
              aria-label={`Open ${card.title}`}
            >
              Open
            </a>
          ) : null}
        </div>
      </div>
    </li>
  );
}

/** Whether a card has a text in its title, its description, or the name of its kind. */
export function isFound(card: Card, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [card.title, card.text, card.name].some((it) => it.toLowerCase().includes(wanted));
}

/** The scene. */
export default function Play({ route }: SceneProps) {
  const linked = route.query.q ?? "";
  const [wanted, setWanted] = useState(linked);
  useEffect(() => setWanted(linked), [linked]);
  const [examples, setExamples] = useState<readonly Example[] | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  // When the server can be reached again, the request is repeated.
  const back = online.value;
  useEffect(() => {
    if (!back) return;
    const controller = new AbortController();
    sendRequest<Examples>("GET", "examples", undefined, { signal: controller.signal }).then(
      (answer) => {
        setExamples(answer.examples);
        setError(null);
      },
      (caught) => {
        if (!isAbort(caught)) setError(toApiError(caught));
      },
    );
    return () => controller.abort();
  }, [back]);
  const puzzleOf = ({ source }: Card) => {
    if ("puzzle" in source) return source.puzzle;
    return examples?.find(({ name }) => name === source.example)?.puzzle ?? null;
  };
  // Examples that the server does not have are left out once its list is known.
  const known = examples ? cardsWith(examples).filter((card) => puzzleOf(card) !== null) : CARDS;
  const shown = known.filter((card) => isFound(card, wanted));
  const list = (cards: readonly Card[]) => (
    <ul class="gallery">
      {cards.map((card) => (
        <CardView key={card.name} card={card} puzzle={puzzleOf(card)} />
      ))}
    </ul>
  );
  return (
    <section>
      <div class="home-head">
        <h1>Play</h1>
        <input
          type="search"
          aria-label="Find a puzzle"
          placeholder="Find a puzzle"
          value={wanted}
          onInput={(event) => {
            setWanted(event.currentTarget.value);
            saveInAddress("play", { q: event.currentTarget.value });
          }}
        />
      </div>
      {wanted === "" ? <Today puzzles={allDaily} heading="Puzzles of the day" /> : null}
      <Faults error={error} />
      {list(shown.filter(({ family }) => family === undefined))}
      {shown.length === 0 ? <p>No puzzle has this name.</p> : null}
      {FAMILIES.map(({ family, title }) => {
        const cards = shown.filter((card) => card.family === family);
        return cards.length === 0 ? null : (
          <section key={family} aria-labelledby={`family-${family}`}>
            <h2 class="family" id={`family-${family}`}>
              {title}
            </h2>
            {list(cards)}
          </section>
        );
      })}
    </section>
  );
}
