// Commitments that this browser was given before cards were dealt. The proof of a round is held against them later: what a
// server says afterwards about its own promise would prove nothing.

const KEPT = "pitboss-commitments";
const MOST = 500;

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {}; // A browser that keeps nothing has seen nothing.
  }
}

/** Keeps the commitment under which a round begins; the oldest make way. */
export function keepCommitment(round, commitment) {
  if (!round || !commitment) return;
  const kept = Object.entries({ ...read(), [round]: commitment }).slice(-MOST);
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)));
  } catch { /* The proof is then held against the server's record alone. */ }
}

/** The commitment that this browser was given before a round was dealt; null where it did not watch. */
export const keptCommitment = (round) => read()[round] ?? null;
