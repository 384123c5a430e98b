// A question about one hand: a game with its options, bets, cards by pile, choices and cards seen elsewhere. It is written
// into the page's address in the words of the command line, and into the body of a call.

import { dollars } from "./money.js";

/** An empty question about a game. */
export const emptyQuestion = (game) => ({ game, options: {}, paytables: "", bets: {}, deal: {}, choose: {}, seen: [] });

const pair = (text) => {
  const at = text.indexOf("=");
  return at > 0 ? [[text.slice(0, at), text.slice(at + 1)]] : [];
};
const pairsOf = (query, name) => Object.fromEntries(query.getAll(name).flatMap(pair));
const asWords = (text) => text.split(/\s+/).filter(Boolean);

/** The question that an address asks; null where it names no game. */
export function questionOf(search) {
  const query = new URLSearchParams(search);
  const game = query.get("game");
  if (!game) return null;
  const question = emptyQuestion(game);
  question.options = pairsOf(query, "set");
  question.paytables = query.get("paytables") ?? "";
  for (const [wager, text] of Object.entries(pairsOf(query, "bet"))) {
    if (/^\d{1,10}(\.\d{1,2})?$/.test(text)) question.bets[wager] = Math.round(Number(text) * 100);
  }
  for (const [pile, text] of Object.entries(pairsOf(query, "deal"))) question.deal[pile] = asWords(text);
  question.choose = pairsOf(query, "choose");
  question.seen = asWords(query.get("seen") ?? "");
  return question;
}

/** The query of a question; opened again it asks the same. */
export function queryOf(question) {
  const query = new URLSearchParams({ game: question.game });
  for (const [name, value] of Object.entries(question.options)) query.append("set", `${name}=${value}`);
  for (const [name, stake] of Object.entries(question.bets)) if (stake) query.append("bet", `${name}=${dollars(stake)}`);
  for (const [pile, cards] of Object.entries(question.deal)) if (cards.length) query.append("deal", `${pile}=${cards.join(" ")}`);
  for (const [name, option] of Object.entries(question.choose)) query.append("choose", `${name}=${option}`);
  if (question.seen.length) query.set("seen", question.seen.join(" "));
  if (question.paytables) query.set("paytables", question.paytables);
  return query.toString();
}

/** What a call about a game begins with. */
export const settingsOf = (question) => ({ game: question.game, options: question.options, paytables: question.paytables || null });

/** The body of a call: only piles that are complete count. */
export function bodyOf(question, game, house, piles = game.piles.map((pile) => pile.name)) {
  const deal = {};
  for (const pile of game.piles) {
    const cards = question.deal[pile.name] ?? [];
    if (cards.length === pile.cards && piles.includes(pile.name)) deal[pile.name] = cards.join(" ");
  }
  const bets = Object.fromEntries(Object.entries(question.bets).filter(([, stake]) => stake).map(([name, stake]) => [name, dollars(stake)]));
  return { ...settingsOf(question), bets, step: house.step, limit: house.limit, deal, choose: question.choose };
}

const CARD = /^(?:(JK|JOKER)|(10|[2-9TJQKA])([CDHS♣♦♥♠]))/i;
const GLYPHS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };

/** The cards that a typed text begins with, and what is left of it. */
export function readCards(text) {
  const cards = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\s,;]+/, "");
    const found = CARD.exec(rest);
    if (!found) return { cards, rest };
    const [all, joker, rank, suit] = found;
    cards.push(joker ? "JK" : (rank === "10" ? "T" : rank.toUpperCase()) + (GLYPHS[suit] ?? suit.toLowerCase()));
    rest = rest.slice(all.length);
  }
}
