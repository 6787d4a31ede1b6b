/** Names the position of an answer that could be mistaken for that of another position. */

interface Props {
  /** The position that was solved. */
  readonly of: string;
  /** The position that is shown. */
  readonly shown: string;
  /** Whether an invalid position was typed since. */
  readonly refused: boolean;
}

/** One line below the answer; nothing if the answer belongs to the shown position. */
export function AnswerPosition({ of, shown, refused }: Props) {
  if (of === shown && !refused) return null;
  return (
    <p class="muted small of-position">
      for <code>{of}</code>, {of === shown ? "which is shown" : "where the moves begin"}
    </p>
  );
}
