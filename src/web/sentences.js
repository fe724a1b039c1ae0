// Sentences: those that came with the run, and those a reader types.

function withIds(sentence) {
  return {...sentence, ids: sentence.words.map((word) => app.ids.get(word) ?? 1)};
}

const isKnown = (word) => app.ids.has(word);

// "wide." → wide and . ; 它太累了 → 它 太 累 了: a piece of text that is no known word is read as a
// run of known ones, the longest first; null where it is none.
function knownRun(text) {
  for (let end = text.length; end > 0; --end) {
    if (!isKnown(text.slice(0, end))) continue;
    if (end === text.length) return [text];
    const rest = knownRun(text.slice(end));
    if (rest) return [text.slice(0, end), ...rest];
  }
  return null;
}

// The phrases of the sentence that were candidates in training, longest first; else every word.
function findCandidates(words, pronoun) {
  const found = [];
  for (let i = 0; i < words.length; ++i) {
    for (let end = Math.min(words.length, i + 6); end > i; --end) {
      if ((i <= pronoun && pronoun < end) || !app.mentions.has(words.slice(i, end).join(' ')))
        continue;
      found.push([i, end - 1, false]);
      i = end - 1;
      break;
    }
  }
  if (found.length >= 2) return found;
  return words.map((_, i) => [i, i, false]).filter(([i]) => i !== pronoun);
}

// A typed sentence, or a message that says what is missing. [it] marks the pronoun.
function parseSentence(text) {
  const words = [],
    marked = [];
  for (const piece of text.split(/[\s\u3000]+/).filter(Boolean)) {
    const bracketed = /^\[(.+)\]$/.exec(piece);
    if (bracketed) marked.push(words.length);
    const word = bracketed ? bracketed[1] : piece;
    words.push(...(isKnown(word) ? [word] : (word.length <= 60 && knownRun(word)) || [word]));
  }
  if (words.length < 2) return {message: say('typeMore')};
  if (!app.model.holds(words.length)) {
    return {message: say('tooLong', words.length, app.model.architecture.longest)};
  }
  const pronouns = marked.length
    ? marked
    : words.map((word, i) => (app.data.pronouns.includes(word) ? i : -1)).filter((i) => i >= 0);
  if (pronouns.length !== 1) {
    return {
      message: say(pronouns.length ? 'manyPronouns' : 'noPronoun', app.data.pronouns.join(', ')),
    };
  }
  const pronoun = pronouns[0];
  return {
    sentence: withIds({words, pronoun, candidates: findCandidates(words, pronoun), own: true}),
  };
}

// The sentence as it can be typed.
function typedForm(sentence) {
  const mark = (word, i) => (i === sentence.pronoun ? '[' + word + ']' : word);
  return sentence.words.map(mark).join(' ');
}

// The sentence with another word in one place. What it then means, nobody has said.
function withWord(sentence, place, word) {
  const words = sentence.words.slice();
  words[place] = word;
  return withIds({
    ...sentence,
    words,
    own: true,
    candidates: sentence.candidates.map(([first, last]) => [first, last, false]),
  });
}

// Places whose words are clues: in training they alone told twins apart.
function cluePlaces(sentence) {
  return sentence.words.map((word, i) => (app.clues.includes(word) ? i : -1)).filter((i) => i >= 0);
}

// The places in which two sentences of one length differ.
function differences(a, b) {
  if (!b || a.words.length !== b.words.length) return [];
  return a.words.map((word, i) => (word !== b.words[i] ? i : -1)).filter((i) => i >= 0);
}

// The words of a mention.
function phrase(sentence, [first, last]) {
  return sentence.words
    .slice(first, last + 1)
    .map(shown)
    .join(' ');
}

// "animal 100.0 %": the best candidate of a reading.
function answerText(sentence, {best, answers}) {
  return phrase(sentence, sentence.candidates[best]) + ' ' + percentText(answers[best]);
}
