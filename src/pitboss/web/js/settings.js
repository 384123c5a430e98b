// What a person has chosen for the page: kept in the browser alone.

import { h } from "./dom.js";

const KEPT = "pitboss-settings";
const CHOICES = {
  theme: ["Colours", { system: "As the system", dark: "Dark", light: "Light" }, "system"],
  deck: ["Deck", { classic: "Classic", four: "Four colours" }, "classic"],
  index: ["Card index", { normal: "Normal", large: "Large" }, "normal"],
  contrast: ["Contrast", { system: "As the system", normal: "Normal", high: "High" }, "system"],
  motion: ["Motion", { system: "As the system", full: "Full", none: "None" }, "system"],
  coach: ["Coach", { off: "Off", request: "On request (?)", always: "Always", warn: "Warn on a mistake" }, "request"],
  hints: ["Explain choices", { shown: "On", hidden: "Off" }, "shown"],
  sound: ["Sound", { on: "On", off: "Off" }, "off"],
};

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {}; // A browser that keeps nothing plays with the defaults.
  }
}

const chosen = read();
const hears = (query) => matchMedia(query).matches;

/** One setting. */
export const setting = (name) => chosen[name] ?? CHOICES[name][2];

/** Changes one setting at once. */
function setSetting(name, value) {
  chosen[name] = value;
  try {
    localStorage.setItem(KEPT, JSON.stringify(chosen));
  } catch { /* It holds until the page is left. */ }
  apply();
  document.dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
}

/** Writes the settings on the document, where the style sheets read them. */
export function apply() {
  const root = document.documentElement.dataset;
  const theme = setting("theme");
  root.theme = theme === "system" ? (hears("(prefers-color-scheme: light)") ? "light" : "dark") : theme;
  root.deck = setting("deck");
  root.index = setting("index");
  const contrast = setting("contrast");
  root.contrast = contrast === "system" ? (hears("(prefers-contrast: more)") ? "high" : "normal") : contrast;
  root.motion = isStill() ? "none" : "full";
}

/** Whether nothing should move. */
export function isStill() {
  const motion = setting("motion");
  return motion === "none" || (motion === "system" && hears("(prefers-reduced-motion: reduce)"));
}

/** The form of all settings. */
export function settingsForm() {
  return h(
    "form",
    { class: "settings" },
    Object.entries(CHOICES).map(([name, [title, values]]) =>
      h(
        "fieldset",
        {},
        h("legend", {}, title),
        h(
          "div",
          { class: "choices" },
          Object.entries(values).map(([value, words]) => {
            const input = h("input", { type: "radio", name, value, onchange: () => setSetting(name, value) });
            input.checked = setting(name) === value;
            return h("label", {}, input, words);
          }),
        ),
      ),
    ),
  );
}

for (const query of ["(prefers-color-scheme: light)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"]) {
  matchMedia(query).addEventListener("change", apply);
}
apply();
