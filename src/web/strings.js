// Every sentence of the page in its languages: [English, Chinese]. {0}, {1} … are filled in.
const STRINGS = {
  language: ['中文', 'English'],
  title: ['What does “{0}” look at?', '“{0}”在看什么？'],
  subtitle: [
    'heed {0} · {1} · read-out: {2} · {3} parameters · seed {4}',
    'heed {0} · {1} · 读出方式：{2} · {3} 个参数 · 随机种子 {4}',
  ],
  architecture: ['layers × heads: {0} × {1}', '层 × 头：{0} × {1}'],
  pointer: ['pointer', '指针'],
  name: ['name', '命名'],
  testPass: ['✓ page = program, within {0}', '✓ 网页与程序一致，误差 {0}'],
  testFail: ['✗ page and program differ by {0}', '✗ 网页与程序相差 {0}'],
  noModel: [
    'This model is too large to travel in a page ({0} parameters). What was measured is ' +
      'below; ask the model with build/bin/attend.',
    '模型太大（{0} 个参数），没有放进网页。下面是测量结果；要提问请用 build/bin/attend。',
  ],
  skip: ['Skip to the answer', '跳到答案'],
  keys: ['Keys', '按键'],
  close: ['Close', '关闭'],
  copy: ['Copy', '复制'],
  copied: ['Copied', '已复制'],
  asTable: ['The same as a table', '用表格看'],
  words: ['words', '词'],
  // sections
  nav: [
    'Answer|Lines|Heads|Matrix|One cell|Training|Difference|Cuts|Map|Honesty|Run',
    '答案|连线|各头|矩阵|一格|训练|差异|剪断|词图|实话|运行',
  ],
  answerTitle: ['The answer', '答案'],
  choosePair: ['Sentences', '句子'],
  plainKind: ['plain', '普通'],
  contrastiveKind: ['contrastive', '对照'],
  answerNote: [
    'The number under a word is its share of the attention with which the answer is ' +
      'read, from the pronoun; all shares sum to 1. Choose a word to see below what it ' +
      'looks at itself.',
    '每个词下面的数字，是读出答案时代词给它的注意力份额，全部相加等于 1。点一个词，可以在下面看它自己在看谁。',
  ],
  means: ['“{0}” = {1}', '“{0}”= {1}'],
  right: ['right', '正确'],
  wrong: ['wrong', '错误'],
  before: ['before the changes: {0}', '改动之前：{0}'],
  answerChanged: ['the answer changed', '答案变了'],
  sameAnswer: ['same answer', '答案没变'],
  type: ['Your own sentence', '自己写一句'],
  read: ['Read it', '读这句'],
  swap: ['Swap “{0}”', '替换“{0}”'],
  previousWord: ['previous word', '上一个词'],
  nextWord: ['next word', '下一个词'],
  unknown: [
    'Not in training, read as one unknown word: {0}',
    '训练中没有的词，都当作同一个未知词：{0}',
  ],
  typeMore: [
    'Write at least two words, set apart by blanks.',
    '请至少写两个词，词与词之间用空格。',
  ],
  tooLong: [
    '{0} words, but this model has places for {1}.',
    '有 {0} 个词，而这个模型只有 {1} 个位置。',
  ],
  noPronoun: [
    'No pronoun found ({0}); mark it with brackets, [it].',
    '没有找到代词（{0}）；请用方括号标出，例如 [它]。',
  ],
  manyPronouns: [
    'More than one pronoun ({0}); mark the one you mean with brackets, [it].',
    '有不止一个代词（{0}）；请用方括号标出你指的那个，例如 [它]。',
  ],
  // lines
  linesTitle: ['Lines from a word', '从一个词出发的连线'],
  looksAt: ['looks at', '在看谁'],
  lookedAtBy: ['is looked at by', '被谁看'],
  threshold: ['from', '不小于'],
  layer: ['Layer {0}', '第 {0} 层'],
  head: ['Head {0}', '头 {0}'],
  layerHead: ['Layer {0} · Head {1}', '第 {0} 层 · 头 {1}'],
  headShort: ['L{0} · H{1}', '{0} 层 · 头 {1}'],
  layerMean: ['Layer {0} · mean of heads', '第 {0} 层 · 各头平均'],
  meanHeads: ['mean of heads', '各头平均'],
  sentenceA: ['Sentence A', '句子 A'],
  sentenceB: ['Sentence B', '句子 B'],
  linesReadout: ['{0}: “{1}” looks at {2}.', '{0}：“{1}”在看 {2}。'],
  linesReadoutBack: ['{0}: “{1}” is looked at by {2}.', '{0}：看“{1}”的有 {2}。'],
  pointerOnly: ['The pointer asks from “{0}” alone.', '指针只从“{0}”出发。'],
  noAttention: [
    'No attention here: the model has no layer and no pointer.',
    '这个模型没有层，也没有指针，所以没有注意力。',
  ],
  // heads and matrix
  headsTitle: ['Every head', '所有的头'],
  headsNote: [
    'Rows ask, columns are looked at. Entropy: 0 looks at one word, 1 at all alike. ' +
      'Flip: the lesser attention on the right word of the two sentences; high only for a ' +
      'head that switches.',
    '行在问，列被看。熵：0 表示只看一个词，1 表示一视同仁。翻转：两句中对正确词的注意力取较小者；只有会切换的头才高。',
  ],
  entropy: ['entropy {0}', '熵 {0}'],
  flip: ['flip {0}', '翻转 {0}'],
  cutMark: ['cut', '已剪'],
  matrixTitle: ['{0}: who looks at whom', '{0}：谁在看谁'],
  asks: ['asks ↓ looked at →', '问 ↓ 被看 →'],
  sum: ['sum', '和'],
  score: ['score q·k', '得分 q·k'],
  scaled: ['÷ √d_k', '÷ √d_k'],
  softmax: ['softmax', 'softmax'],
  cellReadout: ['“{0}” looks at “{1}”: {2}', '“{0}”看“{1}”：{2}'],
  cutEdge: ['✂ Cut this edge', '✂ 剪断这条边'],
  mendEdge: ['Mend this edge', '接回这条边'],
  matrixNote: [
    'Arrow keys move, Enter cuts. A cut edge is struck through; its row shares its ' +
      'weight out again.',
    '方向键移动，回车剪断。剪断的格子画有删除线，该行的份额会重新分配。',
  ],
  longMatrix: [
    'A long sentence: the picture shows every cell, the table the strongest of the chosen word.',
    '句子较长：图中是全部格子，表中是所选词看得最多的几个。',
  ],
  // one cell
  cellTitle: [
    'One cell, step by step: how “{0}” looks at “{1}” ({2})',
    '一格一步：“{0}”怎样看“{1}”（{2}）',
  ],
  back: ['← Back', '← 上一步'],
  onward: ['Next →', '下一步 →'],
  unscaled: ['without ÷ √d_k', '不除以 √d_k'],
  temperature: ['temperature', '温度'],
  copyArithmetic: ['Copy the arithmetic', '复制算式'],
  steps: [
    'Vectors|Query and key|q · k|÷ √d_k|softmax|Σ a·v|Add|Answer',
    '向量|查询与键|q · k|÷ √d_k|softmax|Σ a·v|相加|答案',
  ],
  stepVector: [
    'Each word enters layer {0} as {1} numbers: its embedding, its place, and what ' +
      'earlier layers added. A layer norm shifts them to mean 0 and variance 1.',
    '每个词以 {1} 个数进入第 {0} 层：词向量、位置，以及前面各层加上的内容。层归一化把它们变成均值 0、方差 1。',
  ],
  stepVectorPointer: [
    'Behind the last layer each word is {0} numbers, after a last layer norm.',
    '最后一层之后，每个词是 {0} 个数，再经过最后一次层归一化。',
  ],
  stepQuery: [
    'The asking word makes a query, the word looked at a key: {0} numbers each, q = x ' +
      'W_q and k = x W_k.',
    '提问的词给出查询，被看的词给出键，各 {0} 个数：q = x W_q，k = x W_k。',
  ],
  stepQueryPointer: [
    'The pronoun makes a query, q = x W_p. The words themselves are the keys.',
    '代词给出查询 q = x W_p；各个词本身就是键。',
  ],
  stepDot: [
    'Number by number, query times key, added up: the score.',
    '查询与键逐个相乘再相加，就是得分。',
  ],
  stepScale: [
    'Long vectors make large scores, so they are divided by √{0} = {1}, and here by the ' +
      'temperature {2}.',
    '向量越长得分越大，所以除以 √{0} = {1}，这里再除以温度 {2}。',
  ],
  stepUnscaled: [
    'Not divided by √d_k here; only by the temperature {0}.',
    '这里不除以 √d_k，只除以温度 {0}。',
  ],
  stepSoftmax: [
    'e to the power of each score of the row, divided by their sum: shares that add up to 1.',
    '把这一行每个得分取 e 的幂，再除以总和：份额相加等于 1。',
  ],
  stepMix: [
    'Every word offers a value v = x W_v. They are added up, each times its share.',
    '每个词给出一个值 v = x W_v，按份额加权相加。',
  ],
  stepMixPointer: [
    'A pointer adds nothing up: its shares are the answer.',
    '指针不再相加：份额就是答案。',
  ],
  stepAdd: [
    'All heads side by side go through W_o and are added to what the word was.',
    '各头并排，经过 W_o，加到原来的向量上。',
  ],
  stepAnswer: ['Behind the last layer, the answers follow:', '最后一层之后，得到答案：'],
  number: ['no.', '序号'],
  asking: ['asks: {0}', '问：{0}'],
  lookedAt: ['looked at: {0}', '被看：{0}'],
  normed: ['{0}, normed', '{0}，归一化后'],
  // training
  trainingTitle: ['Training time', '训练过程'],
  logScale: ['logarithmic', '对数刻度'],
  play: ['▶ Play', '▶ 播放'],
  pause: ['❚❚ Pause', '❚❚ 暂停'],
  timeValue: ['step {0} · loss {1}', '第 {0} 步 · 损失 {1}'],
  exact: ['exact weights', '精确权重'],
  half: ['kept in half precision', '半精度保存'],
  curveReadout: ['Step {0}: loss {1}', '第 {0} 步：损失 {1}'],
  eventLoss: ['loss below 0.1 at step {0}', '第 {0} 步起损失低于 0.1'],
  eventRight: ['both sentences right from step {0}', '第 {0} 步起两句都对'],
  eventFlip: [
    'first head with flip above 0.5 at step {0}: {1}',
    '第 {0} 步首次有头的翻转超过 0.5：{1}',
  ],
  keptTimes: ['{0} moments kept', '保存了 {0} 个时刻'],
};

let language = 0; // 0 English, 1 Chinese
function say(key, ...values) {
  return STRINGS[key][language].replace(/\{(\d)\}/g, (_, i) => values[i]);
}
