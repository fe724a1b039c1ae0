// The strings of the later sections: the difference, cuts, the map, what it is worth, the run.
Object.assign(STRINGS, {
  // difference
  differenceTitle: ['A and B side by side: {0}, “{1}” asks', 'A 与 B 并排：{0}，“{1}”在问'],
  largest: ['Largest changes in all heads', '所有头中变化最大的'],
  noTwin: ['There is no second sentence to compare with.', '没有第二个句子可比较。'],
  unequal: [
    'The two sentences differ in length, so places cannot be compared one by one.',
    '两句长度不同，不能逐个位置比较。',
  ],
  change: ['B − A', 'B − A'],
  // cuts
  cutsTitle: ['Cut and see', '剪断看看'],
  cutsNote: [
    'A map shows where a model looks, not why it answers. The test: cut an edge, a head ' +
      'or a layer, and see whether the answer changes.',
    '注意力图只说明模型看哪里，不说明为什么这样回答。检验办法：剪断一条边、一个头或一层，看答案变不变。',
  ],
  cutPart: ['Cut whole', '整个剪断'],
  restore: ['Restore all', '全部恢复'],
  nothingCut: ['Nothing is cut.', '没有剪断任何东西。'],
  nowAnswer: ['{0}: {1} → {2}', '{0}：{1} → {2}'],
  cutsHere: ['Every single edge of these sentences', '这两句的每一条边'],
  searchCuts: ['Try them all', '逐条试剪'],
  tried: [
    '{0} edges tried, all heads of a layer at once. The largest effects:',
    '试了 {0} 条边，每次剪断一层所有头。影响最大的：',
  ],
  effect: ['change of the right answer', '正确答案的变化'],
  cutsTest: ['On the test sentences ({0}): answers still right', '测试句（{0}）：剪断后仍答对'],
  cutWhole: ['nothing cut', '不剪'],
  cutPronoun: ['layer 1: pronoun → clues', '第 1 层：代词 → 线索'],
  cutCandidates: ['layer 1: candidates → clues', '第 1 层：候选 → 线索'],
  cutBoth: ['layer 1: both', '第 1 层：两者'],
  cutRandom: ['layer 1: as many random edges', '第 1 层：同样多的随机边'],
  cutAntecedent: ['read-out: pronoun → antecedent', '读出：代词 → 先行词'],
  cutOthers: ['read-out: pronoun → other candidates', '读出：代词 → 其他候选'],
  cutLayer: ['layer {0} without attention', '第 {0} 层没有注意力'],
  cutHead: ['without layer {0} head {1}', '没有第 {0} 层头 {1}'],
  part: ['what is cut', '剪断什么'],
  answersRight: ['right', '答对'],
  changed: ['{0} cut', '剪断 {0} 处'],
  changedUnscaled: ['no √d_k', '无 √d_k'],
  changedTemperature: ['temperature {0}', '温度 {0}'],
  // map
  mapTitle: ['Map of the words', '词的地图'],
  chooseWord: ['Word', '词'],
  mapAxes: [
    'two principal axes of the final vectors: {0} and {1} of the variance',
    '最终词向量的两个主轴：方差的 {0} 和 {1}',
  ],
  neighbours: ['Nearest to “{0}”, by cosine', '与“{0}”最近的词（余弦）'],
  cosine: ['cosine', '余弦'],
  copyVectors: ['Copy as TSV', '复制为 TSV'],
  // honesty
  honestyTitle: ['What this is worth', '实话实说'],
  honestyNote: [
    'Contrastive sentences hold the same words in another order, so a bag of words is at ' +
      '50 % there. One run is one seed; --seeds 10 measures ten.',
    '对照句用词相同、顺序不同，词袋模型只能得 50 %。一次运行只是一个随机种子；--seeds 10 会测十个。',
  ],
  honestAccuracy: ['answers right on {0}', '在 {0} 上答对'],
  honestTwins: ['twins with both right', '成对都对'],
  honestFlip: ['best flip of a layer’s head', '层内头的最高翻转'],
  honestCut: ['right after cutting both roads to the clues', '剪断通往线索的两条路后仍答对'],
  honestRandom: ['after as many random cuts', '同样多的随机剪断后'],
  honestSeeds: ['seeds measured', '测过的种子'],
  caveat: [
    'A first layer’s heads cannot tell the twins apart where the pronoun has not met the ' +
      'clue; accuracy alone proves nothing about a map.',
    '第一层的头在代词还没接触线索时无法区分两句；准确率本身不能证明注意力图的任何结论。',
  ],
  caveatPointer: [
    'The pointer’s map is the answer itself, so it cannot tell another story; the maps ' +
      'of the layers can.',
    '指针的图就是答案本身，不会另讲一套；各层的图却可能。',
  ],
  model: ['model', '模型'],
  scoresTitle: [
    'Right answers, beside controls and simple rules',
    '答对的比例，与对照组和简单规则相比',
  ],
  plainShort: ['plain', '普通'],
  contrastiveShort: ['contrastive', '对照'],
  headMeasures: [
    'head|on the antecedent|top of the candidates|both twins|flip',
    '头|对先行词|候选中最高|成对都对|翻转',
  ],
  seed: ['seed', '种子'],
  // run
  runTitle: ['The run', '这次运行'],
  setting: ['setting', '设置'],
  valueHead: ['value', '值'],
  compiler: ['compiler', '编译器'],
  filesBeside: [
    'Beside this page: config.txt, metrics.jsonl, and model.safetensors where one model ' +
      'was trained.',
    '同一文件夹还有 config.txt、metrics.jsonl，以及（单次训练时）model.safetensors。',
  ],
  gradients: [
    'build/bin/gradcheck compares every gradient with difference quotients.',
    'build/bin/gradcheck 会用差商逐个检验梯度。',
  ],
  printed: ['What the program printed', '程序打印的内容'],
  wordsTitle: ['The {0} words it knows', '它认识的 {0} 个词'],
  keyList: [
    'Tab, Shift+Tab|through everything|← →|slider, steps, swapped word|Arrows|in the ' +
      'matrix and among heads|Enter|in the matrix: cut or mend|1 … 9|show or hide a head’s ' +
      'line; with Shift that one alone|0|mean of the heads|Space|play or pause the ' +
      'training (outside a control)|?|this list',
    'Tab, Shift+Tab|依次经过所有控件|← →|滑块、步骤、替换的词|方向键|在矩阵和各头之间移动|Enter|在矩阵中：剪断或接回|1 … ' +
      '9|显示或隐藏某个头的连线；加 Shift 只看它|0|各头平均|空格|播放或暂停训练（不在控件上时）|?|这份列表',
  ],
});
