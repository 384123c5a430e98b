// Bets that a player is about to place. How a stake may be made is told by the game: free, equal to another, fixed, or put
// down by a choice in mid-round.

import { cents, amount } from "./money.js";

/** The stakes that a player lays out before the deal. */
export class Staging {
  constructor(game, opening) {
    this.game = game;
    this.stakes = {};
    this.follow(opening);
  }

  /** Takes the chip step and limit of a table over; bets that lie outside them are taken off, and then the answer is false. */
  follow(opening) {
    this.step = cents(opening.step);
    this.limit = cents(opening.limit);
    const fits = ([name, stake]) => stake <= this.limit && (this.wager(name).stake.kind === "fixed" || stake % this.step === 0);
    if (Object.entries(this.stakes).every(fits)) return true;
    this.stakes = {};
    return false;
  }

  wager(name) {
    return this.game.wagers.find((each) => each.name === name);
  }

  label(name) {
    return this.wager(name)?.label ?? name;
  }

  get sum() {
    return Object.values(this.stakes).reduce((sum, stake) => sum + stake, 0);
  }

  get isEmpty() {
    return this.sum === 0;
  }

  /** Adds an amount to a wager; a sentence where that is not possible, else null. */
  add(name, value, funds) {
    const wager = this.wager(name);
    const { kind } = wager.stake;
    if (kind === "chosen") return `${wager.label} is bet by a choice during the round.`;
    if (wager.needs && !this.stakes[wager.needs]) return `${wager.label} needs a bet on ${this.label(wager.needs)}.`;
    const before = this.stakes[name] ?? 0;
    if (kind === "equal" && wager.required) {
      return before ? `${wager.label} is as large as ${this.label(wager.stake.to)}, and lies already.` : this.add(wager.stake.to, value, funds);
    }
    if (kind === "equal" && !this.stakes[wager.stake.to]) return `${wager.label} is as large as ${this.label(wager.stake.to)}: bet there first.`;
    let after = before + Math.max(this.step, value - (value % this.step));
    if (kind === "fixed") after = before ? 0 : cents(wager.stake.amount);
    if (kind === "equal") after = before ? 0 : this.stakes[wager.stake.to];
    if (after > this.limit) return `The limit of a bet at this table is ${amount(this.limit)}.`;
    const kept = { ...this.stakes };
    this.set(name, after);
    if (this.sum > funds) {
      this.stakes = kept;
      return `Your balance of ${amount(funds)} does not cover that.`;
    }
    return null;
  }

  /** Sets a stake and those that follow it. */
  set(name, value) {
    if (value > 0) this.stakes[name] = value;
    else delete this.stakes[name];
    for (const wager of this.game.wagers) {
      if (wager.stake.kind === "equal" && wager.stake.to === name && (wager.required || this.stakes[wager.name])) this.set(wager.name, value);
      if (wager.needs === name && !value && this.stakes[wager.name]) this.set(wager.name, 0);
    }
  }

  /** Takes an amount off a wager. */
  remove(name, value) {
    const wager = this.wager(name);
    const stake = this.stakes[name];
    if (!stake || (wager.stake.kind === "equal" && wager.required)) return;
    this.set(name, wager.stake.kind === "free" ? Math.max(0, stake - value) : 0);
  }

  clear() {
    this.stakes = {};
  }

  /** Doubles every stake that is free; a sentence where limit or balance forbid it. */
  double(funds) {
    const kept = { ...this.stakes };
    for (const wager of this.game.wagers) {
      const stake = kept[wager.name];
      if (wager.stake.kind !== "free" || !stake) continue;
      if (stake * 2 > this.limit) {
        this.stakes = kept;
        return `The limit of a bet at this table is ${amount(this.limit)}.`;
      }
      this.set(wager.name, stake * 2);
    }
    if (this.sum > funds) {
      this.stakes = kept;
      return `Your balance of ${amount(funds)} does not cover that.`;
    }
    return null;
  }

  /** Lays out the same stakes as before. */
  repeat(stakes) {
    this.stakes = { ...stakes };
  }

  /** Lays an amount on every bet that a round needs: the shortest way to a first round. */
  start(value) {
    this.stakes = {};
    for (const wager of this.game.wagers) {
      if (!wager.required) continue;
      if (wager.stake.kind === "free") this.set(wager.name, Math.min(this.limit, Math.max(this.step, value - (value % this.step))));
      if (wager.stake.kind === "fixed") this.set(wager.name, cents(wager.stake.amount));
    }
    if (this.isEmpty) {
      const first = this.game.wagers.find((wager) => wager.stake.kind === "free");
      if (first) this.set(first.name, Math.max(this.step, value));
    }
  }

  /** The labels of the bets that a round still needs. */
  get missing() {
    return this.game.wagers
      .filter((wager) => wager.required && !this.stakes[wager.name] && !(wager.unless && this.stakes[wager.unless]))
      .map((wager) => wager.label);
  }
}
