// The icons of the tools: lines of one width in a square of 24 units.

const PATHS = {
  undo: "M9 5L4 10L9 15M4 10H14A5.5 5.5 0 0 1 14 21H10",
  redo: "M15 5L20 10L15 15M20 10H10A5.5 5.5 0 0 0 10 21H14",
  erase: "M9 6H20V18H9L3 12ZM12 9.5L17 14.5M17 9.5L12 14.5",
  clear: "M5 7H19M10 7V4H14V7M7 7L8 20H16L17 7M10.5 11V16M13.5 11V16",
  copy: "M4 4H14V14H4ZM9 17V20H20V9H17",
  zoom: "M4 10A6 6 0 1 0 16 10A6 6 0 1 0 4 10M14.5 14.5L20 20M7 10H13M10 7V13",
  shown:
    "M3 12C6 6.5 18 6.5 21 12C18 17.5 6 17.5 3 12ZM9.5 12A2.5 2.5 0 1 0 14.5 12A2.5 2.5 0 1 0 9.5 12",
  hidden: "M3 12C6 6.5 18 6.5 21 12C18 17.5 6 17.5 3 12ZM5 20L19 4",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** An icon; the control that has it has a name of its own. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="tool-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
