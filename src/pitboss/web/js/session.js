// The session: results, what was expected of the bets, what errors cost; kept in this browser tab by account. What bets are
// worth, and the band in which sessions end, is worked out by the server.

import { get, post } from "./api.js";
import { decisionWords } from "./coach.js";
import { chart } from "./session-chart.js";
import { h } from "./dom.js";
import { askAgainInDrill } from "./misplayed.js";
import { amount, cents, dollars, signed } from "./money.js";
import { panel } from "./panels.js";

const MOST_KEPT = 500;
const GRADES = ["best", "close", "mistake", "blunder"];

/** How many decisions have a grade: `9 best`, `1 mistake`, `2 blunders`. */
const counted = (count, grade) => `${count} ${grade}${count > 1 && ["mistake", "blunder"].includes(grade) ? "s" : ""}`;

export class Session {
  constructor(account) {
    this.key = `pitboss-session-${account}`;
    this.isFollowed = false; // Whether luck and errors are worked out unasked, so that their places are kept.
    this.parts = [];
    this.rounds = [];
    this.decisions = [];
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key));
      if (kept?.parts) Object.assign(this, kept);
    } catch { /* A session that cannot be read starts anew. */ }
  }

  keep() {
    const dropped = new Set(this.rounds.slice(0, -MOST_KEPT).map((each) => each.round));
    this.rounds = this.rounds.slice(-MOST_KEPT);
    this.decisions = this.decisions.filter((each) => !dropped.has(each.round));
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ parts: this.parts, rounds: this.rounds, decisions: this.decisions }));
    } catch { /* It lasts as long as the page. */ }
  }

  /** Takes a decision down once, with what it gave up and how it is graded. */
  decided(decision) {
    if (this.decisions.some((each) => each.round === decision.round && each.seat === decision.seat && each.choice === decision.choice)) return;
    this.decisions.push(decision);
    this.keep();
  }

  /** Takes a seat's round down once, with the choices that were made in it. */
  played(state, seat, round, net) {
    if (this.rounds.some((each) => each.round === round && each.seat === seat)) return;
    const made = state.choices.filter((each) => each.seat === seat).map((each) => each.choice);
    this.rounds.push({ round, seat, net, made, part: this.partOf(state, state.first[seat] ?? {}) });
    this.keep();
  }

  /** The rounds with a decision that is not graded, and can be. */
  get ungraded() {
    const isKnown = (played, choice) => this.decisions.some((each) => each.round === played.round && each.seat === played.seat && each.choice === choice);
    return this.rounds.filter((each) => !each.fault && each.made?.some((choice) => !isKnown(each, choice)));
  }

  /** Grades the decisions that were not graded when they were made: what they cost is no luck. */
  async grade() {
    for (const round of new Set(this.ungraded.map((each) => each.round))) {
      let told;
      try {
        told = await get(`/rounds/${encodeURIComponent(round)}/grades?reasons=false`);
      } catch (problem) {
        if (problem.isPassing) break;
        told = { decisions: [], fault: problem.message };
      }
      if (!this.rounds.some((each) => each.round === round)) continue; // A new session has begun.
      for (const { seat, choice, chosen, best, hand, grade, lost } of told.decisions) {
        this.decided({ round, seat, choice, lost: lost.value * 100, grade, words: decisionWords(chosen, best, hand) });
      }
      // What the table chose for somebody who was away is nobody's decision.
      for (const each of this.rounds.filter((played) => played.round === round)) Object.assign(each, told.fault ? { fault: told.fault } : { made: [] });
    }
    this.keep();
  }

  /** The number of a game with its bets among those that came up; -1 where too many did. */
  partOf(state, first) {
    const { options, paytables, step, limit } = state.opening;
    const bets = Object.fromEntries(Object.entries(first).map(([name, stake]) => [name, dollars(stake)]).sort());
    const asked = { game: state.game.name, options, paytables, step, limit, bets };
    const found = this.parts.findIndex((each) => JSON.stringify(each.asked) === JSON.stringify(asked));
    if (found >= 0) return found;
    return this.parts.length < 60 && Object.keys(bets).length ? this.parts.push({ asked, ev: null }) - 1 : -1;
  }

  /** Asks what the bets that came up are worth, and how decisions are graded; what is known is not asked again. */
  async learn() {
    for (const part of this.parts.filter((each) => each.ev === null && !each.problem)) {
      try {
        const [told] = (await post("/expectation", { parts: [part.asked], rounds: [] })).parts;
        if (told.ev) part.ev = told.ev.value * 100;
        else part.problem = told.problem;
      } catch (problem) {
        if (problem.isPassing) break;
        part.problem = problem.message;
      }
    }
    await this.grade();
  }

  /** The band after every round; throws the server's problem. */
  async bands() {
    const used = [...new Set(this.rounds.map((each) => each.part))];
    if (used.includes(-1)) throw new Error("This session has bets of more kinds than are followed");
    const told = await post("/expectation", { parts: used.map((part) => this.parts[part].asked), rounds: this.rounds.map((each) => used.indexOf(each.part)) });
    const unsolved = told.parts.find((part) => !part.ev);
    if (unsolved) throw new Error(unsolved.problem);
    used.forEach((part, place) => { this.parts[part].ev = told.parts[place].ev.value * 100; });
    this.keep();
    return { percent: told.percent, isExact: told.exact, bands: told.bands.map((band) => band.map(cents)) };
  }

  get net() {
    return this.rounds.reduce((sum, each) => sum + each.net, 0);
  }

  /** What the bets were expected to bring with the best play; null where that is not known of one. */
  get expected() {
    const values = this.rounds.map((each) => this.parts[each.part]?.ev ?? null);
    return values.includes(null) ? null : values.reduce((sum, value) => sum + value, 0);
  }

  get errors() {
    return this.decisions.reduce((sum, each) => sum + Math.round(each.lost), 0); // As they are listed.
  }

  /** Whether every decision is graded: what others cost would count as luck. */
  get isGraded() {
    return !this.ungraded.length && !this.rounds.some((each) => each.fault);
  }

  /** What neither bets nor decisions explain; null where one of the two is not known. */
  get luck() {
    return this.expected === null || !this.isGraded ? null : this.net - Math.round(this.expected) + this.errors; // The rest of what is shown.
  }

  count(grade) {
    return this.decisions.filter((each) => each.grade === grade).length;
  }

  /** The session in one line, below the felt. */
  line() {
    if (!this.rounds.length) return "Session: no round yet";
    const isWaiting = this.isFollowed && !this.rounds.some((each) => each.fault) && !this.parts.some((part) => part.problem);
    const luck = this.luck === null ? isWaiting && " · luck …" : ` · luck ${signed(this.luck)}`;
    const errors = this.decisions.length ? ` · errors ${signed(-this.errors)}` : isWaiting && this.ungraded.length && " · errors …";
    return [`Session ${signed(this.net)}`, luck, errors].filter(Boolean).join("");
  }

  /** The last rounds, the newest first: each leads to its replay, the first of them also to its proof. */
  strip() {
    const at = (round) => `history.html?round=${encodeURIComponent(round)}`;
    const last = this.rounds.at(-1);
    return [
      ...(last ? [h("li", { class: "proof" }, h("a", { href: `${at(last.round)}&verify` }, "Verify last round"))] : []),
      ...this.rounds.slice(-14).toReversed().map(({ net, round }) => h("li", { class: net > 0 ? "won" : null }, h("a", { href: at(round), "aria-label": `Replay the round of ${signed(net)}` }, signed(net)))),
    ];
  }

  clear() {
    Object.assign(this, { parts: [], rounds: [], decisions: [] });
    this.keep();
    document.dispatchEvent(new CustomEvent("setting"));
  }

  /** Opens the panel of the session, and fills it as the coach gets to it; `drill` tells where the game at the table is drilled, if it can be. */
  async panel(drill) {
    const opened = panel("This session");
    const body = opened.querySelector(".body");
    if (!this.rounds.length) {
      body.append(h("p", {}, "No round yet in this browser tab. Play one: the panel then shows what it brought beside what was expected of it, and what your decisions cost."));
      return;
    }
    const space = h("figure", { class: "course", "aria-busy": "true" }, h("p", { class: "muted" }, "Working out the band…"));
    const facts = h("dl", { class: "facts-row" });
    const decisions = h("section", {});
    const fill = () => {
      facts.replaceChildren(...this.facts());
      decisions.replaceChildren(...this.graded());
    };
    fill();
    body.append(facts, space, decisions, h("div", { class: "acts" }, drill && this.drillLink(drill),
      h("button", { class: "button quiet", type: "button", onclick: () => { this.clear(); opened.close(); } }, "Start a new session")));
    const graded = this.grade().then(fill);
    await this.bands().then(
      (told) => {
        fill();
        const values = this.rounds.map((each) => this.parts[each.part].ev);
        space.replaceChildren(chart({ nets: this.rounds.map((each) => each.net), values, ...told, width: space.clientWidth }), this.caption(told));
      },
      (problem) => space.replaceChildren(h("p", { class: "muted" }, `The band is not known: ${problem.message.replace(/\.$/, "")}.`)),
    ).finally(() => space.setAttribute("aria-busy", "false"));
    await graded;
    fill();
  }

  /** The way to the drill: of the mistakes of this session, where there are any, which it then asks first. */
  drillLink({ address, name }) {
    const mistakes = this.decisions.filter((each) => each.drill === name && each.decision && ["mistake", "blunder"].includes(each.grade));
    const ask = () => askAgainInDrill(name, mistakes.map((each) => each.decision));
    if (!mistakes.length) return h("a", { class: "button", href: address }, "Drill close decisions");
    return h("a", { class: "button", href: address, onclick: ask }, mistakes.length === 1 ? "Drill this mistake" : `Drill these ${mistakes.length} mistakes`);
  }

  facts() {
    const fact = (name, value, words) => h("div", { title: words }, h("dt", {}, name), h("dd", {}, value), h("dd", { class: "muted" }, words));
    const known = (value) => (value === null ? "not known" : signed(value));
    return [
      fact("Result", signed(this.net), this.rounds.length === 1 ? "in one round" : `in ${this.rounds.length} rounds`),
      fact("Expected", known(this.expected), "of the bets, with the best play"),
      fact("Errors", this.decisions.length || this.isGraded ? signed(-this.errors) : "not known", `what ${this.isGraded ? "decisions" : "the decisions that are graded"} gave up on average`),
      fact("Luck", known(this.luck), "all the rest"),
    ];
  }

  caption({ percent: share, isExact, bands }) {
    const [low, high] = bands.at(-1);
    const about = isExact ? "at least" : "about";
    return h("figcaption", {}, `With the best play ${about} ${share} of 100 such sessions end between ${signed(low)} and ${signed(high)}. Yours stands at ${signed(this.net)}; ${amount(Math.round(Math.abs(this.expected)))} ${this.expected < 0 ? "of loss" : "of win"} was expected.`);
  }

  /** The decisions by grade, and those that cost most. */
  graded() {
    const fault = this.rounds.find((each) => each.fault)?.fault;
    const missing = fault ? `Not every decision is graded: ${fault.replace(/\.$/, "")}.` : this.ungraded.length ? "The coach looks at your decisions…" : "";
    const note = missing && h("p", { class: "muted" }, missing);
    if (!this.decisions.length) return [h("h3", {}, "Decisions"), note || h("p", { class: "muted" }, "No round of this session asked for one.")];
    const best = `${Math.round((100 * this.count("best")) / this.decisions.length)} %`;
    const seen = GRADES.filter((grade) => this.count(grade));
    const costly = this.decisions.filter((each) => each.lost >= 0.5).toSorted((one, other) => other.lost - one.lost).slice(0, 8);
    return [
      h("h3", {}, `Decisions: ${this.count("best")} of ${this.decisions.length} best (${best})`),
      h("div", { class: "grades", "aria-hidden": "true" }, seen.map((grade) => h("span", { class: grade, vars: { "--share": this.count(grade) } }))),
      h("ul", { class: "grade-names" }, seen.map((grade) => h("li", {}, h("i", { class: grade, "aria-hidden": "true" }), counted(this.count(grade), grade)))),
      note,
      costly.length > 0 && h("ul", { class: "costly" }, costly.map((each) => h("li", {}, h("b", { class: "sum" }, signed(-each.lost)), h("span", {}, `${each.grade}: ${each.words}`)))),
    ].filter(Boolean);
  }
}
