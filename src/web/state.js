// What is chosen (kept in the address, so that a link reopens the view), and what follows from it.

const app = {};

const state = {
  pair: 0, // of the sentences that came with the run
  own: [null, null], // a typed form in their place
  side: 0, // A or B, where one sentence is looked at
  layer: 0,
  head: 0, // the layer behind the last is the pointer
  mean: false, // of the layer's heads
  from: null,
  to: null, // words; null: the pronoun, and what it looks at most
  time: 0,
  cuts: [],
  unscaled: false,
  temperature: 1,
  kind: 2, // score, scaled, softmax
  back: false,
  threshold: 0.1,
  hidden: [], // lines: direction, least share, heads not shown
  step: 0,
  log: true,
  word: null,
};

// ---- the address --------------------------------------------------------------------------------

const cutText = ({layer, head, from, to}) => [layer, head ?? '', from ?? '', to ?? ''].join('.');
function cutFrom(text) {
  const [layer, head, from, to] = text
    .split('.')
    .map((part) => (part === '' ? null : Number(part)));
  return {layer, head: head ?? null, from: from ?? null, to: to ?? null};
}

function writeAddress() {
  const fresh = app.fresh,
    parts = new URLSearchParams();
  for (const key of [
    'pair',
    'side',
    'layer',
    'head',
    'mean',
    'from',
    'to',
    'time',
    'unscaled',
    'temperature',
    'kind',
    'back',
    'threshold',
    'step',
    'log',
    'word',
  ]) {
    if (state[key] !== fresh[key]) parts.set(key, String(Number(state[key] ?? -1)));
  }
  state.own.forEach((text, i) => {
    if (text !== null) parts.set('AB'[i], text);
  });
  if (state.cuts.length) parts.set('cut', state.cuts.map(cutText).join(','));
  if (state.hidden.length) parts.set('hidden', state.hidden.join(','));
  if (language !== app.ownLanguage) parts.set('lang', language ? 'zh' : 'en');
  const text = parts.toString();
  if (location.hash.slice(1) !== text) history.replaceState(null, '', '#' + text);
}

// An address may come from anywhere: what does not fit is left at its default.
function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1)),
    {layers, heads} = app.model.architecture;
  const most = {
    pair: app.data.pairs.length - 1,
    side: 1,
    layer: app.lastLayer,
    head: heads - 1,
    mean: 1,
    from: 1e4,
    to: 1e4,
    time: app.model.times.length - 1,
    unscaled: 1,
    temperature: 4,
    kind: 2,
    back: 1,
    threshold: 0.5,
    step: 7,
    log: 1,
    word: app.data.vocabulary.length - 1,
  };
  for (const [key, limit] of Object.entries(most)) {
    const value = Number(parts.get(key) ?? NaN);
    if (!(value >= 0 && value <= limit)) continue;
    state[key] =
      typeof state[key] === 'boolean'
        ? value === 1
        : ['temperature', 'threshold'].includes(key)
          ? value || state[key]
          : Math.floor(value);
  }
  ['A', 'B'].forEach((name, i) => {
    state.own[i] = parts.get(name);
  });
  state.cuts = (parts.get('cut') || '')
    .split(',')
    .filter(Boolean)
    .map(cutFrom)
    .filter((cut) => cut.layer >= 0 && cut.layer <= layers);
  state.hidden = (parts.get('hidden') || '').split(',').filter(Boolean).map(Number);
  if (parts.has('lang')) language = parts.get('lang') === 'zh' ? 1 : 0;
}

// ---- what is chosen -----------------------------------------------------------------------------

// Both sentences of the pair, or what a reader typed in their place.
function chooseSentences() {
  const pair = app.data.pairs[state.pair];
  app.sentences = [pair.first, pair.second ?? null].map((given, i) => {
    const typed = state.own[i] === null ? null : parseSentence(state.own[i]);
    return typed && typed.sentence ? typed.sentence : given && withIds(given);
  });
  if (!app.sentences[1]) state.side = 0;
  limitWords();
}

// Words that the sentence looked at does not have are not chosen.
function limitWords() {
  const length = app.sentences[state.side].words.length;
  if (state.from >= length) state.from = null;
  if (state.to >= length) state.to = null;
}

const sentence = () => app.sentences[state.side];
const isPointer = (layer = state.layer) => layer === app.model.architecture.layers;
const asker = (side = state.side) =>
  Math.min(
    isPointer() || state.from === null ? app.sentences[side].pronoun : state.from,
    app.sentences[side].words.length - 1,
  );
function lookedAt() {
  if (state.to !== null) return state.to;
  const row = attentionRow(app.readings[state.side], state.layer, currentHead(), asker());
  return row.reduce((best, share, i) => (share > row[best] ? i : best), 0);
}
const currentHead = () => (state.mean && !isPointer() ? null : state.head);
function headName(layer = state.layer, head = currentHead()) {
  if (isPointer(layer)) return say('pointer');
  return head === null ? say('layerMean', layer + 1) : say('layerHead', layer + 1, head + 1);
}
const changes = () => state.cuts.length > 0 || state.unscaled || state.temperature !== 1;
const sides = () => (app.sentences[1] ? [0, 1] : [0]);

// What one word asks of all others, as numbers of one kind; null as head: the mean of the heads.
// The pointer asks from the pronoun alone.
function attentionRow(reading, layer, head, from, kind = 2, side = state.side) {
  const length = reading.encoded.length / app.model.architecture.width;
  const factor = kind === 1 ? app.model.factor(layer, state) : 1;
  if (isPointer(layer)) {
    if (!reading.pointer || from !== app.sentences[side].pronoun)
      return new Float64Array(length).fill(NaN);
    return reading.pointer[kind === 2 ? 'weights' : 'scores'].map((value) => value * factor);
  }
  const all = reading.layers[layer][kind === 2 ? 'weights' : 'scores'];
  const row = (h) => all.subarray((h * length + from) * length, (h * length + from + 1) * length);
  if (head !== null) return row(head).map((value) => value * factor);
  const mean = new Float64Array(length),
    {heads} = app.model.architecture;
  for (let h = 0; h < heads; ++h)
    row(h).forEach((value, j) => {
      mean[j] += (value * factor) / heads;
    });
  return mean;
}

// The share of attention a head gives the right words of a sentence; NaN where none is marked.
function rightMass(side, reading, layer, head) {
  const {candidates, pronoun} = app.sentences[side];
  if (!candidates.some(([, , right]) => right)) return NaN;
  const row = attentionRow(reading, layer, head, pronoun, 2, side);
  return candidates.reduce(
    (sum, [first, last, right]) =>
      sum + (right ? row.slice(first, last + 1).reduce((a, b) => a + b, 0) : 0),
    0,
  );
}
function flipScore(readings, layer, head) {
  if (!app.sentences[1]) return NaN;
  return Math.min(...sides().map((side) => rightMass(side, readings[side], layer, head)));
}
// 1 where the best candidate is right, 0 where it is not, NaN where nobody said.
function isRight(side, reading) {
  const {candidates} = app.sentences[side];
  if (!candidates.some(([, , right]) => right)) return NaN;
  return candidates[reading.best][2] ? 1 : 0;
}

// The same cut again mends it.
function toggleCut(cut) {
  const text = cutText(cut),
    kept = state.cuts.filter((other) => cutText(other) !== text);
  update({cuts: kept.length < state.cuts.length ? kept : [...state.cuts, cut]});
}
const isCut = (cut) => state.cuts.some((other) => cutText(other) === cutText(cut));
