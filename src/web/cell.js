// Section "One cell": eq. (1) for one word that asks and one that is looked at, in this model's
// numbers.

const STEPS = 8;

function prepareCell() {
  find('#step-back').onclick = () => update({step: Math.max(state.step - 1, 0)});
  find('#step-on').onclick = () => update({step: Math.min(state.step + 1, STEPS - 1)});
  find('#unscaled').onchange = (event) => update({unscaled: event.target.checked});
  find('#temperature').oninput = (event) => update({temperature: 2 ** Number(event.target.value)});
  find('#copy-arithmetic').onclick = () => copyText(find('#arithmetic').textContent);
  find('#step-dots').addEventListener('keydown', (event) => {
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!by) return;
    event.preventDefault();
    const step = Math.min(Math.max(state.step + by, 0), STEPS - 1);
    find('#step-dots').children[step].focus();
    update({step});
  });
}

// The numbers of the chosen cell. With the mean of heads chosen, head 1 stands for all.
function chosenCell() {
  const {width, heads, layers} = app.model.architecture,
    reading = app.readings[state.side];
  const from = asker(),
    to = lookedAt(),
    length = sentence().words.length,
    pointer = isPointer();
  const size = pointer ? width : width / heads,
    h = pointer ? 0 : (currentHead() ?? 0);
  const slice = (array, row, at = 0) => array.subarray(row * width + at, row * width + at + size);
  const cell = {
    from,
    to,
    length,
    size,
    h,
    pointer,
    width,
    factor: app.model.factor(state.layer, state),
  };
  if (pointer) {
    const {query, scores, weights} = reading.pointer;
    return {
      ...cell,
      input: [slice(reading.last, from), slice(reading.last, to)],
      normed: [slice(reading.encoded, from), slice(reading.encoded, to)],
      query,
      key: slice(reading.encoded, to),
      scores,
      weights,
    };
  }
  const layer = reading.layers[state.layer],
    at = h * size,
    row = (h * length + from) * length;
  const whole = (array, i) => array.subarray(i * width, (i + 1) * width);
  return {
    ...cell,
    layers,
    input: [whole(layer.input, from), whole(layer.input, to)],
    normed: [whole(layer.normed, from), whole(layer.normed, to)],
    query: slice(layer.query, from, at),
    key: slice(layer.key, to, at),
    scores: layer.scores.subarray(row, row + length),
    weights: layer.weights.subarray(row, row + length),
    values: [...Array(length).keys()].map((j) => slice(layer.value, j, at)),
    mixed: slice(layer.mixed, from, at),
    heard: whole(layer.heard, from),
    output: whole(layer.output, from),
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
  find('#step-body').replaceChildren(...stepParts(cell)[state.step]());
}

// 0.31×1.20 + … = 4.21; ÷√16 = 1.05; softmax 0.83
function arithmetic(cell) {
  const products = [...cell.query].map((q, i) => `${plain(q)}×${plain(cell.key[i])}`).join(' + ');
  const score = cell.scores[cell.to],
    root =
      state.unscaled || (!cell.pointer && !app.model.architecture.scaled) ? '' : `; ÷√${cell.size}`;
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

function stepParts(cell) {
  const {words} = sentence(),
    asks = say('asking', shown(words[cell.from])),
    seen = say('lookedAt', shown(words[cell.to]));
  const {pointer} = cell,
    layer = state.layer + 1;
  return [
    () => [
      sentenceOf(
        pointer ? 'stepVectorPointer' : 'stepVector',
        pointer ? cell.width : layer,
        cell.width,
      ),
      vectorRow(asks, cell.input[0]),
      vectorRow(seen, cell.input[1]),
      vectorRow(say('normed', asks), cell.normed[0]),
      vectorRow(say('normed', seen), cell.normed[1]),
    ],
    () => [
      sentenceOf(pointer ? 'stepQueryPointer' : 'stepQuery', cell.size),
      vectorRow('q, ' + asks, cell.query),
      vectorRow('k, ' + seen, cell.key),
    ],
    () => [sentenceOf('stepDot'), productTable(cell)],
    () => [
      state.unscaled || (!pointer && !app.model.architecture.scaled)
        ? sentenceOf('stepUnscaled', plain(state.temperature, 2))
        : sentenceOf(
            'stepScale',
            cell.size,
            plain(Math.sqrt(cell.size), 3),
            plain(state.temperature, 2),
          ),
      element(
        'p',
        {class: 'formula'},
        [plain(cell.scores[cell.to]), '×', plain(cell.factor), '='].join(' '),
        ' ' + plain(cell.scores[cell.to] * cell.factor),
      ),
    ],
    () => [sentenceOf('stepSoftmax'), softmaxTable(cell)],
    () =>
      pointer
        ? [sentenceOf('stepMixPointer')]
        : [sentenceOf('stepMix'), mixTable(cell), vectorRow('Σ a·v', cell.mixed)],
    () =>
      pointer
        ? [sentenceOf('stepMixPointer')]
        : [
            sentenceOf('stepAdd'),
            vectorRow('x', cell.input[0]),
            vectorRow('W_o', cell.heard),
            vectorRow('x + W_o', cell.output),
          ],
    () => [
      sentenceOf('stepAnswer'),
      tableOf(
        ['', 'ln p', 'p'],
        sentence()
          .candidates.slice(0, 12)
          .map((mention, i) => {
            const p = app.readings[state.side].answers[i];
            return [phrase(sentence(), mention), plain(Math.log(p)), plain(p)];
          }),
        {class: 'numbers'},
      ),
    ],
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
