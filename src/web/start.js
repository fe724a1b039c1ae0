// The page as a whole: the readings of both sentences, the order in which everything is drawn, and
// what is wired once.

// Reads the sentences, unless nothing that the model is asked has changed since.
function readAll() {
  const {time, cuts, unscaled, temperature} = state,
    asked = [...app.sentences, time, cuts, unscaled, temperature];
  if (app.asked && asked.every((part, i) => part === app.asked[i])) return;
  app.asked = asked;
  const read = (change) => app.sentences.map((s) => s && app.model.read(s, time, change));
  app.readings = read(state);
  app.unchanged = changes() ? read(UNCHANGED) : app.readings;
}

function update(changed = {}) {
  Object.assign(state, changed);
  if ('pair' in changed || 'own' in changed) {
    state.cuts = state.cuts.filter((cut) => cut.from === null);
    chooseSentences();
    traceEvents();
  }
  limitWords();
  if (!app.pending) app.pending = requestAnimationFrame(redraw);
}

// How each section is drawn. The lines come last: they ask where words stand, which makes the
// browser lay out all that was drawn before.
const VIEWS = {
  answer: drawAnswer,
  heads: drawGrid,
  matrix: drawMatrix,
  cell: drawCell,
  training: drawTraining,
  difference: drawDifference,
  cuts: drawCuts,
  map: drawMap,
  honesty: drawHonesty,
  run: drawRun,
  lines: drawLines,
};

// Draws the sections in sight at once; the others, and the address, when nothing else was asked for
// a moment.
function redraw() {
  app.pending = 0;
  readAll();
  drawBar();
  app.stale = new Set(Object.keys(VIEWS));
  for (const id of app.stale) if (app.inSight.has(id)) drawIfStale(id);
  clearTimeout(app.restTimer);
  app.restTimer = setTimeout(() => {
    drawRest();
    writeAddress();
  }, 80);
}

function drawIfStale(id) {
  if (app.stale.delete(id)) VIEWS[id]();
}

function drawRest() {
  app.stale.forEach(drawIfStale);
  measureSections();
}

function setLanguage() {
  document.documentElement.lang = language ? 'zh' : 'en';
  for (const node of document.querySelectorAll('[data-say]')) setText(node, say(node.dataset.say));
  setText(find('#language'), say('language'));
  const {architecture, parameters, pairs, config, version} = app.data,
    first = pairs[0].first;
  setText(find('#title'), say('title', shown(first.words[first.pronoun])));
  const seed = /^seed = (\d+)$/m.exec(config);
  setText(
    find('#subtitle'),
    say(
      'subtitle',
      version,
      say('architecture', architecture.layers, architecture.heads),
      say(architecture.readout),
      parameters,
      seed ? seed[1] : '–',
    ),
  );
  const names = say('nav').split('|');
  find('#nav').replaceChildren(
    ...[...document.querySelectorAll('main section')].map((section, i) =>
      element('a', {href: '#' + section.id, onclick: (event) => goTo(event, section)}, names[i]),
    ),
  );
  showSelfTest();
}

// The address is the state's, so a link to a section moves there by hand.
function goTo(event, section) {
  event.preventDefault();
  section.scrollIntoView({
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  });
  section.focus({preventScroll: true});
}

function showSelfTest() {
  if (!app.test) return;
  const {difference, agrees} = app.test,
    badge = find('#selftest');
  setText(badge, say(agrees ? 'testPass' : 'testFail', small(difference)));
  badge.classList.toggle('bad', !agrees);
  document.documentElement.dataset.selftest = agrees ? 'pass' : 'fail';
  document.documentElement.dataset.difference = String(difference);
}

function onKey(event) {
  const control = event.target.closest(
    'input, select, textarea, button, a, summary, [tabindex="0"]',
  );
  const typing = event.target.closest(
    'input:not([type=range]):not([type=checkbox]), select, textarea',
  );
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
  if (event.key === '?') {
    find('#keys').showModal();
  } else if (digit) {
    pressHead(Number(digit[1]), event.shiftKey);
  } else if (event.key === ' ' && !control) {
    togglePlay();
  } else {
    return;
  }
  event.preventDefault();
}

function start() {
  app.data = JSON.parse(find('#data').textContent);
  app.ids = new Map(app.data.vocabulary.map((word, id) => [word, id]).slice(2));
  app.clues = app.data.clues;
  app.mentions = new Set(app.data.mentions);
  for (const pair of app.data.pairs) {
    pair.first = withIds(pair.first);
    pair.second &&= withIds(pair.second);
  }
  app.ownLanguage = language = navigator.language.startsWith('zh') ? 1 : 0;
  if (app.data.weights === '') return startWithoutModel();
  app.model = new ScriptModel(app.data, () => JSON.parse(find('#snapshots').textContent));
  const {layers, readout} = app.model.architecture;
  app.lastLayer = readout === 'pointer' ? layers : layers - 1;
  state.layer = Math.max(app.lastLayer, 0);
  state.time = app.model.times.length - 1;
  chooseSentences();
  chooseHead();
  app.fresh = {...state};
  readAddress();
  chooseSentences();
  app.pending = true;
  prepare();
  setLanguage();
  find('#main').hidden = find('#bar').hidden = false;
  // What is in sight is drawn before the snapshots are read, unless it needs one of them. What a
  // reader asks meanwhile waits for drawWhole.
  const {exact} = app.model.times[state.time];
  if (exact) drawFirst();
  addEventListener('DOMContentLoaded', () => {
    if (!exact) drawFirst();
    setTimeout(drawWhole, 0);
  });
}

function drawFirst() {
  redraw();
  clearTimeout(app.restTimer);
  app.pending = true;
  document.documentElement.dataset.ready = performance.now().toFixed(0);
}

function drawWhole() {
  app.whole = true;
  redraw();
  drawRest();
  document.documentElement.dataset.whole = performance.now().toFixed(0);
  watchSections();
  setTimeout(selfTest, 0);
}

function watchSections() {
  const watcher = new IntersectionObserver((entries) => {
    for (const {target, isIntersecting} of entries) {
      if (isIntersecting) {
        app.inSight.add(target.id);
        drawIfStale(target.id);
      } else {
        app.inSight.delete(target.id);
      }
    }
  });
  for (const section of document.querySelectorAll('main section')) watcher.observe(section);
}

// Sections out of sight are not laid out; all are for one frame, so that the browser knows their
// heights and a link to a section ends where it begins.
function measureSections() {
  find('#main').classList.add('whole');
  requestAnimationFrame(() => requestAnimationFrame(() => find('#main').classList.remove('whole')));
}

// The head that differs most between the first two sentences is the one to look at first.
function chooseHead() {
  const [a, b] = app.sentences;
  if (app.model.architecture.layers === 0) return;
  state.layer = app.model.architecture.layers - 1;
  if (!b || a.words.length !== b.words.length) return;
  readAll();
  const found = largestChanges().find((change) => !isPointer(change.layer));
  if (found) Object.assign(state, {layer: found.layer, head: found.h});
}

function selfTest() {
  app.test = compareWithProgram(
    app.model,
    app.data.pairs.flatMap((pair) => [pair.first, pair.second].filter(Boolean)),
  );
  showSelfTest();
  traceEvents();
}

// How wide a picture may be, in pixels, so that its words are as large as those around it.
function measureWindow() {
  app.pictureWidth = Math.max(Math.min(innerWidth - (innerWidth > 760 ? 80 : 50), 1098), 280);
}

// Everything that is wired once.
function prepare() {
  measureWindow();
  find('#language').onclick = () => {
    language = 1 - language;
    setLanguage();
    update();
  };
  find('#keys-button').onclick = () => find('#keys').showModal();
  find('#keys-close').onclick = () => find('#keys').close();
  document.addEventListener('keydown', onKey);
  addEventListener('resize', () => {
    measureWindow();
    update();
  });
  addEventListener('hashchange', () => {
    Object.assign(state, app.fresh);
    readAddress();
    update({own: state.own});
  });
  for (const prepareView of [
    prepareBar,
    prepareAnswer,
    prepareLines,
    prepareMatrix,
    prepareCell,
    prepareTraining,
    prepareCuts,
    prepareMap,
    prepareRun,
  ])
    prepareView();
}

// A model too large for a page: the program's own text is what there is to see.
function startWithoutModel() {
  const {parameters, tables, command} = app.data;
  find('header').after(
    element(
      'section',
      {class: 'panel'},
      element('p', {}, say('noModel', parameters)),
      element('p', {}, element('code', {}, command)),
      element('pre', {}, tables),
    ),
  );
  document.documentElement.dataset.selftest = 'none';
}
