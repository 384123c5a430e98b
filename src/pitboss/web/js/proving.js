// The shuffle of a round, verified in the browser by the stand-alone module verify.js. What the page knows itself is checked
// besides: which round was asked for, which commitment it was given before the deal, and which cards the felt showed.

import { verify } from "../verify.js";
import { keptCommitment } from "./commitments.js";

/** The checks of the stand-alone module, as sentences. */
export const NAMES = {
  commitment: "The revealed seed is the one that was committed to",
  cards: "The committed shuffle deals exactly these cards",
  record: "The record of the round has the same cards in the same order",
};

const ofRound = (round, proof) => ({
  name: "The proof is of this round and its shuffle",
  holds: proof.round === round.id && proof.shuffle.id === round.shuffle,
  found: `the proof is of round ${proof.round}, shuffle ${proof.shuffle.id}`,
});

/** Whether the commitment of the proof is the one that was promised before the deal. */
function asPromised(round, proof) {
  const kept = keptCommitment(round.id);
  const promised = kept ?? round.commitment;
  const found = kept
    ? `before the cards were dealt, this browser was given ${kept}`
    : `this browser did not watch the table before the deal; the server's record of the round has ${promised}`;
  return { name: kept ? "It is the commitment that you were given before the deal" : "It is the commitment in the record", holds: promised === proof.shuffle.commitment, found };
}

const place = ({ pile, seat }) => `${seat}/${pile}`;

/** Whether every card that the felt has shown is the card that the proof deals there; a hand that was dealt open and turned over later is one. */
function asSeen(round, proof) {
  const dealt = new Map(proof.document.events.filter((event) => event.type === "dealt").map((event) => [place(event), event.cards.join(" ")]));
  const seen = round.events.filter((event) => (event.type === "dealt" || event.type === "shown") && event.cards);
  const count = new Set(seen.map(place)).size;
  const wrong = seen.find((event) => dealt.get(place(event)) !== event.cards.join(" "));
  const found = wrong
    ? `the felt showed ${wrong.cards.join(" ")} as ${wrong.pile}; the proof has ${dealt.get(place(wrong)) ?? "nothing"}`
    : `${count === 1 ? "one hand was" : `${count} hands were`} shown, each as the proof deals it`;
  return { name: "The felt showed the same cards", holds: !wrong, found };
}

/** Every check of a round's proof: `{holds, checks: [{name, holds, found}]}`; throws where the text is no proof. */
export async function prove(round, proof) {
  const { checks } = await verify(proof);
  const all = [
    ofRound(round, proof),
    asPromised(round, proof),
    ...checks.map(({ check, holds, found }) => ({ name: NAMES[check] ?? check, holds, found })),
    asSeen(round, proof),
  ];
  return { holds: all.every((each) => each.holds), checks: all };
}
