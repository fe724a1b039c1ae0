// Section "A and B side by side": the two sentences' attention and how it differs.

function drawDifference() {
  const table = find('#difference-table'),
    maps = find('#difference-maps'),
    list = find('#difference-list');
  const [a, b] = app.sentences,
    from = a ? asker(0) : 0;
  setText(find('#difference-title'), say('differenceTitle', headName(), shown(a.words[from])));
  const problem = !b
    ? 'noTwin'
    : a.words.length !== b.words.length
      ? 'unequal'
      : app.lastLayer < 0
        ? 'noAttention'
        : null;
  maps.hidden = list.hidden = problem !== null;
  if (problem) return keyed(table, problem + language, () => element('p', {}, say(problem)));
  const rows = [0, 1].map((side) =>
    attentionRow(app.readings[side], state.layer, currentHead(), asker(side), 2, side),
  );
  drawDifferenceTable(table, a, b, rows);
  drawDifferenceMaps(maps, a);
  drawLargest(list.querySelector('div'), a, b);
}

function drawDifferenceTable(table, a, b, rows) {
  keyed(table, [language, a.words.join(' '), b.words.join(' ')].join('|'), () =>
    differenceTable(a, b),
  );
  const [cellsA, cellsB, cellsChange] = [...table.querySelectorAll('.values')].map((line) =>
    [...line.children].slice(1),
  );
  const share = (cell, value) => {
    setText(cell, cellText(value));
    paint(cell, value);
  };
  cellsChange.forEach((cell, i) => {
    share(cellsA[i], rows[0][i]);
    share(cellsB[i], rows[1][i]);
    setText(cell, signedText(rows[1][i] - rows[0][i]));
    paintChange(cell, rows[1][i] - rows[0][i]);
  });
}

// The words of A over its shares, the words of B over its own, and the change.
function differenceTable(a, b) {
  const differ = new Set(differences(a, b));
  const row = (name, cells, properties = {}) => element('tr', properties, name, cells);
  const words = (s) =>
    row(
      element('td'),
      s.words.map((word, i) =>
        element(
          'th',
          {scope: 'col', class: differ.has(i) ? 'differs' : ''},
          element('bdi', {}, shown(word)),
        ),
      ),
    );
  const values = (name) =>
    row(
      element('th', {scope: 'row'}, name),
      a.words.map(() => element('td')),
      {class: 'values'},
    );
  return element(
    'table',
    {class: 'matrix upright'},
    element('thead', {}, words(a)),
    element('tbody', {}, values('A'), words(b), values('B'), values(say('change'))),
  );
}

function drawDifferenceMaps(maps, {words, pronoun}) {
  keyed(maps, language, () =>
    ['A', 'B', say('change')].map((name) =>
      element(
        'figure',
        {},
        element('canvas', {'aria-hidden': 'true'}),
        element('figcaption', {}, name),
      ),
    ),
  );
  const rows = isPointer() ? 1 : words.length,
    canvases = maps.querySelectorAll('canvas');
  const all = [0, 1].map((side) =>
    range(rows).map((i) =>
      attentionRow(
        app.readings[side],
        state.layer,
        currentHead(),
        isPointer() ? app.sentences[side].pronoun : i,
        2,
        side,
      ),
    ),
  );
  canvases.forEach((canvas) => canvas.classList.toggle('one-row', isPointer()));
  all.forEach((map, side) => paintCanvas(canvases[side], rows, words.length, (i, j) => map[i][j]));
  paintCanvas(
    canvases[2],
    rows,
    words.length,
    (i, j) => all[1][i][j] - all[0][i][j],
    CHANGE_PIXELS,
  );
}

// The edges whose weight differs most between the two sentences, of all heads.
function drawLargest(list, a, b) {
  const word = (i) =>
    a.words[i] === b.words[i] ? shown(a.words[i]) : shown(a.words[i]) + '/' + shown(b.words[i]);
  showTable(
    list,
    ['', 'A', 'B', say('change')],
    largestChanges().map((f) => [
      `${headName(f.layer, f.h)}: ${word(f.from)} → ${word(f.to)}`,
      cellText(f.before),
      cellText(f.after),
      signedText(f.change),
    ]),
  );
}

function largestChanges() {
  const {layers} = app.model.architecture,
    [a, b] = app.sentences,
    length = a.words.length,
    found = [];
  const add = (layer, h, from, to, before, after) => {
    const change = after - before;
    if (found.length === 6 && Math.abs(change) <= Math.abs(found[5].change)) return;
    found.push({layer, h, from, to, before, after, change});
    found.sort((x, y) => Math.abs(y.change) - Math.abs(x.change));
    found.length = Math.min(found.length, 6);
  };
  for (let layer = 0; layer < layers; ++layer) {
    const [first, second] = app.readings.map((reading) => reading.layers[layer].weights);
    for (let i = 0; i < first.length; ++i) {
      add(
        layer,
        Math.floor(i / length / length),
        Math.floor(i / length) % length,
        i % length,
        first[i],
        second[i],
      );
    }
  }
  if (app.lastLayer === layers && a.pronoun === b.pronoun) {
    const [first, second] = app.readings.map((reading) => reading.pointer.weights);
    first.forEach((before, to) => add(layers, 0, a.pronoun, to, before, second[to]));
  }
  return found;
}
