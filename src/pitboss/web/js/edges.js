// House edges in words, each with the bet that it is a share of.

import { capital } from "./dom.js";
import { balance, cents, percent } from "./money.js";

const labelOf = (game, name) => game.wagers.find((each) => each.name === name)?.label;

/** A bet that something is a share of, in a sentence: `the Ante`, `Bet 1`. */
export const theBet = (label) => (/\d$/.test(label) ? label : `the ${label}`);

const cardsOf = (game) => game.piles.reduce((sum, pile) => sum + pile.cards, 0);

/** The game that a page begins with: the first one whose figures are at hand; on a new server, one that is quickly solved. */
export const quickOf = (games) =>
  games.find((game) => game.wagers.some((wager) => wager.house_edge)) ?? games.toSorted((one, other) => cardsOf(one) - cardsOf(other))[0];

const ridersOf = (game) => game.name.split("+").slice(1);

/** The names of the bets that ride on a game, as the lobby prints them. */
export const riderLabels = (game) => ridersOf(game).map((name) => capital(labelOf(game, name) ?? name));

/** The house edges by which a game is known, with the bet that each is a share of: that of its main bets together, else of its first
 * bet; and beside it that of a rider, which another game is named after. */
export function knownEdges(game) {
  const first = game.wagers.find((each) => each.required && each.house_edge) ?? game.wagers.find((each) => each.house_edge);
  const main = game.main?.house_edge ? game.main : first;
  const riders = ridersOf(game).map((name) => game.wagers.find((each) => each.name === name && each.house_edge));
  const told = (edge, of, name = "") => ({ name, of, words: percent(edge.value), edge });
  return [
    ...(main ? [told(main.house_edge, game.wagers.length > 1 ? labelOf(game, main.per) ?? "" : "")] : []),
    ...riders.filter((each) => each && each !== main).map((each) => told(each.house_edge, "", capital(each.label))),
  ];
}

/** The house edge of one bet: a share of the bet that it is given by; one given in dollars a round, of its fixed stake. */
export function edgeOf({ name, per, house_edge: edge, stake }, game) {
  if (per === name) return percent(edge.value);
  if (labelOf(game, per)) return `${percent(edge.value)} of ${theBet(labelOf(game, per))}`;
  return stake?.amount ? percent((100 * edge.value) / cents(stake.amount)) : `${balance(Math.round(100 * edge.value))} a round`;
}

/** The house edge of one bet with its fraction, which of one given in dollars a round is a sum of money. */
export function edgeExactly(wager, game) {
  if (!wager.house_edge) return "not known yet";
  const of = wager.per === wager.name || labelOf(game, wager.per) ? "" : " dollars a round";
  return `${edgeOf(wager, game)}, exactly ${wager.house_edge.exact}${of}`;
}
