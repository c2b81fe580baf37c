// Keep the live parts of a page up to date, and show moments in the reader's own time zone.

const localMoment = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});

function showLocalTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.title = time.textContent;
    time.textContent = localMoment.format(new Date(time.dateTime));
  }
}

function rowTexts(root) {
  return new Map(
    [...root.querySelectorAll("[data-key]")].map((row) => [row.dataset.key, row.textContent]),
  );
}

// Put new HTML in place of the old: open details stay open, the focus stays where it was, and rows
// that changed light up for a moment.
function swap(part, html) {
  const before = rowTexts(part);
  const open = [...part.querySelectorAll("details")].map((details) => details.open);
  const focused = part.contains(document.activeElement)
    ? [...part.querySelectorAll("a, button, summary")].indexOf(document.activeElement)
    : -1;
  part.innerHTML = html;
  showLocalTimes(part);
  part.querySelectorAll("details").forEach((details, index) => {
    details.open = open[index] ?? false;
  });
  for (const row of part.querySelectorAll("[data-key]")) {
    if (before.size > 0 && before.get(row.dataset.key) !== row.textContent) row.classList.add("fresh");
  }
  part.querySelectorAll("a, button, summary")[focused]?.focus({ preventScroll: true });
}

const parts = new Map(
  [...document.querySelectorAll("[data-live]")].map((part) => [part.dataset.live, part]),
);
const shown = new Map();
let source = null;

// A hidden page holds no connection: on return the stream sends everything whole again.
function listen() {
  if (document.hidden) {
    source?.close();
    source = null;
    return;
  }
  if (source !== null) return;
  const query = [...parts.keys()].map((address) => `f=${encodeURIComponent(address)}`).join("&");
  source = new EventSource(`/live/?${query}`);
  source.onmessage = (message) => {
    const { address, html } = JSON.parse(message.data);
    if (shown.get(address) === html) return;
    shown.set(address, html);
    swap(parts.get(address), html);
  };
}

showLocalTimes(document);
if (parts.size > 0) {
  listen();
  document.addEventListener("visibilitychange", listen);
  window.addEventListener("pagehide", () => source?.close());
}
