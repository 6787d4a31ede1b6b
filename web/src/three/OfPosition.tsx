/** To which position an answer belongs, where one could take it for that of another. */

interface Props {
  /** The position that was solved. */
  readonly of: string;
  /** The position that is shown. */
  readonly shown: string;
  /** Whether another text was typed that is no position. */
  readonly refused: boolean;
}

/** A line below the answer; nothing where there is no doubt. */
export function OfPosition({ of, shown, refused }: Props) {
  if (of === shown && !refused) return null;
  return (
    <p class="muted small of-position">
      for <code>{of}</code>, {of === shown ? "which is shown" : "where the moves begin"}
    </p>
  );
}
