// Brings the parts of the page up to date as the server sends them, and draws its charts. What the server sends is markup
// that it has escaped; the policy of the page runs no script that could stand in it.

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
    // The reader opens and closes details.
    if (!next.hasAttribute(name) && name !== 'open') {
      old.removeAttribute(name);
    }
  }
  // What is in a chart is the library's.
  if (old.dataset.plot === undefined) {
    morphChildren(old, next);
  }
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

const charts = new Map();
const SI = [[1e15, 'P'], [1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']];

function inBytesPerSecond(value) {
  const [factor, prefix] = SI.find(([factor]) => value >= factor) ?? [1, ''];
  return `${Number((value / factor).toPrecision(3))} ${prefix}B/s`;
}

const FORMATS = {
  BYTES_PER_SECOND: inBytesPerSecond,
  SLOWDOWN: (value) => String(Number(value.toPrecision(3))),
};

/** Bands behind the lines from onset to end of each event, and the dashed line of a level. */
function behind(data, colour) {
  return (u) => {
    const { left, top, width, height } = u.bbox;
    const inside = (time) => Math.min(left + width, Math.max(left, u.valToPos(time, 'x', true)));
    u.ctx.save();
    u.ctx.globalAlpha = 0.2;
    u.ctx.fillStyle = colour('--slow');
    for (const { from, to } of data.events) {
      const begin = inside(from);
      u.ctx.fillRect(begin, top, Math.max(2, inside(to ?? u.scales.x.max) - begin), height);
    }
    u.ctx.restore();
    if (data.level !== undefined) {
      u.ctx.save();
      u.ctx.strokeStyle = colour('--faint');
      u.ctx.setLineDash([4, 4]);
      u.ctx.beginPath();
      const y = u.valToPos(data.level, 'y', true);
      u.ctx.moveTo(left, y);
      u.ctx.lineTo(left + width, y);
      u.ctx.stroke();
      u.ctx.restore();
    }
  };
}

function draw(element) {
  const data = JSON.parse(element.dataset.plot);
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const shown = (value) => (value === null || value === undefined ? 'unknown' : FORMATS[data.unit](value));
  const axis = { stroke: colour('--faint'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
  const end = data.from + data.step * data.steps;
  const options = {
    width: Math.max(40, element.clientWidth),
    height: (data.small ? 2.6 : 11) * Number.parseFloat(getComputedStyle(element).fontSize),
    tzDate: (time) => uPlot.tzDate(new Date(time * 1e3), 'UTC'),
    cursor: { sync: { key: 'time' }, drag: { x: false, y: false }, show: !data.small },
    legend: { show: !data.small },
    scales: {
      x: { range: [data.from, end] },
      y: { range: (u, least, most) => [0, 1.05 * Math.max(most ?? 0, data.level ?? 0) || 1] },
    },
    axes: data.small
      ? [{ show: false }, { show: false }]
      : [
          { ...axis, values: [[3600, '{HH}:{mm}'], [60, '{HH}:{mm}']] },
          { ...axis, size: 80, values: (u, values) => values.map(shown) },
        ],
    series: [
      { label: 'UTC', value: (u, time) => (time === null ? '' : new Date(time * 1e3).toISOString().slice(0, 16).replace('T', ' ')) },
      ...data.lines.map(({ name, label }) => ({
        label,
        stroke: colour(`--${name}`),
        width: 2,
        dash: name === 'write' ? [6, 3] : undefined,
        points: { show: false },
        value: (u, value, line, place) => (place === null ? '' : shown(value)),
      })),
    ],
    hooks: { drawClear: [behind(data, colour)] },
  };
  const times = Array.from({ length: data.steps }, (_, i) => data.from + data.step * (i + 1));
  charts.get(element)?.chart.destroy();
  charts.set(element, {
    source: element.dataset.plot,
    chart: new uPlot(options, [times, ...data.lines.map(({ values }) => values)], element),
  });
}

function drawCharts(all) {
  for (const [element, { chart }] of charts) {
    if (!element.isConnected) {
      chart.destroy();
      charts.delete(element);
    }
  }
  for (const element of document.querySelectorAll('[data-plot]')) {
    if (all || charts.get(element)?.source !== element.dataset.plot) {
      draw(element);
    }
  }
}

function heard() {
  lastHeard = performance.now();
  if (lost.hidden === false) {
    lost.hidden = true;
    delete document.documentElement.dataset.connection;
  }
}

/** Without a connection nothing is known: no state may stay "well". */
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
    drawCharts(false);
  });
  source.addEventListener('error', () => {
    // The browser tries again by itself unless the server has refused.
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(listen, RETRY_AFTER_MS);
    }
  });
}

document.addEventListener('focusout', () =>
  setTimeout(() => {
    waiting.forEach((markup, id) => show(id, markup));
    drawCharts(false);
  }, 0),
);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => drawCharts(true));
let resizing = 0;
addEventListener('resize', () => {
  cancelAnimationFrame(resizing);
  resizing = requestAnimationFrame(() => drawCharts(true));
});
addEventListener('pagehide', () => source?.close());
addEventListener('pageshow', (event) => {
  if (event.persisted) {
    listen();
  }
});
setInterval(checkConnection, 1_000);
listen();
drawCharts(true);
