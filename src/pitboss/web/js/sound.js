// A short tick for cards and chips, made here, and only where a person has turned sound on.

import { setting } from "./settings.js";

let audio = null;

/** One tick. */
export function click() {
  if (setting("sound") !== "on") return;
  audio ??= new AudioContext();
  const length = Math.floor(audio.sampleRate * 0.03);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let place = 0; place < length; place += 1) data[place] = (Math.random() * 2 - 1) * (1 - place / length) ** 6 * 0.25;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  source.connect(audio.destination);
  source.start();
}
