// Hints and explanations of the board, and the current step of an explanation.
import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import { type ApiError, post, toApiError } from "../api/client";
import type { PositionDocument, StepDocument, TechniqueOrder } from "../api/generated";
import { announce } from "../shell/announce";
import { answeredOf, useRequest } from "../ui/useRequest";
import { type Board, puzzleText, values } from "./board";
import { CHECK_TIME, type Checked, checkBoard } from "./check";
import type { HintLevel, HintState } from "./hints";
import { basicCandidates, cellName, cellOf, isStandard } from "./layout";
import { isBruteForce, replay } from "./steps";

/** An explanation being looked at. */
export interface Walk {
  readonly steps: readonly StepDocument[];
  readonly positions: readonly PositionDocument[];
  readonly at: number;
}

/**
 * The board as a text for a hint. If every open cell of a standard 9×9 grid has pencil marks, they
 * are used: the text is then a line in HoDoKu's format, with placed digits (`+`) and
 * eliminated candidates (digit, row, column).
 */
export function hintText(board: Board): string {
  const { layout, givens, marks } = board;
  const filled = values(board);
  const marked = filled.every((value, cell) => value > 0 || (marks[cell]?.length ?? 0) > 0);
  if (layout.n !== 9 || !isStandard(layout) || !marked) return puzzleText(board, true);
  const grid = filled.map((value, cell) => {
    const sign = value > 0 && !givens[cell] ? "+" : "";
    return `${sign}${value > 0 ? value : "."}`;
  });
  const gone = basicCandidates(layout, filled).flatMap((digits, cell) =>
    digits
      .filter((digit) => !marks[cell]?.includes(digit))
      .map((digit) => `${digit}${Math.floor(cell / 9) + 1}${(cell % 9) + 1}`),
  );
  return `:0000:x:${grid.join("")}:${gone.join(" ")}:::`;
}

/** The comparison of the board with the solutions of its givens. */
export type CheckState =
  | { readonly state: "asking" }
  | { readonly state: "failed"; readonly error: ApiError }
  | { readonly state: "done"; readonly checked: Checked; readonly seconds: number };

function checkText({ wrong, lacking, solvable }: Checked): string {
  if (solvable === null) return "not known";
  if (wrong.length + lacking.length > 0) return `wrong: ${[...wrong, ...lacking].join(", ")}`;
  return solvable ? "nothing is wrong so far" : "the puzzle has no solution";
}

/** Placed digits that are in no solution of the puzzle. */
async function wrongCells(board: Board): Promise<string[]> {
  try {
    const body = { puzzle: puzzleText(board, false), time_limit: 3 };
    const { outcome, candidates } = await post("sudoku/candidates", body);
    if (outcome !== "solved") return [];
    return board.placed.flatMap((digit, cell) =>
      digit > 0 && !candidates[cell]?.includes(digit) ? [cellName(board.layout.n, cell)] : [],
    );
  } catch {
    // Then the answer only says that there is no solution.
    return [];
  }
}

/** The level after the one that is shown; brute force has nothing between the first and the last. */
function nextLevel({ hint, level }: HintState): HintLevel {
  if (hint.step === null || isBruteForce(hint.step)) return 4;
  return level < 4 ? ((level + 1) as HintLevel) : 4;
}

/** Hints and explanations of a board. */
export function useLogic(board: Board, change: (next: (board: Board) => Board) => void) {
  const hints = useRequest<"sudoku/hint">();
  const [hint, setHint] = useState<HintState | null>(null);
  const request = useRequest<"sudoku/explain">();
  const [at, setAt] = useState(0);
  const { n } = board.layout;
  const explained = answeredOf(request.answer)?.value ?? null;
  // The layout is the one that was explained: any change of the board closes the explanation.
  const layout = board.layout;
  const walk = useMemo<Walk | null>(() => {
    if (!explained?.steps.length) return null;
    const positions = replay(layout, explained.start, explained.steps);
    return { steps: explained.steps, positions, at: 0 };
  }, [explained, layout]);

  const { reset: resetHints, ask: askHint } = hints;
  const { reset: resetQuestion, ask: askQuestion } = request;
  const [check, setCheck] = useState<CheckState | null>(null);
  // The number of the last comparison; the results of earlier ones are dropped.
  const checks = useRef(0);
  const closeCheck = useCallback(() => {
    checks.current++;
    setCheck(null);
  }, []);
  const close = useCallback(() => {
    closeCheck();
    setHint(null);
    resetHints();
    resetQuestion();
  }, [resetHints, resetQuestion, closeCheck]);

  const checkDigits = useCallback(
    async (seconds = CHECK_TIME) => {
      close();
      const number = checks.current;
      setCheck({ state: "asking" });
      try {
        const checked = await checkBoard(board, seconds);
        if (checks.current !== number) return;
        setCheck({ state: "done", checked, seconds });
        announce(checkText(checked));
      } catch (error) {
        if (checks.current === number) setCheck({ state: "failed", error: toApiError(error) });
      }
    },
    [board, close],
  );

  const getHint = useCallback(async () => {
    resetQuestion();
    closeCheck();
    setHint(null);
    const answer = await askHint("sudoku/hint", { puzzle: hintText(board) });
    if (!answer) return;
    const names = answer.wrong.length
      ? answer.wrong
      : answer.outcome === "infeasible"
        ? await wrongCells(board)
        : [];
    setHint({ hint: answer, level: 1, wrong: names });
  }, [board, askHint, resetQuestion, closeCheck]);

  const doHint = useCallback(() => {
    const step = hint?.hint.step;
    if (!hint || !step) return;
    const [before, after] = replay(layout, hint.hint.start, [step]);
    change((old) => {
      const placed = [...old.placed];
      for (const { cell: name, digit } of step.placements ?? []) {
        const cell = cellOf(n, name);
        if (cell !== null && !old.givens[cell]) placed[cell] = digit;
      }
      // The step only eliminates candidates: without marks, the next hint would be the same.
      const marks = step.eliminations?.length ? (after ?? before)?.candidates : undefined;
      return { ...old, placed, marks: marks ?? old.marks };
    });
    announce("done");
    setHint(null);
    resetHints();
  }, [hint, layout, n, change, resetHints]);

  const explain = useCallback(
    async (order: TechniqueOrder) => {
      setHint(null);
      closeCheck();
      resetHints();
      setAt(0);
      const answer = await askQuestion("sudoku/explain", {
        puzzle: puzzleText(board, false),
        order,
      });
      if (answer) announce(`${answer.steps.length} steps`);
    },
    [board, askQuestion, resetHints, closeCheck],
  );

  const move = useCallback(
    (to: number) => {
      setAt(to);
      const step = walk?.steps[to];
      announce(step ? `step ${to + 1} of ${walk?.steps.length}: ${step.text}` : "the end");
    },
    [walk],
  );

  return {
    hints,
    hint,
    check,
    checkDigits,
    request,
    walk: walk ? { ...walk, at } : null,
    close,
    getHint,
    moreHint: useCallback(
      () => setHint((old) => (old ? { ...old, level: nextLevel(old) } : old)),
      [],
    ),
    doHint,
    explain,
    move,
  };
}
