// Section "Lines from a word": arcs from one word to the others, a colour and a dash for each head.

let pointedAt = null; // a word under the mouse or focus, shown until it is left

const linesWord = () => pointedAt ?? asker();
const linesHeads = () =>
  isPointer()
    ? [0]
    : state.mean
      ? [null]
      : range(app.model.architecture.heads).filter((h) => !state.hidden.includes(h));

function prepareLines() {
  find('#threshold').oninput = (event) => update({threshold: Number(event.target.value)});
}

// What the chosen word looks at, or who looks at it.
function lineShares(head) {
  const reading = app.readings[state.side],
    word = linesWord(),
    {words} = sentence();
  if (!state.back) return attentionRow(reading, state.layer, head, word);
  return words.map((_, i) => attentionRow(reading, state.layer, head, i)[word]);
}

// Buttons of which one is pressed: values and their names.
function choiceButtons(node, key, options, chosen, choose) {
  keyed(node, key + language + options.map(([, name]) => name).join('|'), () =>
    options.map(([value, name]) =>
      element(
        'button',
        {type: 'button', onclick: () => choose(value), 'data-value': String(value)},
        name,
      ),
    ),
  );
  for (const button of node.children)
    button.setAttribute('aria-pressed', button.dataset.value === String(chosen));
}

function sideButtons(node) {
  node.hidden = !app.sentences[1];
  choiceButtons(
    node,
    'side',
    [
      [0, say('sentenceA')],
      [1, say('sentenceB')],
    ],
    state.side,
    (side) => update({side}),
  );
}

function drawLines() {
  sideButtons(find('#lines-side'));
  const levels = range(app.lastLayer + 1).map((layer) => [layer, layerName(layer)]);
  choiceButtons(find('#lines-layer'), 'layer', levels, state.layer, (layer) => update({layer}));
  choiceButtons(
    find('#lines-direction'),
    'direction',
    [
      [false, say('looksAt')],
      [true, say('lookedAtBy')],
    ],
    state.back,
    (back) => update({back}),
  );
  find('#threshold').value = state.threshold;
  setText(find('#threshold-value'), cellText(state.threshold));
  if (app.lastLayer < 0) return setText(find('#lines-readout'), say('noAttention'));
  drawHeadToggles();
  drawLineWords();
  drawLineTexts();
  drawArcs();
}

function drawHeadToggles() {
  const node = find('#lines-heads'),
    {heads} = app.model.architecture;
  keyed(node, language + '|' + isPointer(), headToggles);
  if (isPointer()) return;
  [...node.children].forEach((button, h) =>
    button.setAttribute(
      'aria-pressed',
      h === heads ? state.mean : !state.mean && !state.hidden.includes(h),
    ),
  );
}

function headToggles() {
  const {words, pronoun} = sentence();
  if (isPointer())
    return element('span', {class: 'muted'}, say('pointerOnly', shown(words[pronoun])));
  const toggle = (head, name, listeners) =>
    element('button', {type: 'button', class: 'toggle', ...listeners}, lineSample(head), name);
  return [
    ...range(app.model.architecture.heads).map((h) =>
      toggle(h, say('head', h + 1), {
        onclick: (event) => pressHead(h + 1, event.shiftKey),
        ondblclick: () => pressHead(h + 1, true),
      }),
    ),
    toggle(null, say('meanHeads'), {onclick: () => pressHead(0)}),
  ];
}

// 0: the mean; 1 …: one head, or with `alone` that one only.
function pressHead(number, alone = false) {
  const {heads} = app.model.architecture,
    h = number - 1;
  if (isPointer() || number > heads) return;
  if (number === 0) return update({mean: !state.mean});
  if (alone)
    return update({
      mean: false,
      head: h,
      hidden: range(heads).filter((other) => other !== h),
    });
  update({
    mean: false,
    hidden: state.hidden.includes(h)
      ? state.hidden.filter((other) => other !== h)
      : [...state.hidden, h],
  });
}

const DASHES = ['', '7 3', '2 3', '10 3 2 3', '12 4', '4 4', '1 4', '8 2 2 2 2 2'];
function lineStyle(head) {
  const h = head ?? 0;
  return {stroke: `var(--head-${h % 8})`, 'stroke-dasharray': head === null ? '' : DASHES[h % 8]};
}
function lineSample(head) {
  return drawing(
    'svg',
    {width: 26, height: 8, 'aria-hidden': 'true'},
    drawing('line', {x1: 1, y1: 4, x2: 25, y2: 4, 'stroke-width': 3, ...lineStyle(head)}),
  );
}

function drawLineWords() {
  const picture = find('#lines-picture'),
    {words, pronoun} = sentence();
  keyed(picture, words.join(' ') + state.side + pronoun, () => [
    drawing('svg', {class: 'arcs', 'aria-hidden': 'true'}),
    element('div', {class: 'line-words'}, words.map(lineChip)),
  ]);
  app.lineShares = linesHeads().map((head) => [head, lineShares(head)]);
  picture.querySelectorAll('.chip').forEach((chip, i) => {
    chip.classList.toggle('asks', i === linesWord());
    const strong = app.lineShares
      .filter(([, row]) => row[i] >= state.threshold)
      .map(([head, row]) => [head, cellText(row[i])]);
    keyed(chip.querySelector('.shares'), strong.join('|'), () =>
      strong.map(([head, text]) =>
        element('span', {style: `color: var(--head-${(head ?? 0) % 8})`}, text),
      ),
    );
  });
}

function lineChip(word, i) {
  return element(
    'button',
    {
      type: 'button',
      class:
        'chip' + (i === sentence().pronoun ? ' pronoun' : '') + (isKnown(word) ? '' : ' strange'),
      onclick: () => {
        pointedAt = null;
        chooseWord(state.side, i);
      },
      onmouseenter: () => point(i),
      onmouseleave: () => point(null),
      onfocus: () => point(i),
      onblur: () => point(null),
    },
    element('bdi', {dir: 'auto'}, shown(word)),
    element('span', {class: 'shares'}),
  );
}

function point(i) {
  if (pointedAt === i) return;
  pointedAt = i;
  drawLineWords();
  drawLineTexts();
  drawArcs();
}

// The arcs come last, since asking where words stand lays the page out.
function drawArcs() {
  const picture = find('#lines-picture'),
    svg = picture.querySelector('svg');
  if (!svg || app.lastLayer < 0) return;
  const chips = [...picture.querySelectorAll('.chip')],
    word = linesWord();
  const places = chips.map((chip) => [chip.offsetLeft + chip.offsetWidth / 2, chip.offsetTop]);
  svg.setAttribute('viewBox', `0 0 ${picture.clientWidth} ${picture.clientHeight}`);
  const most = chips.length > 64 ? 8 : chips.length,
    arcs = [];
  app.lineShares.forEach(([head, row], at) => {
    const strong = [...row.keys()]
      .filter((i) => row[i] >= state.threshold && row[i] > 0)
      .sort((a, b) => row[b] - row[a])
      .slice(0, most);
    for (const i of strong) arcs.push(arc(places[word], places[i], head, row[i], at));
  });
  svg.replaceChildren(...arcs);
}

function arc([x, y], [to, bottom], head, share, at) {
  const shift = (at - (app.lineShares.length - 1) / 2) * 3;
  const height = y === bottom ? 16 + Math.min(Math.abs(to - x) * 0.16, 60) : 26;
  const path =
    x === to && y === bottom
      ? `M${x - 6},${y} C${x - 16},${y - 26 + shift} ${x + 16},${y - 26 + shift} ${x + 6},${y}`
      : `M${x + shift},${y} C${x + shift},${y - height} ` +
        `${to + shift},${bottom - height} ${to + shift},${bottom}`;
  return drawing('path', {
    d: path,
    fill: 'none',
    'stroke-width': (0.8 + 5 * share).toFixed(1),
    'stroke-opacity': (0.35 + 0.65 * share).toFixed(2),
    ...lineStyle(head),
  });
}

function drawLineTexts() {
  const {words} = sentence(),
    heads = linesHeads();
  const mean = (i) =>
    heads.reduce((sum, head, at) => sum + app.lineShares[at][1][i], 0) / heads.length;
  const order = [...words.keys()]
    .filter((i) => mean(i) >= 0.005)
    .sort((a, b) => mean(b) - mean(a))
    .slice(0, 4);
  const list = order.map((i) => shown(words[i]) + ' ' + percentText(mean(i))).join(', ') || '–';
  const name = headName(state.layer, heads.length === 1 ? heads[0] : null);
  setText(
    find('#lines-readout'),
    say(state.back ? 'linesReadoutBack' : 'linesReadout', name, shown(words[linesWord()]), list),
  );
  drawLineTable();
}

// Only while a reader has it open.
function drawLineTable() {
  const table = find('#lines-table'),
    {words} = sentence();
  table.closest('details').ontoggle = drawLineTable;
  if (!table.closest('details').open) return;
  showTable(
    table,
    [''].concat(words.map(shown), state.back ? [] : [say('sum')]),
    app.lineShares.map(([head, row]) => [
      headName(state.layer, head),
      ...[...row].map(cellText),
      ...(state.back ? [] : [cellText([...row].reduce((a, b) => a + b, 0))]),
    ]),
  );
}
