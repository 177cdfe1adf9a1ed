// Brings the parts of the page up to date as the server sends them. What it sends is markup that the server has escaped;
// the policy of the page runs no script that could stand in it.

const LOST_AFTER_MS = 15_000;
const RETRY_AFTER_MS = 10_000;
const stream = document.body.dataset.stream;
const lost = document.getElementById('lost');
let lastHeard = performance.now();
let source = null;

/** Makes the old node like the new one and leaves alone what is the same, so that focus and scrolling stay. */
function morph(old, next) {
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName) {
    old.replaceWith(next);
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== next.data) {
      old.data = next.data;
    }
    return;
  }
  for (const { name, value } of [...next.attributes]) {
    if (old.getAttribute(name) !== value) {
      old.setAttribute(name, value);
    }
  }
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name)) {
      old.removeAttribute(name);
    }
  }
  morphChildren(old, next);
}

function morphChildren(old, next) {
  const before = [...old.childNodes];
  const after = [...next.childNodes];
  after.forEach((child, i) => (i < before.length ? morph(before[i], child) : old.append(child)));
  before.slice(after.length).forEach((child) => child.remove());
}

/** A link that the reader is about to follow must not become another one. */
function isHeld(part) {
  if (part.dataset.held === undefined) {
    return false;
  }
  const selection = document.getSelection();
  const selected = selection !== null && !selection.isCollapsed && part.contains(selection.anchorNode);
  return selected || part.contains(document.activeElement);
}

const waiting = new Map();

function show(id, markup) {
  const part = document.getElementById(id);
  if (part === null) {
    return;
  }
  if (isHeld(part)) {
    waiting.set(id, markup);
    part.dataset.waiting = '';
    return;
  }
  waiting.delete(id);
  delete part.dataset.waiting;
  const template = document.createElement('template');
  template.innerHTML = markup;
  morphChildren(part, template.content);
}

function heard() {
  lastHeard = performance.now();
  if (lost.hidden === false) {
    lost.hidden = true;
    delete document.documentElement.dataset.connection;
  }
}

/** What is not heard of is not known: no state may go on looking well. */
function checkConnection() {
  if (performance.now() - lastHeard > LOST_AFTER_MS && lost.hidden) {
    lost.hidden = false;
    document.documentElement.dataset.connection = 'lost';
    for (const state of document.querySelectorAll('[data-state]')) {
      state.textContent = 'unknown';
      state.dataset.state = 'UNKNOWN';
      state.className = 'state unknown';
    }
  }
}

function listen() {
  source = new EventSource(stream);
  source.addEventListener('message', (event) => {
    heard();
    for (const [id, markup] of Object.entries(JSON.parse(event.data))) {
      show(id, markup);
    }
    document.documentElement.dataset.updates = String(Number(document.documentElement.dataset.updates ?? 0) + 1);
  });
  source.addEventListener('error', () => {
    // The browser tries again by itself unless the server has refused.
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(listen, RETRY_AFTER_MS);
    }
  });
}

document.addEventListener('focusout', () => setTimeout(() => waiting.forEach((markup, id) => show(id, markup)), 0));
addEventListener('pagehide', () => source?.close());
addEventListener('pageshow', (event) => {
  if (event.persisted) {
    listen();
  }
});
setInterval(checkConnection, 1_000);
listen();
