// Sending photos: one after another, with a bar, again and again until the server has them.

import { Refused, make, say } from "./common.js";

const MOST_TRIES = 40;
const queue = [];
let sending = false;

/** Send a photo; `done` gets the answer. `where` names round, table and player. */
export function upload(file, where, done) {
  const bar = make("progress", { max: 100, value: 0, "aria-label": say("sending") });
  const line = make("p", {}, say("sending"));
  const card = make("div", { class: "card upload" }, line, bar);
  document.getElementById("uploads").append(card);
  queue.push({ file, where, done, bar, line, card });
  work();
}

async function work() {
  if (sending) return;
  sending = true;
  while (queue.length) {
    const one = queue[0];
    try {
      one.done(await persist(one));
      one.card.remove();
    } catch (error) {
      refuse(one, error);
    }
    queue.shift();
  }
  sending = false;
}

function refuse(one, error) {
  const text = error instanceof Refused ? error.message : say("went_wrong");
  one.card.classList.add("failed");
  one.card.replaceChildren(
    make("p", {}, text),
    make("button", { type: "button", onclick: () => { one.card.remove(); upload(one.file, one.where, one.done); } }, say("try_again")),
    make("button", { type: "button", class: "plain", onclick: () => one.card.remove() }, say("close")),
  );
}

async function persist(one) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(one);
    } catch (error) {
      const passing = [0, 408, 502, 503].includes(error.status);
      if (!passing || tries >= MOST_TRIES) throw error;
      one.line.textContent = error.status === 503 ? say("busy") : say("no_connection");
      await new Promise((next) => { setTimeout(next, Math.min(8000, 500 * 1.5 ** tries)); });
    }
  }
}

function send({ file, where, bar, line }) {
  const query = new URLSearchParams({ ...where, name: file.name || "" });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/photos?${query}`);
    request.upload.onprogress = (event) => {
      if (!event.lengthComputable) return;
      bar.value = (100 * event.loaded) / event.total;
      line.textContent = event.loaded < event.total ? say("sending") : say("reading");
    };
    request.upload.onload = () => { bar.removeAttribute("value"); line.textContent = say("reading"); };
    request.onerror = () => reject(new Refused(0, "no_connection", say("no_connection")));
    request.onload = () => {
      let found = {};
      try { found = JSON.parse(request.responseText); } catch (error) { /* said by the status */ }
      if (request.status === 201) resolve(found);
      else {
        const said = found.error || {};
        reject(new Refused(request.status, said.code || "", said.message || say(request.status === 403 ? "forbidden" : "went_wrong")));
      }
    };
    request.send(file);
  });
}
