// The rounds of the list that was looked at last, in its order: a round's page goes from one to the next.

const KEPT = "pitboss-history";

/** Keeps a list: the ids of its rounds, the newest first, and the query that filters it. */
export function keepList(ids, query) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ids, query }));
  } catch { /* Each round then stands alone. */ }
}

/** The rounds beside a round in the list that was looked at last: `{newer, older, query}`. */
export function besides(id) {
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(KEPT));
  } catch { /* As if nothing was kept. */ }
  const at = kept?.ids.indexOf(id) ?? -1;
  return at < 0 ? { newer: null, older: null, query: "" } : { newer: kept.ids[at - 1] ?? null, older: kept.ids[at + 1] ?? null, query: kept.query };
}
