// Cards that are picked for a choice: by click, by digit, or by dragging them to where they are confirmed.

import { optionKey } from "./coach.js";
import { byId } from "./dom.js";

const FAR = 8; // Pixels after which a press is a drag.
const LIFTED = 36; // Pixels up, or down again, that pick a card, or put it back.

/** The places of picked cards after one is picked or put back; one too many takes the place of the first. */
export function toggled(picks, place, count) {
  return picks.includes(place) ? picks.filter((each) => each !== place) : [...picks, place].slice(-count);
}

/** The legal option that the cards at some places make; null where they make none. */
export function optionOf(picks, cards, legal) {
  const key = picks.map((place) => cards[place]).toSorted().join(" ");
  return picks.length ? legal.find((option) => optionKey(option) === key) ?? null : null;
}

/** Lets cards be dragged: up or onto the buttons picks one, down puts it back. `toggle` gets its place. */
export function listenForDrags(toggle) {
  let held = null;
  let isJustDragged = false;
  const place = (event) => [event.clientX - held.x, event.clientY - held.y];
  const isOverActions = (event) => document.elementsFromPoint(event.clientX, event.clientY).includes(byId("actions"));
  byId("own").addEventListener("pointerdown", (event) => {
    const card = event.target.closest("button.card[data-place]");
    if (card && event.button === 0) held = { card, x: event.clientX, y: event.clientY, isDrag: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [x, y] = place(event);
    if (!held.isDrag && Math.hypot(x, y) < FAR) return;
    held.isDrag = true;
    held.card.classList.add("dragged");
    byId("actions").classList.add("drop");
    held.card.style.translate = `${x}px ${y}px`;
  });
  const end = (event) => {
    if (!held) return;
    const { card, isDrag } = held;
    const [, y] = place(event);
    const isPicked = card.getAttribute("aria-pressed") === "true";
    const isMoved = event.type === "pointerup" && isDrag && (isPicked ? y > LIFTED && !isOverActions(event) : y < -LIFTED || isOverActions(event));
    held = null;
    card.style.translate = "";
    card.classList.remove("dragged");
    byId("actions").classList.remove("drop");
    if (!isDrag) return;
    isJustDragged = true;
    setTimeout(() => { isJustDragged = false; }, 0);
    if (isMoved) toggle(Number(card.dataset.place));
  };
  // The click that a browser makes of a drag's end is no click.
  byId("own").addEventListener("click", (event) => { if (isJustDragged) event.stopPropagation(); }, { capture: true });
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}
