// Squares: what the letters of the notation stand for.

import { say } from "./common.js";

export const TERRAINS = { W: "wheat", F: "forest", L: "lake", P: "pasture", S: "swamp", M: "mine", T: "town" };
export const COLORS = {
  p: "pink", y: "yellow", g: "green", b: "blue", n: "brown", o: "orange", u: "purple", w: "white", r: "red",
};
export const LETTERS = Object.fromEntries(Object.entries(COLORS).map(([letter, color]) => [color, letter]));

/** Say what lies on a square, for people who do not see it. */
export function spoken(square) {
  if (square === ".") return say("empty");
  if (square[0] === "C") return square[1] in COLORS ? `${say("castle")}, ${say(COLORS[square[1]])}` : say("castle");
  const [crowns, giants] = [Number(square[1]), square.split("'").length - 1];
  const text = crowns ? `${say(TERRAINS[square[0]])}, ${say("crowns")}: ${crowns}` : say(TERRAINS[square[0]]);
  return giants ? `${text}, ${say("giants")}: ${giants}` : text;
}

/** Say what a quest is called: `four-corners=lake`. */
export function questCalled(name) {
  const [kind, terrain] = name.split("=");
  return [say(`quest_${kind}`), terrain && say(terrain)].filter(Boolean).join(": ");
}
