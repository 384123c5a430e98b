// The coach: the exact value of every legal choice, asked of the server; the page only draws what it says.

import { post } from "./api.js";
import { cardWords } from "./cards.js";
import { capital, h } from "./dom.js";
import { theBet } from "./edges.js";
import { amount, dollars, signed } from "./money.js";

const [AGAIN_MS, LATEST_MS, TRIES] = [1000, 8000, 20];

/** The coach's answer while a game is still being solved: a sentence. */
export class Pending extends Error {
  get isPassing() { return true; }
}

/** Asks once more after a while that grows with the times, as long as it `isStill` wanted; false after many times. */
export function askAgain(times, isStill, ask) {
  if (times >= TRIES) return false;
  setTimeout(() => isStill() && ask(times + 1), Math.min(LATEST_MS, AGAIN_MS * 2 ** times));
  return true;
}

const partsOf = (option) => (Array.isArray(option) ? option : String(option).split(" "));

/** One name for an option, however its cards are ordered. */
export const optionKey = (option) => partsOf(option).toSorted().join(" ");

/** Whether an option names cards. */
export const areCards = (option) => partsOf(option).every((text) => /^([2-9TJQKA][cdhs]|JK)$/.test(text));

/** An option as people read it: `Play`, `king of spades and four of hearts`. */
export function optionWords(option) {
  const parts = partsOf(option);
  return areCards(option) ? parts.map(cardWords).join(" and ") : capital(parts.join(" ").replaceAll("-", " "));
}

/** Options in words, those that are numbered one after the other together: `Check`, `Raise 1 to 4`. */
function runsOf(legal) {
  const runs = [];
  for (const option of legal) {
    const [, stem, digit] = /^(.+)-(\d)$/.exec(option) ?? [];
    const last = runs.at(-1);
    if (stem && last?.stem === stem && Number(digit) === last.to + 1) last.to += 1;
    else runs.push({ option, stem, from: Number(digit), to: Number(digit) });
  }
  return runs.map(({ option, from, to }) => `${optionWords(option)}${to > from ? ` ${to === from + 1 ? "or" : "to"} ${to}` : ""}`);
}

/** What a choice asks, in few words: `Draw or Stand?`, `Check or Raise 1 to 4?`, `pick 2 cards`; the name of one with many options. */
export function askWords(choice, legal) {
  if (choice.cards) return choice.asked ?? `${choice.label}, ${choice.cards.count === 1 ? "pick a card" : `pick ${choice.cards.count} cards`}`;
  const runs = runsOf(legal);
  if (runs.length > 4) return `${choice.label}, ${legal.length} choices`;
  return `${[runs.slice(0, -1).join(", "), runs.at(-1)].filter(Boolean).join(" or ")}?`;
}

/** A sentence of the server with the options as the buttons name them: `Take back` in place of `take-back`. */
export const plainWords = (sentence, options) =>
  options.filter((option) => String(option).includes("-")).reduce((text, option) => text.replaceAll(option, optionWords(option)), sentence);

/** The advice for a seat that is asked, whose player has so many cents left: values in cents by option, the best first. Throws the
 * server's problem. */
export async function advice(state, seat, purse) {
  const { choice } = state.asked[seat];
  const order = state.game.choices.map((each) => each.name);
  const sees = state.game.choices.slice(0, order.indexOf(choice) + 1).flatMap((each) => each.sees);
  const deal = {};
  for (const pile of state.piles.values()) {
    const isSeen = pile.cards && (pile.seat === seat || pile.seat === 0 || pile.seat === null);
    if (isSeen && sees.includes(pile.pile)) deal[pile.pile] = pile.cards.join(" ");
  }
  const first = state.first[seat];
  const bets = Object.fromEntries(Object.entries(first).map(([name, stake]) => [name, dollars(stake)]));
  const { options, paytables, step, limit } = state.opening;
  const made = state.choices.filter((each) => each.seat === seat).map((each) => [each.choice, [each.option].flat().join(" ")]);
  const choose = made.length ? { choose: Object.fromEntries(made) } : {};
  const told = await post("/advice", { game: state.game.name, options, paytables, bets, deal, step, limit, purse: dollars(purse), ...choose });
  if (told.pending) throw new Pending(told.pending);
  const decision = decisionText(bets, deal, made);
  return { ...givenOf(state.game, told, first, state.bets[seat]), round: state.round, seat, decision };
}

/** A decision as a drill names it: `ante 5.00, blind 5.00 | player As Kd 4h`, then the choices made before it. */
function decisionText(bets, deal, made) {
  const told = (pairs) => pairs.map(([name, text]) => `${name} ${text}`).join(", ");
  return [Object.entries(bets), Object.entries(deal), made].filter((pairs) => pairs.length).map(told).join(" | ");
}

/** What an option costs, in cents, from the game's description and the first stakes; below 0 where it gives a bet back. */
export function costOf(choice, option, first) {
  const raise = choice.raises?.[option];
  return raise ? raise.times * (first[raise.of] ?? 0) : 0;
}

const sumOf = (stakes) => Object.values(stakes).reduce((sum, stake) => sum + stake, 0);

/** The most that can be lost when a choice is asked: all that lies, and what its dearest option adds. Bars are full there, whatever
 * the cards are, so that one length means the same in every hand. */
export const mostLost = (choice, options, first, stakes) => sumOf(stakes) + Math.max(0, ...options.map((option) => costOf(choice, option, first)));

/** Values that the server told, in cents of the stakes that lie; of a dollar where none lies. `stakes` are those that lie now,
 * raises included: an option that loses exactly all of them loses that for certain. */
export function givenOf(game, told, first, stakes = null) {
  const unit = first[told.per] || 100;
  const asked = game.choices.find((each) => each.name === told.choice);
  const isAll = (option, ev) => {
    if (!stakes || !first[told.per] || !ev.exact) return false;
    const [part, whole = 1n] = ev.exact.split("/").map(BigInt);
    return part * BigInt(unit) === -BigInt(sumOf(stakes) + costOf(asked, option, first)) * whole;
  };
  const values = told.options.map(({ option, ev, grade, lacks }) => ({ option, key: optionKey(option), ev: ev.value, exact: ev.exact, cents: ev.value * unit, isCertain: isAll(option, ev), grade, lacks }));
  const { cards, label } = asked;
  const per = game.wagers.find((each) => each.name === told.per)?.label ?? told.per;
  return {
    choice: told.choice, per, unit, values, best: optionKey(told.best), hand: told.hand ?? "", reason: plainWords(told.reason ?? "", values.map((each) => each.option)), waits: Boolean(told.waits),
    most: mostLost(asked, values.map((each) => each.option), first, stakes ?? first), verb: cards ? `to ${label} the ` : "",
  };
}

const valueOf = (given, key) => given.values.find((each) => each.key === key);

/** The best option that can be paid. */
export const bestOf = (given) => valueOf(given, given.best).option;

/** What an answer gives up against the best one, in cents. */
export function lostBy(given, option) {
  const taken = valueOf(given, optionKey(option));
  return taken ? Math.max(0, valueOf(given, given.best).cents - taken.cents) : 0;
}

/** What an answer gives up, in words: the difference of the two values as they are shown. */
export function lostWords(given, option) {
  const [best, taken] = [given.best, optionKey(option)].map((key) => Math.round(valueOf(given, key).cents));
  return best > taken ? amount(best - taken) : lostBy(given, option) > 0 ? "less than a cent" : amount(0);
}

/** What an answer gives up, exactly, as a fraction of the bet that values are told per: `7/60 of the ante`. */
export function exactLoss(given, option) {
  const [[best, whole = 1n], [taken, part = 1n]] = [given.best, optionKey(option)].map((key) => valueOf(given, key).exact.split("/").map(BigInt));
  const [above, below] = [best * part - taken * whole, whole * part];
  let [divisor, rest] = [below, above];
  while (rest) [divisor, rest] = [rest, divisor % rest];
  return `${above / divisor}${below === divisor ? "" : `/${below / divisor}`} of ${theBet(given.per)}`;
}

/** How an answer is graded: best, close, mistake or blunder. */
export const gradeOf = (given, option) => valueOf(given, optionKey(option))?.grade ?? "best";

/** A decision as a session lists it: what was chosen instead of what, with which hand. */
export const decisionWords = (chosen, best, hand) => `${optionWords(chosen)} instead of ${optionWords(best)}${hand ? ` with ${hand}` : ""}`;

/** The reason in words: the server's own where it gives one. */
export function reasonWords(given) {
  if (given.reason) return given.reason;
  const payable = given.values.filter((each) => !each.lacks);
  const [best, second] = payable;
  const hand = given.hand ? `With ${given.hand}, ` : "";
  const [first, other] = payable.map((each) => `${given.verb}${optionWords(each.option)}`);
  const lacks = given.values.filter((each) => each.lacks).map((each) => `You lack $${each.lacks} for ${optionWords(each.option)}. `).join("");
  if (!second) return `${lacks}${capital(`${hand}there is only one thing to do: ${first}.`)}`;
  const average = `${best.cents < 0 ? "loses" : "wins"} ${amount(Math.abs(Math.round(best.cents)))}${best.isCertain ? "" : " on average"}`;
  if (second.grade === "best") return lacks + capital(`${hand}${first} and ${other} are equally good: each ${average}.`);
  return lacks + capital(`${hand}the best is ${first}: it ${average}, ${lostWords(given, second.option)} better than ${other}.`);
}

/** The value of an option as a bar from a mark at zero: to the right what it wins, to the left what it loses. All bars of a choice
 * have one scale, so that close values look close. */
export function bar(given, option) {
  const value = valueOf(given, optionKey(option));
  if (!value) return null;
  const most = given.most || Math.max(1, ...given.values.map((each) => Math.abs(each.cents)));
  const share = (50 * Math.min(1, Math.abs(value.cents) / most)).toFixed(2);
  const isBest = value.key === given.best;
  return h(
    "span",
    { class: `ev${isBest ? " best" : ""}`, title: `Exactly ${value.exact} per unit of ${given.per}; the bar is full at ${amount(Math.round(most))}` },
    h("span", { class: "track zero", "aria-hidden": "true" }, h("i", { class: value.cents < 0 ? "minus" : "plus", vars: { "--share": `${share}%` } })),
    h("span", { class: "sum" }, `${isBest ? "★ " : ""}${signed(value.cents)}`),
  );
}
