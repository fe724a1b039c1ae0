// Section "Cut and see": what the answers need.

let search = null; // the cuts tried one by one, for one choice of sentences and time

function prepareCuts() {
  find('#search-cuts').onclick = () => {
    search = {key: searchKey(), ...tryAllEdges()};
    update();
  };
}

const searchKey = () => [state.time, ...app.sentences.map((s) => s && s.words.join(' '))].join('|');

function drawCuts() {
  const {layers, heads} = app.model.architecture;
  const parts = range(layers).flatMap((layer) => [
    wholeCut(layer),
    ...range(heads).map((head) => wholeCut(layer, head)),
  ]);
  const node = find('#cut-parts');
  keyed(node, language, () =>
    parts.map((cut) =>
      element(
        'button',
        {type: 'button', class: 'toggle', onclick: () => toggleCut(cut)},
        cutName(cut),
      ),
    ),
  );
  parts.forEach((cut, i) => node.children[i].setAttribute('aria-pressed', isCut(cut)));
  drawCutList();
  drawCutEffect();
  drawSearch();
  drawCutTable();
}

function cutName({layer, head, from, to}, side = state.side) {
  const place = head === null ? layerName(layer) : headName(layer, head);
  const word = (i) => shown(app.sentences[side].words[i] ?? String(i + 1));
  return place + (from === null ? '' : ': ' + word(from) + ' → ' + word(to));
}

function drawCutList() {
  const node = find('#cut-list');
  keyed(
    node,
    language + state.side + state.cuts.map(cutText).join(',') + sentence().words.join(' '),
    () =>
      state.cuts.length === 0
        ? element('span', {class: 'muted'}, say('nothingCut'))
        : [
            ...state.cuts.map((cut) =>
              element(
                'button',
                {type: 'button', class: 'cut-chip', onclick: () => toggleCut(cut)},
                '✂ ' + cutName(cut) + ' ✕',
              ),
            ),
            element('button', {type: 'button', onclick: () => update({cuts: []})}, say('restore')),
          ],
  );
}

function drawCutEffect() {
  const lines = sides().map((side) => {
    const s = app.sentences[side],
      now = app.readings[side],
      before = app.unchanged[side];
    const verdict = say(now.best === before.best ? 'sameAnswer' : 'answerChanged');
    return `${say('nowAnswer', 'AB'[side], answerText(s, before), answerText(s, now))} (${verdict})`;
  });
  setText(find('#cut-effect'), changes() ? lines.join('; ') + '.' : '');
}

// ---- every edge alone ---------------------------------------------------------------------------

// The answer that a cut is measured on: the right candidate's, or the best one's.
function measuredAnswer(side) {
  const {candidates} = app.sentences[side],
    right = candidates.findIndex(([, , isRight]) => isRight);
  return right >= 0 ? right : app.model.read(app.sentences[side], state.time).best;
}

function tryAllEdges() {
  const found = [];
  let tried = 0;
  for (const side of sides()) {
    const s = app.sentences[side],
      answer = measuredAnswer(side),
      length = s.words.length;
    const before = app.model.read(s, state.time);
    for (let layer = 0; layer <= app.lastLayer; ++layer) {
      for (let from = 0; from < length; ++from) {
        if (isPointer(layer) && from !== s.pronoun) continue;
        for (let to = 0; to < length && tried < 4000; ++to, ++tried) {
          const cut = {layer, head: null, from, to};
          const after = app.model.read(s, state.time, {...UNCHANGED, cuts: [cut]});
          found.push({
            side,
            cut,
            change: after.answers[answer] - before.answers[answer],
            flips: after.best !== before.best,
          });
        }
      }
    }
  }
  found.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return {tried, found: found.slice(0, 8)};
}

function drawSearch() {
  const node = find('#cut-search'),
    current = search && search.key === searchKey() ? search : null;
  keyed(node, current ? language + search.key : '', () =>
    !current
      ? []
      : [
          element('p', {class: 'note'}, say('tried', current.tried)),
          tableOf(
            ['', say('effect'), ''],
            current.found.map((f) => [
              element(
                'button',
                {
                  type: 'button',
                  class: 'quiet',
                  onclick: () => {
                    update({side: f.side});
                    toggleCut(f.cut);
                  },
                },
                'AB'[f.side] + ' ' + cutName(f.cut, f.side),
              ),
              signedText(f.change),
              f.flips ? say('answerChanged') : say('sameAnswer'),
            ]),
            {class: 'numbers'},
          ),
        ],
  );
}

// ---- on the test sentences, measured by the program ---------------------------------------------

function drawCutTable() {
  const {cuts, ablations, splits, main} = app.data.findings;
  setText(find('#cuts-test'), say('cutsTest', splits[main]));
  keyed(find('#cut-table'), language, () => {
    const name = (part) => {
      const [, layer, head] = /^L(\d+)(?: H(\d+))?$/.exec(part);
      return head ? say('cutHead', layer, head) : say('cutLayer', layer);
    };
    const named = {
      pronoun: 'cutPronoun',
      candidates: 'cutCandidates',
      both: 'cutBoth',
      random: 'cutRandom',
      antecedent: 'cutAntecedent',
      others: 'cutOthers',
    };
    const rows = [
      ...Object.entries(named).map(([key, text]) => [say(text), cuts[key]]),
      ...ablations.map(({part, right}) => [name(part), right]),
    ]
      .filter(([, right]) => right !== null)
      .sort((a, b) => a[1] - b[1]);
    if (cuts.whole === null) return element('p', {class: 'muted'}, say('noTwin'));
    return tableOf(
      [say('part'), say('answersRight')],
      [...rows, [say('cutWhole'), cuts.whole]].map(([text, right]) => [text, percentText(right)]),
      {class: 'numbers'},
    );
  });
}
