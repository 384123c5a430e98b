// What moves on the felt besides cards: chips that are paid or taken, and meters that tick. Nothing does where motion is off.

import { stack } from "./chips.js";
import { byId } from "./dom.js";
import { balance } from "./money.js";
import { isStill } from "./settings.js";

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const SLIDE_MS = 220;
const TICK_MS = 700;

const between = (from, to) => {
  const [one, other] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  return [other.left + other.width / 2 - one.left - one.width / 2, other.top + other.height / 2 - one.top - one.height / 2];
};

/** Chips that are put on a spot come from the player. */
export function slideIn(element) {
  if (isStill()) return;
  element.animate([{ transform: "translateY(36px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 140, easing: EASE });
}

/** The winnings of a bet come from the dealer and lie beside it. */
export function payOut(spot, cents) {
  const won = stack(cents);
  won.classList.add("win-stack");
  spot.append(won);
  if (isStill()) return;
  const [, y] = between(won, byId("felt"));
  won.animate([{ transform: `translateY(${Math.min(-60, y - 120)}px)`, opacity: 0 }, { transform: "none", opacity: 1 }], { duration: SLIDE_MS, easing: EASE });
}

/** A bet that was lost goes to the dealer; its sum stays readable where it lay. */
export function takeAway(spot) {
  const lies = spot.querySelector(".stack");
  if (!lies || isStill()) return;
  lies.animate([{ transform: "none", opacity: 1 }, { transform: "translateY(-70px)", opacity: 0 }], { duration: SLIDE_MS, easing: "ease-in" });
}

/** What lies on a spot after a win slides to the player's balance. */
export function collect(spot) {
  const stacks = [...spot.querySelectorAll(".stack")];
  spot.querySelector(".win-stack")?.remove();
  if (isStill() || !stacks.length) return;
  const place = spot.getBoundingClientRect();
  for (const each of stacks) {
    const ghost = each.cloneNode(true);
    ghost.classList.add("ghost");
    ghost.style.left = `${place.left + place.width / 2 - 15}px`;
    ghost.style.top = `${place.top + place.height / 2 - 15}px`;
    document.body.append(ghost);
    const [x, y] = between(ghost, byId("balance"));
    ghost.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${x * 0.5}px, 60px)`, opacity: 0.9, offset: 0.45 }, { transform: `translate(${x}px, ${y}px) scale(0.6)`, opacity: 0 }], { duration: 2 * SLIDE_MS, easing: "ease-in-out" })
      .finished.then(() => ghost.remove(), () => ghost.remove());
  }
}

/** Lets an amount run up, or down, to what it is now. */
export function tick(element, cents) {
  const before = Number(element.dataset.cents ?? cents);
  element.dataset.cents = cents;
  element.dataset.run = Number(element.dataset.run ?? 0) + 1;
  if (before === cents || isStill() || document.hidden) {
    element.textContent = balance(cents);
    return;
  }
  const run = element.dataset.run;
  const start = performance.now();
  element.classList.add("ticks");
  const step = (now) => {
    if (element.dataset.run !== run) return;
    const share = Math.max(0, Math.min(1, (now - start) / TICK_MS)); // A frame may be older than the change.
    element.textContent = balance(Math.round(before + (cents - before) * (1 - (1 - share) ** 3)));
    if (share < 1) requestAnimationFrame(step);
    else element.classList.remove("ticks");
  };
  requestAnimationFrame(step);
}
