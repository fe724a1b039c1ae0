// The bar that stays in sight: the training's time over the whole page, and what is changed.

let playing = 0;

function prepareBar() {
  const slider = find('#time');
  slider.max = app.model.times.length - 1;
  slider.oninput = () => update({time: Number(slider.value)});
  find('#play').onclick = togglePlay;
  find('#restore').onclick = () => update({cuts: [], unscaled: false, temperature: 1});
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && playing) togglePlay();
  });
}

function togglePlay() {
  if (playing) {
    clearInterval(playing);
    playing = 0;
  } else {
    if (state.time === app.model.times.length - 1) update({time: 0});
    playing = setInterval(() => {
      if (state.time === app.model.times.length - 1) togglePlay();
      else update({time: state.time + 1});
    }, 350);
  }
  for (const node of document.querySelectorAll('[aria-live]')) {
    if (node.id !== 'announcer') node.setAttribute('aria-live', playing ? 'off' : 'polite');
  }
  update();
}

// The mean loss around a step.
function lossAt(step) {
  const {every, mean} = app.data.losses;
  return mean[Math.min(Math.max(Math.ceil(step / every) - 1, 0), mean.length - 1)];
}

function changesText() {
  const parts = [];
  if (state.cuts.length) parts.push(say('changed', state.cuts.length));
  if (state.unscaled) parts.push(say('changedUnscaled'));
  if (state.temperature !== 1) parts.push(say('changedTemperature', state.temperature.toFixed(2)));
  return parts.join(' · ');
}

function drawBar() {
  const {step} = app.model.times[state.time],
    loss = lossAt(step);
  find('#time').value = state.time;
  const text = say(
    'timeValue',
    step,
    loss == null ? '–' : loss < 0.001 ? small(loss) : loss.toFixed(3),
  );
  setText(find('#time-value'), text);
  find('#time').setAttribute('aria-valuetext', text);
  setText(find('#play'), say(playing ? 'pause' : 'play'));
  setText(find('#changes'), changesText());
  find('#restore').hidden = !changes();
}
