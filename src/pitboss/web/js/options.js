// Options of a game in forms: in words, those that are written freely folded up, with the house edge of what is chosen.

import { gameOf } from "./api.js";
import { capital, h } from "./dom.js";
import { edgeOf } from "./edges.js";

const RESTING_MS = 250;
const TRIES = 12;

/** The values that an option can be chosen from; null where it is written freely. */
export const valuesOf = (option) => (option.free || !option.listed.length ? null : option.listed);

/** A value as people read it: `Progressive`, `Yes`; names of tables and numbers stay as they are. */
export const valueWords = (value) => (/^[a-z]+(-[a-z]+)*$/.test(value) ? capital(value.replaceAll("-", " ")) : value);

function fieldOf(option) {
  const id = `option-${option.name}`;
  const values = valuesOf(option);
  const current = String(option.default);
  const input = values
    ? h("select", { id, name: option.name }, values.map((value) => h("option", { value, selected: value === current }, valueWords(value))))
    : h("input", { id, name: option.name, value: current, autocomplete: "off", spellcheck: "false", "aria-describedby": `${id}-hint` });
  return h("div", { class: "field" }, h("label", { for: id }, capital(option.words)), input, values ? null : h("small", { id: `${id}-hint`, class: "muted" }, capital(option.values)));
}

/** The fields of a game's options: those with something to choose, then, folded up, those that are written. */
export function optionFields(options) {
  const asked = options.filter((option) => (valuesOf(option) ?? [0, 1]).length > 1); // One value is no choice.
  const written = asked.filter((option) => !valuesOf(option));
  return [
    asked.filter((option) => valuesOf(option)).map(fieldOf),
    written.length > 0 && h("details", { class: "advanced" }, h("summary", {}, "Advanced"), h("div", { class: "setup" }, written.map(fieldOf))),
  ];
}

/** What a form of options has changed. */
export const chosenOf = (form, options) => Object.fromEntries(options
  .filter((option) => form.elements[option.name] && form.elements[option.name].value.trim() !== String(option.default))
  .map((option) => [option.name, form.elements[option.name].value.trim()]));

/** House edges in words: that of the bets that are played together first, then each bet that has its own. */
function edgeWords(game) {
  const main = game.main?.house_edge ? [edgeOf(game.main, game)] : [];
  const apart = game.wagers.filter((each) => each.house_edge && !(main.length && game.main.wagers.includes(each.name)));
  return [...main, ...apart.map((each) => `${capital(each.label)} ${edgeOf(each, game)}`)];
}

/** A line under a form with the house edge of what is chosen in it; it follows every change. */
export function liveEdge(game, form) {
  const line = h("p", { class: "live-edge", role: "status" });
  let asked = 0;
  let rests = null;
  const draw = (told) => line.replaceChildren(h("b", {}, "House edge: "), edgeWords(told).join(" · ") || (told.edges_pending ? "being computed…" : "not known"));
  const ask = async (number, tries = 0) => {
    try {
      const told = await gameOf(game.name, chosenOf(form, game.options));
      if (number !== asked || !line.isConnected) return;
      draw(told);
      if (told.edges_pending && tries < TRIES) await ask(number, tries + 1); // The server answers as soon as it has more.
    } catch (problem) {
      if (number === asked) line.textContent = problem.message;
    }
  };
  form.addEventListener("input", () => {
    const number = (asked += 1);
    clearTimeout(rests);
    rests = setTimeout(() => ask(number), RESTING_MS);
  });
  draw(game);
  if (game.edges_pending) setTimeout(() => ask(asked));
  return line;
}
