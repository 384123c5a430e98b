// Runs before anything is painted, as no module does: the theme is there from the first frame. The server puts it into the head
// of every page that has settings.

{
  const hears = (query) => matchMedia(query).matches;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("pitboss-settings")) ?? {};
  } catch { /* A browser that keeps nothing shows the defaults. */ }
  const found = {
    theme: hears("(prefers-color-scheme: light)") ? "light" : "dark",
    contrast: hears("(prefers-contrast: more)") ? "high" : "normal",
    motion: hears("(prefers-reduced-motion: reduce)") ? "none" : "full",
    deck: "classic",
    index: "normal",
  };
  for (const [name, system] of Object.entries(found)) {
    document.documentElement.dataset[name] = kept[name] && kept[name] !== "system" ? kept[name] : system;
  }
}
