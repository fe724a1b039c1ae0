// The model behind the page: weights, and what they make of a sentence. Knows nothing of the page.
//
//   model.architecture                layers, heads, width, positions, readout, …
//   new ScriptModel(data, snapshots)  snapshots(): the half-precise weights of the kept moments, in
//                                     base64; asked for with the first of them
//   model.times                       the moments of the training that are kept: {step, exact}
//   model.read(sentence, time, change) → reading
//   model.embeddings(time)            the word vectors: one row of `width` numbers a word
//
//   sentence  {words, ids, pronoun, candidates: [[first, last, right], …]}
//   change    {cuts: [{layer, head, from, to}], unscaled, temperature}; in a cut, null stands for
//             all. The layer behind the last one is the pointer.
//   reading   {layers: [{input, normed, query, key, value, scores, weights, heard, output}],
//              encoded, pointer: {query, scores, weights} or null, logAnswer, answers}
//             Arrays row by row: [T, D], and [H, T, T] for scores (q·k as it is) and weights.

function bytesOf(base64) {
  const text = atob(base64),
    bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

// Half precision: sign, 5 bits of exponent, 10 of fraction.
function floatsOfHalves(halves) {
  return Float32Array.from(halves, (bits) => {
    const exponent = (bits >> 10) & 31,
      fraction = bits & 1023,
      sign = bits & 0x8000 ? -1 : 1;
    if (exponent === 31) return fraction ? NaN : sign * Infinity;
    return sign * (exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24);
  });
}

// x [rows, n] times w [n, m].
function multiply(x, w, n) {
  const rows = x.length / n,
    m = w.length / n,
    out = new Float64Array(rows * m);
  for (let r = 0; r < rows; ++r) {
    for (let i = 0; i < n; ++i) {
      const factor = x[r * n + i],
        at = r * m,
        from = i * m;
      for (let j = 0; j < m; ++j) out[at + j] += factor * w[from + j];
    }
  }
  return out;
}

function dot(a, i, b, j, n) {
  let sum = 0;
  for (let d = 0; d < n; ++d) sum += a[i + d] * b[j + d];
  return sum;
}

// Each row of x [T, D] shifted to mean 0 and stretched to variance 1, then gain and bias.
function layerNorm(x, gain, bias) {
  const n = gain.length,
    out = new Float64Array(x.length);
  for (let at = 0; at < x.length; at += n) {
    let mean = 0,
      variance = 0;
    for (let d = 0; d < n; ++d) mean += x[at + d] / n;
    for (let d = 0; d < n; ++d) variance += (x[at + d] - mean) ** 2 / n;
    const scale = 1 / Math.sqrt(variance + 1e-5);
    for (let d = 0; d < n; ++d) out[at + d] = (x[at + d] - mean) * scale * gain[d] + bias[d];
  }
  return out;
}

// Softmax of scores[at … at + n − 1] times factor into weights, over those that `may` allows; zeros
// where none is.
function softmaxRow(scores, at, n, factor, may, weights) {
  let top = -Infinity,
    sum = 0;
  for (let j = 0; j < n; ++j) if (may(j)) top = Math.max(top, scores[at + j] * factor);
  for (let j = 0; j < n; ++j) {
    weights[at + j] = may(j) ? Math.exp(scores[at + j] * factor - top) : 0;
    sum += weights[at + j];
  }
  if (sum > 0) for (let j = 0; j < n; ++j) weights[at + j] /= sum;
}

function logSoftmax(scores, may) {
  let top = -Infinity,
    sum = 0;
  scores.forEach((s, j) => {
    if (may(j)) top = Math.max(top, s);
  });
  scores.forEach((s, j) => {
    if (may(j)) sum += Math.exp(s - top);
  });
  return scores.map((s, j) => (may(j) ? s - top - Math.log(sum) : -Infinity));
}

const UNCHANGED = {cuts: [], unscaled: false, temperature: 1};

class ScriptModel {
  constructor(data, snapshots) {
    this.architecture = data.architecture;
    this.tensors = data.tensors;
    this.trained = data.weights;
    this.snapshots = snapshots;
    this.times = data.snapshots.map((step) => ({step, exact: false}));
    this.times.push({step: data.steps, exact: true});
    this.decoded = []; // by time
  }

  // The arrays of a time by their names, decoded when they are first asked for.
  weights(time) {
    return (this.decoded[time] ??= this.named(this.numbers(time)));
  }

  numbers(time) {
    if (this.times[time].exact) return new Float32Array(bytesOf(this.trained));
    this.halves ??= this.snapshots();
    return floatsOfHalves(new Uint16Array(bytesOf(this.halves[time])));
  }

  named(numbers) {
    const arrays = {};
    let at = 0;
    for (const {name, shape} of this.tensors) {
      const size = shape.reduce((a, b) => a * b, 1);
      arrays[name] = numbers.subarray(at, (at += size));
    }
    return arrays;
  }

  embeddings(time) {
    return this.weights(time)['embedding.table'];
  }

  // What a number of attention's scores is multiplied by before the softmax.
  factor(layer, change) {
    const {layers, width, heads, scaled} = this.architecture;
    const root = layer === layers ? Math.sqrt(width) : scaled ? Math.sqrt(width / heads) : 1;
    return 1 / ((change.unscaled ? 1 : root) * change.temperature);
  }

  // Whether a word may look at another, as a function of both.
  allowed(layer, head, change) {
    const cuts = change.cuts.filter(
      (cut) => cut.layer === layer && (cut.head === null || cut.head === head),
    );
    const {causal} = this.architecture;
    if (cuts.length === 0) return causal ? (i, j) => j <= i : () => true;
    const all = cuts.some((cut) => cut.from === null);
    const edges = new Set(cuts.map((cut) => cut.from + '-' + cut.to));
    return (i, j) => !all && (!causal || j <= i) && !edges.has(i + '-' + j);
  }

  positions(weights, length) {
    const {width, positions} = this.architecture;
    if (positions === 'learned') return weights['encoder.positions'];
    const out = new Float64Array(length * width);
    for (let t = 0; positions === 'sinusoidal' && t < length; ++t) {
      for (let d = 0; d < width; ++d) {
        const angle = t / 10000 ** ((d - (d % 2)) / width);
        out[t * width + d] = d % 2 ? Math.cos(angle) : Math.sin(angle);
      }
    }
    return out;
  }

  // Can the model read so many words?
  holds(length) {
    const {positions, longest} = this.architecture;
    return length > 0 && (positions !== 'learned' || length <= longest);
  }

  read(sentence, time, change = UNCHANGED) {
    const weights = this.weights(time),
      {width, layers} = this.architecture;
    const length = sentence.ids.length,
      table = weights['embedding.table'];
    const places = this.positions(weights, length);
    let x = new Float64Array(length * width);
    for (let i = 0; i < x.length; ++i) {
      x[i] = table[sentence.ids[Math.floor(i / width)] * width + (i % width)] + places[i];
    }
    const reading = {layers: []};
    for (let layer = 0; layer < layers; ++layer) {
      reading.layers.push(this.attend(weights, x, layer, change));
      x = reading.layers[layer].output;
    }
    reading.last = x;
    reading.encoded = layerNorm(x, weights['encoder.norm.gain'], weights['encoder.norm.bias']);
    this.answer(weights, sentence, reading, change);
    return reading;
  }

  // One block: x + attention(norm(x)).
  attend(weights, input, layer, change) {
    const {width, heads} = this.architecture,
      size = width / heads,
      length = input.length / width;
    const name = (part) => weights['encoder.blocks.' + layer + '.' + part];
    const normed = layerNorm(input, name('attention_norm.gain'), name('attention_norm.bias'));
    const query = multiply(normed, name('attention.query'), width);
    const key = multiply(normed, name('attention.key'), width);
    const value = multiply(normed, name('attention.value'), width);
    const scores = new Float64Array(heads * length * length),
      attention = scores.slice();
    const mixed = new Float64Array(input.length),
      factor = this.factor(layer, change);
    for (let h = 0; h < heads; ++h) {
      const may = this.allowed(layer, h, change);
      for (let i = 0; i < length; ++i) {
        const row = (h * length + i) * length,
          out = i * width + h * size;
        for (let j = 0; j < length; ++j) {
          scores[row + j] = dot(query, i * width + h * size, key, j * width + h * size, size);
        }
        softmaxRow(scores, row, length, factor, (j) => may(i, j), attention);
        for (let j = 0; j < length; ++j) {
          const weight = attention[row + j],
            from = j * width + h * size;
          for (let d = 0; d < size; ++d) mixed[out + d] += weight * value[from + d];
        }
      }
    }
    const heard = multiply(mixed, name('attention.output'), width);
    const output = input.map((number, i) => number + heard[i]);
    return {input, normed, query, key, value, scores, weights: attention, mixed, heard, output};
  }

  // The pointer's weights of all words, or the probability of every name; and the candidates'.
  answer(weights, sentence, reading, change) {
    const {width, layers, readout} = this.architecture,
      at = sentence.pronoun;
    const asker = reading.encoded.subarray(at * width, (at + 1) * width);
    reading.pointer = null;
    if (readout === 'pointer') {
      const query = multiply(asker, weights['pointer.query'], width);
      const scores = Float64Array.from(sentence.ids, (_, j) =>
        dot(query, 0, reading.encoded, j * width, width),
      );
      const factor = this.factor(layers, change),
        may = this.allowed(layers, 0, change);
      reading.logAnswer = logSoftmax(
        scores.map((s) => s * factor),
        (j) => may(at, j),
      );
      const shares = reading.logAnswer.map((log) => Math.exp(log) || 0);
      reading.pointer = {query, scores, weights: shares};
      reading.answers = sentence.candidates.map(([first, last]) =>
        shares.slice(first, last + 1).reduce((a, b) => a + b, 0),
      );
    } else {
      const bias = weights['namer.bias'];
      const scores = multiply(asker, weights['namer.weight'], width).map((s, i) => s + bias[i]);
      reading.logAnswer = logSoftmax(scores, () => true);
      // Candidates of one name share its probability: the name does not say which of them.
      const names = sentence.candidates.map(([, last]) => sentence.ids[last]);
      reading.answers = names.map(
        (name) =>
          Math.exp(reading.logAnswer[name]) / names.filter((other) => other === name).length,
      );
    }
    reading.best = reading.answers.indexOf(Math.max(...reading.answers));
  }
}

// How far the page's answers are from the program's, at most, over all sentences that come with
// their answers; and whether that is rounding.
function compareWithProgram(model, sentences) {
  let difference = 0,
    largest = 0;
  for (const sentence of sentences) {
    const mine = model.read(sentence, model.times.length - 1).logAnswer;
    sentence.expected.forEach((theirs, i) => {
      if (theirs === null) {
        if (mine[i] !== -Infinity) difference = Infinity;
        return;
      }
      difference = Math.max(difference, Math.abs(theirs - mine[i]));
      largest = Math.max(largest, Math.abs(theirs));
    });
  }
  return {difference, agrees: difference <= 1e-4 * Math.max(largest, 1)};
}
