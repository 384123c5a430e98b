// The session: results, what was expected, and what errors cost, kept in this browser by account.

import { h } from "./dom.js";
import { percent, signed } from "./money.js";
import { panel } from "./panels.js";

const MOST_KEPT = 500;

/** What a round was expected to bring, in cents, from the exact edges of the bets that lay. */
export function expectation(game, first) {
  let sum = 0;
  for (const wager of game.wagers) {
    const lies = first[wager.name] || wager.stake.kind === "chosen";
    if (!lies) continue;
    if (!wager.house_edge) return null;
    sum -= wager.house_edge.value * (first[wager.per] ?? 0);
  }
  return sum;
}

export class Session {
  constructor(account) {
    this.key = `pitboss-session-${account}`;
    this.rounds = [];
    this.decisions = [];
    try {
      Object.assign(this, JSON.parse(sessionStorage.getItem(this.key)) ?? {});
    } catch { /* A session that cannot be read starts anew. */ }
  }

  keep() {
    this.rounds = this.rounds.slice(-MOST_KEPT);
    this.decisions = this.decisions.slice(-MOST_KEPT);
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ rounds: this.rounds, decisions: this.decisions }));
    } catch { /* It lasts as long as the page. */ }
  }

  /** Takes a decision down with what it gave up. */
  decided(round, choice, lost, words) {
    if (this.decisions.some((each) => each.round === round && each.choice === choice)) return;
    this.decisions.push({ round, choice, lost, words });
    this.keep();
  }

  /** Takes a round down once. */
  played(round, net, expected) {
    if (this.rounds.some((each) => each.round === round)) return;
    this.rounds.push({ round, net, expected });
    this.keep();
  }

  get net() {
    return this.rounds.reduce((sum, each) => sum + each.net, 0);
  }

  get expected() {
    return this.rounds.reduce((sum, each) => sum + (each.expected ?? 0), 0);
  }

  get errors() {
    return this.decisions.reduce((sum, each) => sum + each.lost, 0);
  }

  get luck() {
    return this.net - this.expected + this.errors;
  }

  get right() {
    return this.decisions.filter((each) => each.lost < 0.5).length;
  }

  line() {
    if (!this.rounds.length) return "Session: no round yet";
    const errors = this.decisions.length ? ` · errors ${signed(-this.errors)}` : "";
    return `Session ${signed(this.net)} · luck ${signed(this.luck)}${errors}`;
  }

  /** The last rounds, the newest first: each leads to its replay, the first of them also to its proof. */
  strip() {
    const at = (round) => `history.html?round=${encodeURIComponent(round)}`;
    const last = this.rounds.at(-1);
    return [
      ...(last ? [h("li", { class: "proof" }, h("a", { href: `${at(last.round)}&verify` }, "Verify this round"))] : []),
      ...this.rounds.slice(-14).toReversed().map(({ net, round }) => h("li", { class: net > 0 ? "won" : null }, h("a", { href: at(round), "aria-label": `Replay the round of ${signed(net)}` }, signed(net)))),
    ];
  }

  panel() {
    const fact = (name, value, words) => h("tr", {}, h("th", { scope: "row" }, name, h("div", { class: "muted" }, words)), h("td", {}, value));
    const share = this.decisions.length ? percent(this.right / this.decisions.length) : "none yet";
    panel(
      "This session",
      h("table", { class: "pays" }, h("tbody", {},
        fact("Rounds", `${this.rounds.length}`, "in this browser tab"),
        fact("Result", signed(this.net), "what you won or lost"),
        fact("Expected", signed(this.expected), "the exact house edge of the bets that you made, with the best play"),
        fact("Luck", signed(this.luck), "result less expectation, errors left out"),
        fact("Cost of errors", signed(-this.errors), "what your decisions gave up on average against the best ones"),
        fact("Best decisions", share, `${this.right} of ${this.decisions.length}`))),
      this.decisions.some((each) => each.lost >= 0.5) && [
        h("h3", {}, "Decisions that cost most"),
        h("ul", { class: "marked" }, this.decisions.filter((each) => each.lost >= 0.5).toSorted((one, other) => other.lost - one.lost).slice(0, 8)
          .map((each) => h("li", {}, `${signed(-each.lost)}: ${each.words}`))),
      ],
    );
  }
}
