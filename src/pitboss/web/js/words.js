// What a screen reader is told: every event in words, as a dealer would say it.

import { cardWords } from "./cards.js";
import { askWords, optionWords } from "./coach.js";
import { capital } from "./dom.js";
import { amount, cents, evenWords, signed } from "./money.js";
import { betNets, ownSeats } from "./state.js";

const cardsWords = (cards) => cards.map(cardWords).join(", ");

function whose(state, event) {
  if (event.seat === state.seat) return "Your";
  const pile = state.game.piles.find((each) => each.name === event.pile);
  if (pile?.of === "dealer") return "The dealer's";
  return pile?.of === "community" ? "The community" : `Seat ${event.seat}'s`;
}

const cardOrCards = (count) => (count === 1 ? "card" : "cards");

/** The money that a choice moved: `: $10 more on Raise`, `: $5 back from Bet 1`. */
function movedWords(state, event) {
  const cost = cents(event.raised);
  const wager = state.game.choices.find((each) => each.name === event.choice)?.raises?.[event.option]?.wager;
  const label = capital(state.game.wagers.find((each) => each.name === wager)?.label ?? "");
  if (!cost || !label) return "";
  return cost > 0 ? `: ${amount(cost)} on ${label}` : `: ${amount(-cost)} back from ${label}`;
}

const SAID = {
  seated: (state, event) => (event.account === state.account ? `You sit in seat ${event.seat}.` : `Somebody sits down in seat ${event.seat}.`),
  left: (state, event) => `Seat ${event.seat} is free.`,
  began: (state, event) => `Round ${event.number} begins.`,
  dealt(state, event) {
    const count = event.count === 1 ? "a card" : `${event.count} cards`;
    if (!event.cards) return `${whose(state, event)} ${event.count === 1 ? "card is" : "cards are"} face down: ${count}.`;
    return `${whose(state, event)} ${cardOrCards(event.cards.length)}: ${cardsWords(event.cards)}. ${event.words ? `${capital(event.words)}.` : ""}`;
  },
  shown: (state, event) => (event.seat === state.seat ? "" : `${whose(state, event)} ${cardOrCards(event.cards.length)}: ${cardsWords(event.cards)}. ${event.words ? `${capital(event.words)}.` : ""}`),
  asked(state, event) {
    if (!event.legal) return "";
    const choice = state.game.choices.find((each) => each.name === event.choice);
    const whose = ownSeats(state).length > 1 ? `Seat ${event.seat}` : "Your turn";
    if (choice.cards) return `${whose}: ${choice.label}, pick ${choice.cards.count === 1 ? "a card" : `${choice.cards.count} cards`}.`;
    return `${whose}: ${askWords(choice, event.legal)}`;
  },
  chose: (state, event) => (event.option ? `${event.seat === state.seat ? "You chose" : `Seat ${event.seat} chose`} ${optionWords(event.option)}${movedWords(state, event)}.` : ""),
  settled(state, event) {
    if (event.seat !== state.seat) return "";
    const label = state.game.wagers.find((each) => each.name === event.wager)?.label ?? event.wager;
    return `${capital(label)} ${signed(cents(event.net))}${event.words ? `: ${event.words}` : ""}.`;
  },
  over(state, event) {
    const own = ownSeats(state).filter((seat) => event.net[seat] !== undefined);
    if (!own.length) return "The round is over.";
    const value = own.reduce((sum, seat) => sum + cents(event.net[seat]), 0);
    const words = value > 0 ? `You win ${amount(value)}` : value < 0 ? `You lose ${amount(-value)}` : evenWords(betNets(state, own));
    return `The round is over. ${words}.`;
  },
  voided: (state, event) => `The round is void: ${event.reason}. Every bet is given back.`,
  closing: () => "The table closes after this round.",
  closed: () => "The table is closed.",
};

/** An event in words; empty where there is nothing to say. */
export const said = (state, event) => SAID[event.type]?.(state, event) ?? "";
