// Section "The answer": both sentences, word by word, and what the pronoun means in them.

function prepareAnswer() {
  find('#pair-choice').onchange = (event) =>
    update({pair: Number(event.target.value), own: [null, null], from: null, to: null});
}

function pairName(pair) {
  const kind = {plain: say('plainKind'), contrastive: say('contrastiveKind')}[pair.kind];
  const text = pair.first.words.map(shown).join(' ');
  return (
    [pair.split, kind].filter(Boolean).join(', ') +
    ': ' +
    (text.length > 70 ? text.slice(0, 68) + '…' : text)
  );
}

function drawAnswer() {
  const choice = find('#pair-choice');
  keyed(choice, language, () =>
    app.data.pairs.map((pair, i) => element('option', {value: i}, pairName(pair))),
  );
  choice.value = state.pair;
  const cards = find('#cards');
  keyed(
    cards,
    language + '|' + app.sentences.map((s) => s && s.words.join(' ') + s.pronoun).join('|'),
    () => sides().map(buildCard),
  );
  for (const side of sides()) drawCard(cards.children[side], side);
}

// ---- one sentence -------------------------------------------------------------------------------

function buildCard(side) {
  const s = app.sentences[side];
  return element(
    'article',
    {class: 'card'},
    element('p', {class: 'side'}, say(side ? 'sentenceB' : 'sentenceA')),
    element('p', {class: 'verdict', role: 'status'}),
    element(
      'div',
      {class: 'chips'},
      s.words.map((word, i) => buildChip(side, word, i)),
    ),
    element('p', {class: 'warning unknown'}),
    element('div', {class: 'bars'}),
    element('p', {class: 'before muted'}),
    element(
      'div',
      {class: 'row'},
      cluePlaces(s)
        .slice(0, 4)
        .map((place) => buildSwap(side, place)),
    ),
    buildTyping(side),
  );
}

function buildChip(side, word, i) {
  const s = app.sentences[side];
  const role =
    i === s.pronoun
      ? ' pronoun'
      : s.candidates.length < s.words.length - 1 &&
          s.candidates.some(([first, last]) => first <= i && i <= last)
        ? ' candidate'
        : '';
  return element(
    'button',
    {
      type: 'button',
      class: 'chip' + role + (isKnown(word) ? '' : ' strange'),
      onclick: () => chooseWord(side, i),
    },
    element('bdi', {dir: 'auto'}, shown(word)),
    element('span', {class: 'share'}),
    element('span', {class: 'meter'}, element('i')),
  );
}

// The attention with which the answer is read, from the pronoun: the pointer's; where the answer is
// a name, that of the chosen head.
function readOutRow(side, reading) {
  const {layers} = app.model.architecture,
    {pronoun} = app.sentences[side];
  if (reading.pointer) return attentionRow(reading, layers, 0, pronoun, 2, side);
  if (layers > 0) return attentionRow(reading, state.layer, currentHead(), pronoun, 2, side);
  return new Float64Array(app.sentences[side].words.length).fill(NaN);
}

// With the pointer chosen only the pronoun asks, so another word is shown by the layer below.
function chooseWord(side, i) {
  const layer =
    isPointer() && i !== app.sentences[side].pronoun ? Math.max(state.layer - 1, 0) : state.layer;
  update({
    side,
    from: i === app.sentences[side].pronoun ? null : i,
    to: null,
    layer: app.model.architecture.layers > 0 ? layer : state.layer,
  });
}

function buildSwap(side, place) {
  const word = app.sentences[side].words[place],
    turn = (by) => {
      const all = app.clues,
        next = all[(all.indexOf(word) + by + all.length) % all.length];
      const own = state.own.slice();
      own[side] = typedForm(withWord(app.sentences[side], place, next));
      app.focusSwap = [side, place, by];
      update({own});
    };
  const press = (event) => {
    const [, right] = arrowOf(event);
    if (!right) return;
    event.preventDefault();
    turn(right);
  };
  return element(
    'span',
    {class: 'swap', role: 'group', 'aria-label': say('swap', shown(word)), onkeydown: press},
    element(
      'button',
      {type: 'button', 'aria-label': say('previousWord'), onclick: () => turn(-1)},
      '←',
    ),
    element('bdi', {}, shown(word)),
    element('button', {type: 'button', 'aria-label': say('nextWord'), onclick: () => turn(1)}, '→'),
  );
}

function buildTyping(side) {
  const field = element('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    dir: 'auto',
  });
  const message = element('p', {class: 'warning', role: 'status'});
  field.value = typedForm(app.sentences[side]);
  const read = () => {
    const {message: problem} = parseSentence(field.value),
      own = state.own.slice();
    setText(message, problem ?? '');
    if (problem) return;
    own[side] = field.value;
    update({own, from: null, to: null});
  };
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') read();
  });
  return element(
    'div',
    {},
    element(
      'div',
      {class: 'row typing'},
      element('label', {class: 'grow'}, element('span', {}, say('type')), field),
      element('button', {type: 'button', onclick: read}, say('read')),
    ),
    message,
  );
}

function drawCard(card, side) {
  const s = app.sentences[side],
    reading = app.readings[side],
    before = app.unchanged[side];
  const row = readOutRow(side, reading);
  card.querySelectorAll('.chip').forEach((chip, i) => drawChip(chip, row[i], i === asker(side)));
  drawVerdict(card.querySelector('.verdict'), side);
  const unknown = [...new Set(s.words.filter((word) => !isKnown(word)))].map(shown);
  setText(card.querySelector('.unknown'), unknown.length ? say('unknown', unknown.join(', ')) : '');
  drawBars(card.querySelector('.bars'), s, reading);
  setText(
    card.querySelector('.before'),
    !changes()
      ? ''
      : [
          say('before', answerText(s, before)),
          say(before.best === reading.best ? 'sameAnswer' : 'answerChanged'),
        ].join(' — '),
  );
  if (app.focusSwap && app.focusSwap[0] === side) refocusSwap(card, s);
}

function drawChip(chip, share, asks) {
  chip.classList.toggle('asks', asks);
  chip.setAttribute('aria-pressed', asks);
  setText(chip.children[1], cellText(share));
  chip.querySelector('i').style.width = Number.isNaN(share) ? '0' : (100 * share).toFixed(1) + '%';
}

function drawVerdict(node, side) {
  const s = app.sentences[side],
    reading = app.readings[side],
    right = isRight(side, reading);
  keyed(
    node,
    [
      language,
      s.pronoun,
      s.words.join(' '),
      reading.best,
      right,
      percentText(reading.answers[reading.best]),
    ].join('|'),
    () => [
      element(
        'bdi',
        {},
        say('means', shown(s.words[s.pronoun]), phrase(s, s.candidates[reading.best])),
      ),
      element('span', {class: 'share'}, ' ' + percentText(reading.answers[reading.best]) + ' '),
      Number.isNaN(right)
        ? ''
        : element(
            'span',
            {class: right ? 'good' : 'bad'},
            right ? '✓ ' + say('right') : '✗ ' + say('wrong'),
          ),
    ],
  );
}

// The five best candidates.
function drawBars(node, s, reading) {
  const order = s.candidates.map((_, i) => i);
  if (order.length > 5) order.sort((a, b) => reading.answers[b] - reading.answers[a]);
  const best = order.slice(0, 5);
  keyed(node, best.map((i) => phrase(s, s.candidates[i])).join('|'), () =>
    best.map((i) =>
      element(
        'div',
        {class: 'bar-row'},
        element('bdi', {dir: 'auto'}, phrase(s, s.candidates[i])),
        element('span', {class: 'track'}, element('i')),
        element('span', {class: 'share'}),
      ),
    ),
  );
  best.forEach((i, at) => {
    const line = node.children[at],
      share = reading.answers[i];
    line.querySelector('i').style.width = (100 * share).toFixed(1) + '%';
    setText(line.querySelector('.share'), percentText(share));
  });
}

// The button that was pressed is a new one now.
function refocusSwap(card, s) {
  const [, place, by] = app.focusSwap,
    swap = card.querySelectorAll('.swap')[cluePlaces(s).indexOf(place)];
  if (swap) swap.querySelectorAll('button')[by > 0 ? 1 : 0].focus();
  app.focusSwap = null;
}
