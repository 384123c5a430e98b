// Grades of decisions: a mark as in a chess commentary, always with its word, and what every answer was worth.

import { bar, lostWords as lostBetween, optionKey, optionWords } from "./coach.js";
import { capital, h } from "./dom.js";
import { about, signed } from "./money.js";

/** Cents that were given up, as a number of a list. */
export const plain = (value) => signed(value).replace("+", "");

const MARKS = { best: "✓", close: "?!", mistake: "?", blunder: "??" };
const MOST_VALUES = 6;

/** What was given up, in words: `$0.85`, or `less than a cent`. */
export const lostWords = (lost) => about(lost.value * 100);

/** What a decision gave up, in words: the difference of the two values as they are shown. */
export const gaveUp = (decision) => lostBetween(givenOf(decision), decision.chosen);

/** What the marks of a list stand for. */
export const legend = () => Object.keys(MARKS).map((grade) => h("span", {}, mark(grade), grade));

/** The hand of a round and what was answered, for a row of a list: `4 points · stand`; empty where nobody decided. */
export function handWords(decisions) {
  if (!decisions?.chosen?.length) return "";
  const chosen = decisions.chosen.map((option) => optionWords(option).toLowerCase()).join(", ");
  return decisions.hand ? `${capital(decisions.hand)} · ${chosen}` : capital(chosen);
}

/** The mark of a grade. */
export const mark = (grade) => h("span", { class: `mark ${grade}`, "aria-hidden": "true" }, MARKS[grade] ?? "");

/** A decision's verdict: its mark, its grade, and what it gave up. */
export function verdict(decision) {
  const isBest = decision.grade === "best";
  return h("p", { class: "verdict" }, mark(decision.grade), h("b", {}, capital(decision.grade)), isBest ? "" : ` · gave up ${gaveUp(decision)} on average`);
}

/** The values of a decision as the coach's bars read them. */
const givenOf = (decision, most) => ({
  values: decision.options.map(({ option, ev }) => ({ option, key: optionKey(option), exact: ev.exact, cents: ev.value * 100 })),
  best: optionKey(decision.best), per: "", most,
});

/** The values of a decision's answers as bars, the best first; of many, the first and the one that was chosen. Bars are full at
 * `most` cents, by default at the largest value. */
export function values(decision, most) {
  const chosen = optionKey(decision.chosen);
  const given = givenOf(decision, most);
  const all = given.values;
  const shown = all.filter((each, place) => place < MOST_VALUES || each.key === chosen);
  const rows = shown.map((each) => {
    const drawn = bar(given, each.option);
    drawn.title = `Worth exactly ${each.exact} dollars to all bets of the seat`;
    return h(
      "li",
      { class: each.key === chosen ? "chosen" : null },
      h("span", {}, optionWords(each.option), each.key === chosen && h("span", { class: "tag" }, "chosen")),
      drawn,
    );
  });
  const left = all.length - shown.length;
  return [h("ul", { class: "values" }, rows), left > 0 && h("p", { class: "muted" }, `${left} answers more were worth less.`)];
}

/** The decisions of a round in short, for a cell of a list. */
export function inShort(decisions) {
  if (!decisions) return { words: "", cell: "" };
  if (decisions.fault) return { words: `not graded: ${decisions.fault}`, cell: h("span", { class: "muted" }, "not graded") };
  if (!decisions.count) return { words: "nothing to decide", cell: h("span", { class: "muted" }, "–") };
  const many = `${decisions.best} of ${decisions.count} decisions best`;
  if (decisions.worst === "best") return { words: many, cell: [mark("best"), plain(0)] };
  const cents = decisions.lost.value * 100;
  return { words: `${decisions.worst}, ${many}`, cell: [mark(decisions.worst), Math.round(cents) ? plain(cents) : "< 0.01"] };
}
