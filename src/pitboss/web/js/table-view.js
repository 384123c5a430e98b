// What the table page knows beside the table itself: bets that are laid out, cards that are picked, what the coach said.

import { byId } from "./dom.js";
import { amount, cents } from "./money.js";
import { optionOf } from "./picks.js";
import { sorted } from "./felt.js";
import { ownSeats, pileKey } from "./state.js";

export const view = {
  state: null, staging: null, session: null, me: null, chip: 5, balance: 0, busy: false, busySeat: null, working: null, given: null, isShown: false, coachProblem: "", consulted: "", thinking: null,
  picks: [], pending: null, why: null, isMoving: false, isPlaying: false, isLooking: false,
};

/** What a player can do, by name; filled by table-does.js, so that what is drawn can name it. */
export const does = {};

export const isMine = () => view.state.seat !== null;
export const hasBet = () => isMine() && view.state.phase !== "over" && Boolean(view.state.bets[view.state.seat]);
export const canBet = () => isMine() && view.state.status === "open" && view.state.phase !== "choose" && !hasBet() && !view.isPlaying;
export const turn = () => (isMine() && !view.isPlaying ? view.state.asked[view.state.seat] : null);
export const choiceOf = (name) => view.state.game.choices.find((each) => each.name === name);
export const lastBets = () => (isMine() ? view.state.seats[view.state.seat]?.last_bets : null);

/** The seats of the player that still have to bet before the round is dealt, beside the one in front. */
export const seatsToBet = () => ownSeats(view.state).filter((seat) => seat !== view.state.seat && !(view.state.phase !== "over" && view.state.bets[seat]));

/** Tells a problem, or nothing, over the felt. */
export function notice(text) {
  byId("notice").hidden = !text;
  byId("notice").textContent = text ?? "";
}

/** The player's own cards of a pile, as they lie on the felt. */
export function ownCards(pile) {
  const lies = view.state.piles.get(pileKey(pile, view.state.seat));
  return lies?.cards ? sorted(lies.cards, view.state.game.reads) : [];
}

/** The legal option that the picked cards make; null where they make none yet. */
export function pickedOption() {
  const asked = turn();
  const choice = asked && choiceOf(asked.choice);
  return choice?.cards ? optionOf(view.picks, ownCards(choice.cards.pile), asked.legal) : null;
}

export function limitsWords() {
  const { step, limit } = view.state.opening;
  return `Bets from ${amount(cents(step))} to ${amount(cents(limit))}, in steps of ${amount(cents(step))}.`;
}

/** What the coach shows now: its advice on this very choice, where it is asked for. */
export function coachShown(mode) {
  const { state, given } = view;
  const isOpen = view.isShown || mode === "always" || view.pending;
  return isOpen && given && given.round === state.round && given.seat === state.seat && given.choice === turn()?.choice ? given : null;
}

/** Forgets what was said and picked for the last choice. */
export function forgetChoice() {
  Object.assign(view, { given: null, isShown: false, picks: [], pending: null, coachProblem: "", consulted: "" });
}
