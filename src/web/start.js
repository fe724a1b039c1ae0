// The page as a whole: the readings of both sentences, the order in which everything is drawn, and
// what is wired once.

function readAll() {
  const read = (change) => app.sentences.map((s) => s && app.model.read(s, state.time, change));
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
  if (!app.pending) app.pending = requestAnimationFrame(() => redraw());
}

const VIEWS = [
  drawBar,
  drawAnswer,
  drawLines,
  drawGrid,
  drawMatrix,
  drawCell,
  drawTraining,
  drawDifference,
  drawCuts,
  drawMap,
  drawHonesty,
  drawRun,
];

function redraw(views = VIEWS) {
  app.pending = 0;
  const begin = performance.now();
  readAll();
  for (const draw of views) draw();
  drawArcs();
  const took = performance.now() - begin;
  document.documentElement.dataset.redraw = took.toFixed(1);
  writeAddress();
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
  app.inLanguage = language;
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
  app.ownLanguage = language = navigator.language.startsWith('zh') ? 1 : 0;
  if (app.data.weights === '') return startWithoutModel();
  app.model = new ScriptModel(app.data);
  const {layers, readout} = app.model.architecture;
  app.lastLayer = readout === 'pointer' ? layers : layers - 1;
  state.layer = Math.max(app.lastLayer, 0);
  state.time = app.model.times.length - 1;
  chooseSentences();
  chooseHead();
  app.fresh = {...state};
  readAddress();
  chooseSentences();
  prepare();
  setLanguage();
  find('#main').hidden = find('#bar').hidden = false;
  // What is seen first is drawn first; the rest follows when that is on the screen.
  redraw(VIEWS.slice(0, 3));
  document.documentElement.dataset.ready = performance.now().toFixed(0);
  setTimeout(() => {
    redraw();
    setTimeout(selfTest, 0);
  }, 0);
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
    app.data.pairs.flatMap((pair) => [pair.first, pair.second].filter(Boolean).map(withIds)),
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
