// What stands on the workbench: one table, or two to compare, in the page's address so that a link opens the same again.

const DEFAULTS = { stake: "10", pace: "60", rounds: "1000" };
const MOST_UNDONE = 50;

export const emptySetup = () => ({ options: {}, changes: {} });

/** The name of a table among changes: its grid and the column in force. */
export const tableKey = (table) => `${table.grid}/${table.column}`;

/** What is on the bench, from a query such as `?game=super-pan-9&set=decks=6&pay=tie/printed/TIED=9`. */
export function read(query) {
  const given = new URLSearchParams(query);
  const setup = (prefix) => {
    const made = emptySetup();
    for (const text of given.getAll(`${prefix}set`)) {
      const [name, ...value] = text.split("=");
      if (name && value.length) made.options[name] = value.join("=");
    }
    for (const text of given.getAll(`${prefix}pay`)) {
      const found = /^([^/]+\/[^/]+)\/([^/=]+)=(.+)$/.exec(text);
      if (found) (made.changes[found[1]] ??= {})[found[2]] = found[3];
    }
    return made;
  };
  return {
    game: (given.get("game") ?? "").replaceAll(" ", "+"), // A plus sign that somebody typed into the address reads as a space.
    stake: given.get("stake") ?? DEFAULTS.stake,
    pace: given.get("pace") ?? DEFAULTS.pace,
    rounds: given.get("rounds") ?? DEFAULTS.rounds,
    bet: given.get("bet") ?? "",
    side: given.has("b") && given.get("b") !== "a" ? "b" : "a",
    a: setup(""),
    b: given.has("b") ? setup("b.") : null,
  };
}

/** The query of what is on the bench. */
export function query(state) {
  const told = new URLSearchParams({ game: state.game });
  const add = (prefix, setup) => {
    for (const [name, value] of Object.entries(setup.options)) told.append(`${prefix}set`, `${name}=${value}`);
    for (const [table, pays] of Object.entries(setup.changes)) {
      for (const [outcome, cell] of Object.entries(pays)) told.append(`${prefix}pay`, `${table}/${outcome}=${cell}`);
    }
  };
  add("", state.a);
  if (state.b) {
    told.append("b", state.side);
    add("b.", state.b);
  }
  for (const name of ["stake", "pace", "rounds"]) if (state[name] !== DEFAULTS[name]) told.append(name, state[name]);
  if (state.bet) told.append("bet", state.bet);
  return `?${told}`;
}

/** What the server is asked about one side. */
export function question(state, setup) {
  const changes = Object.entries(setup.changes).map(([key, pays]) => {
    const [grid, column] = key.split("/");
    return { grid, column, pays };
  });
  return { game: state.game, options: setup.options, changes, stake: state.stake, pace: Number(state.pace) };
}

/** How many things a side changes: options and pays. */
export const changesOf = (setup) =>
  Object.keys(setup.options).length + Object.values(setup.changes).reduce((sum, pays) => sum + Object.keys(pays).length, 0);

/** The states before, so that a change can be taken back. */
export class Past {
  constructor() {
    this.kept = [];
  }

  keep(state) {
    this.kept.push(structuredClone(state));
    this.kept = this.kept.slice(-MOST_UNDONE);
  }

  back() {
    return this.kept.pop() ?? null;
  }

  get isEmpty() {
    return !this.kept.length;
  }
}
