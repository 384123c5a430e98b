// One round on the felt, step by step, with the coach's grade of every decision.

import { mostLost, plainWords } from "./coach.js";
import { byId, h, show } from "./dom.js";
import { asideWords, decidedWords, drawMeters, drawOthers, drawPlace, drawPrinted, drawSpots, putAside, whyOf } from "./felt.js";
import { gaveUp, lostWords, mark, values, verdict } from "./grades.js";
import { openEvents, stateAfter, stepSaid, stepsOf, stepStatus, stepTitle } from "./steps.js";

export class Replay {
  /** A replay at a step, the last where none is given, from a seat; `account` is who looks, `onSeat` hears of another seat. */
  constructor({ round, felt, account, seat, step, onSeat }) {
    Object.assign(this, { round, felt, account, seat, onSeat, grades: null, isOpen: false, why: "" });
    this.build();
    this.place = Math.min(Math.max(step ?? this.steps.length, 1), this.steps.length) - 1;
  }

  build() {
    this.steps = stepsOf(this.isOpen ? openEvents(this.round) : this.round.events);
  }

  get isOwn() {
    return this.round.seats.some((each) => each.seat === this.seat && each.account === this.account);
  }

  /** Whether the record tells cards that the events do not. */
  get canOpen() {
    return Boolean(this.round.document) && this.round.events.some((event) => event.type === "dealt" && !event.cards);
  }

  /** The grade of the decision at a step; undefined where there is none. */
  decisionAt(place) {
    const made = this.steps[place].kind === "chose" ? this.steps[place].events.find((event) => event.type === "chose") : null;
    return made && this.grades?.decisions.find((each) => each.seat === made.seat && each.choice === made.choice);
  }

  go(place) {
    const to = Math.min(Math.max(place, 0), this.steps.length - 1);
    if (to === this.place) return;
    const isNext = to === this.place + 1;
    this.place = to;
    this.draw(isNext);
    byId("live").textContent = `Step ${to + 1} of ${this.steps.length}. ${stepSaid(this, to)} ${this.decisionWords(to)}`;
  }

  decisionWords(place) {
    const decision = this.decisionAt(place);
    if (!decision) return "";
    return decision.grade === "best" ? "The coach: best." : `The coach: ${decision.grade}, gave up ${gaveUp(decision)}.`;
  }

  /** Shows every hand, or only what was seen while the round was played. */
  open(isOpen) {
    this.isOpen = isOpen;
    const { events } = this.steps[this.place];
    this.build();
    // Steps that only turned a hand over fall away: stay with the same event.
    const kept = this.steps.findIndex((step) => step.events.some((event) => event.seq === events[0]?.seq));
    this.place = Math.max(kept, 0);
    this.draw(false);
    byId("live").textContent = isOpen ? "Every hand lies open." : "Hands lie as they were seen.";
  }

  sit(seat) {
    this.seat = seat;
    this.draw(false);
  }

  draw(isMoving = false) {
    const state = stateAfter(this, this.place + 1);
    const ways = { isMoving };
    drawPlace("dealer", state, "dealer", 0, "Dealer", ways);
    drawPlace("community", state, "community", 0, "Community cards", ways);
    byId("own").classList.toggle("named", this.felt.choices.some((each) => each.cards));
    drawPlace("own", state, "seat", this.seat, this.isOwn ? "" : `Seat ${this.seat}`, { ...ways, pick: (pile) => this.aside(state, pile) });
    drawOthers(state, { show: (seat) => this.onSeat(seat) });
    drawMeters(state);
    const { scrollX, scrollY } = window;
    drawPrinted(state);
    window.scrollTo(scrollX, scrollY); // The lit pay line may scroll in its own box, not the page under the reader.
    drawSpots(state, { stakes: state.bets[this.seat] ?? {}, canBet: false, isOver: state.phase === "over", wanted: [], isMoving });
    this.state = state;
    this.drawWords();
    this.drawControls();
    this.drawSteps();
    this.drawDecision();
  }

  aside(state, pile) {
    const choiceOf = (name) => this.felt.choices.find((each) => each.name === name);
    const made = state.choices.find((each) => each.seat === this.seat && each.option && choiceOf(each.choice)?.cards?.pile === pile.name);
    return made ? putAside(made, asideWords(choiceOf(made.choice)), this.felt.theme) : null;
  }

  drawWords() {
    byId("status").textContent = stepStatus(this, this.place);
    byId("why").textContent = this.why || (this.state.voided ? "The round is void: every bet was given back." : decidedWords(this.state, this.seat));
  }

  /** Tells the sentence behind a bet while it is pointed at. */
  tellWhy(wager) {
    this.why = wager ? whyOf(this.state, wager) : "";
    this.drawWords();
  }

  drawControls() {
    const last = this.steps.length - 1;
    byId("place").textContent = `Step ${this.place + 1} of ${last + 1}`;
    for (const button of document.querySelectorAll("#controls [data-go]")) {
      const isBack = ["first", "previous"].includes(button.dataset.go);
      button.setAttribute("aria-disabled", String(this.place === (isBack ? 0 : last)));
    }
    byId("open").setAttribute("aria-pressed", String(this.isOpen));
  }

  move(how) {
    this.go({ first: 0, previous: this.place - 1, next: this.place + 1, last: this.steps.length - 1 }[how]);
  }

  drawSteps() {
    const told = this.steps.map((_, place) => [stepTitle(this, place), this.decisionAt(place)?.grade]);
    const focused = [...byId("steps").children].findIndex((item) => item.contains(document.activeElement));
    const isNew = show(byId("steps"), [told], () =>
      told.map(([title, grade], place) =>
        h("li", {}, h("button", { type: "button", class: "step", onclick: () => this.go(place) }, h("span", { class: "number", "aria-hidden": "true" }, place + 1), h("span", {}, title), grade && [mark(grade), h("span", { class: "said" }, grade)]))));
    if (isNew && focused >= 0) byId("steps").children[Math.min(focused, this.steps.length - 1)].firstChild.focus({ preventScroll: true });
    [...byId("steps").children].forEach((item, place) => {
      const isHere = place === this.place;
      if (isHere) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
      if (isHere) keepInSight(byId("steps"), item);
    });
  }

  drawDecision() {
    const decision = this.decisionAt(this.place);
    const box = byId("decision");
    const hadFocus = box.contains(document.activeElement);
    show(box, [this.grades, decision && this.place, this.seat], () => (decision ? this.toldDecision(decision) : this.toldDecisions()));
    if (hadFocus && !box.contains(document.activeElement)) box.focus({ preventScroll: true }); // Its button is gone, the reader is not.
  }

  toldDecision(decision) {
    const choice = this.felt.choices.find((each) => each.name === decision.choice);
    return [
      h("p", { class: "hand" }, `${this.isOwn && decision.seat === this.seat ? "Your" : `Seat ${decision.seat}'s`} decision: ${choice?.label ?? decision.choice}${decision.hand ? `, with ${decision.hand}` : ""}`),
      verdict(decision),
      this.toldValues(decision),
    ];
  }

  toldValues(decision) {
    return [values(decision, this.mostAt(decision)), decision.reason && h("p", { class: "muted" }, plainWords(decision.reason, decision.options.map((each) => each.option)))];
  }

  /** The most that could be lost when a decision was asked. */
  mostAt({ seat, choice, options }) {
    const place = this.steps.findIndex(({ events }) => events.some((event) => event.type === "chose" && event.seat === seat && event.choice === choice));
    const { bets, first } = stateAfter(this, Math.max(place, 0));
    const asked = this.felt.choices.find((each) => each.name === choice);
    return asked && bets[seat] ? mostLost(asked, options.map((each) => each.option), first[seat], bets[seat]) : undefined;
  }

  /** All decisions of the round, each of which can be gone to. */
  toldDecisions() {
    if (!this.grades) return h("p", { class: "muted" }, this.round.status === "open" ? "The round is still being played." : "The coach looks at the decisions…");
    if (this.grades.fault) return h("p", { class: "muted" }, `Not graded: ${this.grades.fault}.`);
    const places = this.steps.map((_, place) => place).filter((place) => this.decisionAt(place));
    if (!places.length) return h("p", { class: "muted" }, this.felt.choices.length ? "No player decided anything in this round." : "This game asks for no decision.");
    const { lost } = this.grades;
    const what = places.length === 1 ? "The decision" : "Decisions";
    const words = lost.value ? `${what} gave up ${places.length === 1 ? gaveUp(this.decisionAt(places[0])) : lostWords(lost)} on average.` : places.length === 1 ? "The decision was the best." : "Every decision was the best.";
    return [
      h("p", {}, words),
      h("ul", { class: "decisions" }, places.map((place) =>
        h("li", {}, h("button", { type: "button", class: "button quiet", onclick: () => this.go(place) }, mark(this.decisionAt(place).grade), `${stepTitle(this, place)} · ${this.decisionAt(place).grade}`)))),
      places.length === 1 && this.toldValues(this.decisionAt(places[0])),
    ];
  }
}

/** Scrolls a box, which its items are placed in, and not the page, until an item is seen. */
function keepInSight(box, item) {
  const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = [...box.children].find((each) => each.offsetTop >= bottom - box.clientHeight).offsetTop; // No row is cut at the top.
}
