// Section "Map of the words": the word vectors in two dimensions, and who is near whom.

function prepareMap() {
  const {words} = app.sentences[0],
    first = app.ids.get(words.find((word) => app.mentions.has(word)) ?? words[0]) ?? 2;
  if (state.word === null) state.word = app.fresh.word = first;
  find('#map-word').onchange = (event) => update({word: Number(event.target.value)});
  find('#copy-vectors').onclick = () => copyText(vectorsAsText());
}

const vectorOf = (table, id) =>
  table.subarray(id * app.model.architecture.width, (id + 1) * app.model.architecture.width);

// Mean and covariance of the final vectors, [D] and [D, D].
function spread() {
  const {width} = app.model.architecture,
    table = app.model.embeddings(app.model.times.length - 1),
    mean = new Float64Array(width),
    covariance = new Float64Array(width * width);
  for (const id of app.ids.values())
    for (let d = 0; d < width; ++d) mean[d] += table[id * width + d] / app.ids.size;
  for (const id of app.ids.values()) {
    const away = mean.map((m, d) => table[id * width + d] - m);
    for (let d = 0; d < width; ++d)
      for (let e = 0; e < width; ++e) covariance[d * width + e] += away[d] * away[e];
  }
  return {mean, covariance};
}

// The two directions in which the final vectors differ most: power iteration on their covariance,
// begun in a fixed direction, the second kept orthogonal to the first.
function principalAxes() {
  const {width} = app.model.architecture,
    {mean, covariance} = spread(),
    axes = [],
    shares = [];
  let total = 0;
  for (let d = 0; d < width; ++d) total += covariance[d * width + d];
  while (axes.length < 2) {
    let axis = Float64Array.from({length: width}, (_, d) => Math.sin(d + 1 + axes.length)),
      variance = 0;
    for (let turn = 0; turn < 60; ++turn) {
      let next = multiply(axis, covariance, width);
      for (const other of axes) {
        const along = dot(next, 0, other, 0, width);
        next = next.map((x, d) => x - along * other[d]);
      }
      variance = Math.sqrt(dot(next, 0, next, 0, width));
      axis = next.map((x) => x / (variance || 1));
    }
    axes.push(axis);
    shares.push(total ? variance / total : 0);
  }
  return {mean, axes, shares};
}

function drawMap() {
  const choice = find('#map-word');
  keyed(choice, 'words', () =>
    [...app.ids].map(([word, id]) => element('option', {value: id}, shown(word))),
  );
  choice.value = state.word;
  app.axes ??= principalAxes();
  setText(find('#map-axes'), say('mapAxes', ...app.axes.shares.map(percentText)));
  const neighbours = neighboursOf(state.word);
  drawMapPicture(new Set(neighbours.map(([id]) => id)));
  drawNeighbours(neighbours);
}

// Words of one kind share a mark: the candidates, the clues, and all others.
function kindOf(word) {
  return app.mentions.has(word) ? 'noun' : app.clues.includes(word) ? 'clue' : 'other';
}

function mapPicture(words, wide) {
  const mark = (kind) =>
    kind === 'clue'
      ? drawing('rect', {x: -3, y: -3, width: 6, height: 6})
      : drawing('circle', {r: 3.2});
  return drawing(
    'svg',
    {viewBox: `0 0 ${wide} 400`, class: 'map', role: 'img', 'aria-label': say('mapTitle')},
    words.map(([word, id]) =>
      drawing(
        'g',
        {class: kindOf(word), onclick: () => update({word: id})},
        mark(kindOf(word)),
        drawing('text', {x: 5, y: 4}, shown(word)),
      ),
    ),
  );
}

// Where words stand in a picture `wide` pixels wide: the farthest along each axis at its edge.
function mapPoints(words, wide) {
  const table = app.model.embeddings(state.time),
    {mean, axes} = app.axes;
  const along = axes.map((axis) =>
    words.map(([, id]) =>
      vectorOf(table, id).reduce((sum, x, d) => sum + (x - mean[d]) * axis[d], 0),
    ),
  );
  const [x, y] = along.map((places) => {
    const reach = Math.max(...places.map(Math.abs), 1e-9);
    return places.map((place) => place / reach);
  });
  return words.map((_, i) => [(wide - 50) / 2 + ((wide - 110) / 2) * x[i], 200 - 185 * y[i]]);
}

function drawMapPicture(near) {
  const node = find('#map-picture'),
    words = [...app.ids].slice(0, 400),
    wide = Math.min(app.pictureWidth, 800),
    points = mapPoints(words, wide);
  keyed(node, language + '|' + wide, () => mapPicture(words, wide));
  const rank = ([word, id]) =>
    id === state.word ? 0 : near.has(id) ? 1 : kindOf(word) === 'other' ? 3 : 2;
  const names = words.map(([word]) => shown(word)),
    named = roomForNames(points, names, words.map(rank));
  words.forEach(([, id], i) => {
    const mark = node.firstChild.children[i];
    mark.setAttribute('transform', `translate(${points[i].map((x) => x.toFixed(1)).join(' ')})`);
    mark.classList.toggle('chosen', id === state.word);
    mark.classList.toggle('near', near.has(id));
    mark.classList.toggle('named', named.has(i));
  });
}

// Which points can have their name beside them without covering another; the lowest ranks first.
function roomForNames(points, names, ranks) {
  const placed = [],
    named = new Set();
  const order = [...points.keys()].sort((a, b) => ranks[a] - ranks[b]);
  for (const i of order) {
    const [x, y] = points[i],
      width = 6 + 6.4 * [...names[i]].reduce((sum, c) => sum + (c > '\u2e80' ? 1.8 : 1), 0);
    const free = placed.every(
      ([left, top, right]) => x > right || x + width < left || Math.abs(y - top) > 11,
    );
    if (!free && ranks[i] > 0) continue;
    placed.push([x, y, x + width]);
    named.add(i);
  }
  return named;
}

// The five nearest words, as [id, cosine].
function neighboursOf(word) {
  const table = app.model.embeddings(state.time),
    {width} = app.model.architecture;
  const product = (a, b) => dot(table, a * width, table, b * width, width),
    length = (id) => Math.sqrt(product(id, id)) || 1;
  return [...app.ids.values()]
    .filter((id) => id !== word)
    .map((id) => [id, product(id, word) / length(id) / length(word)])
    .sort((a, b) => b[1] - a[1])
    .slice(0, 5);
}

function drawNeighbours(neighbours) {
  const {vocabulary} = app.data;
  setText(find('#map-neighbours h3'), say('neighbours', shown(vocabulary[state.word])));
  showTable(
    find('#map-neighbours div'),
    ['', say('cosine')],
    neighbours.map(([id, cosine]) => [shown(vocabulary[id]), plain(cosine, 3)]),
  );
}

function vectorsAsText() {
  const table = app.model.embeddings(state.time);
  return [...app.ids]
    .map(([word, id]) => [shown(word), ...vectorOf(table, id)].join('\t'))
    .join('\n');
}
