// The page verify.html: a proof is pasted or read from a file, and every check is told.

import "./js/settings.js";
import { verify } from "./verify.js";

const form = document.querySelector("form");
const result = document.querySelector("#result");
const list = document.querySelector("#checks");

function tell(sentence, state) {
  result.textContent = sentence;
  result.dataset.state = state;
}

function item({ check, holds, found }) {
  const line = document.createElement("li");
  const name = document.createElement("strong");
  name.textContent = `${holds ? "Holds" : "Wrong"}: ${check}. `;
  line.append(name, `${found.charAt(0).toUpperCase()}${found.slice(1)}`);
  line.dataset.holds = holds;
  return line;
}

async function check() {
  list.replaceChildren();
  try {
    const verified = await verify(JSON.parse(form.elements.proof.value));
    list.replaceChildren(...verified.checks.map(item));
    const end = verified.holds ? "The cards follow from the committed seed." : "The proof does not hold.";
    tell(`Round ${verified.round}: ${end}`, verified.holds ? "holds" : "wrong");
  } catch (error) {
    tell(`This is no proof of a round: ${error.message}.`, "wrong");
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
