// What is chosen (kept in the address, so that a link reopens the view), and what follows from it.

const app = {
  pending: 0, // a frame is asked for, in which the page is drawn
  inSight: new Set(['answer', 'lines']), // sections, until the browser says which
  stale: new Set(), // sections that show an older state
};

const state = {
  pair: 0, // of the sentences that came with the run
  own: [null, null], // a typed form in their place
  side: 0, // A or B, where one sentence is looked at
  layer: 0, // the one behind the last is the pointer
  head: 0,
  mean: false, // the mean of the layer's heads, instead of one
  from: null, // the word that asks; null: the pronoun
  to: null, // the word that is looked at; null: the one looked at most
  time: 0,
  cuts: [],
  unscaled: false,
  temperature: 1,
  kind: 2, // of numbers in the matrix: 0 score, 1 scaled, 2 softmax
  back: false, // lines to those who look at the word, instead of from it
  threshold: 0.1, // the least share that gets a line
  hidden: [], // heads without lines
  step: 0, // of the arithmetic of one cell
  log: true, // the scale of the loss curve
  word: null, // on the map
};

// ---- the address --------------------------------------------------------------------------------

const cutText = ({layer, head, from, to}) => [layer, head ?? '', from ?? '', to ?? ''].join('.');
function cutFrom(text) {
  const [layer, head, from, to] = text
    .split('.')
    .map((part) => (part === '' ? null : Number(part)));
  return {layer, head: head ?? null, from: from ?? null, to: to ?? null};
}

// The numbers and switches that the address holds, and the largest that each may be.
const addressLimits = () => ({
  pair: app.data.pairs.length - 1,
  side: 1,
  layer: app.lastLayer,
  head: app.model.architecture.heads - 1,
  mean: 1,
  from: 1e4,
  to: 1e4,
  time: app.model.times.length - 1,
  unscaled: 1,
  temperature: 4,
  kind: 2,
  back: 1,
  threshold: 0.5,
  step: STEPS.length - 1,
  log: 1,
  word: app.data.vocabulary.length - 1,
});

function writeAddress() {
  const parts = new URLSearchParams();
  for (const key of Object.keys(addressLimits()))
    if (state[key] !== app.fresh[key]) parts.set(key, String(Number(state[key] ?? -1)));
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
    list = (key) => (parts.get(key) || '').split(',').filter(Boolean);
  for (const [key, most] of Object.entries(addressLimits())) {
    const value = Number(parts.get(key) ?? NaN);
    if (!(value >= 0 && value <= most)) continue;
    if (typeof state[key] === 'boolean') state[key] = value === 1;
    else if (key === 'threshold') state.threshold = value;
    else if (key === 'temperature') state.temperature = value || 1;
    else state[key] = Math.floor(value);
  }
  state.own = ['A', 'B'].map((name) => parts.get(name));
  state.cuts = list('cut')
    .map(cutFrom)
    .filter((cut) => cut.layer >= 0 && cut.layer <= app.model.architecture.layers);
  state.hidden = list('hidden').map(Number);
  if (parts.has('lang')) language = parts.get('lang') === 'zh' ? 1 : 0;
}

// ---- what is chosen -----------------------------------------------------------------------------

// Both sentences of the pair, or what a reader typed in their place.
function chooseSentences() {
  const pair = app.data.pairs[state.pair];
  app.sentences = [pair.first, pair.second ?? null].map((given, i) => {
    const typed = state.own[i] === null ? null : parseSentence(state.own[i]);
    return typed && typed.sentence ? typed.sentence : given;
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
const layerName = (layer) => (isPointer(layer) ? say('pointer') : say('layer', layer + 1));
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
  if (head !== null) return factor === 1 ? row(head) : row(head).map((value) => value * factor);
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

// A whole layer, or one of its heads.
const wholeCut = (layer, head = null) => ({layer, head, from: null, to: null});

// The same cut again mends it.
function toggleCut(cut) {
  const text = cutText(cut),
    kept = state.cuts.filter((other) => cutText(other) !== text);
  update({cuts: kept.length < state.cuts.length ? kept : [...state.cuts, cut]});
}
const isCut = (cut) => state.cuts.some((other) => cutText(other) === cutText(cut));
