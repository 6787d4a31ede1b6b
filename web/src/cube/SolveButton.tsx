/** The button that solves the shown position. After a typed position was refused, it says which one it solves. */

interface Props {
  /** Whether a typed position was refused, so that the shown one is another. */
  readonly refused: boolean;
  readonly busy: boolean;
  readonly onSolve: () => void;
}

/** The button. */
export function SolveButton({ refused, busy, onSolve }: Props) {
  return (
    <>
      <button type="button" class={refused ? "" : "primary"} disabled={busy} onClick={onSolve}>
        {busy ? "Solving…" : refused ? "Solve the previous position" : "Solve"}
      </button>
      {refused ? (
        <span class="badge warn" role="status">
          ! the typed position was refused; the previous one is shown
        </span>
      ) : null}
    </>
  );
}
