// Step through a replay: the page comes with one moment drawn; this fills in the others.

const table = document.getElementById("replay");
const frames = JSON.parse(document.getElementById("frames").textContent);
const log = document.getElementById("log");
const speed = document.querySelector("[data-do=speed]");
const playButton = document.querySelector("[data-do=play]");
let position = Number(table.dataset.step);
let timer = null;

const slot = (root, name) => root.querySelector(`[data-slot=${name}]`);
const drawn = (card) =>
  document.querySelector(`template[data-card="${card}"]`).content.cloneNode(true);

function fillSeat(section, seat) {
  section.classList.toggle("acting", seat.acting);
  section.classList.toggle("gone", seat.out);
  slot(section, "lives").textContent = seat.lives;
  slot(section, "value").textContent = seat.value;
  slot(section, "knocked").hidden = !seat.knocked;
  slot(section, "out").hidden = !seat.out;
  slot(section, "hand").replaceChildren(...seat.hand.map(drawn));
}

function show(number, { push = true } = {}) {
  position = Math.min(Math.max(1, number), frames.length);
  const frame = frames[position - 1];
  frame.seats.forEach((seat, index) =>
    fillSeat(table.querySelector(`[data-seat="${index}"]`), seat),
  );
  slot(table, "stock").textContent = frame.stock;
  slot(table, "open").replaceChildren(...frame.open_cards.map(drawn));
  slot(table, "text").textContent = frame.text;
  slot(document, "position").textContent = position;
  markLog();
  if (position === frames.length) pause();
  if (push) history.replaceState(null, "", `?game=${table.dataset.game}&step=${position}`);
}

function markLog() {
  log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = log.querySelector(`[data-step="${position}"]`);
  line.setAttribute("aria-current", "step");
  log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
}

const words = { play: playButton.textContent, pause: playButton.dataset.pause };

function pause() {
  clearInterval(timer);
  timer = null;
  playButton.textContent = words.play;
}

function play() {
  if (position === frames.length) show(1);
  timer = setInterval(() => show(position + 1), Number(speed.value));
  playButton.textContent = words.pause;
}

const actions = {
  first: () => show(1),
  back: () => show(position - 1),
  forward: () => show(position + 1),
  last: () => show(frames.length),
  play: () => (timer === null ? play() : pause()),
};
const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play" };

function act(name) {
  if (name !== "play") pause();
  actions[name]();
}

for (const control of document.querySelectorAll(".controls [data-do]:not(select)")) {
  control.addEventListener("click", (event) => {
    event.preventDefault();
    act(control.dataset.do);
  });
}
speed.addEventListener("change", () => {
  if (timer !== null) {
    pause();
    play();
  }
});
log.addEventListener("click", (event) => {
  const line = event.target.closest("[data-step]");
  if (line === null) return;
  event.preventDefault();
  pause();
  show(Number(line.dataset.step));
});
document.addEventListener("keydown", (event) => {
  const busy = event.target.closest("select, input, textarea, button");
  if (!(event.key in keys) || busy || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  act(keys[event.key]);
});
for (const hidden of document.querySelectorAll(".controls [hidden], .keys")) hidden.hidden = false;
show(position, { push: false });
