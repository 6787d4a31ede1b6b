// The scene of an entry: links with a sentence each.

/** A way to something. */
export interface Way {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

/** The links of an entry. */
export function Ways({ ways }: { ways: readonly Way[] }) {
  return (
    <ul class="ways">
      {ways.map(({ href, title, text }) => (
        <li key={href}>
          <a class="card" href={href}>
            <strong>{title}</strong>
            <span class="muted">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
