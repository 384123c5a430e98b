// The page verify.html: a proof is pasted or read from a file, and every check is told.

import { capital, h } from "./js/dom.js";
import { NAMES } from "./js/proving.js";
import "./js/settings.js";
import { verify } from "./verify.js";

const form = document.querySelector("form");
const result = document.querySelector("#result");
const list = document.querySelector("#checks");
const compare = document.querySelector("#compare");

const sign = (holds) => h("span", { class: "sign", "aria-hidden": "true" }, holds ? "✓" : "✗");

function tell(sentence, state) {
  result.replaceChildren(sign(state === "holds"), sentence);
  result.dataset.state = state;
}

const item = ({ check, holds, found }) => h("li", { dataset: { holds } }, sign(holds),
  h("span", {}, h("b", {}, `${holds ? "Holds" : "Wrong"}: ${NAMES[check] ?? check}.`), h("span", { class: "found" }, capital(found))));

/** Whether the commitment of a proof is the one that was pasted; nothing is checked where none was. */
function asPromised(proof) {
  const promised = form.elements.promised.value.trim().toLowerCase();
  if (!promised) return [];
  return [{ check: "It is the commitment that you saw before you bet", holds: promised === proof.shuffle.commitment, found: `the proof has ${proof.shuffle.commitment}` }];
}

async function check() {
  list.replaceChildren();
  compare.hidden = true;
  try {
    const proof = JSON.parse(form.elements.proof.value);
    const verified = await verify(proof);
    const checks = [...asPromised(proof), ...verified.checks];
    const holds = checks.every((each) => each.holds);
    list.replaceChildren(...checks.map(item));
    compare.hidden = checks.length > verified.checks.length;
    compare.replaceChildren("Not compared: the commitment that you saw before you bet. The proof has ", h("code", {}, proof.shuffle.commitment));
    tell(holds ? `Verified: the cards of round ${verified.round} follow from the committed seed.` : `Refused: the proof of round ${verified.round} does not hold.`, holds ? "holds" : "wrong");
  } catch (error) {
    tell(`Refused: this is no proof of a round. ${capital(error.message)}${/[.!?]$/.test(error.message) ? "" : "."}`, "wrong");
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});

document.querySelector("#file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  form.elements.proof.value = await file.text();
  check();
});
