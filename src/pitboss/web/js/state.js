// A table as the page knows it: what the server says of it, changed by one numbered event after the other. No rule of any
// game is here: what a choice adds to which bet, and which pile is whose, is told by the game's description.

import { cents } from "./money.js";

const inCents = (bets) => Object.fromEntries(Object.entries(bets).map(([name, text]) => [name, cents(text)]));
const each = (object, change) => Object.fromEntries(Object.entries(object ?? {}).map(([key, value]) => [key, change(value)]));

/** The name of a pile at a place. */
export const pileKey = (pile, seat) => `${seat}/${pile}`;

/** The seats that the account which looks holds, in order. */
export const ownSeats = (state) =>
  Object.keys(state.seats).filter((seat) => state.account && state.seats[seat].account === state.account).map(Number).sort((one, other) => one - other);

/** The seat that is drawn large: the player's own in front, or the one that a spectator follows; null at an empty table. */
export function shownSeat(state) {
  if (state.seat !== null) return state.seat;
  const seated = Object.keys(state.seats).map(Number);
  return seated.includes(state.watched) ? state.watched : seated[0] ?? null;
}

/** Brings the next of a player's own seats to the front that is asked for something, where the one in front is not. */
export function attend(state) {
  const own = ownSeats(state);
  if (own.length < 2) return;
  const wants = state.phase === "choose" ? (seat) => state.asked[seat] : (seat) => !state.bets[seat];
  if (state.phase === "over" || (state.seat !== null && wants(state.seat))) return;
  state.seat = own.find(wants) ?? state.seat;
}

/** The state of a table from the answer to a look at it. */
export function stateOf(look, game, account) {
  const own = Object.keys(look.seats).filter((seat) => account && look.seats[seat].account === account).map(Number);
  const state = {
    id: look.id, game, account, seq: look.seq, status: look.status, opening: look.opening, isPrivate: look.private,
    seat: own.length ? Math.min(...own) : null, watched: null,
    seats: each(look.seats, (held) => ({ ...held, last_bets: held.last_bets ? inCents(held.last_bets) : null })),
    freeSeats: look.free_seats,
    phase: look.phase, round: look.round, number: look.number, commitment: look.commitment, shuffle: look.shuffle,
    bets: each(look.bets, inCents), first: each(look.bets, inCents),
    piles: new Map(look.piles.map((pile) => [pileKey(pile.pile, pile.seat), pile])),
    choices: look.choices.slice(), asked: {}, waiting: [], lines: [], net: null, voided: null,
    meters: look.meters ?? [], deadline: look.deadline_ms, dealt: 0, revealed: null,
  };
  if (look.need?.type === "choice") {
    state.waiting = look.need.seats.slice();
    for (const [at, legal] of Object.entries(look.need.legal)) state.asked[at] = { choice: look.need.choice, legal };
  }
  return state;
}

/** Brings what a look does not tell of the round in play, or the last one, from the events of it. */
export function resume(state, events) {
  const start = events.findLastIndex((event) => event.type === "began");
  if (start < 0) return;
  const over = events.slice(start).some((event) => event.type === "over" || event.type === "voided");
  if (state.phase === "bet" && over && Object.keys(state.bets).length) return; // Bets for the next round lie already.
  const placed = state.bets;
  const { asked, waiting, deadline, phase, number, round, commitment, shuffle } = state;
  for (const event of events.slice(start)) change(state, event);
  Object.assign(state, { asked, waiting, deadline, phase, number, round, commitment, shuffle });
  if (over && Object.keys(placed).length) Object.assign(state, { bets: placed, first: placed });
}

function clear(state) {
  Object.assign(state, { piles: new Map(), choices: [], asked: {}, waiting: [], lines: [], net: null, voided: null });
}

/** The bet that a choice adds to, by the game's description. */
function raisedWager(state, event) {
  const choice = state.game.choices.find((one) => one.name === event.choice);
  return choice?.raises?.[event.option]?.wager;
}

const CHANGES = {
  seated(state, event) {
    state.seats[event.seat] = { account: event.account, sits_out: false, leaving: false };
    state.freeSeats = state.freeSeats.filter((seat) => seat !== event.seat);
    if (event.account === state.account && state.account) state.seat ??= event.seat;
  },
  left(state, event) {
    delete state.seats[event.seat];
    delete state.bets[event.seat];
    state.freeSeats = [...state.freeSeats, event.seat].sort((one, other) => one - other);
    if (state.watched === event.seat) state.watched = null;
    if (state.seat === event.seat) state.seat = ownSeats(state)[0] ?? null;
  },
  leaving(state, event) {
    if (state.seats[event.seat]) state.seats[event.seat].leaving = true;
  },
  committed(state, event) {
    state.commitment = event.commitment;
    state.shuffle = event.shuffle;
    state.round = event.round ?? state.round;
  },
  shuffled(state) {
    state.dealt = 0;
  },
  bet(state, event) {
    if (state.phase === "over") {
      clear(state);
      state.bets = {};
      state.phase = "bet";
    }
    state.bets[event.seat] = inCents(event.bets);
    if (state.seats[event.seat]) state.seats[event.seat].last_bets = inCents(event.bets);
  },
  "bet-taken-back"(state, event) {
    delete state.bets[event.seat];
  },
  "sat-out"(state, event) {
    if (state.seats[event.seat]) state.seats[event.seat].sits_out = true;
  },
  began(state, event) {
    clear(state);
    state.phase = "choose";
    state.round = event.round;
    state.number = event.number;
    state.bets = each(event.bets, inCents);
    state.first = each(event.bets, inCents);
    state.deadline = null;
  },
  dealt(state, event) {
    state.dealt += event.count;
    const { pile, seat, count, cards = null, words = "" } = event;
    state.piles.set(pileKey(pile, seat), { pile, seat, count, cards, words });
  },
  shown(state, event) {
    const { pile, seat, cards, words } = event;
    state.piles.set(pileKey(pile, seat), { pile, seat, count: cards.length, cards, words });
  },
  asked(state, event) {
    if (!state.waiting.includes(event.seat)) state.waiting.push(event.seat);
    if (event.legal) state.asked[event.seat] = { choice: event.choice, legal: event.legal };
    state.deadline = event.deadline_ms;
  },
  chose(state, event) {
    delete state.asked[event.seat];
    state.waiting = state.waiting.filter((seat) => seat !== event.seat);
    state.choices.push({ seat: event.seat, choice: event.choice, option: event.option });
    const wager = raisedWager(state, event);
    const bets = state.bets[event.seat];
    if (wager && bets) bets[wager] = (bets[wager] ?? 0) + cents(event.raised);
  },
  settled(state, event) {
    state.lines.push({ ...event, net: cents(event.net), stake: cents(event.stake), returned: cents(event.returned) });
  },
  meter(state, event) {
    const meter = state.meters.find((one) => one.number === event.number);
    if (meter) meter.amount = event.amount;
  },
  over(state, event) {
    state.phase = "over";
    state.net = each(event.net, cents);
    state.asked = {};
    state.waiting = [];
    state.deadline = null;
  },
  voided(state, event) {
    state.phase = "over";
    state.voided = event.reason;
    state.asked = {};
    state.waiting = [];
    state.deadline = null;
  },
  revealed(state, event) {
    state.revealed = event.shuffle;
  },
  closing(state) {
    state.status = "closing";
  },
  closed(state) {
    state.status = "closed";
  },
};

/** Changes the state by an event; one of a type that is not known changes nothing. */
export function change(state, event) {
  CHANGES[event.type]?.(state, event);
  state.seq = Math.max(state.seq, event.seq);
}

/** The piles of a place, in the order in which the game deals them: those that lie there, and those still to come. */
export function pilesOf(state, place, seat) {
  return state.game.piles
    .filter((pile) => pile.of === place)
    .map((pile) => {
      const steps = state.game.steps.filter((step) => step.type === "deal" && step.pile === pile.name);
      return { ...pile, isSure: steps.some((step) => step.always), lies: state.piles.get(pileKey(pile.name, seat)) ?? null };
    });
}

/** What a seat won or lost on a wager, in cents, with the lines that say why; null before it is settled. */
export function resultOf(state, seat, wager) {
  const lines = state.lines.filter((line) => line.seat === seat && line.wager === wager);
  return lines.length ? { net: lines.reduce((sum, line) => sum + line.net, 0), lines } : null;
}

/** What each bet of some seats brought, in cents. */
export function betNets(state, seats) {
  const keys = new Set(state.lines.filter((line) => seats.includes(line.seat)).map((line) => `${line.seat}/${line.wager}`));
  return [...keys].map((key) => state.lines.filter((line) => key === `${line.seat}/${line.wager}`).reduce((sum, line) => sum + line.net, 0));
}
