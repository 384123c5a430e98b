// What is put into the analyser: the game with its options, bets, piles, and the deck that cards are taken from.

import { Staging } from "./bets.js";
import { card, cardWords, SUITS } from "./cards.js";
import { byId, capital, h, show, svg } from "./dom.js";
import { amount, cents, dollars } from "./money.js";
import { valuesOf, valueWords } from "./options.js";

const RANKS = [..."AKQJT98765432"];
export const SEEN = "seen";

function optionField(option, current, set) {
  const id = `option-${option.name}`;
  const values = valuesOf(option);
  const value = String(current ?? option.default);
  const onchange = (event) => set(option.name, event.target.value === String(option.default) ? null : event.target.value);
  const input = values
    ? h("select", { id, onchange }, [...new Set([...values, value])].map((each) => h("option", { value: each, selected: each === value }, valueWords(each))))
    : h("input", { id, value, autocomplete: "off", "aria-describedby": `${id}-hint`, onchange });
  return h("div", { class: "field" }, h("label", { for: id }, capital(option.words)), input, values ? null : h("small", { id: `${id}-hint`, class: "muted" }, capital(option.values)));
}

/** Draws the game, its options and its pay tables. */
export function drawSetup(view, does) {
  const { games, felt, question } = view;
  const focused = document.activeElement?.closest?.("#setup") ? document.activeElement.id : "";
  const isNew = show(byId("setup"), [games.map((each) => each.name), felt.name, question.options, question.paytables], () => {
    const changed = Object.keys(question.options).length + (question.paytables ? 1 : 0);
    const isOpen = byId("options")?.open ?? false;
    const pays = h("textarea", { id: "paytables", rows: 5, spellcheck: "false", placeholder: "[grid]\ntable = \"\"\" … \"\"\"", onchange: (event) => does.setPaytables(event.target.value.trim()) });
    pays.value = question.paytables;
    return [
      h("div", { class: "field" },
        h("label", { for: "game" }, "Game"),
        h("select", { id: "game", onchange: (event) => does.setGame(event.target.value) },
          (games.length ? games : [felt]).map((each) => h("option", { value: each.name, selected: each.name === felt.name }, each.title)))),
      h("details", { id: "options", open: isOpen },
        h("summary", { class: "button" }, changed ? `Options (${changed} changed)` : "Options"),
        h("div", { class: "sheet" },
          felt.options.map((option) => optionField(option, question.options[option.name], does.setOption)),
          h("div", { class: "field" },
            h("label", { for: "paytables" }, "Pay tables of your own (TOML, as ", h("code", {}, "pitboss paytables"), " prints them)"), pays))),
    ];
  });
  if (isNew && focused) byId(focused)?.focus();
}

function betField(wager, does) {
  const { kind, amount: price } = wager.stake;
  const id = `bet-${wager.name}`;
  const named = h("label", { for: id }, capital(wager.label));
  if (kind === "fixed") {
    const box = h("input", { id, type: "checkbox", onchange: (event) => does.setBet(wager.name, event.target.checked ? cents(price) : 0) });
    return h("div", { class: "bet fixed" }, named, h("span", { class: "stake" }, box, amount(cents(price))));
  }
  if (kind === "chosen" || (kind === "equal" && wager.required)) {
    return h("div", { class: "bet told" }, h("span", {}, capital(wager.label)), h("span", { class: "stake", id }));
  }
  const typing = (event) => { event.target.dataset.typing = ""; };
  const done = (event) => { delete event.target.dataset.typing; };
  const set = (event) => {
    done(event);
    return does.setBet(wager.name, Math.round(Number(event.target.value || 0) * 100));
  };
  const input = h("input", { id, type: "number", inputmode: "decimal", min: 0, step: "any", placeholder: "0", oninput: typing, onblur: done, onchange: set });
  return h("div", { class: "bet" }, named, h("span", { class: "stake" }, "$", input));
}

/** Draws the bets of the seat. Fields stay where they are while amounts change, so that the Tab key finds the next one. */
export function drawBets(view, does) {
  const { felt, question } = view;
  const label = (name) => felt.wagers.find((each) => each.name === name)?.label ?? name;
  show(byId("bets"), [felt.name, felt.wagers.map((each) => [each.name, each.label, each.stake, each.required])], () => felt.wagers.map((wager) => betField(wager, does)));
  for (const wager of felt.wagers) {
    const field = byId(`bet-${wager.name}`);
    const { kind, to } = wager.stake;
    const stake = kind === "chosen" ? cents(view.position?.stakes[wager.name] ?? "0") : question.bets[wager.name] ?? 0;
    if (field.type === "checkbox") field.checked = stake > 0;
    else if (field.type === "number" && "typing" in field.dataset) continue; // What somebody is writing is theirs.
    else if (field.type === "number") field.value = stake ? dollars(stake).replace(/\.00$/, "") : "";
    else field.textContent = stake ? amount(stake) : kind === "chosen" ? "by choice" : `= ${label(to)}`;
  }
}

/** The bets that a game begins with, and the house rules it is analysed under. */
export function startOf(felt) {
  const smallest = cents(felt.smallest_step);
  const house = { step: dollars(100 % smallest ? smallest : 100), limit: "10000.00" };
  const staging = new Staging(felt, house);
  staging.start(500);
  return { house, bets: staging.stakes };
}

/** Sets one bet, and those that must follow it. */
export function withBet(felt, house, bets, name, value) {
  const staging = new Staging(felt, house);
  staging.stakes = { ...bets };
  staging.set(name, value);
  return staging.stakes;
}

const pileWords = (pile, count) => `${capital(pile.label)}: ${count} of ${pile.cards} cards`;

/** Draws the piles, and the cards seen elsewhere. */
export function drawPiles(view, does) {
  const { felt, question, position, target } = view;
  const told = Object.fromEntries((position?.piles ?? []).map((each) => [each.pile, each]));
  const piles = [...felt.piles, { name: SEEN, label: "seen elsewhere", cards: 0 }];
  const focused = document.activeElement?.closest?.("#felt .pile")?.dataset.pile;
  const drawn = (pile) => {
    const cards = pile.name === SEEN ? question.seen : question.deal[pile.name] ?? [];
    const known = told[pile.name];
    const isOut = known?.status === "not-dealt";
    const isTarget = target === pile.name;
    const words = known?.words || (isOut ? `not dealt in this round${known.why ? `: ${known.why}` : ""}` : pile.name === SEEN ? "cards that you know to be gone" : known?.status === "next" ? "comes next" : "");
    const slots = Array.from({ length: Math.max(0, pile.cards - cards.length) }, () => h("span", { class: "slot", "aria-hidden": "true" }));
    return h("div", { class: `pile${isTarget ? " target" : ""}${pile.cards && pile.cards < 3 ? " narrow" : ""}${cards.length ? "" : " bare"}${isOut ? " out" : ""}${pile.name === SEEN ? " elsewhere" : ""}`, dataset: { pile: pile.name }, role: "group", "aria-label": capital(pile.label), vars: { "--n": Math.max(pile.cards, 5), "--cards": pile.cards } },
      h("div", { class: "head" },
        h("button", { class: "aim", type: "button", "aria-pressed": String(isTarget), "aria-label": `Add cards to ${pile.label}${pile.cards ? `; ${pileWords(pile, cards.length)}` : ""}`, onclick: () => does.aim(pile.name) },
          capital(pile.label), pile.cards > 0 && h("span", { class: "count" }, `${cards.length}/${pile.cards}`)),
        h("span", { class: "words", title: words || null }, capital(words))),
      h("div", { class: `cards${pile.name === SEEN ? " small" : ""}` },
        cards.map((text, place) => card(text, felt.theme, { tag: "button", type: "button", label: `Take away ${cardWords(text)} from ${pile.label}`, onclick: () => does.remove(pile.name, place) })),
        !isOut && slots));
  };
  const rows = ["seat", "community", "dealer", undefined].map((of) => piles.filter((pile) => pile.of === of)).filter((row) => row.length);
  const isNew = show(byId("felt"), [felt.name, felt.theme, felt.options.map((each) => each.value), question.deal, question.seen, target, told], () =>
    rows.map((row) => h("div", { class: "row" }, row.map(drawn))));
  if (isNew && focused) document.querySelector(`#felt [data-pile="${focused}"] .aim`)?.focus();
}

/** How often every face lies in the deck, and how often it is used. */
export function countsOf(felt, question) {
  const left = new Map();
  for (const face of felt.faces) left.set(face, (left.get(face) ?? 0) + 1);
  for (const text of [...Object.values(question.deal).flat(), ...question.seen]) left.set(text, (left.get(text) ?? 0) - 1);
  return left;
}

const suitMark = (suit) => svg("svg", { viewBox: "-11 -11 22 22", "aria-hidden": "true" }, svg("path", { d: SUITS[suit][1] }));

/** Draws the deck: only faces that the game has; those that are used up are grey. */
export function drawDeck(view, does) {
  const { felt, question } = view;
  const left = countsOf(felt, question);
  const faces = [...new Set(felt.faces)];
  const isShoe = felt.faces.length > faces.length + 2;
  const focused = document.activeElement?.dataset?.face;
  const button = (text) => {
    const count = left.get(text) ?? 0;
    const isJoker = text === "JK";
    return h("button", { class: "face", type: "button", tabindex: "-1", disabled: count <= 0, dataset: { face: text, suit: isJoker ? "joker" : text[1] }, "aria-label": `${cardWords(text)}${count > 0 ? (isShoe ? `, ${count} left` : "") : ", used"}`, onclick: () => does.add(text) },
      h("b", {}, isJoker ? "Joker" : text[0] === "T" ? "10" : text[0]), isJoker ? null : suitMark(text[1]), isShoe && count > 0 && h("small", { "aria-hidden": "true" }, count));
  };
  const isNew = show(byId("deck"), [felt.name, faces, [...left]], () =>
    [..."shdc"].map((suit) => {
      const own = RANKS.map((rank) => rank + suit).filter((text) => left.has(text) && faces.includes(text));
      return own.length ? h("div", { class: "suit", vars: { "--faces": own.length }, role: "group", "aria-label": capital(SUITS[suit][0]) }, own.map(button)) : null;
    }).concat(faces.includes("JK") ? h("div", { class: "suit jokers" }, button("JK")) : null));
  if (!isNew) return;
  const first = document.querySelector(`#deck .face[data-face="${focused}"]:not(:disabled)`) ?? byId("deck").querySelector(".face:not(:disabled)");
  first?.setAttribute("tabindex", "0");
  if (focused) first?.focus();
}

/** Moves through the deck by arrow keys: one stop of the Tab key for all of it. */
export function moveInDeck(event) {
  const from = event.target.closest(".face");
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!from || !step) return;
  event.preventDefault();
  const here = from.getBoundingClientRect();
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = middle(here);
  const found = [...byId("deck").querySelectorAll(".face:not(:disabled)")]
    .filter((each) => each !== from)
    .map((each) => ({ each, at: middle(each.getBoundingClientRect()) }))
    .filter(({ at }) => (step[0] ? (at[0] - x) * step[0] > 2 && Math.abs(at[1] - y) < 4 : (at[1] - y) * step[1] > 4))
    .toSorted((one, other) => {
      const far = ({ at }) => (step[0] ? Math.abs(at[0] - x) : Math.abs(at[1] - y) * 10 + Math.abs(at[0] - x));
      return far(one) - far(other);
    })[0]?.each;
  if (!found) return;
  from.setAttribute("tabindex", "-1");
  found.setAttribute("tabindex", "0");
  found.focus();
}
