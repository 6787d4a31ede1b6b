// Light or dark: the system's setting, unless the reader chose one.
import { signal } from "@preact/signals";

export type Theme = "light" | "dark";

const dark = matchMedia("(prefers-color-scheme: dark)");

function chosen(): Theme | null {
  const name = document.documentElement.dataset.theme;
  return name === "light" || name === "dark" ? name : null;
}

/** The theme that is shown now. */
export const theme = signal<Theme>(chosen() ?? (dark.matches ? "dark" : "light"));

dark.addEventListener("change", () => {
  if (chosen() === null) theme.value = dark.matches ? "dark" : "light";
});

/** Switches to the other theme and remembers it. */
export function switchTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme.value;
  try {
    localStorage.setItem("gordian.theme", theme.value);
  } catch {
    // The theme is switched but not stored.
  }
}

/** Whether the system asks for reduced motion. */
export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
