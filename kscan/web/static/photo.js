// One photo on a page of its own: corrections, moves, names, and taking it out.

import { attempt, editing, kept, listen, make, ready, redraw, request, role, say, soon, suggest } from "./common.js";
import { change } from "./kingdom.js";
import { removal, sheet } from "./sheet.js";

const id = location.pathname.split("/")[2];

async function load() {
  await attempt(async () => show(await request("GET", `/api/photos/${id}`)));
}

function show(one) {
  if (editing("#photo")) return;
  const before = document.querySelector(".desk");
  const card = kept(one.id, one, () => {
    const made = sheet(one, show);
    if (role === "judge") made.append(desk(one, Boolean(before && before.open)));
    return made;
  });
  redraw(document.getElementById("photo"), card);
}

function desk(one, open) {
  const unread = !(one.photo.kingdoms || []).length; // a kingdom has a field for its player's name
  const fields = ["round", "table", ...(unread ? ["player"] : [])].map((name) => {
    const field = make("input", { name, list: name === "player" ? "names" : `${name}s`, maxlength: 80, autocomplete: "off", value: one[name] });
    field.addEventListener("change", () => { field.blur(); change(one, { [name]: field.value }, show); });
    return make("label", {}, say(name), field);
  });
  const total = make("input", { inputmode: "numeric", pattern: "[0-9]{1,3}" });
  total.addEventListener("change", () => { if (/^\d{1,3}$/.test(total.value)) { total.blur(); change(one, { total: Number(total.value) }, show); } });
  const said = one.decisions.map((each) => make("li", {}, make("bdi", { dir: "ltr" }, each.said), " ", `(${each.by}, ${each.when.slice(0, 16).replace("T", " ")})`));
  return make("details", { class: "desk", open }, make("summary", {}, say("more")),
    make("div", { class: "fields" }, ...fields, make("label", {}, say("typed_total"), total)),
    said.length > 0 && make("ul", { class: "notes" }, said),
    make("div", { class: "tools" }, removal(one, () => { location.href = "/review"; })));
}

ready.then(async () => {
  await load();
  attempt(async () => suggest((await request("GET", "/api/photos")).photos));
  listen(soon(load));
});
