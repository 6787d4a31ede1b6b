// Sets the remembered theme before anything is drawn, so that the page does not flash.
try {
  const theme = localStorage.getItem("gordian.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; then the system's setting holds.
}
