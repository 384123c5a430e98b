// The felt: piles, bets, other seats, pay tables, shoe and meters, drawn from the state of the table.

import { card, cardWords } from "./cards.js";
import { stack } from "./chips.js";
import { bar } from "./coach.js";
import { byId, capital, h, show } from "./dom.js";
import { amount, cents, percent, rate, signed } from "./money.js";
import { collect, payOut, slideIn, takeAway, tick } from "./motion.js";
import { paidAlike, payTables } from "./panels.js";
import { isStill } from "./settings.js";
import { ownSeats, pilesOf, resultOf, shownSeat } from "./state.js";

const SUIT_ORDER = "shdc";
const RANK_ORDER = "AKQJT98765432";
const TRAVEL_MS = 220;
const STAGGER_MS = 45;
const TURN_MS = 160;

const rankPlace = (text) => (text === "JK" ? -1 : RANK_ORDER.indexOf(text[0]));
const suitPlace = (text) => (text === "JK" ? -1 : SUIT_ORDER.indexOf(text[1]));

/** Cards in the order in which players of the game read them. */
export function sorted(cards, reads) {
  if (reads === "by-rank") return cards.toSorted((one, other) => rankPlace(one) - rankPlace(other) || suitPlace(one) - suitPlace(other));
  if (reads === "by-suit") return cards.toSorted((one, other) => suitPlace(one) - suitPlace(other) || rankPlace(one) - rankPlace(other));
  return cards;
}

/** Sends cards from the shoe; every place is read before anything moves, so that the page is laid out once. */
function fromShoe(cards) {
  const shoe = byId("shoe").getBoundingClientRect();
  const places = cards.map((each) => each.getBoundingClientRect());
  cards.forEach((each, place) => travel(each, shoe.left - places[place].left, shoe.top - places[place].top, place));
}

function travel(element, x, y, place) {
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px) rotate(-8deg)`, opacity: 0 },
      { transform: `translate(${x * 0.45}px, ${y * 0.62}px) rotate(-4deg)`, opacity: 1, offset: 0.5 },
      { transform: "none", opacity: 1 },
    ],
    { duration: TRAVEL_MS, delay: place * STAGGER_MS, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)", fill: "backwards" },
  );
}

const turnOver = (element, place) =>
  element.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: TURN_MS, delay: place * 25, easing: "ease-out", fill: "backwards" });

/** How long the cards of an event move. */
export function durationOf(event, state) {
  if (isStill()) return 0;
  if (event.type === "dealt") return TRAVEL_MS * 0.5 + STAGGER_MS * (event.count - 1);
  if (event.type === "shown") return event.seat === state.seat ? 0 : TURN_MS + 120;
  if (event.type === "chose") return 60;
  return event.type === "settled" && event.seat === state.seat ? 90 : 0;
}

/** Draws cards of a pile; those that are new travel, those that were face down turn. */
function drawPile(holder, pile, state, { pick, isMoving }) {
  const { lies } = pile;
  const cards = lies ? (lies.cards ? sorted(lies.cards, state.game.reads) : Array(lies.count).fill(null)) : null;
  const before = holder.dataset.lies ?? "none";
  const now = !lies ? "none" : lies.cards ? "up" : "down";
  const isNew = show(holder, [cards, pile.isSure, pick?.key], () => {
    if (!cards) return Array.from({ length: pile.cards }, () => h("span", { class: pile.isSure ? "slot" : "slot maybe" }));
    return cards.map((text, place) => (pick ? pick.draw(text, place) : card(text, state.game.theme)));
  });
  holder.dataset.lies = now;
  if (!isNew || !isMoving || isStill() || before === now) return;
  const drawn = [...holder.querySelectorAll(".card")];
  if (before === "none") fromShoe(drawn);
  else if (now === "up") drawn.forEach(turnOver);
}

/** The words of several piles in one line; a hand that a further card left as it was is named once. */
function together(words) {
  const isSame = (each, place) => place > 0 && each.replace(/^makes (an? )?/, "") === words[place - 1];
  return words.filter((each, place) => !isSame(each, place)).join(", ");
}

/** Draws one place of the felt with its piles. */
export function drawPlace(id, state, place, seat, title, ways) {
  const section = byId(id);
  const piles = pilesOf(state, place, seat);
  section.hidden = !piles.length;
  if (!piles.length) return;
  if (!section.firstChild) section.append(h("div", { class: "piles" }), h("p", { class: "heading" }));
  const [row, heading] = section.children;
  section.style.setProperty("--n", piles.reduce((sum, pile) => sum + (pile.lies?.count ?? pile.cards), 0) + (piles.length - 1) * 0.3);
  while (row.children.length < piles.length) row.append(h("div", { class: "pile", role: "group" }));
  piles.forEach((pile, at) => {
    row.children[at].setAttribute("aria-label", capital(pile.label));
    drawPile(row.children[at], pile, state, { ...ways, pick: ways.pick?.(pile) });
  });
  const words = together(piles.map((pile) => pile.lies?.words).filter(Boolean));
  show(heading, [title, words], () => (words ? [title && `${title}: `, h("b", {}, capital(words))] : title));
}

/** What stands on a spot without a bet: how one is made; once bets are closed, that there is none, or why. */
function hintOf(state, wager, label, isBetting) {
  const { kind, to, amount: fixed } = wager.stake;
  if (!isBetting && kind === "chosen" && state.phase === "over") return leftWord(state, wager) || "not made";
  if (!isBetting && kind !== "chosen") return "no bet";
  if (kind === "equal") return `= ${capital(label(to))}`;
  if (kind === "fixed") return `${amount(cents(fixed))} each`;
  if (kind === "chosen") return "by choice";
  return wager.required ? "bet here" : "optional";
}

/** The choices of a seat, each with the game's description of it. */
const madeBy = (state, seat) => state.choices.filter((each) => each.seat === seat).map((made) => ({ ...made, choice: state.game.choices.find((each) => each.name === made.choice) }));

/** The server's own word for an option that ended a bet, such as `folded` where a fold was chosen; empty where it has none. */
function endedWord(state, seat, words) {
  const isNamed = ({ option }) => typeof option === "string" && words.toLowerCase().startsWith(option) && !words.includes(" ");
  return madeBy(state, seat).some(isNamed) ? words.toLowerCase() : "";
}

/** Why a bet that a choice could have made was not: the word for what was chosen instead. */
function leftWord(state, wager) {
  const seat = shownSeat(state);
  const isAsked = madeBy(state, seat).some(({ choice }) => Object.values(choice?.raises ?? {}).some((raise) => raise.wager === wager.name));
  return isAsked ? state.lines.filter((line) => line.seat === seat).map((line) => endedWord(state, seat, line.words)).find(Boolean) : "";
}

/** Draws the spots for bets. */
export function drawSpots(state, view) {
  const label = (name) => state.game.wagers.find((each) => each.name === name)?.label ?? name;
  const { stakes, canBet, wanted } = view;
  const isBetting = state.phase === "bet" && !state.bets[shownSeat(state)];
  const spots = byId("spots");
  const isNew = spots.children.length !== state.game.wagers.length;
  if (isNew) {
    spots.replaceChildren(...state.game.wagers.map((wager) =>
      h("button", { class: `spot${wager.required || wager.stake.kind === "chosen" ? "" : " side"}`, type: "button", dataset: { wager: wager.name } },
        h("span", { class: "name" }, capital(wager.label)), h("span", { class: "stake" }), h("span", { class: "hint" }))));
  }
  state.game.wagers.forEach((wager, place) => {
    const spot = spots.children[place];
    const [, stake, foot] = spot.children;
    const value = stakes[wager.name] ?? 0;
    const result = canBet && !view.isOver ? null : resultOf(state, shownSeat(state), wager.name);
    const before = Number(spot.dataset.stake ?? 0);
    const isBack = !value && (!canBet || view.isOver) && state.first?.[shownSeat(state)]?.[wager.name] > 0;
    const hint = isBack ? "taken back" : hintOf(state, wager, label, isBetting);
    const kind = result && (result.net > 0 ? "won" : result.net < 0 ? "lost" : "pushed");
    drawPaid(spot, result, kind, view.isMoving);
    spot.dataset.stake = value;
    const isPut = show(stake, [value], () => (value ? [stack(value), h("span", { class: "sum" }, amount(value))] : []));
    if (isPut && value > before) slideIn(stake.firstChild);
    show(foot, [result?.net, value > 0, hint], () => {
      if (!result || isBack) return value ? [] : hint;
      return h("span", { class: `result ${kind}` }, kind === "pushed" ? "push" : signed(result.net));
    });
    spot.classList.toggle("lost", kind === "lost");
    spot.classList.toggle("wanted", wanted.includes(wager.name));
    const words = [capital(wager.label), value ? amount(value) : hint];
    if (result) words.push(`${kind} ${signed(result.net)}`, ...result.lines.map((line) => line.words).filter(Boolean));
    spot.setAttribute("aria-label", words.join(", "));
    spot.setAttribute("aria-disabled", String(!canBet || wager.stake.kind === "chosen"));
  });
}

/** Moves chips when a bet is settled, and when the felt is cleared for the next one. */
function drawPaid(spot, result, kind, isMoving) {
  const key = result ? `${kind} ${result.net}` : "";
  const before = spot.dataset.paid ?? "";
  if (key === before) return;
  spot.dataset.paid = key;
  if (!key && /^(won|pushed)/.test(before)) return collect(spot);
  spot.querySelector(".win-stack")?.remove();
  if (kind === "won") payOut(spot, result.net);
  if (kind === "lost" && isMoving) takeAway(spot);
}

/** The sentence behind the result of a bet. */
export function whyOf(state, name) {
  const result = resultOf(state, shownSeat(state), name);
  const wager = state.game.wagers.find((each) => each.name === name);
  if (!result) {
    const edge = wager.house_edge ? ` House edge ${percent(wager.house_edge.value)}, exactly ${wager.house_edge.exact}.` : "";
    return `${capital(wager.label)}.${edge}`;
  }
  const isSeveral = new Set(wager.lines.map((line) => line.grid)).size > 1; // Such as the bonus that an Ante pays beside its own.
  const told = result.lines.filter((line) => line.net || line.words);
  return (told.length ? told : result.lines)
    .map((line) => {
      const grid = wager.lines[line.line];
      const title = (isSeveral && state.game.grids[grid?.grid]?.title) || wager.label;
      const row = grid?.words[line.outcome];
      const words = line.words ? `${capital(line.words)}. ` : "";
      return `${capital(title)} ${signed(line.net)}: ${words}Pay line “${row ?? line.outcome.toLowerCase()}”: ${line.pays}.${commissionWords(wager, line)}`;
    })
    .join(" ");
}

/** What the house kept of a win: ` Commission 5 %: $0.25.`; empty where it kept nothing. */
function commissionWords(wager, line) {
  const kept = cents(line.commission ?? "0");
  return kept ? ` Commission ${rate(wager.commission.value)}: ${amount(kept)}.` : "";
}

/** The sentence of the bet of a seat that won or lost most; empty before any is settled. */
export function decidedWords(state, seat) {
  const lines = state.lines.filter((line) => line.seat === seat && line.words);
  const labelOf = (line) => capital(state.game.wagers.find((each) => each.name === line.wager)?.label ?? line.wager);
  const given = lines.filter((line) => endedWord(state, seat, line.words));
  if (given.length) {
    // A word alone is no reason: what it lost, and what the bets that stood needed.
    const rest = lines.filter((line) => !given.includes(line));
    return [`${capital(given[0].words)}: ${allOf(given.map(labelOf))} lost.`, ...rest.map((line) => `${labelOf(line)}: ${line.words}.${leastWords(state.game, line)}`)].join(" ");
  }
  const most = lines.toSorted((one, other) => Math.abs(other.net) - Math.abs(one.net))[0];
  const found = lines.find((line) => line.words === most?.words && line.net > 0) ?? most; // Words that won a bet are no loss.
  return found ? `${capital(found.words)}.${leastWords(state.game, found)}${commissionWords(state.game.wagers.find((each) => each.name === found.wager), found)}` : "";
}

/** `Ante, Blind and Play`. */
const allOf = (words) => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");

/** Of a bet that lost without a word on what it needed: the least that its pay table pays. */
function leastWords(game, { wager, line, pays, words }) {
  const rows = pays === "lose" && !/\b(lost|loses|folded)\b/.test(words) ? game.wagers.find((each) => each.name === wager).lines[line] : null;
  const [least] = Object.entries(rows?.pays ?? {}).findLast(([, pay]) => pay !== "lose" && pay !== "push") ?? [];
  return least ? ` The least that pays: ${rows.words[least] ?? least.toLowerCase()}.` : "";
}

/** Draws the pay tables that are printed on the felt, with the lines lit that were hit. */
export function drawPrinted(state) {
  const lit = litOf(state);
  const isNew = show(byId("printed"), [state.game.name, state.opening.options, state.meters, state.lines.filter((line) => line.seat === shownSeat(state)).map((line) => [line.wager, line.line, line.outcome])], () =>
    paidAlike(state.game.wagers).map((wagers) => payTables(state.game, wagers, lit, { isShort: true, meters: state.meters })));
  if (!isNew) return;
  const printed = byId("printed");
  const shade = () => {
    printed.classList.toggle("before", printed.scrollTop > 1);
    printed.classList.toggle("more", printed.scrollHeight > printed.scrollTop + printed.clientHeight + 1);
  };
  printed.onscroll = shade;
  const last = [...printed.querySelectorAll(".lit")].at(-1);
  printed.scrollTop = last ? last.offsetTop - printed.offsetTop + last.offsetHeight + 48 - printed.clientHeight : 0;
  shade();
}

/** Tells whether an outcome of a wager's line was hit in the last round. */
export function litOf(state) {
  const hit = new Set(state.lines.filter((line) => line.seat === shownSeat(state)).map((line) => `${line.wager}/${line.line}/${line.outcome}`));
  return (wager, line, outcome) => hit.has(`${wager}/${line}/${outcome}`);
}

function seatName(state, seat) {
  if (ownSeats(state).includes(seat)) return `You · seat ${seat}`;
  const isHouse = state.opening.bots?.[seat] || state.seats[seat].account?.startsWith("bot");
  return [`Seat ${seat}`, isHouse && h("span", { class: "house" }, " · house")]; // A phone leaves that out.
}

/** Draws the other seats, small: their cards as they may be seen. One's own, or any while watching, come to the front by a click. */
export function drawOthers(state, does) {
  const isWatching = state.seat === null;
  const others = Object.keys(state.seats).map(Number).filter((seat) => isWatching || seat !== state.seat);
  const told = others.map((seat) => [seat, state.bets[seat], state.net?.[seat], state.waiting.includes(seat), pilesOf(state, "seat", seat).map((pile) => pile.lies), state.choices.filter((each) => each.seat === seat)]);
  const canSit = isWatching && state.freeSeats.length && !state.isPrivate;
  const front = isWatching ? shownSeat(state) : null;
  show(byId("others"), [told, canSit && state.freeSeats, ownSeats(state), state.seat, front], () => [
    ...others.map((seat) => otherSeat(state, seat, does, front)),
    canSit && h("button", { class: "button", type: "button", onclick: does.sit }, "Take a seat"),
  ]);
  const row = byId("others"); // On a phone, one row: it fades where more follow.
  row.onscroll = () => row.classList.toggle("more", row.scrollWidth > row.scrollLeft + row.clientWidth + 1);
  row.onscroll();
}

function otherSeat(state, seat, does, front) {
  const isWatching = state.seat === null;
  const sum = Object.values(state.bets[seat] ?? {}).reduce((total, stake) => total + stake, 0);
  const net = state.phase === "over" ? state.net?.[seat] : undefined;
  const made = state.choices.filter((each) => each.seat === seat && typeof each.option === "string").map((each) => each.option);
  const canShow = isWatching ? Object.keys(state.seats).length > 1 : ownSeats(state).includes(seat);
  const line = [h("span", {}, h("b", {}, seatName(state, seat)), made.length > 0 && ` · ${made.join(", ")}`), h("span", { class: "sum" }, net !== undefined ? signed(net) : sum ? amount(sum) : "")];
  const piles = pilesOf(state, "seat", seat).filter((pile) => pile.lies);
  return h(
    "div",
    { class: `seat small${state.waiting.includes(seat) ? " turn" : ""}${seat === front ? " front" : ""}`, dataset: { seat } },
    canShow
      ? h("button", { class: "line", type: "button", dataset: { show: seat }, "aria-pressed": String(seat === front), onclick: () => does.show?.(seat) }, line)
      : h("div", { class: "line" }, line),
    seat !== front && h("div", { class: "piles" }, piles.map((pile) =>
      h("div", { class: "pile" }, (pile.lies.cards ? sorted(pile.lies.cards, state.game.reads) : Array(pile.lies.count).fill(null)).map((text) => card(text, state.game.theme))))),
  );
}

/** Draws the shoe: how much of it is dealt, where one lasts for several rounds. */
export function drawShoe(state) {
  const isLasting = state.opening.shuffle && state.opening.shuffle !== "every-round";
  const left = Math.max(0, state.game.cards - state.dealt);
  const words = isLasting ? `${left} of ${state.game.cards} cards left in the shoe` : `${state.game.deck}, shuffled for every round`;
  byId("shoe").setAttribute("aria-label", words);
  byId("shoe").title = words;
  show(byId("shoe"), [isLasting && left], () => [
    h("span", { class: "box" }, [2, 1, 0].map((at) => card(null, null, { vars: { "--at": at } }))),
    isLasting && [h("span", { class: "left" }, h("i", { vars: { "--share": `${(100 * left) / state.game.cards}%` } })), h("span", { class: "count" }, `${left} `, h("span", {}, "left"))],
  ]);
}

/** Draws the meters of a progressive bet; an amount that changes runs to what it is now. */
export function drawMeters(state) {
  const meters = byId("meters");
  meters.hidden = !state.meters.length;
  show(meters, state.meters.map((meter) => meter.words), () =>
    state.meters.map((meter) => h("div", {}, h("dt", {}, capital(meter.words)), h("dd", { class: "sum" }))));
  state.meters.forEach((meter, place) => tick(meters.children[place].lastChild, cents(meter.amount)));
}

/** What stands below cards that a choice has named. */
export const asideWords = (choice) => choice.done ?? choice.label;

/** How the cards of a pile are drawn once a choice has named some: those lie dimmed, with the name of the choice under them. */
export function putAside({ option }, label, theme) {
  const named = [option].flat();
  return {
    key: ["aside", option],
    draw(text) {
      const at = named.indexOf(text);
      if (at >= 0) named.splice(at, 1);
      return h("span", { class: at >= 0 ? "held aside" : "held" }, card(text, theme), h("span", {}, at >= 0 ? label : ""));
    },
  };
}

/** How the cards of a pile are drawn while some of them are to be picked. */
export function picking(picks, given, toggle, label) {
  return {
    key: [picks, given?.values.map((each) => [each.key, each.cents])],
    draw: (text, place) =>
      h(
        "span",
        { class: "held" },
        card(text, picks.theme, {
          tag: "button", type: "button", "aria-pressed": String(picks.places.includes(place)), label: `${label}: ${cardWords(text)}`,
          dataset: { place }, onclick: () => toggle(place),
        }),
        h("kbd", { "aria-hidden": "true" }, place < 9 ? place + 1 : place === 9 ? 0 : "·"),
        given && picks.count === 1 && bar(given, text),
      ),
  };
}
