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

// The two directions in which the final vectors differ most: power iteration on their covariance,
// begun in a fixed direction, the second made orthogonal to the first.
function principalAxes() {
  const {width} = app.model.architecture,
    table = app.model.embeddings(app.model.times.length - 1);
  const ids = [...app.ids.values()],
    mean = new Float64Array(width);
  for (const id of ids)
    vectorOf(table, id).forEach((x, d) => {
      mean[d] += x / ids.length;
    });
  const rows = ids.map((id) => Float64Array.from(vectorOf(table, id), (x, d) => x - mean[d]));
  const total = rows.reduce((sum, row) => sum + dot(row, 0, row, 0, width), 0),
    axes = [],
    shares = [];
  while (axes.length < Math.min(2, width)) {
    let axis = Float64Array.from({length: width}, (_, d) => Math.sin(d + 1 + axes.length));
    let variance = 0;
    for (let turn = 0; turn < 60; ++turn) {
      const next = new Float64Array(width);
      for (const row of rows) {
        const along = dot(row, 0, axis, 0, width);
        row.forEach((x, d) => {
          next[d] += along * x;
        });
      }
      for (const other of axes) {
        const along = dot(next, 0, other, 0, width);
        other.forEach((x, d) => {
          next[d] -= along * x;
        });
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
  setText(
    find('#map-axes'),
    say('mapAxes', ...app.axes.shares.concat(0).slice(0, 2).map(percentText)),
  );
  drawMapPicture();
  drawNeighbours();
}

// Words of one kind share a mark: the candidates, the clues, and all others.
function kindOf(word) {
  return app.mentions.has(word) ? 'noun' : app.clues.includes(word) ? 'clue' : 'other';
}

function drawMapPicture() {
  const node = find('#map-picture'),
    words = [...app.ids].slice(0, 400),
    {width} = app.model.architecture,
    wide = Math.min(app.pictureWidth, 800);
  keyed(node, 'map' + wide, () =>
    drawing(
      'svg',
      {viewBox: `0 0 ${wide} 400`, class: 'map', role: 'img', 'aria-label': say('mapTitle')},
      words.map(([word, id]) =>
        drawing(
          'g',
          {class: kindOf(word), onclick: () => update({word: id})},
          drawing(
            kindOf(word) === 'clue' ? 'rect' : 'circle',
            kindOf(word) === 'clue' ? {x: -3, y: -3, width: 6, height: 6} : {r: 3.2},
          ),
          drawing('text', {x: 5, y: 4}, shown(word)),
        ),
      ),
    ),
  );
  const table = app.model.embeddings(state.time),
    {mean, axes} = app.axes;
  const places = words.map(([, id]) =>
    axes.map((axis) => {
      const vector = vectorOf(table, id);
      let along = 0;
      for (let d = 0; d < width; ++d) along += (vector[d] - mean[d]) * axis[d];
      return along;
    }),
  );
  const reach = [0, 1].map((k) =>
    Math.max(...places.map((place) => Math.abs(place[k] ?? 0)), 1e-9),
  );
  const near = new Set(neighboursOf(state.word).map(([id]) => id));
  const points = places.map(([x, y]) => [
    (wide - 50) / 2 + ((wide - 110) / 2) * ((x ?? 0) / reach[0]),
    200 - (185 * (y ?? 0)) / reach[1],
  ]);
  const rank = ([word, id]) =>
    id === state.word ? 0 : near.has(id) ? 1 : kindOf(word) === 'other' ? 3 : 2;
  const named = roomForNames(
    points,
    words.map(([word]) => shown(word)),
    words.map(rank),
  );
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

function neighboursOf(word) {
  const table = app.model.embeddings(state.time),
    {width} = app.model.architecture;
  const length = (id) => Math.sqrt(dot(table, id * width, table, id * width, width)) || 1;
  return [...app.ids.values()]
    .filter((id) => id !== word)
    .map((id) => [
      id,
      dot(table, id * width, table, word * width, width) / length(id) / length(word),
    ])
    .sort((a, b) => b[1] - a[1])
    .slice(0, 5);
}

function drawNeighbours() {
  const {vocabulary} = app.data;
  find('#map-neighbours').replaceChildren(
    element('h3', {}, say('neighbours', shown(vocabulary[state.word]))),
    tableOf(
      ['', say('cosine')],
      neighboursOf(state.word).map(([id, cosine]) => [shown(vocabulary[id]), plain(cosine, 3)]),
      {class: 'numbers'},
    ),
  );
}

function vectorsAsText() {
  const table = app.model.embeddings(state.time);
  return [...app.ids]
    .map(([word, id]) => [shown(word), ...vectorOf(table, id)].join('\t'))
    .join('\n');
}
