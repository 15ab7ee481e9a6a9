/* Runs before the first paint, so that a dark page is never white for a moment. The strict content policy allows no inline script. */
try {
  if (localStorage.getItem("theme") === "dark") document.documentElement.setAttribute("data-mantine-color-scheme", "dark");
} catch {
  // Storage is switched off: light, as when nothing was chosen.
}
