// Making elements, and numbers and colours as they are shown.

// A word as text: what would drive a terminal or turn the direction of text is spelled out.
function shown(word) {
  return word.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'),
  );
}

const find = (selector) => document.querySelector(selector);
const range = (n) => [...Array(n).keys()]; // 0, 1 … n − 1

// element('button', {class: 'chip', onclick: f}, 'text', child): properties that begin with "on"
// are listeners, others are attributes; false and null leave one out.
function element(tag, properties = {}, ...children) {
  return furnish(document.createElement(tag), properties, children);
}
function drawing(tag, properties = {}, ...children) {
  return furnish(document.createElementNS('http://www.w3.org/2000/svg', tag), properties, children);
}
function furnish(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child != null));
  return node;
}

// Sets text only where it changes, so that nothing is laid out again in vain.
function setText(node, text) {
  if (node.firstChild && node.firstChild.nodeType === 3 && node.childNodes.length === 1) {
    if (node.firstChild.data !== text) node.firstChild.data = text;
  } else {
    node.textContent = text;
  }
}

// Builds the children of a node anew only where `key` has changed; else they are kept, and with
// them the focus. Returns whether it built.
function keyed(node, key, build) {
  if (node.builtFor === key) return false;
  node.builtFor = key;
  node.replaceChildren(...[build()].flat());
  return true;
}

// A table of texts with a heading row; cells may be elements.
function tableOf(head, rows, properties = {}) {
  return element(
    'table',
    properties,
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        head.map((text) => element('th', {scope: 'col'}, text)),
      ),
    ),
    element(
      'tbody',
      {},
      rows.map((row) =>
        element(
          'tr',
          {},
          row.map((cell, i) => element(i ? 'td' : 'th', i ? {} : {scope: 'row'}, cell)),
        ),
      ),
    ),
  );
}

// A table of numbers in a node: built anew only where its shape has changed, else filled.
function showTable(node, head, rows) {
  keyed(node, head.length + '×' + rows.length, () => tableOf(head, rows, {class: 'numbers'}));
  const texts = [head, ...rows].flat();
  node.querySelectorAll('th, td').forEach((cell, i) => setText(cell, texts[i]));
}

// [down, right] of an arrow key; zeros of any other.
const arrowOf = (event) =>
  ({ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1]})[event.key] ?? [
    0, 0,
  ];

// Arrow keys move the focus between the buttons of a group; `columns` of them stand in a row.
function moveFocus(event, nodes, columns) {
  const [down, right] = arrowOf(event),
    at = nodes.indexOf(document.activeElement);
  if ((down === 0 && right === 0) || at < 0) return;
  event.preventDefault();
  const next = nodes[at + down * columns + right];
  if (next) next.focus();
}

// ---- numbers ------------------------------------------------------------------------------------

// .07, 1.0, – : a share in a cell.
function cellText(value) {
  if (Number.isNaN(value)) return '–';
  if (value >= 0.995) return '1.0';
  return (Math.round(value * 100) / 100).toFixed(2).replace(/^0/, '');
}
const plain = (value, digits = 4) =>
  (Object.is(value, -0) ? 0 : value).toFixed(digits).replace('-', '−');
const percentText = (share) =>
  share === null || Number.isNaN(share) ? '–' : (100 * share).toFixed(1) + ' %';
const small = (value) => (value === 0 ? '0' : value.toExponential(1).replace('-', '−'));
function signedText(value) {
  if (Math.abs(value) < 0.005) return '0';
  return (value < 0 ? '−' : '+') + cellText(Math.abs(value));
}

// ---- colours ------------------------------------------------------------------------------------

// cividis (Nuñez, Anderton & Renslow 2018) at ninths: lightness grows evenly, for every eye.
const CIVIDIS = [
  [0, 34, 78],
  [18, 53, 112],
  [59, 73, 108],
  [87, 93, 109],
  [112, 113, 115],
  [138, 134, 120],
  [165, 156, 116],
  [195, 179, 105],
  [254, 232, 56],
];
function cividis(value) {
  const at = Math.min(Math.max(value, 0), 1) * 8,
    i = Math.min(Math.floor(at), 7);
  return CIVIDIS[i].map((low, c) => Math.round(low + (CIVIDIS[i + 1][c] - low) * (at - i)));
}
// A change from −1 (orange) to 1 (blue), more opaque the larger it is.
const changeColour = (v) => [
  ...(v < 0 ? [213, 94, 0] : [0, 114, 178]),
  Math.round(255 * Math.min(Math.abs(v), 1) ** 0.7),
];

// Sets the background only where it changes, like setText; and the colour of text on it.
function setColour(node, background, text = '') {
  if (node.paintedIn === background) return;
  node.paintedIn = node.style.backgroundColor = background;
  node.style.color = text;
}
// Background and text of a cell; black on light, white on dark.
function paint(node, value) {
  if (Number.isNaN(value)) setColour(node, '');
  else setColour(node, 'rgb(' + cividis(value) + ')', value > 0.55 ? '#000' : '#fff');
}
// A change from −1 (orange) to 1 (blue); 0 is the background.
function paintChange(node, value) {
  const strength = Math.min(Math.abs(value), 1) ** 0.7;
  const colour = value < 0 ? '--less' : '--more';
  setColour(
    node,
    Math.abs(value) < 0.005
      ? ''
      : `color-mix(in srgb, var(${colour}) ${Math.round(85 * strength)}%, transparent)`,
  );
}

// 511 pixels for the values from −1 to 1, each as one number.
const pixelsOf = (colour) =>
  new Uint32Array(Uint8Array.from(range(511).flatMap((i) => colour(i / 255 - 1))).buffer);
const SHARE_PIXELS = pixelsOf((share) => [...cividis(share), 255]);
const CHANGE_PIXELS = pixelsOf(changeColour);

// A map of rows × columns values on a canvas; what is not a number is transparent.
function paintCanvas(canvas, rows, columns, valueAt, pixels = SHARE_PIXELS) {
  if (canvas.width !== columns || canvas.height !== rows) {
    canvas.width = columns;
    canvas.height = rows;
  }
  const context = canvas.getContext('2d'),
    image = context.createImageData(columns, rows),
    drawn = new Uint32Array(image.data.buffer);
  for (let i = 0; i < rows; ++i) {
    for (let j = 0; j < columns; ++j) {
      const value = Math.min(Math.max(valueAt(i, j), -1), 1);
      drawn[i * columns + j] = pixels[Math.round(255 * (value + 1))];
    }
  }
  context.putImageData(image, 0, 0);
}

// Copies text; where the browser has no clipboard for such a page, by way of a selection.
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element('textarea', {class: 'offscreen', 'aria-hidden': 'true'});
    area.value = text;
    const before = document.activeElement;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    if (before) before.focus();
  }
  announce(say('copied'));
}
function announce(text) {
  setText(find('#announcer'), text);
}
