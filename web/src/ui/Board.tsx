// The drawing of a puzzle of any kind.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import "../style/board.css";
import { readSvg } from "./svg";
import type { Drawing } from "./useDrawings";

interface BoardProps {
  readonly drawing: Drawing;
  /** What it shows, for screen readers. */
  readonly label: string;
}

/** The drawing as an image, or as text if its SVG has parts that the page does not allow. */
export function Board({ drawing, label }: BoardProps) {
  const host = useRef<HTMLDivElement>(null);
  const svg = useMemo(() => readSvg(drawing.svg, label), [drawing.svg, label]);
  useLayoutEffect(() => {
    if (svg) host.current?.replaceChildren(svg);
  }, [svg]);
  if (svg === null) return <pre class="board-text">{drawing.text}</pre>;
  return <div class="board-drawing" ref={host} />;
}

/** The name of a drawn puzzle. */
export function nameOf(drawing: Drawing): string {
  return drawing.title ?? `Puzzle of the kind ${drawing.kind}`;
}
