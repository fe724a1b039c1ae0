// The words and frames of tired_or_wide, in English and Chinese.
//
// A word in capitals is a symbol; its rule lists the phrases it may become, each as likely as the
// others. The first phrases of all rules together make the article's own sentence. Four symbols
// stay for the twins to fill in: FIRST and SECOND, the two nouns; GOLD, the adjective that tells
// which of them is meant; OTHER, the adjective of the other noun.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace tired_or_wide {

using Phrases = std::vector<std::string>;
using Rules = std::map<std::string, Phrases>;

// Nouns, and adjectives that fit each of them and no noun of another class.
struct Class {
  Phrases nouns, adjectives;  // eight of each
};

// A sentence frame of template.txt, and what it inserts before the predicate of its clause.
struct Frame {
  std::string sentence, insert;
};

struct Language {
  std::string name;            // of its folder
  std::vector<Class> classes;  // animals, ways, food, texts
  Rules rules;      // "CLAUSE 0 1": the clause about a noun of class 0, then one of class 1
  Phrases reasons;  // the plain form, then the two contrastive ones
  Phrases far;      // the frames of far.txt, with many SCENES between noun and pronoun
  std::vector<Frame> templates;  // the frames of template.txt
  std::string comma;             // between two scenes
};

inline Language english() {
  return {
      "en",
      {{{"animal", "dog", "cat", "horse", "cow", "goat", "fox", "donkey"},
        {"tired", "hungry", "sleepy", "scared", "thirsty", "lazy", "shy", "ill"}},
       {{"street", "road", "path", "bridge", "lane", "trail", "alley", "track"},
        {"wide", "narrow", "steep", "icy", "slippery", "bumpy", "crowded", "winding"}},
       {{"soup", "rice", "pasta", "stew", "pie", "meat", "sauce", "pizza"},
        {"salty", "sour", "sweet", "spicy", "greasy", "burnt", "peppery", "fatty"}},
       {{"book", "novel", "essay", "report", "paper", "memo", "guide", "journal"},
        {"wordy", "abstract", "formal", "vague", "cryptic", "scholarly", "poetic", "preachy"}}},
      {{"SENTENCE",
        {"SIMPLE", "SIMPLE", "SIMPLE", "SIMPLE", "SIMPLE", "SIMPLE", "TIMED", "TIMED", "STAGED"}},
       {"SIMPLE", {"CLAUSE BECAUSE ."}},
       {"TIMED", {"TIME CLAUSE BECAUSE .", "CLAUSE TIME BECAUSE ."}},
       {"STAGED", {"while SCENE , CLAUSE BECAUSE .", "CLAUSE , while SCENE , BECAUSE ."}},
       {"BECAUSE", {"CONNECTIVE REASON"}},
       {"INSERT", {""}},
       {"CLAUSE 0 1", {"the FIRST INSERT did n't WALK the SECOND"}},
       {"CLAUSE 0 2", {"the FIRST INSERT did n't TASTE the SECOND"}},
       {"CLAUSE 0 3", {"the FIRST INSERT did n't NOTICE the SECOND"}},
       {"CLAUSE 1 0", {"the FIRST INSERT did n't PLEASE the SECOND"}},
       {"CLAUSE 2 0", {"the FIRST INSERT did n't PLEASE the SECOND"}},
       {"CLAUSE 3 0", {"the FIRST INSERT did n't MENTION the SECOND"}},
       {"CLAUSE 1 2",
        {"we INSERT did n't cross the FIRST with the SECOND",
         "we INSERT did n't leave the FIRST for the SECOND"}},
       {"CLAUSE 1 3",
        {"we INSERT did n't cross the FIRST with the SECOND",
         "we INSERT did n't find the FIRST in the SECOND"}},
       {"CLAUSE 2 1",
        {"we INSERT did n't eat the FIRST on the SECOND",
         "we INSERT did n't carry the FIRST across the SECOND"}},
       {"CLAUSE 2 3",
        {"we INSERT did n't cook the FIRST from the SECOND",
         "we INSERT did n't find the FIRST in the SECOND"}},
       {"CLAUSE 3 1",
        {"we INSERT did n't read the FIRST on the SECOND",
         "the FIRST INSERT did n't MENTION the SECOND"}},
       {"CLAUSE 3 2", {"the FIRST INSERT did n't MENTION the SECOND"}},
       {"WALK", {"cross", "use", "take"}},
       {"TASTE", {"eat", "touch", "want"}},
       {"NOTICE", {"like", "touch", "want"}},
       {"PLEASE", {"please", "suit", "tempt"}},
       {"MENTION", {"mention", "praise"}},
       {"CONNECTIVE", {"because", "since", "as"}},
       {"TIME", {"yesterday", "today", "at noon", "at night"}},
       {"SCENE", {"the PEOPLE ACT"}},
       {"PEOPLE", {"men", "women", "boys", "girls", "farmers"}},
       {"ACT", {"sang", "ran", "slept", "cried", "waited"}}},
      {"[it] was too GOLD", "[it] was not too OTHER but too GOLD",
       "[it] was too GOLD , not too OTHER"},
      {"CLAUSE , while SCENES , BECAUSE .", "TIME CLAUSE , while SCENES , BECAUSE ."},
      {{"TIME , BECAUSE , CLAUSE .", ""},
       {"CLAUSE BECAUSE .", ", while SCENE ,"},
       {"CLAUSE . TIME REASON .", ""},
       {"SCENE because CLAUSE , BECAUSE .", ""}},
      ","};
}

inline Language chinese() {
  return {
      "zh",
      {{{"动物", "狗", "猫", "马", "牛", "羊", "狐狸", "毛驴"},
        {"累", "饿", "困", "渴", "懒", "胆小", "害羞", "虚弱"}},
       {{"马路", "大街", "街道", "小路", "公路", "大桥", "石桥", "大道"},
        {"宽", "窄", "陡", "滑", "弯", "堵", "拥挤", "颠簸"}},
       {{"炒饭", "面条", "炖肉", "炒菜", "馅饼", "饺子", "包子", "馄饨"},
        {"咸", "酸", "甜", "辣", "苦", "淡", "腥", "油腻"}},
       {{"书", "小说", "报告", "论文", "杂志", "课本", "文章", "剧本"},
        {"深奥", "晦涩", "抽象", "枯燥", "空洞", "冗长", "难懂", "专业"}}},
      {{"SENTENCE",
        {"SIMPLE", "SIMPLE", "SIMPLE", "SIMPLE", "SIMPLE", "SIMPLE", "TIMED", "TIMED", "STAGED"}},
       {"SIMPLE", {"CLAUSE ， BECAUSE 。"}},
       {"TIMED", {"TIME CLAUSE ， BECAUSE 。"}},
       {"STAGED", {"当时 SCENE ， CLAUSE ， BECAUSE 。", "CLAUSE ， 当时 SCENE ， BECAUSE 。"}},
       {"BECAUSE", {"CONNECTIVE REASON"}},
       {"INSERT", {""}},
       {"CLAUSE 0 1", {"FIRST INSERT 没有 WALK SECOND", "FIRST INSERT 不 喜欢 SECOND"}},
       {"CLAUSE 0 2", {"FIRST INSERT 没有 TASTE SECOND", "FIRST INSERT 不 喜欢 SECOND"}},
       {"CLAUSE 0 3", {"FIRST INSERT 没有 碰 SECOND", "FIRST INSERT 不 喜欢 SECOND"}},
       {"CLAUSE 1 0", {"FIRST INSERT 没有 吸引 SECOND", "FIRST INSERT 不 适合 SECOND"}},
       {"CLAUSE 2 0", {"FIRST INSERT 没有 吸引 SECOND", "FIRST INSERT 不 适合 SECOND"}},
       {"CLAUSE 3 0", {"FIRST INSERT 没有 MENTION SECOND", "FIRST INSERT 不 适合 SECOND"}},
       {"CLAUSE 1 2",
        {"我们 INSERT 没有 在 FIRST 上 吃 SECOND", "我们 INSERT 没有 走 FIRST 去 买 SECOND"}},
       {"CLAUSE 1 3",
        {"我们 INSERT 没有 在 FIRST 上 看 SECOND", "我们 INSERT 没有 走 FIRST 去 买 SECOND"}},
       {"CLAUSE 2 1",
        {"我们 INSERT 没有 带着 FIRST 过 SECOND", "我们 INSERT 没有 端着 FIRST 走 SECOND"}},
       {"CLAUSE 2 3",
        {"我们 INSERT 没有 吃着 FIRST 看 SECOND", "我们 INSERT 没有 端着 FIRST 看 SECOND"}},
       {"CLAUSE 3 1",
        {"我们 INSERT 没有 带着 FIRST 过 SECOND", "FIRST INSERT 没有 MENTION SECOND"}},
       {"CLAUSE 3 2", {"FIRST INSERT 没有 MENTION SECOND"}},
       {"WALK", {"过", "走"}},
       {"TASTE", {"吃", "碰"}},
       {"MENTION", {"提到", "介绍"}},
       {"CONNECTIVE", {"因为", "因为", "因为", "只因", "只因", "大概 因为"}},
       {"TIME", {"昨天", "早上", "晚上", "这次"}},
       {"SCENE", {"PEOPLE 在 ACT"}},
       {"PEOPLE", {"孩子", "姑娘", "邻居", "农民", "老人"}},
       {"ACT", {"笑", "跑", "睡", "哭", "等"}}},
      {"[它] 太 GOLD 了", "[它] 不是 太 OTHER ， 而是 太 GOLD", "[它] 太 GOLD ， 不是 太 OTHER"},
      {"CLAUSE ， 当时 SCENES ， BECAUSE 。", "TIME CLAUSE ， 当时 SCENES ， BECAUSE 。"},
      {{"TIME ， BECAUSE ， CLAUSE 。", ""},
       {"CLAUSE ， BECAUSE 。", "TIME"},
       {"CLAUSE 。 TIME REASON 。", ""},
       {"SCENE ， 因为 CLAUSE ， REASON 。", ""}},
      "，"};
}

}  // namespace tired_or_wide
