// Section "One cell": eq. (1) for one word that asks and one that is looked at, in this model's
// numbers.

function prepareCell() {
  const go = (step) => update({step: Math.min(Math.max(step, 0), STEPS.length - 1)});
  find('#step-back').onclick = () => go(state.step - 1);
  find('#step-on').onclick = () => go(state.step + 1);
  find('#unscaled').onchange = (event) => update({unscaled: event.target.checked});
  find('#temperature').oninput = (event) => update({temperature: 2 ** Number(event.target.value)});
  find('#copy-arithmetic').onclick = () => copyText(find('#arithmetic').textContent);
  find('#step-dots').addEventListener('keydown', (event) => {
    const [, right] = arrowOf(event);
    if (!right) return;
    event.preventDefault();
    go(state.step + right);
    find('#step-dots').children[state.step].focus();
  });
}

// The numbers of the chosen cell. With the mean of heads chosen, head 1 stands for all.
function chosenCell() {
  const cell = {
    from: asker(),
    to: lookedAt(),
    pointer: isPointer(),
    factor: app.model.factor(state.layer, state),
    divided: !state.unscaled && (isPointer() || app.model.architecture.scaled),
  };
  const reading = app.readings[state.side];
  return {...cell, ...(cell.pointer ? pointerCell(reading, cell) : headCell(reading, cell))};
}

// Row i of an array [T, width].
function vectorAt(array, i) {
  const {width} = app.model.architecture;
  return array.subarray(i * width, (i + 1) * width);
}

function pointerCell(reading, {from, to}) {
  return {
    size: app.model.architecture.width,
    input: [vectorAt(reading.last, from), vectorAt(reading.last, to)],
    normed: [vectorAt(reading.encoded, from), vectorAt(reading.encoded, to)],
    key: vectorAt(reading.encoded, to),
    ...reading.pointer,
  };
}

function headCell(reading, {from, to}) {
  const {width, heads} = app.model.architecture,
    {words} = sentence(),
    layer = reading.layers[state.layer],
    h = currentHead() ?? 0,
    size = width / heads,
    row = (h * words.length + from) * words.length;
  const part = (array, i) => vectorAt(array, i).subarray(h * size, (h + 1) * size); // the head's
  return {
    h,
    size,
    input: [vectorAt(layer.input, from), vectorAt(layer.input, to)],
    normed: [vectorAt(layer.normed, from), vectorAt(layer.normed, to)],
    query: part(layer.query, from),
    key: part(layer.key, to),
    scores: layer.scores.subarray(row, row + words.length),
    weights: layer.weights.subarray(row, row + words.length),
    values: words.map((_, j) => part(layer.value, j)),
    mixed: part(layer.mixed, from),
    heard: vectorAt(layer.heard, from),
    output: vectorAt(layer.output, from),
  };
}

function drawCell() {
  find('#unscaled').checked = state.unscaled;
  find('#unscaled').disabled = !isPointer() && !app.model.architecture.scaled;
  find('#temperature').value = Math.log2(state.temperature);
  setText(find('#temperature-value'), state.temperature.toFixed(2));
  const names = say('steps').split('|');
  keyed(find('#step-dots'), language, () =>
    names.map((name, step) =>
      element('button', {type: 'button', onclick: () => update({step})}, step + 1 + ' ' + name),
    ),
  );
  [...find('#step-dots').children].forEach((button, step) =>
    button.setAttribute('aria-pressed', step === state.step),
  );
  if (app.lastLayer < 0) return setText(find('#cell-title'), say('noAttention'));
  const cell = chosenCell(),
    {words} = sentence(),
    name = isPointer() ? say('pointer') : headName(state.layer, cell.h);
  setText(
    find('#cell-title'),
    say('cellTitle', shown(words[cell.from]), shown(words[cell.to]), name),
  );
  setText(find('#arithmetic'), arithmetic(cell));
  find('#step-body').replaceChildren(...STEPS[state.step](cell));
}

// 0.31×1.20 + … = 4.21; ÷√16 = 1.05; softmax 0.83
function arithmetic(cell) {
  const products = [...cell.query].map((q, i) => `${plain(q)}×${plain(cell.key[i])}`).join(' + ');
  const score = cell.scores[cell.to],
    root = cell.divided ? `; ÷√${cell.size}` : '';
  const heat = state.temperature === 1 ? '' : `; ÷${plain(state.temperature, 2)}`;
  const scaled = plain(score * cell.factor),
    share = plain(cell.weights[cell.to]);
  return `${products} = ${plain(score)}${root}${heat} = ${scaled}; softmax ${share}`;
}

const sentenceOf = (...values) => element('p', {}, say(...values));

// A vector: a strip of colours, and below it its numbers, as one text that wraps.
function vectorRow(label, vector) {
  const most = Math.max(...[...vector].map(Math.abs), 1e-9);
  const stops = [...vector].map((x, i) => {
    const [red, green, blue, alpha] = changeColour(x / most);
    const place = (edge) => ((100 * edge) / vector.length).toFixed(1) + '%';
    return `rgb(${red} ${green} ${blue} / ${(alpha / 255).toFixed(2)}) ${place(i)} ${place(i + 1)}`;
  });
  const strip = element('span', {
    class: 'strip',
    style: `background: linear-gradient(to right, ${stops.join(', ')})`,
  });
  const numbers = [...vector].map((x) => plain(x).padStart(7, '\u2007')).join(' ');
  return element(
    'div',
    {class: 'vector'},
    element('span', {class: 'label'}, label),
    element('span', {}, strip, element('code', {}, numbers)),
  );
}

// What each step shows of a cell.
const STEPS = [
  stepVectors,
  stepQueryAndKey,
  (cell) => [sentenceOf('stepDot'), productTable(cell)],
  stepScale,
  (cell) => [sentenceOf('stepSoftmax'), softmaxTable(cell)],
  stepMix,
  stepAdd,
  stepAnswer,
];

const asking = ({from}) => say('asking', shown(sentence().words[from]));
const seen = ({to}) => say('lookedAt', shown(sentence().words[to]));

function stepVectors(cell) {
  const {width} = app.model.architecture;
  return [
    cell.pointer
      ? sentenceOf('stepVectorPointer', width)
      : sentenceOf('stepVector', state.layer + 1, width),
    vectorRow(asking(cell), cell.input[0]),
    vectorRow(seen(cell), cell.input[1]),
    vectorRow(say('normed', asking(cell)), cell.normed[0]),
    vectorRow(say('normed', seen(cell)), cell.normed[1]),
  ];
}

function stepQueryAndKey(cell) {
  return [
    sentenceOf(cell.pointer ? 'stepQueryPointer' : 'stepQuery', cell.size),
    vectorRow('q, ' + asking(cell), cell.query),
    vectorRow('k, ' + seen(cell), cell.key),
  ];
}

function stepScale({scores, to, factor, size, divided}) {
  const heat = plain(state.temperature, 2);
  return [
    divided
      ? sentenceOf('stepScale', size, plain(Math.sqrt(size), 3), heat)
      : sentenceOf('stepUnscaled', heat),
    element(
      'p',
      {class: 'formula'},
      `${plain(scores[to])} × ${plain(factor)} = ${plain(scores[to] * factor)}`,
    ),
  ];
}

function stepMix(cell) {
  if (cell.pointer) return [sentenceOf('stepMixPointer')];
  return [sentenceOf('stepMix'), mixTable(cell), vectorRow('Σ a·v', cell.mixed)];
}

function stepAdd(cell) {
  if (cell.pointer) return [sentenceOf('stepMixPointer')];
  return [
    sentenceOf('stepAdd'),
    vectorRow('x', cell.input[0]),
    vectorRow('W_o', cell.heard),
    vectorRow('x + W_o', cell.output),
  ];
}

function stepAnswer() {
  const {answers} = app.readings[state.side];
  const rows = sentence().candidates.map((mention, i) => [
    phrase(sentence(), mention),
    plain(Math.log(answers[i])),
    plain(answers[i]),
  ]);
  return [
    sentenceOf('stepAnswer'),
    tableOf(['', 'ln p', 'p'], rows.slice(0, 12), {class: 'numbers'}),
  ];
}

function productTable({query, key, scores, to}) {
  const rows = [...query].map((q, i) => [
    String(i + 1),
    plain(q),
    plain(key[i]),
    plain(q * key[i]),
  ]);
  return element(
    'div',
    {class: 'scroll'},
    tableOf([say('number'), 'q', 'k', 'q × k'], [...rows, ['Σ', '', '', plain(scores[to])]], {
      class: 'numbers',
    }),
  );
}

// The row of the asking word, at most 12 of the strongest, then the sum over all.
function softmaxTable({scores, weights, factor, to}) {
  const allowed = [...scores.keys()].filter((j) => weights[j] > 0),
    {words} = sentence();
  const top = Math.max(...allowed.map((j) => scores[j] * factor));
  const power = (j) => (weights[j] > 0 ? Math.exp(scores[j] * factor - top) : 0);
  const shownOnes = [...scores.keys()].sort((a, b) => weights[b] - weights[a]).slice(0, 12);
  if (!shownOnes.includes(to)) shownOnes.push(to);
  const rows = shownOnes.map((j) => [
    shown(words[j]) + (j === to ? ' ◂' : ''),
    plain(scores[j] * factor),
    plain(power(j)),
    plain(weights[j]),
  ]);
  const sum = (f) => [...scores.keys()].reduce((total, j) => total + f(j), 0);
  return element(
    'div',
    {class: 'scroll'},
    tableOf(
      ['', 's', 'e^(s − max)', say('softmax')],
      [...rows, ['Σ', '', plain(sum(power)), plain(sum((j) => weights[j]))]],
      {class: 'numbers'},
    ),
  );
}

function mixTable({weights, values}) {
  const {words} = sentence(),
    order = [...weights.keys()].sort((a, b) => weights[b] - weights[a]).slice(0, 5);
  return element(
    'div',
    {},
    order.map((j) => vectorRow(`${plain(weights[j], 2)} × v(${shown(words[j])})`, values[j])),
  );
}
