// The gallery: what Gordian can do, each on a puzzle that is solved for real at a click.
import { useEffect, useState } from "preact/hooks";
import { type ApiError, aborted, asApiError, ask, online, request } from "../api/client";
import { readFile } from "../goishi/board";
import { CoinDrawing } from "../goishi/CoinDrawing";
import type { Place } from "../goishi/walk";
import { announce } from "../shell/announce";
import { formatHash } from "../shell/route";
import "../style/grid.css";
import "../style/goishi.css";
import "../style/gallery.css";
import type { Examples, Read } from "../sudoku/answers";
import { GridDrawing } from "../sudoku/GridDrawing";
import { layoutOf, type ReadPuzzle } from "../sudoku/layout";
import { type SolveAnswer, VerdictLine } from "../ui/AnswerView";
import { Faults } from "../ui/Faults";
import { errorOf, useQuestion } from "../ui/useQuestion";
import { verdict } from "../ui/words";
import { CARDS, type Card } from "./cards";
import { ModelSketch, NetSketch, SquareSketch } from "./sketches";
import { field } from "./toml";

function useGrid(puzzle: string | null): ReadPuzzle | null {
  const [read, setRead] = useState<ReadPuzzle | null>(null);
  useEffect(() => {
    if (puzzle === null) return;
    const controller = new AbortController();
    ask<Read>("sudoku/read", { text: puzzle }, controller.signal).then(
      (answer) => setRead(answer.puzzles[0] ?? null),
      // Without its drawing the card still solves and opens.
      () => setRead(null),
    );
    return () => controller.abort();
  }, [puzzle]);
  return read;
}

/** A Square-1 given by a scramble is drawn after it; the server says where that leads. */
function usePosition(puzzle: string | null): string | null {
  const [position, setPosition] = useState<string | null>(null);
  useEffect(() => {
    if (puzzle === null) return;
    const given = field(puzzle, "position");
    if (given !== null) {
      setPosition(given);
      return;
    }
    const controller = new AbortController();
    const colours = field(puzzle, "colours") ?? "six";
    const body = { position: field(puzzle, "scramble"), colours };
    ask<{ position: string }>("square1/check", body, controller.signal).then(
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
    <SquareSketch text={position} label={label} six={field(puzzle, "colours") !== "silver"} />
  );
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
        <NetSketch text={field(puzzle, "net") ?? field(puzzle, "position") ?? ""} label={label} />
      );
    case "square1":
      return <Square1 puzzle={puzzle} label={label} />;
    case "model":
      return <ModelSketch />;
  }
}

/** A solution in a line, where it is not drawn. */
export function inShort(card: Card, answer: SolveAnswer): string | null {
  const { solution } = answer;
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
  const question = useQuestion<SolveAnswer>();
  const { answer } = question;
  const value = answer.state === "answered" ? answer.value : null;
  const target = puzzle === null ? null : card.opens(puzzle);
  const short = value ? inShort(card, value) : null;
  const solve = async () => {
    if (puzzle === null) return;
    const solved = await question.ask("solve", {
      puzzle,
      ...(card.time === undefined ? {} : { time_limit: card.time }),
    });
    if (solved) announce(`${card.title}: ${verdict(solved).text}`);
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

/** The scene. */
export default function Gallery() {
  const [examples, setExamples] = useState<ReadonlyMap<string, string> | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  // When the server is back after it was away, it is asked again.
  const back = online.value;
  useEffect(() => {
    if (!back) return;
    const controller = new AbortController();
    request<Examples>("GET", "examples", undefined, { signal: controller.signal }).then(
      (answer) => {
        setExamples(new Map(answer.examples.map((one) => [one.name, one.puzzle])));
        setError(null);
      },
      (caught) => {
        if (!aborted(caught)) setError(asApiError(caught));
      },
    );
    return () => controller.abort();
  }, [back]);
  const puzzleOf = (card: Card) =>
    "puzzle" in card.source ? card.source.puzzle : (examples?.get(card.source.example) ?? null);
  // What the server does not have is left out, once it is known what it has.
  const shown = CARDS.filter((card) => examples === null || puzzleOf(card) !== null);
  return (
    <section>
      <div class="welcome">
        <h1>Exact answers to puzzles</h1>
        <p>
          Which state satisfies the rules, and which way leads there? Every answer is proved, and
          checked by the rules before you see it.
        </p>
      </div>
      <Faults error={error} />
      <ul class="gallery">
        {shown.map((card) => (
          <CardView key={card.name} card={card} puzzle={puzzleOf(card)} />
        ))}
      </ul>
    </section>
  );
}
