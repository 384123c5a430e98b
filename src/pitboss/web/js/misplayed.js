// Scores of drills, which this browser keeps: how many questions were answered, and the decisions that were misplayed.

const KEPT = "pitboss-drills";
const MOST = 500; // The server takes no more of a game.

/** The name under which the scores of a game with some options are kept. */
export const drillName = (game, options) => `${game.name} ${game.version} ${Object.entries(options).map(([key, value]) => `${key}=${value}`).sort().join(" ")}`.trim();

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

export const scoresOf = (name) => kept()[name] ?? null;

export function keepScores(name, scores) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [name]: scores }));
  } catch { /* They last as long as the page. */ }
}

/** Has decisions asked next in the drill of a game, as if they had been misplayed there. */
export function askAgainInDrill(name, decisions) {
  const scores = scoresOf(name) ?? { asked: 0, misplayed: {} };
  const due = Object.fromEntries(decisions.map((decision) => [decision, { box: 0, due: scores.asked }]));
  const misplayed = Object.entries({ ...scores.misplayed, ...due }).slice(-MOST);
  keepScores(name, { ...scores, misplayed: Object.fromEntries(misplayed) });
}
