// The words and sentence frames of topics, in English and Chinese.
//
// Four topics, each with its own nouns, verbs, adjectives and places, all used in the same frames:
// what tells a cat from a satellite is the company it keeps, and nothing else.
#pragma once

#include <string>
#include <vector>

namespace topics {

using Words = std::vector<std::string>;

struct Topic {
  std::string name;
  Words nouns, verbs, adjectives, places;  // 8, 6, 6, 6; a place may bring its preposition
};

struct Language {
  std::string name;
  std::vector<Topic> topics;
  // Sentences with NOUN, VERB, ADJECTIVE and PLACE to be filled in. In a third of them a place
  // stands between noun and verb, so that no fixed step leads from one to the other.
  Words frames;
};

inline Language english() {
  return {
      "en",
      {{"animals",
        {"cat", "dog", "horse", "cow", "goat", "fox", "rabbit", "mouse"},
        {"sat", "slept", "yawned", "grazed", "jumped", "hid"},
        {"hungry", "furry", "sleepy", "tame", "wild", "shy"},
        {"on the mat", "in the barn", "in the meadow", "under the tree", "by the fence",
         "in the stable"}},
       {"space",
        {"satellite", "rocket", "planet", "comet", "probe", "moon", "star", "shuttle"},
        {"orbited", "drifted", "rotated", "shone", "vanished", "accelerated"},
        {"distant", "bright", "metallic", "icy", "giant", "silent"},
        {"near the sun", "in the galaxy", "above the atmosphere", "by the asteroid", "in the sky",
         "under the nebula"}},
       {"food",
        {"soup", "rice", "bread", "pie", "stew", "pasta", "cake", "porridge"},
        {"boiled", "simmered", "baked", "cooled", "burned", "thickened"},
        {"salty", "sweet", "spicy", "fresh", "tasty", "greasy"},
        {"in the oven", "in the pot", "on the plate", "in the bowl", "on the stove",
         "by the sink"}},
       {"music",
        {"piano", "violin", "guitar", "drum", "flute", "trumpet", "cello", "harp"},
        {"played", "sounded", "echoed", "rang", "hummed", "resonated"},
        {"loud", "melodic", "tuned", "wooden", "mellow", "rhythmic"},
        {"on the stage", "in the studio", "in the choir", "by the conductor", "near the audience",
         "under the balcony"}}},
      {"the NOUN VERB", "the ADJECTIVE NOUN VERB", "the NOUN VERB PLACE",
       "the ADJECTIVE NOUN VERB PLACE", "the NOUN PLACE VERB", "the ADJECTIVE NOUN PLACE VERB"}};
}

inline Language chinese() {
  return {"zh",
          {{"动物",
            {"猫", "狗", "马", "牛", "羊", "狐狸", "兔子", "老鼠"},
            {"坐下", "睡着", "跑开", "吃饱", "跳起", "躲起"},
            {"饿", "困", "温顺", "毛茸茸", "胆小", "野生"},
            {"院子", "草地", "树林", "牛棚", "农场", "窝"}},
           {"太空",
            {"卫星", "火箭", "行星", "彗星", "探测器", "月亮", "恒星", "飞船"},
            {"绕行", "飘浮", "旋转", "闪耀", "消失", "加速"},
            {"遥远", "明亮", "寒冷", "巨大", "金属", "寂静"},
            {"轨道", "银河", "太空", "星系", "大气层", "夜空"}},
           {"食物",
            {"米饭", "面条", "汤", "馒头", "饺子", "蛋糕", "豆腐", "粥"},
            {"煮熟", "烤好", "放凉", "蒸好", "烧焦", "沸腾"},
            {"咸", "甜", "辣", "新鲜", "美味", "油腻"},
            {"锅", "碗", "盘子", "烤箱", "厨房", "蒸笼"}},
           {"音乐",
            {"钢琴", "小提琴", "吉他", "鼓", "笛子", "小号", "大提琴", "竖琴"},
            {"奏响", "响起", "走调", "独奏", "回荡", "合奏"},
            {"响亮", "悠扬", "木制", "柔和", "动听", "古典"},
            {"舞台", "音乐厅", "乐队", "录音室", "剧院", "合唱团"}}},
          {"NOUN VERB 了", "ADJECTIVE 的 NOUN VERB 了", "NOUN 在 PLACE 里 VERB 了",
           "ADJECTIVE 的 NOUN 在 PLACE 里 VERB 了", "PLACE 里 的 NOUN VERB 了",
           "PLACE 里 ADJECTIVE 的 NOUN VERB 了"}};
}

}  // namespace topics
