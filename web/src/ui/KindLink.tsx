// A link to what there is of a kind of pencil puzzle, with a small solved puzzle of it.

interface KindLinkProps {
  readonly kind: string;
  readonly title: string;
  readonly href: string;
}

/** The link. */
export function KindLink({ kind, title, href }: KindLinkProps) {
  return (
    <a href={href}>
      {/* One file has all pictures; a test of gordian-server draws it. */}
      <svg class="thumbnail" aria-hidden="true">
        <use href={`./kinds.svg#${kind}`} />
      </svg>
      {title}
    </a>
  );
}
