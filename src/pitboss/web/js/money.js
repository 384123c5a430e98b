// Money is whole cents in the page, as in the house, and a text of dollars on the way.

/** Cents of a text of dollars. */
export function cents(text) {
  const [, sign, whole, part = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  const value = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return sign ? -value : value;
}

/** The text of dollars that the server takes: `5.00`. */
export function dollars(value) {
  const size = Math.abs(value);
  return `${value < 0 ? "-" : ""}${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
}

const grouped = (whole) => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

/** An amount as people read it: `$5`, `$1,250.50`. */
export function amount(value) {
  const size = Math.abs(value);
  const part = size % 100 ? `.${String(size % 100).padStart(2, "0")}` : "";
  return `${value < 0 ? "−" : ""}$${grouped(Math.floor(size / 100))}${part}`;
}

/** An amount of cents that need not be whole, for a sentence: `$3.42`, or `less than a cent`. */
export const about = (value) => (value > 0 && value < 0.5 ? "less than a cent" : amount(Math.round(value)));

/** A balance with its cents always: `$984.00`. */
export function balance(value) {
  const size = Math.abs(value);
  return `${value < 0 ? "−" : ""}$${grouped(Math.floor(size / 100))}.${String(size % 100).padStart(2, "0")}`;
}

/** A result with its sign: `+40.00`, `−5.00`, `0.00`. */
export function signed(value) {
  const size = Math.abs(Math.round(value));
  const sign = value > 0 && size ? "+" : value < 0 && size ? "−" : "";
  return `${sign}${grouped(Math.floor(size / 100))}.${String(size % 100).padStart(2, "0")}`;
}

/** A rate as people say it: `5 %`, `2.5 %`. */
export const rate = (value) => `${Number((value * 100).toFixed(2))} %`;

/** A pay as people read it: `1,000 to 1`, with the minus sign of every other number. */
export const paysWords = (pays) => pays.replace(/^-/, "−").replace(/\d{4,}/g, grouped);

/** A share as a percentage: `3.85 %`. */
export const percent = (value) => `${(value * 100).toFixed(2).replace("-", "−")} %`;

/** The results of bets from settled lines, in cents: further lines of a bet count towards it. */
export function netsOf(lines) {
  const nets = new Map();
  for (const { seat, wager, net } of lines) nets.set(`${seat}/${wager}`, (nets.get(`${seat}/${wager}`) ?? 0) + cents(net));
  return [...nets.values()];
}

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

/** A result of nothing in words, from what each bet brought in cents: what was won and lost, or that every bet pushed. `who` is
 * `You` or, for others, `Seat 2`; where nothing is known of the bets, only that it is even. */
export function evenWords(nets, who = "You") {
  const [won, lost] = [nets.filter((net) => net > 0), nets.filter((net) => net < 0)].map(sumOf);
  if (won || lost) return `${who} ${who === "You" ? "break" : "breaks"} even: ${signed(won)} and ${signed(lost)}`;
  return nets.length ? "A push: every bet comes back" : `${who} ${who === "You" ? "break" : "breaks"} even`;
}
