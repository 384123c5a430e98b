// What a player can do now, as buttons with their keys: bet and deal, or answer the choice that is asked.

import { chip, VALUES } from "./chips.js";
import { bar, costOf, lostWords, optionKey, optionWords } from "./coach.js";
import { byId, capital, h, show } from "./dom.js";
import { amount } from "./money.js";

const RESERVED = new Set("rtmhb?lqn");

/** A key for every option: the digit that its name ends in, a letter of the name that nothing else uses, else its place. Options
 * that cost money, such as a double, have the first letter of their name before the others. */
export function keysOf(options, choice) {
  const first = Object.keys(choice.raises ?? {});
  const taken = new Set(RESERVED);
  const found = new Map();
  for (const option of [...options].sort((one, other) => first.includes(other) - first.includes(one))) {
    const letters = [...(/-(\d)$/.exec(option)?.[1] ?? ""), ...option.toLowerCase()].filter((letter) => /[a-z0-9]/.test(letter));
    found.set(option, letters.find((letter) => !taken.has(letter)) ?? String(options.indexOf(option) + 1));
    taken.add(found.get(option));
  }
  return options.map((option) => found.get(option));
}

/** What an option costs, in words: `+$10`, `takes $5 back`; empty where it costs nothing. */
export function costWords(choice, option, first) {
  const cost = costOf(choice, option, first);
  return cost > 0 ? `+${amount(cost)}` : cost < 0 ? `takes ${amount(-cost)} back` : "";
}

/** The chips that can be bet at a table. */
export const trayOf = (step, limit) => VALUES.filter((value) => value * 100 <= limit && (value * 100) % step === 0).toReversed();

/** The chip to bet with: the one in the hand where the table takes it, else the smallest. */
export const chipOf = (tray, chip = 5) => (tray.includes(chip) ? chip : tray[0] ?? 1);

/** Draws chips, changes to the bets, and the button that deals. */
export function drawBetting(view, does) {
  show(byId("actions"), ["betting", view], () => {
    const small = (key, words, name, isOff) =>
      h("button", { class: "button", type: "button", disabled: isOff, dataset: { does: name }, onclick: does[name] }, h("kbd", {}, key), words);
    return [
      h("div", { class: "betting" },
        h("div", { class: "tray", role: "group", "aria-label": "Chip to bet with" }, view.tray.map((value, place) =>
          h("button", { type: "button", "aria-pressed": String(value === view.chip), "aria-label": `$${value} chip, key ${place + 1}`, dataset: { chip: value }, onclick: () => does.chip(value) }, chip(value)))),
        small("C", "Clear", "clear", view.isEmpty),
        small("E", "Rebet", "rebet", !view.hasLast),
        small("D", "Double", "double", view.isEmpty)),
      h("button", { class: "button main", type: "button", disabled: !view.deal.can, dataset: { does: "deal" }, onclick: does.deal }, h("kbd", {}, "Space"), view.deal.words),
    ];
  });
}

/** Draws one button, or none: waiting for others, taking a seat. */
export function drawSingle(key, words, name, does) {
  show(byId("actions"), ["single", key, words, name], () =>
    name ? h("button", { class: "button main", type: "button", dataset: { does: name }, onclick: does[name] }, key && h("kbd", {}, key), words) : []);
}

/** Draws the options of a choice with what each means; `given` adds their values. One that costs more than the purse cannot be pressed. */
export function drawOptions(view, does) {
  const { choice, legal, first, given, isBusy, purse, hasHints } = view;
  const keys = keysOf(legal, choice);
  show(byId("actions"), ["options", choice.name, legal, isBusy, purse, hasHints, given?.values.map((each) => each.cents)], () =>
    h("div", { class: "options" }, legal.map((option, place) => {
      const cost = costWords(choice, option, first);
      const lacks = costOf(choice, option, first) - purse;
      const means = lacks > 0 ? `You lack ${amount(lacks)} for this.` : hasHints ? choice.means?.[option] : "";
      return h(
        "button",
        { class: "option", type: "button", disabled: isBusy || lacks > 0, dataset: { option, key: keys[place] }, "aria-keyshortcuts": keys[place], onclick: () => does.choose(option) },
        h("span", { class: "told" }, h("kbd", {}, keys[place].toUpperCase()), optionWords(option), cost && h("span", { class: "cost" }, cost)),
        means && h("span", { class: lacks > 0 ? "means lacks" : "means" }, means),
        given && bar(given, option),
      );
    })));
}

/** Draws the button that confirms picked cards. */
export function drawPicked(view, does) {
  const { choice, option, given, isBusy, count } = view;
  const verb = capital(choice.label);
  const words = option ? `${verb}: ${optionWords(option)}` : count === 1 ? `${verb}: pick a card` : `${verb}: pick ${count} cards`;
  show(byId("actions"), ["picked", words, isBusy, given?.best], () =>
    h("div", { class: "options" },
      h("button", { class: "option wide", type: "button", disabled: !option || isBusy, dataset: { does: "confirm" }, onclick: does.confirm },
        h("span", { class: "told" }, h("kbd", {}, "Enter"), words), given && option && count > 1 && bar(given, option))));
}

/** Draws the warning before a choice that gives something up. */
export function drawWarning(view, does) {
  const { option, given } = view;
  const best = given.values.find((each) => each.key === given.best);
  show(byId("actions"), ["warning", optionKey(option), given.best], () =>
    h("div", { class: "options" },
      h("button", { class: "option", type: "button", dataset: { does: "change", key: "c" }, onclick: does.change },
        h("span", { class: "told" }, h("kbd", {}, "C"), `Change to ${optionWords(best.option)}`), bar(given, best.option)),
      h("button", { class: "option", type: "button", dataset: { does: "keep", key: "k" }, onclick: does.keep },
        h("span", { class: "told" }, h("kbd", {}, "K"), `Keep ${optionWords(option)}`), bar(given, option))));
  return `Your choice gives up ${lostWords(given, option)} on average.`;
}
