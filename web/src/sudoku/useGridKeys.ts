// The keys of the grid. They work wherever the focus is, unless the focused control needs them.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Mode } from "./board";
import { charDigit } from "./layout";

/** The cells that typing changes; the active one is the last that was selected. */
export interface Selection {
  readonly active: number;
  readonly cells: ReadonlySet<number>;
}

/** One cell. */
export function singleCell(cell: number): Selection {
  return { active: cell, cells: new Set([cell]) };
}

/** What the keys do. `held` is the mode of held modifier keys, or null for the chosen mode. */
export interface GridActions {
  /** A digit; `instead` is one that was only its first figure. */
  readonly onDigit: (digit: number, held: Mode | null, instead?: number) => void;
  readonly onErase: (held: Mode | null) => void;
  readonly onMode: (mode: Mode) => void;
  readonly onNextMode: () => void;
}

interface GridKeys extends GridActions {
  readonly n: number;
  readonly selection: Selection;
  /** Selects cells and focuses the active one. */
  readonly onSelect: (selection: Selection) => void;
}

/** The cell that a key moves to; null if the key does not move. */
export function neighbourCell(
  n: number,
  cell: number,
  key: string,
  control: boolean,
): number | null {
  const [row, column] = [Math.floor(cell / n), cell % n];
  switch (key) {
    case "ArrowUp":
      return ((row + n - 1) % n) * n + column;
    case "ArrowDown":
      return ((row + 1) % n) * n + column;
    case "ArrowLeft":
      return row * n + ((column + n - 1) % n);
    case "ArrowRight":
      return row * n + ((column + 1) % n);
    case "Home":
      return control ? 0 : row * n;
    case "End":
      return control ? n * n - 1 : row * n + n - 1;
    default:
      return null;
  }
}

const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End)$/;

/**
 * Whether the focused control needs a key itself. `clicked` says that the pointer was used since the last
 * Tab: then buttons, tabs and radio buttons leave their keys to the grid.
 */
export function controlNeedsKey(
  target: EventTarget | null,
  key: string,
  clicked: boolean,
): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  const type = target instanceof HTMLInputElement ? target.type : "";
  if (type === "range" && (MOVES.test(key) || key.startsWith("Page"))) return true;
  if (type !== "" && !/^(range|radio|checkbox|button|submit|reset|file)$/.test(type)) return true;
  if (clicked) return false;
  const pressed = key === " " || key === "Enter";
  if (type === "radio" || target.getAttribute("role") === "tab") return pressed || MOVES.test(key);
  return pressed && target.matches("button, a[href], summary, input, [role=button]");
}

/** The mode of held modifier keys. */
function heldMode(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): Mode | null {
  const control = event.ctrlKey || event.metaKey;
  if (event.shiftKey) return control ? "colour" : "corner";
  return control ? "mark" : null;
}

/** The mode of the modifier keys that are held now, to show it in the controls. */
export function useHeldMode(): Mode | null {
  const [held, setHeld] = useState<Mode | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!/^(Shift|Control|Meta)$/.test(event.key)) return;
      // In text fields, modifiers belong to the text.
      const elsewhere = controlNeedsKey(event.target, "1", false);
      setHeld(elsewhere ? null : heldMode(event));
    };
    const none = () => setHeld(null);
    addEventListener("keydown", onKey);
    addEventListener("keyup", onKey);
    addEventListener("blur", none);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("keyup", onKey);
      removeEventListener("blur", none);
    };
  }, []);
  return held;
}

/** The figure on a key, independent of Shift and the keyboard layout. */
function figureOf(event: KeyboardEvent): string | null {
  if (/^[0-9]$/.test(event.key)) return event.key;
  const code = /^(Digit|Numpad)([0-9])$/.exec(event.code);
  if (!code) return null;
  // Without Num Lock, the keys of the number pad move the selection.
  return code[1] === "Digit" || event.shiftKey ? (code[2] ?? null) : null;
}

const MODE_KEYS: Readonly<Record<string, Mode>> = {
  z: "digit",
  x: "corner",
  c: "mark",
  v: "colour",
};

/** In large grids, two figures within this time are one number, in milliseconds. */
const SOON = 900;

/** Listens to the keys of the grid while it is shown. */
export function useGridKeys(keys: GridKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  const figures = useRef({ text: "", at: 0, cell: -1 });
  const clicked = useRef(true);

  /** In large grids, two figures typed one soon after the other are one number. */
  const typedFigure = (figure: string, held: Mode | null): boolean => {
    const { n, selection, onDigit } = latest.current;
    const last = figures.current;
    const soon = Date.now() - last.at < SOON && last.cell === selection.active && last.text !== "";
    const number = Number(last.text + figure);
    figures.current = { text: "", at: 0, cell: -1 };
    if (n < 10 || !soon || number > n) return false;
    onDigit(number, held, Number(last.text));
    return true;
  };

  /** Handles a key; returns whether it is a key of the grid. */
  const take = (event: KeyboardEvent): boolean => {
    const { n, selection, onSelect, onDigit, onErase, onMode, onNextMode } = latest.current;
    const control = event.ctrlKey || event.metaKey;
    const { key } = event;
    if (event.altKey || event.getModifierState?.("AltGraph")) return false;
    const figure = figureOf(event);
    const to = figure === null ? neighbourCell(n, selection.active, key, control) : null;
    if (to !== null) {
      const jumps = key === "Home" || key === "End";
      const more = event.shiftKey || (control && !jumps);
      onSelect({ active: to, cells: more ? new Set([...selection.cells, to]) : new Set([to]) });
      return true;
    }
    const held = heldMode(event);
    if (key === "Backspace" || key === "Delete" || figure === "0") {
      const two = figures.current.text !== "" && figure === "0" && typedFigure("0", held);
      if (!two) onErase(held);
      return true;
    }
    if (figure !== null) {
      if (!typedFigure(figure, held)) {
        figures.current = { text: figure, at: Date.now(), cell: selection.active };
        onDigit(Number(figure), held);
      }
      return true;
    }
    if (control) {
      if (key.toLowerCase() !== "a" || event.shiftKey) return false;
      const cells = new Set(Array.from({ length: n * n }, (_, cell) => cell));
      onSelect({ active: selection.active, cells });
      return true;
    }
    const digit = charDigit(key);
    if (digit !== null && digit > 9 && digit <= n) {
      onDigit(digit, held);
      return true;
    }
    const mode = event.shiftKey ? undefined : MODE_KEYS[key.toLowerCase()];
    if (key === " ") onNextMode();
    else if (mode) onMode(mode);
    else if (key === "Escape" && selection.cells.size > 1) onSelect(singleCell(selection.active));
    else return false;
    return true;
  };

  useEffect(() => {
    const onPointer = () => {
      clicked.current = true;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Tab") clicked.current = false;
      if (event.defaultPrevented || event.isComposing) return;
      if (document.querySelector("dialog[open]")) return;
      if (controlNeedsKey(event.target, event.key, clicked.current)) return;
      if (!take(event)) return;
      // Neither the focused control nor the browser acts on it as well.
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("pointerdown", onPointer, true);
    addEventListener("keydown", onKey, true);
    return () => {
      removeEventListener("pointerdown", onPointer, true);
      removeEventListener("keydown", onKey, true);
    };
  }, []);
}
