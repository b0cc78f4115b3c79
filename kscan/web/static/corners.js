// Where a kingdom lies on a photo: four corners to drag, or to move with the arrow keys.

import { make, say } from "./common.js";
import { change, gridMap } from "./kingdom.js";

/** Show the photo with four corners; the kingdom between them is read. */
export function corners(one, changed) {
  const { width, height } = one.photo;
  const points = [[0.15, 0.15], [0.85, 0.15], [0.85, 0.85], [0.15, 0.85]].map(([x, y]) => [x * width, y * height]);
  let size = 5;
  const side = Math.max(width, height);
  const lines = make("path", { class: "border over", "stroke-width": side / 250 });
  const svg = make("svg", { class: "drawing corners", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": say("corners_how") },
    make("image", { href: `/api/photos/${one.id}/picture?plain=1`, width, height, preserveAspectRatio: "none" }), lines);

  function draw() {
    const at = gridMap(points, size, size);
    const steps = [...Array(size + 1).keys()];
    lines.setAttribute("d", steps.map((i) => `M${at(i, 0)}L${at(i, size)}M${at(0, i)}L${at(size, i)}`).join(""));
    handles.forEach((handle, i) => { handle.setAttribute("cx", points[i][0]); handle.setAttribute("cy", points[i][1]); });
  }
  function move(index, x, y) {
    place.classList.add("busy");
    points[index] = [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
    draw();
  }
  const handles = points.map((_, index) => make("circle", {
    class: "handle", r: side / 28, tabindex: 0, role: "slider", "aria-label": say("corner", { number: index + 1 }),
    "aria-valuenow": index + 1,
    onpointerdown: (event) => event.target.setPointerCapture(event.pointerId),
    onpointermove: (event) => {
      if (!event.target.hasPointerCapture(event.pointerId)) return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      move(index, x, y);
    },
    onkeydown: (event) => {
      const step = side / (event.shiftKey ? 500 : 100);
      const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
      if (!(event.key in ways)) return;
      event.preventDefault();
      move(index, points[index][0] + ways[event.key][0], points[index][1] + ways[event.key][1]);
    },
  }));
  svg.append(...handles);
  draw();
  const sizes = make("select", { "aria-label": say("grid"), onchange: (event) => { size = Number(event.target.value); draw(); } },
    make("option", { value: 5 }, "5 × 5"), make("option", { value: 7 }, "7 × 7"));
  const read = make("button", { type: "button", onclick: () => { place.classList.remove("busy"); change(one, { corners: points, size }, changed); } }, say("read_here"));
  const place = make("div", { class: "place-corners" }, make("p", {}, say("corners_how")), svg, make("div", { class: "tools" }, sizes, read));
  return place;
}
