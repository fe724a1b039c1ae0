// Sections "Every head" and "who looks at whom": maps of a whole sentence.

// Longer sentences get a picture and a short table instead of a cell for each two words.
const MOST_CELLS = 40;

const KINDS = ['score', 'scaled', 'softmax']; // of numbers

// ---- every head ---------------------------------------------------------------------------------

function drawGrid() {
  const {layers, heads} = app.model.architecture,
    grid = find('#grid');
  keyed(grid, language, () => gridOf(layers, heads));
  const length = sentence().words.length,
    reading = app.readings[state.side];
  for (const button of grid.querySelectorAll('button')) {
    const layer = Number(button.dataset.layer),
      head = isPointer(layer) ? 0 : Number(button.dataset.head);
    const chosen = layer === state.layer && (isPointer() || (!state.mean && head === state.head));
    button.setAttribute('aria-pressed', chosen);
    const rows = isPointer(layer) ? [sentence().pronoun] : range(length);
    const shares = rows.map((from) => attentionRow(reading, layer, head, from));
    paintCanvas(button.querySelector('canvas'), rows.length, length, (i, j) => shares[i][j]);
    setText(button.querySelector('.entropy'), say('entropy', cellText(entropy(shares))));
    const flip = flipScore(app.readings, layer, head);
    setText(button.querySelector('.flip'), Number.isNaN(flip) ? '' : say('flip', cellText(flip)));
    const gone = isCut(wholeCut(layer)) || isCut(wholeCut(layer, head));
    button.classList.toggle('gone', gone);
    setText(button.querySelector('.gone-mark'), gone ? say('cutMark') : '');
  }
}

function gridOf(layers, heads) {
  const buttonOf = (layer, head) =>
    element(
      'button',
      {
        type: 'button',
        class: 'thumb',
        'data-layer': layer,
        'data-head': head,
        onclick: () => update({layer, head, mean: false}),
        onkeydown: (event) =>
          moveFocus(event, [...find('#grid').querySelectorAll('button')], heads),
      },
      element('canvas', {'aria-hidden': 'true', class: layer === layers ? 'one-row' : ''}),
      element(
        'span',
        {class: 'thumb-name'},
        layer === layers ? say('pointer') : say('headShort', layer + 1, head + 1),
      ),
      element('span', {class: 'entropy'}),
      element('span', {class: 'flip'}),
      element('span', {class: 'gone-mark'}),
    );
  return range(app.lastLayer + 1).map((layer) =>
    element(
      'div',
      {class: 'thumbs'},
      range(layer === layers ? 1 : heads).map((head) => buttonOf(layer, head)),
    ),
  );
}

// The mean entropy of the rows, as a share of the largest that is possible.
function entropy(rows) {
  let sum = 0;
  for (const row of rows) for (const share of row) if (share > 0) sum -= share * Math.log(share);
  return rows[0].length > 1 ? sum / rows.length / Math.log(rows[0].length) : 0;
}

// ---- the matrix of one head ---------------------------------------------------------------------

function prepareMatrix() {
  find('#mean').onchange = (event) => update({mean: event.target.checked});
  find('#matrix-cut').onclick = () => toggleCut(edgeCut(asker(), lookedAt()));
}

const edgeCut = (from, to) => ({
  layer: state.layer,
  head: isPointer() ? null : currentHead(),
  from,
  to,
});

function drawMatrix() {
  setText(find('#matrix-title'), say('matrixTitle', headName()));
  sideButtons(find('#matrix-side'));
  choiceButtons(
    find('#matrix-kind'),
    'kind',
    KINDS.map((key, i) => [i, say(key)]),
    state.kind,
    (kind) => update({kind}),
  );
  find('#mean').checked = state.mean;
  find('#mean').disabled = isPointer();
  const body = find('#matrix-body'),
    {words, pronoun} = sentence();
  if (app.lastLayer < 0) return setText(body, say('noAttention'));
  const rows = isPointer() ? [pronoun] : [...words.keys()];
  const values = rows.map((from) =>
    attentionRow(app.readings[state.side], state.layer, currentHead(), from, state.kind),
  );
  if (words.length > MOST_CELLS) drawLongMatrix(body, rows, values);
  else drawCells(body, rows, values);
  drawMatrixReadout(values[rows.indexOf(asker())]);
}

function drawMatrixReadout(row) {
  const {words} = sentence(),
    from = asker(),
    to = lookedAt();
  setText(
    find('#matrix-readout'),
    say(
      'cellReadout',
      shown(words[from]),
      shown(words[to]),
      state.kind === 2 ? percentText(row[to]) : plain(row[to], 3),
    ),
  );
  setText(find('#matrix-cut'), say(isCut(edgeCut(from, to)) ? 'mendEdge' : 'cutEdge'));
}

const matrixKey = () => [language, state.side, isPointer(), sentence().words.join(' ')].join('|');

function cellTable(rows) {
  const {words} = sentence();
  const row = (from) => [
    element('th', {scope: 'row'}, element('bdi', {}, shown(words[from]))),
    words.map((_, to) => element('td', {'data-from': from, 'data-to': to, tabindex: -1})),
    element('td', {class: 'sum'}),
  ];
  return element(
    'table',
    {
      class: 'matrix',
      style: `--words: ${words.length}`,
      onkeydown: onMatrixKey,
      onclick: onMatrixClick,
    },
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', {class: 'corner'}, say('asks')),
        words.map(columnHeading),
        element('th', {scope: 'col', class: 'sum'}, say('sum')),
      ),
    ),
    element(
      'tbody',
      {},
      rows.map((from) => element('tr', {}, ...row(from))),
    ),
  );
}

function drawCells(body, rows, values) {
  keyed(body, matrixKey(), () => cellTable(rows));
  const shade = shadeOf(values),
    lines = body.querySelector('tbody').children,
    [asks, seen] = [asker(), lookedAt()];
  rows.forEach((from, i) => {
    const [heading, ...cells] = lines[i].children,
      total = cells.pop();
    heading.classList.toggle('asks', from === asks);
    cells.forEach((cell, to) => {
      const value = values[i][to],
        chosen = from === asks && to === seen;
      setText(cell, state.kind === 2 ? cellText(value) : plain(value, 1));
      paint(cell, shade(value));
      cell.classList.toggle('severed', state.cuts.length > 0 && isCut(edgeCut(from, to)));
      cell.classList.toggle('chosen', chosen);
      if ((cell.tabIndex === 0) !== chosen) cell.tabIndex = chosen ? 0 : -1;
    });
    const sum = values[i].reduce((a, b) => a + b, 0);
    setText(total, state.kind === 2 ? sum.toFixed(2) : plain(sum, 1));
  });
}

// A word over a narrow column: Latin letters are turned, Chinese ones stand in short lines.
function columnHeading(word) {
  const turned = /^[\u0000-\u2e7f]*$/.test(word);
  return element(
    'th',
    {scope: 'col'},
    element('bdi', {class: turned ? 'turned' : 'stacked'}, shown(word)),
  );
}

// How bright a number is among all: a share as it is, scores between the least and the largest.
function shadeOf(values) {
  if (state.kind === 2) return (share) => share;
  let least = Infinity,
    most = -Infinity;
  for (const row of values)
    for (const value of row) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  return (value) => (value - least) / (most - least || 1);
}

const cellWords = (cell) => ({from: Number(cell.dataset.from), to: Number(cell.dataset.to)});

function onMatrixClick(event) {
  const cell = event.target.closest('td[data-to]');
  if (cell) update(cellWords(cell));
}

// The table is one stop of the Tab key; arrows move in it, Enter cuts or mends.
function onMatrixKey(event) {
  const cell = event.target.closest('td[data-to]');
  if (!cell) return;
  const {from, to} = cellWords(cell);
  if (event.key === 'Enter') {
    event.preventDefault();
    return toggleCut(edgeCut(from, to));
  }
  const [down, right] = arrowOf(event);
  const next = cell
    .closest('table')
    .querySelector(`td[data-from="${from + down}"][data-to="${to + right}"]`);
  if (!next || next === cell) return;
  event.preventDefault();
  next.tabIndex = 0;
  next.focus();
  update(cellWords(next));
}

function drawLongMatrix(body, rows, values) {
  const {words} = sentence(),
    from = asker();
  keyed(body, matrixKey(), () => [
    element('p', {class: 'note'}, say('longMatrix')),
    element('canvas', {
      class: 'long' + (isPointer() ? ' one-row' : ''),
      tabindex: 0,
      role: 'img',
      onkeydown: onLongKey,
    }),
    element('div', {class: 'strongest'}),
  ]);
  const shade = shadeOf(values),
    canvas = body.querySelector('canvas');
  paintCanvas(canvas, rows.length, words.length, (i, j) => shade(values[i][j]));
  canvas.setAttribute('aria-label', say('matrixTitle', headName()));
  const row = values[rows.indexOf(from)];
  const order = [...words.keys()].sort((a, b) => row[b] - row[a]).slice(0, 12);
  showTable(
    body.querySelector('.strongest'),
    [shown(words[from]), say(KINDS[state.kind])],
    order.map((i) => [
      shown(words[i]) + ' (' + (i + 1) + ')',
      state.kind === 2 ? cellText(row[i]) : plain(row[i], 3),
    ]),
  );
}

function onLongKey(event) {
  const {words} = sentence(),
    [down, right] = arrowOf(event);
  if (event.key === 'Enter') toggleCut(edgeCut(asker(), lookedAt()));
  else if (down || right) {
    const within = (i) => Math.min(Math.max(i, 0), words.length - 1);
    update({from: isPointer() ? null : within(asker() + down), to: within(lookedAt() + right)});
  } else return;
  event.preventDefault();
}
