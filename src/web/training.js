// Section "Training time": the loss curve with the kept moments, and what happened when.

const CURVE = {height: 180, left: 44, right: 10, bottom: 22, top: 8};

function prepareTraining() {
  find('#log-scale').onclick = () => update({log: !state.log});
}

// From a step and a loss to a place in the picture, and back to a step.
function curveScale() {
  const {mean, every} = app.data.losses,
    finite = mean.filter((loss) => loss > 0);
  const most = Math.max(...finite),
    low = state.log ? Math.max(Math.min(...finite), most * 1e-5) : 0;
  const {height, left, right, bottom, top} = CURVE,
    width = app.pictureWidth - left - right,
    {steps} = app.data;
  const share = (loss) =>
    state.log ? Math.log(Math.max(loss, low) / low) / Math.log(most / low || 1) : loss / most;
  return {
    x: (step) => left + (width * step) / steps,
    y: (loss) => height - bottom - share(loss) * (height - bottom - top),
    step: (x) => Math.round(Math.min(Math.max((x - left) / width, 0), 1) * steps),
    low,
    top: most,
    every,
    mean,
  };
}

function drawTraining() {
  find('#log-scale').setAttribute('aria-pressed', state.log);
  const node = find('#curve');
  if (!app.data.losses.mean.length) return;
  const scale = curveScale();
  keyed(node, 'curve' + state.log + language + app.pictureWidth, () => curvePicture(scale));
  const {step} = app.model.times[state.time];
  const marker = node.querySelector('.marker');
  marker.setAttribute('x1', scale.x(step));
  marker.setAttribute('x2', scale.x(step));
  showLoss(step);
  drawEvents();
  const times = app.model.times;
  keyed(find('#curve-table'), language + times.length, () =>
    tableOf(
      ['#', say('timeValue', '', '').split(' · ')[0].trim(), 'loss', ''],
      times.map((time, i) => [
        String(i + 1),
        String(time.step),
        plain(lossAt(time.step), 4),
        say(time.exact ? 'exact' : 'half'),
      ]),
      {class: 'numbers'},
    ),
  );
}

function showLoss(step) {
  const loss = lossAt(step),
    kept = app.model.times[state.time];
  setText(
    find('#curve-readout'),
    say('curveReadout', step, loss < 0.001 ? small(loss) : plain(loss, 3)) +
      (kept.step === step ? ' · ' + say(kept.exact ? 'exact' : 'half') : ''),
  );
}

// Powers of ten between two numbers; where there are few, their doubles and fives too.
function roundNumbers(low, top) {
  const powers = [...Array(16).keys()].map((i) => 10 ** (5 - i));
  const within = (all) => all.filter((m) => m >= low && m <= top * 1.01);
  const found = within(powers);
  return found.length > 2 ? found : within(powers.flatMap((m) => [m, 2 * m, 5 * m]));
}

function curvePicture(scale) {
  const {x, y, every, mean} = scale,
    {height, bottom} = CURVE;
  const points = mean.map((loss, i) => [x(Math.min((i + 1) * every, app.data.steps)), y(loss)]);
  const svg = drawing(
    'svg',
    {
      viewBox: `0 0 ${app.pictureWidth} ${height}`,
      class: 'curve',
      role: 'img',
      'aria-label': say('trainingTitle'),
    },
    lossAxis(scale),
    stepAxis(scale),
    drawing('polyline', {
      points: points.map((point) => point.map((n) => n.toFixed(1)).join(',')).join(' '),
      class: 'loss',
    }),
    drawing('line', {y1: 4, y2: height - bottom, class: 'marker'}),
  );
  const stepAt = (event) => {
    const box = svg.getBoundingClientRect();
    return scale.step(((event.clientX - box.left) / box.width) * app.pictureWidth);
  };
  svg.addEventListener('mousemove', (event) => showLoss(Math.max(stepAt(event), 1)));
  svg.addEventListener('mouseleave', () => showLoss(app.model.times[state.time].step));
  svg.addEventListener('click', (event) => update({time: nearestTime(stepAt(event))}));
  return svg;
}

function lossAxis({y, low, top}) {
  const {left} = CURVE,
    marks = state.log ? roundNumbers(low, top) : [0, top / 2, top];
  return marks.flatMap((m) => [
    drawing('line', {
      x1: left,
      x2: app.pictureWidth - CURVE.right,
      y1: y(m),
      y2: y(m),
      class: 'gridline',
    }),
    drawing(
      'text',
      {x: left - 6, y: y(m) + 4, 'text-anchor': 'end'},
      m === 0 ? '0' : String(Number(m.toPrecision(2))),
    ),
  ]);
}

// Three numbers, and a tick for every kept moment.
function stepAxis({x}) {
  const {height, bottom} = CURVE,
    y1 = height - bottom;
  const ticks = app.model.times.map(({step}) =>
    drawing('line', {x1: x(step), x2: x(step), y1, y2: y1 + 5, class: 'tick'}),
  );
  const numbers = ['start', 'middle', 'end'].map((anchor, i) => {
    const step = (i / 2) * app.data.steps;
    return drawing(
      'text',
      {x: x(step), y: height - 3, 'text-anchor': anchor},
      String(Math.round(step)),
    );
  });
  return [...ticks, ...numbers];
}

function nearestTime(step) {
  return app.model.times.reduce(
    (best, time, i, all) =>
      Math.abs(time.step - step) < Math.abs(all[best].step - step) ? i : best,
    0,
  );
}

// What happened at which kept moment, for the sentences chosen. Each moment is read on its own, so
// that the page stays responsive; other sentences begin another trace.
function traceEvents() {
  if (!app.whole) return; // the self-test asks again, once the snapshots are there
  const trace = (app.trace = {at: 0, right: null, flip: null});
  const next = () => {
    if (trace !== app.trace) return;
    traceMoment(trace);
    if (++trace.at < app.model.times.length) return setTimeout(next, 0);
    drawEvents();
    measureSections();
  };
  setTimeout(next, 0);
}

function traceMoment(trace) {
  const readings = app.sentences.map((s) => s && app.model.read(s, trace.at));
  const {step} = app.model.times[trace.at],
    {heads, layers} = app.model.architecture;
  const allRight = sides().every((side) => isRight(side, readings[side]) === 1);
  trace.right = allRight ? (trace.right ?? step) : null;
  for (let layer = 0; trace.flip === null && layer <= app.lastLayer; ++layer) {
    for (let h = 0; h < (layer === layers ? 1 : heads); ++h) {
      if (flipScore(readings, layer, h) > 0.5) {
        trace.flip = [step, layer, h];
        break;
      }
    }
  }
}

function drawEvents() {
  const {mean, every} = app.data.losses,
    low = mean.findIndex((loss) => loss < 0.1),
    trace = app.trace;
  const found = [];
  if (low >= 0) found.push(say('eventLoss', Math.min((low + 1) * every, app.data.steps)));
  if (trace && trace.at >= app.model.times.length) {
    if (trace.right !== null) found.push(say('eventRight', trace.right));
    if (trace.flip)
      found.push(say('eventFlip', trace.flip[0], headName(trace.flip[1], trace.flip[2])));
  }
  setText(find('#events'), [say('keptTimes', app.model.times.length), ...found].join(' · '));
}
