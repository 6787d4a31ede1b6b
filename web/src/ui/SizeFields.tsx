// The numbers of rows and columns of a board.

interface SizeFieldsProps {
  readonly rows: number;
  readonly columns: number;
  /** The largest number of each. */
  readonly max: number;
  /** Called with numbers from 1 to `max`. */
  readonly onChange: (rows: number, columns: number) => void;
}

/** Two fields. */
export function SizeFields({ rows, columns, max, onChange }: SizeFieldsProps) {
  const field = (title: string, value: number, change: (value: number) => void) => (
    <label>
      {title}
      <input
        type="number"
        class="short"
        min={1}
        max={max}
        value={value}
        onChange={(event) => {
          const next = Number(event.currentTarget.value);
          if (Number.isInteger(next) && next >= 1 && next <= max) change(next);
        }}
      />
    </label>
  );
  return (
    <div class="row">
      {field("Rows", rows, (next) => onChange(next, columns))}
      {field("Columns", columns, (next) => onChange(rows, next))}
    </div>
  );
}
