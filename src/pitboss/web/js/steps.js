// The steps of a round that is replayed: its events in groups that a person looks at one after the other, in words.

import { optionWords } from "./coach.js";
import { capital } from "./dom.js";
import { amount, cents, evenWords, signed } from "./money.js";
import { betNets, change, stateOf } from "./state.js";
import { said } from "./words.js";

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

const short = (text) => (text === "JK" ? "Joker" : `${text[0] === "T" ? "10" : text[0]}${SUITS[text[1]]}`);

/** The events in which a step of a kind begins; an event of no kind belongs to the step before it. */
const KINDS = { bet: "bets", began: "bets", dealt: "dealt", shown: "shown", chose: "chose", settled: "over", over: "over", voided: "voided" };

/** Whether an event goes into a step that has begun: all bets are one step, so is the end, and a pile of all seats. */
function belongs(step, kind, event) {
  if (step?.kind !== kind) return false;
  if (kind === "bets" || kind === "over") return true;
  return (kind === "dealt" || kind === "shown") && step.events.some((each) => each.type === kind && each.pile === event.pile);
}

/** The steps of a round: `[{kind, events}]`. A hand that was seen already is no news when it is turned over. */
export function stepsOf(events) {
  const steps = [];
  const seen = new Set();
  for (const event of events) {
    const hand = `${event.seat}/${event.pile}`;
    const kind = event.type === "shown" && seen.has(hand) ? undefined : KINDS[event.type];
    if (event.cards) seen.add(hand);
    if (kind && !belongs(steps.at(-1), kind, event)) steps.push({ kind, events: [] });
    if (!steps.length) steps.push({ kind: "bets", events: [] });
    steps.at(-1).events.push(event);
  }
  return steps.length ? steps : [{ kind: "bets", events: [] }];
}

/** Cards of the record for every hand that was dealt face down, so that all of them can be looked at afterwards. */
export function openEvents(round) {
  const dealt = new Map(round.document.events.filter((event) => event.type === "dealt").map((event) => [`${event.seat}/${event.pile}`, event.cards]));
  return round.events.map((event) => (event.type === "dealt" && !event.cards ? { ...event, cards: dealt.get(`${event.seat}/${event.pile}`) ?? null } : event));
}

/** The table before the first event of a round, seen from a seat. */
function before(round, felt, seat, account) {
  const amounts = new Map(round.meters.map((each) => [each.meter, each.amount]));
  const look = {
    id: round.table, seq: 0, status: "open", opening: { options: {}, bots: {} }, private: true, free_seats: [], phase: "bet",
    seats: Object.fromEntries(round.seats.map((each) => [each.seat, { account: each.account }])),
    round: round.id, number: round.number, commitment: round.commitment, shuffle: round.shuffle,
    bets: {}, piles: [], choices: [], need: null, deadline_ms: null,
    meters: felt.meters.filter((each) => amounts.has(each.number)).map((each) => ({ ...each, amount: amounts.get(each.number) })),
  };
  return Object.assign(stateOf(look, felt, account), { seat });
}

/** The table after the first steps of a round, as many as asked for. */
export function stateAfter(replay, count) {
  const state = before(replay.round, replay.felt, replay.seat, replay.account);
  for (const step of replay.steps.slice(0, count)) for (const event of step.events) change(state, event);
  return state;
}

/** Who speaks: one's own seat is "you", any other has its number. */
const narrator = (replay, state) => ({ ...state, seat: replay.isOwn ? replay.seat : null });

/** A step as a dealer would say it. */
export function stepSaid(replay, place) {
  const step = replay.steps[place];
  const state = narrator(replay, stateAfter(replay, place));
  if (step.kind === "over") return `${resultWords(replay, step)}.`;
  const words = step.kind === "bets" ? [] : step.events.map((event) => said(state, event)).filter(Boolean);
  return words.length ? words.join(" ") : `${stepTitle(replay, place)}.`;
}

function resultWords(replay, step) {
  const over = step.events.find((event) => event.type === "over");
  const net = over?.net[replay.seat];
  if (net === undefined) return "The round is over";
  const value = cents(net);
  const after = stateAfter(replay, replay.steps.length);
  const [wins, loses] = replay.isOwn ? ["You win", "You lose"] : [`Seat ${replay.seat} wins`, `Seat ${replay.seat} loses`];
  return value > 0 ? `${wins} ${amount(value)}` : value < 0 ? `${loses} ${amount(-value)}` : evenWords(betNets(after, [replay.seat]), replay.isOwn ? "You" : `Seat ${replay.seat}`);
}

/** Whose hand it is: "You", "Seat 2", or the name of the pile where a seat has several, or where it is the table's. */
function ownerOf(replay, event) {
  const pile = replay.felt.piles.find((each) => each.name === event.pile);
  const label = pile?.label ?? event.pile;
  if (pile?.of !== "seat") return capital(label);
  const isOwn = event.seat === replay.seat && replay.isOwn;
  if (replay.felt.piles.filter((each) => each.of === "seat").length === 1) return isOwn ? "You" : `Seat ${event.seat}`;
  return isOwn ? capital(label) : `Seat ${event.seat}, ${label.replace(/^your /, "")}`;
}

function handTitle(replay, event, isMany) {
  if (isMany && !event.cards) return `${capital(replay.felt.piles.find((each) => each.name === event.pile)?.label ?? event.pile)}: dealt`;
  return `${ownerOf(replay, event)}: ${event.cards ? event.cards.map(short).join(" ") : "face down"}`;
}

/** A step in a few words, for the list of steps. */
export function stepTitle(replay, place) {
  const { kind, events } = replay.steps[place];
  const first = events.find((event) => event.type === kind);
  const own = (kind === "dealt" && events.find((event) => event.type === kind && event.seat === replay.seat)) || first;
  if (kind === "bets") {
    const bets = events.find((event) => event.type === "began")?.bets[replay.seat] ?? events.find((event) => event.type === "bet" && event.seat === replay.seat)?.bets ?? {};
    return `Bets: ${amount(Object.values(bets).reduce((sum, stake) => sum + cents(stake), 0))}`;
  }
  if (kind === "dealt" || kind === "shown") return handTitle(replay, own, events.filter((event) => event.type === kind).length > 1);
  if (kind === "chose") {
    const who = own.seat === replay.seat && replay.isOwn ? "You" : `Seat ${own.seat}`;
    const choice = replay.felt.choices.find((each) => each.name === own.choice);
    const words = own.option ? optionWords(own.option) : "chose";
    return `${who}: ${choice?.cards ? `${choice.label} ${words}` : words}`;
  }
  if (kind === "voided") return `Void: ${own.reason}`;
  const net = events.find((event) => event.type === "over")?.net[replay.seat];
  return net === undefined ? "Result" : `Result: ${signed(cents(net))}`;
}

/** What the felt says under the cards at a step. */
export const stepStatus = (replay, place) => (replay.steps[place].kind === "over" ? resultWords(replay, replay.steps[place]) : stepTitle(replay, place));
