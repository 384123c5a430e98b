// Figures as the workbench writes them.

const group = (text) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** A number with a fixed count of decimals: `1,234.50`, `−0.02`. */
export function decimal(value, digits = 4) {
  const [whole, part] = Math.abs(value).toFixed(digits).split(".");
  const text = group(whole) + (part ? `.${part}` : "");
  return value < 0 && Number(Math.abs(value).toFixed(digits)) ? `−${text}` : text;
}

/** A share as a percentage: `2.2017 %`. */
export const share = (value, digits = 4) => `${decimal(value * 100, digits)} %`;

/** A difference with its sign: `+0.1200`, `−3.00`, `0`. */
export function difference(value, digits) {
  const text = decimal(value, digits);
  if (!/[1-9]/.test(text)) return "0";
  return value > 0 ? `+${text}` : text;
}

/** Dollars: `$1,234.50`. */
export const money = (value) => `${value < 0 && Math.round(value * 100) ? "−" : ""}$${decimal(Math.abs(value), 2)}`;

/** Dollars on an axis, short: `$1.2k`. */
export function shortMoney(value) {
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  if (size >= 1e6) return `${sign}$${+(size / 1e6).toPrecision(3)}M`;
  if (size >= 1e4) return `${sign}$${+(size / 1e3).toPrecision(3)}k`;
  return `${sign}$${group(String(+size.toPrecision(3)))}`;
}

/** How many rounds there are for one of this probability: `12,345`, or `never`. */
export function rounds(probability) {
  if (!probability) return "never";
  return decimal(1 / probability, 1 / probability < 100 ? 2 : 0);
}

/** How rare something is: `1 in 12,345`, or `always`. */
export const oneIn = (probability) => (probability > 0.9999999 ? "always" : probability ? `1 in ${rounds(probability)}` : "never");

/** Odds as a multiple of the stake: `+8`, `−1`, `+0.95`. */
export function units(value) {
  const text = decimal(Math.abs(value), 4).replace(/\.?0+$/, "");
  return value > 0 ? `+${text}` : value < 0 ? `−${text}` : "0";
}
