// The board in the browser: shows the view that Python sends, and tells Python what was clicked.

const SVG = "http://www.w3.org/2000/svg";
// Milliseconds: dice tumbling, a step of the Behemoth, between positions of a replay, a frame at rest.
const TUMBLE = 550, STEP = 130, REPLAY = 700, REST = 220;
// Rotation of an arrow that points up, by direction of a roll.
const TURN = [-45, 0, 45, -90, 90, -135, 180, 135];

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const centre = (cell) => [cell.x + cell.width / 2, cell.y + cell.height / 2];

class BoardView {
  constructor(model, root) {
    this.model = model;
    this.path = []; // cells touched so far of a move
    this.frames = []; // views to be shown, in order
    this.window = null; // viewBox of a board that pans: x, y, width, height
    this.focus = null; // cell that the keyboard stands on
    this.playing = null; // timer of a running replay
    this.quiet = matchMedia("(prefers-reduced-motion: reduce)");
    this.build(root);
    this.onView = () => this.enqueue(model.get("view"));
    this.onSize = () => this.resize();
    model.on("change:view", this.onView);
    model.on("change:size", this.onSize);
    this.show(model.get("view"));
  }

  send(what, content) {
    this.model.send({ do: what, with: content });
  }

  build(root) {
    const button = (name, word, act) => {
      const made = element("button", { type: "button", onclick: act }, word);
      this[name] = made;
      return made;
    };
    this.canvas = element("div", { class: "canvas" });
    this.bar = element("div", { class: "bar", role: "meter", "aria-label": "evaluation", "aria-valuemin": 0, "aria-valuemax": 1 });
    this.value = element("div", { class: "value" });
    this.status = element("div", { class: "status", role: "status", "aria-live": "polite" });
    this.slider = element("input", { type: "range", min: 0, step: 1, "aria-label": "move of the line",
      oninput: () => this.seek(Number(this.slider.value)) });
    this.count = element("span", {});
    const names = `fairyring-moves-${Math.random().toString(36).slice(2)}`;
    this.list = element("datalist", { id: names });
    this.typed = element("input", { type: "text", list: names, size: 10, "aria-label": "a move as text", placeholder: "a move",
      autocomplete: "off", spellcheck: "false", onkeydown: (event) => this.onTypedKey(event) });
    this.form = element("form", { class: "row", onsubmit: (event) => this.submit(event) },
      this.typed, this.list, element("button", { type: "submit" }, "Play"));
    this.game = element("input", { type: "text", size: 6, inputmode: "numeric", "aria-label": "game of the batch",
      onchange: () => this.send("index", Number(this.game.value)) });
    this.gameRow = element("div", { class: "row" },
      button("before", "\u2039 game", () => this.send("index", this.view.index - 1)), this.game,
      button("after", "game \u203a", () => this.send("index", this.view.index + 1)), (this.games = element("span", {})));
    this.zoomRow = element("div", { class: "row", role: "group", "aria-label": "zoom" },
      button("closer", "+", () => this.zoom(0.8)), button("wider", "\u2212", () => this.zoom(1.25)),
      button("fit", "Fit", () => this.fitAll()));
    this.closer.setAttribute("aria-label", "zoom in");
    this.wider.setAttribute("aria-label", "zoom out");
    this.root = element("div", { class: "fairyring-board" },
      element("div", { class: "stage" }, this.bar, this.canvas), this.value, this.status,
      element("div", { class: "row" },
        button("go", "", () => this.send(this.view.actor === "chance" ? "roll" : "step")),
        button("undo", "Undo", () => this.send("undo")), button("hint", "Hint", () => this.send("hint")),
        button("flip", "Flip", () => this.send("flip")), this.form),
      element("div", { class: "row" },
        button("first", "|\u25c0", () => this.seek(0)), button("back", "\u25c0", () => this.seek(this.view.ply - 1)),
        button("run", "\u25b6\u25b6", () => this.toggle()), button("next", "\u25b6", () => this.seek(this.view.ply + 1)),
        button("end", "\u25b6|", () => this.seek(this.view.plies)), this.slider, this.count),
      this.gameRow, this.zoomRow);
    const words = { first: "to the start", back: "one move back", run: "run through the moves", next: "one move on", end: "to the end" };
    for (const [name, word] of Object.entries(words)) this[name].setAttribute("aria-label", word);
    root.append(this.root);
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.canvas.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    this.canvas.addEventListener("pointerdown", (event) => this.onGrab(event));
  }

  // Frames: views come faster than they can be looked at, so they queue.

  enqueue(view) {
    this.frames.push(view);
    if (this.frames.length === 1) this.run_();
  }

  async run_() {
    while (this.frames.length) {
      const view = this.frames[0];
      if (this.gone) return;
      const moving = view.animate && view.last && !this.quiet.matches && this.view && view.frame > this.view.frame;
      if (moving && view.last.kind === "roll") await this.roll(view.last);
      this.show(view);
      if (moving && this.frames.length > 1) await pause(REST);
      this.frames.shift();
    }
  }

  async roll(roll) {
    const dice = element("div", { class: "dice tumbling" });
    this.canvas.append(dice);
    const face = () => { dice.replaceChildren(arrowDie(1 + Math.floor(8 * Math.random())), pipDie(1 + Math.floor(4 * Math.random()))); };
    for (let time = 0; time < TUMBLE; time += 80) {
      face();
      await pause(80);
    }
    dice.className = "dice";
    dice.replaceChildren(arrowDie(roll.direction, this.turn()), pipDie(roll.distance));
    await pause(REST);
    const svg = this.canvas.querySelector("svg");
    const unit = svg && svg.querySelector(`g[data-cell="${roll.path[0]}"]`);
    for (const name of unit ? roll.path.slice(1) : []) {
      const victim = svg.querySelector(`g[data-cell="${name}"]`);
      if (victim) victim.remove();
      this.move(unit, roll.path[0], name);
      await pause(STEP);
    }
    dice.remove();
  }

  // Degrees by which the viewer's board is turned against White's.
  turn() {
    const cells = this.view.cells;
    return cells.a1 && cells.a8 && cells.a1.y < cells.a8.y ? 180 : 0;
  }

  // Shows a unit on another cell without touching the position.
  move(unit, from, to) {
    const [start, end] = [this.view.cells[from], this.view.cells[to]];
    if (!unit || !start || !end) return;
    if (!unit.dataset.home) unit.dataset.home = unit.getAttribute("transform") || "";
    const shift = `translate(${end.x - start.x} ${end.y - start.y})`;
    unit.setAttribute("transform", `${shift} ${unit.dataset.home}`);
    // Above the other units, and below the cells, which take the clicks.
    this.svg.insertBefore(unit, Object.values(this.rects)[0]);
  }

  // Drawing

  show(view) {
    if (!view || !view.svg) return;
    const before = this.view;
    const focused = this.canvas.contains(document.activeElement);
    this.view = view;
    this.path = [];
    this.closeMenu();
    const drawn = new DOMParser().parseFromString(view.svg, "image/svg+xml").documentElement;
    drawn.setAttribute("role", "group");
    drawn.setAttribute("aria-label", drawn.querySelector("title").textContent);
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    const pans = view.game === "cards";
    this.full = drawn.getAttribute("viewBox").split(" ").map(Number);
    this.canvas.classList.toggle("pans", pans);
    this.zoomRow.hidden = !pans;
    if (pans) this.keepWindow(before);
    else this.window = null;
    this.canvas.querySelectorAll(":scope > svg").forEach((old) => old.remove());
    this.canvas.prepend(document.importNode(drawn, true));
    this.svg = this.canvas.querySelector("svg");
    this.svg.querySelectorAll("title, desc").forEach((text) => text.remove());
    this.applyWindow();
    this.overlay();
    this.controls();
    this.resize();
    if (focused) this.stand(this.focus);
  }

  overlay() {
    const names = Object.keys(this.view.cells);
    if (!names.includes(this.focus)) this.focus = names[0];
    this.rects = {};
    for (const name of names) {
      const cell = this.view.cells[name];
      const rect = shape("rect", { x: cell.x, y: cell.y, width: cell.width, height: cell.height, class: "cell", role: "button",
        tabindex: name === this.focus ? 0 : -1, "data-name": name });
      rect.addEventListener("click", () => this.touch(name));
      rect.addEventListener("focus", () => { this.roam(name); });
      this.rects[name] = rect;
      this.svg.append(rect);
    }
    this.refresh();
  }

  // Choices that begin with the cells touched so far.
  open() {
    return this.view.choices.filter((choice) => this.path.every((name, i) => choice.path[i] === name));
  }

  // Signs of what may be touched next.
  refresh() {
    this.svg.querySelectorAll(".spot").forEach((old) => old.remove());
    const open = this.open(), depth = this.path.length;
    const starts = new Set(open.map((choice) => choice.path[depth]).filter(Boolean));
    const empty = depth === 0 ? new Set(this.view.choices.filter((c) => c.path[0].startsWith("hand:")).map((c) => c.path[1])) : new Set();
    for (const [name, rect] of Object.entries(this.rects)) {
      const live = starts.has(name) || empty.has(name), chosen = this.path.includes(name);
      rect.classList.toggle("live", live);
      rect.classList.toggle("chosen", chosen);
      const said = chosen ? ", chosen" : depth && starts.has(name) ? ", can go here" : live && !empty.has(name) ? ", can move" : "";
      rect.setAttribute("aria-label", `${name.replace("hand:", "hand, ")}: ${this.view.cells[name].word}${said}`);
      rect.setAttribute("aria-disabled", live || chosen ? "false" : "true");
      if (depth && starts.has(name)) this.spot(name, open.filter((choice) => choice.path[depth] === name));
    }
  }

  spot(name, reaching) {
    const cell = this.view.cells[name], [x, y] = centre(cell), size = Math.min(cell.width, cell.height);
    const jumps = reaching.every((choice) => choice.move.includes("~"));
    if (jumps) {
      const f = 0.2 * size, n = 0.06 * size;
      const d = `M${x} ${y - f}l${n} ${f - n} ${f - n} ${n} ${n - f} ${n} ${-n} ${f - n} ${-n} ${n - f} ${n - f} ${-n} ${f - n} ${-n}z`;
      this.svg.insertBefore(shape("path", { d, class: "spot star" }), Object.values(this.rects)[0]);
      return;
    }
    const takes = reaching.some((choice) => choice.takes);
    const dot = shape("circle", { cx: x, cy: y, r: (takes ? 0.43 : 0.15) * size, class: takes ? "spot takes" : "spot" });
    this.svg.insertBefore(dot, Object.values(this.rects)[0]);
  }

  controls() {
    const view = this.view;
    const roll = view.last && view.last.kind === "roll" ? view.last.word + ". " : "";
    const last = view.last && view.last.kind !== "roll" ? `Last move ${view.last.move}. ` : "";
    this.status.replaceChildren(`${roll}${last}${view.status}`);
    if (view.notice) this.status.append(element("span", { class: "notice" }, view.notice));
    this.go.hidden = !view.waiting;
    this.go.textContent = view.waiting;
    this.hint.disabled = !view.choices.length;
    this.undo.disabled = view.ply === 0;
    this.form.hidden = !view.choices.length;
    this.list.replaceChildren(...view.choices.map((choice) => element("option", { value: choice.move })));
    this.slider.max = view.plies;
    this.slider.value = view.ply;
    this.slider.disabled = view.plies === 0;
    this.count.textContent = `${view.ply} / ${view.plies}`;
    for (const name of ["first", "back"]) this[name].disabled = view.ply === 0;
    for (const name of ["next", "end", "run"]) this[name].disabled = view.ply === view.plies;
    if (view.ply === view.plies) this.halt();
    this.gameRow.hidden = view.games === null;
    if (view.games !== null) {
      this.game.value = view.index;
      this.games.textContent = `of ${view.games}, from 0`;
      this.before.disabled = view.index === 0;
      this.after.disabled = view.index === view.games - 1;
    }
    const seen = view.evaluation;
    this.bar.hidden = this.value.hidden = !seen;
    if (seen) {
      this.bar.replaceChildren(element("div", { class: "share", style: `height: ${(100 * seen.share).toFixed(1)}%` }));
      this.bar.classList.toggle("turned", this.turn() === 180);
      this.bar.setAttribute("aria-valuenow", seen.share.toFixed(3));
      this.bar.setAttribute("aria-valuetext", `${seen.text} by ${seen.by}`);
      this.value.textContent = `${seen.text} by ${seen.by}`;
    }
  }

  resize() {
    if (!this.full) return;
    const size = this.model.get("size"), [, , width, height] = this.full;
    this.root.style.width = `${Math.max(340, Math.round(size * Math.min(1, width / height)) + (this.view.evaluation ? 32 : 0))}px`;
  }

  // Touching cells

  touch(name) {
    if (this.dragged) return;
    if (!this.view.choices.length) return;
    this.roam(name);
    const depth = this.path.length;
    const placed = depth === 0 ? this.view.choices.filter((c) => c.path[0].startsWith("hand:") && c.path[1] === name) : [];
    const next = this.open().filter((choice) => choice.path[depth] === name);
    if (next.length) this.extend(name, next);
    else if (placed.length) this.ask(placed, name);
    else if (depth) {
      this.cancel();
      if (this.view.choices.some((choice) => choice.path[0] === name)) this.touch(name);
    }
  }

  extend(name, next) {
    const unit = this.svg.querySelector(`g[data-cell="${this.path[0] || name}"]`);
    this.path.push(name);
    this.closeMenu();
    const done = next.filter((choice) => choice.path.length === this.path.length);
    if (done.length === 1 && next.length === 1 && !done[0].ask) {
      this.play(done[0].move);
      return;
    }
    if (this.path.length > 1) this.move(unit, this.path[0], name);
    this.refresh();
    if (done.length) this.ask(done, name, next.length > done.length);
  }

  play(move) {
    this.path = [];
    this.closeMenu();
    this.refresh();
    this.send("play", move);
  }

  cancel() {
    this.path = [];
    this.closeMenu();
    for (const unit of this.svg.querySelectorAll("g[data-home]")) unit.setAttribute("transform", unit.dataset.home);
    this.refresh();
  }

  // A menu beside a cell: what may be meant. Where a chain can also go on, its cells stay open beside the menu.
  ask(choices, name, onward = false) {
    this.closeMenu();
    const buttons = choices.map((choice) =>
      element("button", { type: "button", "data-move": choice.move, onclick: () => this.play(choice.move) }, choice.word));
    if (!onward) buttons.push(element("button", { type: "button", onclick: () => this.cancelTo(name) }, "cancel"));
    this.menu = element("div", { class: "menu", role: "group", "aria-label": "which move" }, ...buttons);
    this.canvas.append(this.menu);
    const at = this.rects[name].getBoundingClientRect(), frame = this.canvas.getBoundingClientRect();
    const most = [frame.width - this.menu.offsetWidth - 2, frame.height - this.menu.offsetHeight - 2];
    this.menu.style.left = `${Math.max(0, Math.min(most[0], at.right - frame.left + 4))}px`;
    this.menu.style.top = `${Math.max(0, Math.min(most[1], at.top - frame.top))}px`;
    if (this.byKey || !onward) buttons[0].focus({ preventScroll: true });
  }

  cancelTo(name) {
    this.cancel();
    this.stand(name);
  }

  closeMenu() {
    if (this.menu) this.menu.remove();
    this.menu = null;
  }

  submit(event) {
    event.preventDefault();
    const move = this.typed.value.trim();
    this.typed.value = "";
    if (move) this.send("play", move);
  }

  // Keys

  onTypedKey(event) {
    // JupyterLab keeps a form from being submitted by Enter.
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.form.requestSubmit();
  }

  onKey(event) {
    if (event.key === "Escape" && (this.path.length || this.menu)) {
      this.cancelTo(this.focus);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const name = event.target.dataset && event.target.dataset.name;
    if (!name) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in arrows) this.stand(this.neighbour(name, arrows[event.key]));
    else if (event.key === "Enter" || event.key === " ") {
      this.byKey = true;
      this.touch(name);
      this.byKey = false;
    } else if (event.key === "+" && this.window) this.zoom(0.8);
    else if (event.key === "-" && this.window) this.zoom(1.25);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The nearest cell in a direction; cells aside count double.
  neighbour(name, [dx, dy]) {
    const [x, y] = centre(this.view.cells[name]);
    let best = name, least = Infinity;
    for (const [other, cell] of Object.entries(this.view.cells)) {
      const [ox, oy] = centre(cell), along = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy + (oy - y) * dx);
      if (along > 1 && along + 2 * aside < least && aside <= along) [best, least] = [other, along + 2 * aside];
    }
    return best;
  }

  roam(name) {
    if (this.rects[this.focus]) this.rects[this.focus].setAttribute("tabindex", -1);
    this.focus = name;
    if (this.rects[name]) this.rects[name].setAttribute("tabindex", 0);
  }

  stand(name) {
    if (!this.rects[name]) return;
    this.roam(name);
    this.rects[name].focus({ preventScroll: true });
  }

  // Replay

  seek(ply) {
    this.send("ply", Math.max(0, Math.min(this.view.plies, ply)));
  }

  toggle() {
    if (this.playing) this.halt();
    else {
      this.run.setAttribute("aria-label", "stop");
      this.playing = setInterval(() => this.seek(this.view.ply + 1), REPLAY);
    }
  }

  halt() {
    clearInterval(this.playing);
    this.playing = null;
    this.run.setAttribute("aria-label", "run through the moves");
  }

  // Pan and zoom

  keepWindow(before) {
    const cells = this.view.cells;
    const common = before && this.window && Object.keys(before.cells).find((name) => name in cells && !name.startsWith("hand:"));
    if (!common || this.fitted || before.orientation !== this.view.orientation) {
      this.window = [...this.full];
      this.fitted = true;
      return;
    }
    this.window[0] += cells[common].x - before.cells[common].x;
    this.window[1] += cells[common].y - before.cells[common].y;
  }

  applyWindow() {
    if (this.window) this.svg.setAttribute("viewBox", this.window.map((n) => n.toFixed(2)).join(" "));
  }

  fitAll() {
    this.window = [...this.full];
    this.fitted = true;
    this.applyWindow();
  }

  zoom(factor, at = [0.5, 0.5]) {
    const [x, y, width, height] = this.window;
    const scale = Math.max(80 / width, Math.min(4 * this.full[2] / width, factor));
    this.window = [x + at[0] * width * (1 - scale), y + at[1] * height * (1 - scale), width * scale, height * scale];
    this.fitted = false;
    this.applyWindow();
  }

  onWheel(event) {
    if (!this.window) return;
    event.preventDefault();
    const frame = this.svg.getBoundingClientRect();
    this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height]);
  }

  onGrab(event) {
    if (!this.window || event.button !== 0 || (this.menu && this.menu.contains(event.target))) return;
    const start = [event.clientX, event.clientY], origin = [...this.window], frame = this.svg.getBoundingClientRect();
    this.dragged = false;
    const follow = (moved) => {
      const [dx, dy] = [moved.clientX - start[0], moved.clientY - start[1]];
      if (!this.dragged && Math.hypot(dx, dy) < 5) return;
      this.dragged = true;
      this.fitted = false;
      this.window[0] = origin[0] - (dx / frame.width) * origin[2];
      this.window[1] = origin[1] - (dy / frame.height) * origin[3];
      this.applyWindow();
    };
    const drop = () => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      // The click that ends a drag comes after this event, and must not touch a cell.
      setTimeout(() => { this.dragged = false; });
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  remove() {
    this.gone = true;
    this.halt();
    this.model.off("change:view", this.onView);
    this.model.off("change:size", this.onSize);
  }
}

function arrowDie(direction, turned = 0) {
  const die = shape("svg", { class: "die", viewBox: "0 0 52 52", "aria-hidden": "true" });
  die.append(shape("path", { d: "M26 8l12 16h-7v20h-10v-20h-7z", fill: "#6d3b8e", transform: `rotate(${TURN[direction - 1] + turned} 26 26)` }));
  return die;
}

function pipDie(distance) {
  const places = { 1: [[26, 26]], 2: [[16, 16], [36, 36]], 3: [[14, 14], [26, 26], [38, 38]], 4: [[16, 16], [36, 16], [16, 36], [36, 36]] };
  const die = shape("svg", { class: "die", viewBox: "0 0 52 52", "aria-hidden": "true" });
  for (const [cx, cy] of places[distance]) die.append(shape("circle", { cx, cy, r: 5, fill: "#26262c" }));
  return die;
}

export default {
  render({ model, el }) {
    const view = new BoardView(model, el);
    return () => view.remove();
  },
};
