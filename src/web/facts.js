// Sections "What this is worth" and "The run": what the program measured, and how to repeat it.

function drawHonesty() {
  const {rivals, splits, heads, seeds} = app.data.findings;
  keyed(find('#honesty-facts'), language, () => [
    element(
      'div',
      {class: 'facts'},
      honestFacts().map(([number, text]) =>
        element('div', {class: 'fact'}, element('strong', {}, number), element('span', {}, text)),
      ),
    ),
    element(
      'p',
      {},
      say('caveat'),
      app.model.architecture.readout === 'pointer' ? ' ' + say('caveatPointer') : '',
    ),
  ]);
  keyed(find('#honesty-scores'), language, () =>
    seeds.length ? seedTable(seeds) : scoreTable(rivals, splits),
  );
  keyed(find('#honesty-heads'), language, () => (heads.length ? headTable(heads) : []));
}

// Numbers and what they are; those that were not measured are left out.
function honestFacts() {
  const {rivals, splits, main, cuts, heads, seeds} = app.data.findings,
    own = rivals.length ? rivals[0].scores[main] : null,
    layerHeads = heads.filter((head) => head.name !== 'pointer');
  return [
    own && [percentText(own[4]), say('honestAccuracy', splits[main])],
    own && [percentText(own[3] ?? own[2]), say('honestTwins')],
    layerHeads.length && [
      percentText(Math.max(...layerHeads.map((head) => head.flip))),
      say('honestFlip'),
    ],
    cuts.whole !== null && [percentText(cuts.both), say('honestCut')],
    cuts.whole !== null && [percentText(cuts.random), say('honestRandom')],
    [String(Math.max(seeds.length, 1)), say('honestSeeds')],
  ].filter(Boolean);
}

function headTable(heads) {
  return tableOf(
    say('headMeasures').split('|'),
    heads.map((head) => [
      head.name === 'pointer' ? say('pointer') : head.name,
      ...[head.mass, head.candidates, head.twins, head.flip].map(percentText),
    ]),
    {class: 'numbers'},
  );
}

function scoreTable(rivals, splits) {
  const head = [
    say('model'),
    ...splits.flatMap((split) => [
      split + ' ' + say('plainShort'),
      split + ' ' + say('contrastiveShort'),
    ]),
  ];
  return tableOf(
    head,
    rivals.map(({name, scores}) => [
      name,
      ...scores.flatMap((score) => [percentText(score[0]), percentText(score[1])]),
    ]),
    {class: 'numbers'},
  );
}

function seedTable(seeds) {
  return tableOf(
    [
      say('seed'),
      say('plainShort'),
      say('contrastiveShort'),
      say('honestTwins'),
      say('flip', ''),
      say('cutBoth'),
      say('cutRandom'),
    ],
    seeds.map(({seed, score, flip, cuts}) => [
      String(seed),
      percentText(score[0]),
      percentText(score[1]),
      percentText(score[3] ?? score[2]),
      percentText(flip),
      percentText(cuts.both),
      percentText(cuts.random),
    ]),
    {class: 'numbers'},
  );
}

function prepareRun() {
  find('#copy-command').onclick = () => copyText(app.data.command);
  setText(find('#command'), app.data.command);
  setText(find('#printed'), app.data.tables);
}

function drawRun() {
  const {config, compiler, version, vocabulary} = app.data;
  keyed(find('#run-facts'), language, () =>
    tableOf(
      [say('setting'), say('valueHead')],
      [
        ...config
          .trim()
          .split('\n')
          .map((line) => line.split(' = ')),
        [say('compiler'), compiler],
        ['heed', version],
      ].map(([name, value]) => [name, value ?? '']),
      {class: 'numbers'},
    ),
  );
  keyed(find('#run-files'), language, () =>
    ['filesBeside', 'gradients'].map((key) => element('p', {}, say(key))),
  );
  setText(find('#words-title'), say('wordsTitle', vocabulary.length - 2));
  keyed(find('#vocabulary'), language, () =>
    vocabulary.slice(2).flatMap((word) => [element('bdi', {}, shown(word)), ' ']),
  );
  keyed(find('#keys-list'), language, () => {
    const parts = say('keyList').split('|');
    return tableOf(
      ['', ''],
      parts.filter((_, i) => i % 2 === 0).map((key, i) => [key, parts[2 * i + 1]]),
    );
  });
}
