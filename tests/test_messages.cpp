// What people do wrong, what they are told, and the exit code.
#include <sys/stat.h>
#include <unistd.h>

#include "heed/safetensors.hpp"
#include "programs.hpp"
#include "support.hpp"

using namespace heed;

namespace {

struct Mistake {
  std::string command;
  int code;
  std::string message;  // how it begins: what is wrong, where, what is allowed or to be done
};

// In this folder lies everything that can be named by mistake.
struct Trap : Workplace {
  Trap() {
    write_file(*this / "bad.txt", "The {a}* met {b} , [it] left\nThe {a}* met b} , [it] left\n");
    write_file(*this / "nested.txt", "The {a {b}}* met {c} , [it] left\n");
    write_file(*this / "one.txt", "The {a}* met b , [it] left\n");
    write_file(*this / "silent.txt", "The {a}* met {b} , it left\n");
    write_file(*this / "twice.txt", "The {a}* met {b} , [it] left [it]\n");
    write_file(*this / "empty.txt", "# nothing\n");
    write_file(*this / "unlabelled.txt", "The {a} met {b} , [it] left\n");
    write_file(*this / "bytes.txt", "The {a}* met {b\xff} , [it] left\n");
    write_file(*this / "zero.txt", std::string("The {a}* met {b} , [it] left\n\0", 30));
    write_file(*this / "late.txt", "The {a}* met {b} , [it] left\nAs [it] left , {a}* met {b}\n");
    save_tensors(*this / "other.safetensors", {{"weight", zeros({2, 3})}});
    REQUIRE(run("coreference --data mine.txt --steps 5 --quiet --out used").code == 0);
    const std::string model = file("used/model.safetensors");
    write_file(*this / "cut.safetensors", model.substr(0, model.size() / 2));
    std::string damaged = model;
    damaged[damaged.find("\"width\":\"32\"") + 10] = '9';
    write_file(*this / "damaged.safetensors", damaged);
    REQUIRE(run("mkfifo pipe; mkdir folder; ln -s loop loop; mkdir letters; cp mine.txt letters;"
                "mkdir -p pipes/en; mkfifo pipes/train.txt pipes/metrics.jsonl; cp -r used cut;"
                "mkfifo pipes/en/qa11_basic-coreference_train.txt; chmod 755 .;"
                "rm cut/config.txt; mkfifo cut/config.txt; cp mine.txt locked; chmod 0 locked")
                .code == 0);
  }

  // In one line on stderr, with nothing on stdout, and without waiting for ever.
  void check(const std::vector<Mistake>& mistakes) const {
    for (const Mistake& mistake : mistakes) {
      CAPTURE(mistake.command);
      const Ended ended = run("timeout 60 " + mistake.command);
      CHECK(ended.code == mistake.code);
      CHECK(ended.out == "");
      CHECK(ended.errors.substr(0, mistake.message.size()) == mistake.message);
      CHECK(one_line(ended.errors));
    }
    CHECK_FALSE(holds("runs"));
  }
};

const Trap& trap() {
  static const Trap one;
  return one;
}

}  // namespace

TEST_CASE("messages: a wrong option is told what is allowed, code 2") {
  if (kDouble) return;
  const std::string must = "coreference: option '--";
  trap().check({
      {"coreference --layrs 2", 2,
       "coreference: unknown option '--layrs' (did you mean '--layers'?)."},
      {"coreference --lr 1", 2, "coreference: unknown option '--lr' (did you mean '--rate'?)."},
      {"coreference --epochs 2", 2,
       "coreference: unknown option '--epochs' (did you mean '--steps'?)."},
      {"coreference --force", 2,
       "coreference: unknown option '--force' (did you mean '--overwrite'?)."},
      {"coreference --hepl", 2, "coreference: unknown option '--hepl' (did you mean '--help'?)."},
      {"coreference -x", 2, "coreference: unknown option '-x'. Try 'coreference --help'."},
      {"coreference mine.txt", 2, "coreference: nothing is expected at 'mine.txt'."},
      {"coreference --causal yes", 2, "coreference: nothing is expected at 'yes'."},
      {"coreference --heads", 2, must + "heads' needs a value: a whole number from 1 to 64."},
      {"coreference --heads=", 2, must + "heads' must be a whole number from 1 to 64, not ''."},
      {"coreference --heads 3", 2, "coreference: --width 32 is not divisible by --heads 3\n"},
      {"coreference --layers 17", 2,
       must + "layers' must be a whole number from 0 to 16, not '17'."},
      {"coreference --steps 0", 2, must + "steps' must be a whole number from 1 to "},
      {"coreference --steps 1e3", 2, must + "steps' must be a whole number from 1 to "},
      {"coreference --rate nan", 2, must + "rate' must be a number from 0 to "},
      {"coreference --seed -1", 2, must + "seed' must be a whole number from 0 to "},
      {"coreference --save-every 0", 2, must + "save-every' must be a whole number from 1 to "},
      {"coreference --language de", 2, must + "language' must be en or zh, not 'de'."},
      {"coreference --color blue", 2, must + "color' must be auto, always or never, not 'blue'."},
      {"coreference --readout names", 2, must + "readout' must be pointer or name, not 'names'."},
      {"coreference --resume=1", 2, must + "resume' takes no value, but '1' is given."},
      {"coreference --seed 1 --seed 2", 2, must + "seed' is given twice."},
      {"coreference --resume", 2, "coreference: --resume needs --out, the folder of the run\n"},
      {"coreference --resume --overwrite --out used", 2,
       "coreference: --resume and --overwrite exclude each other\n"},
      {"coreference --data mine.txt --steps 6 --out used --resume", 2,
       "coreference: used/config.txt: says 'steps = 5', but this command 'steps = 6'; resume with"},
      {"attend", 2, "attend: give the model: --model FILE"},
      {"attend --model a", 2, "attend: give either --sentence or --data"},
      {"attend --model a --data b --svg c", 2, "attend: --svg draws one --sentence"},
      {"attend --modle a", 2, "attend: unknown option '--modle' (did you mean '--model'?)."},
      {"tensors", 2, "tensors: list|verify FILE is missing."},
      {"tensors show mine.txt", 2, "tensors: 'show' is neither list nor verify."},
  });
}

TEST_CASE("messages: a malformed, missing or impossible file is named with its place, code 3") {
  if (kDouble) return;
  const std::string learn = "coreference --steps 5 --data ",
                    ask = "attend --sentence 'a it' --model ";
  trap().check({
      {learn + "bad.txt", 3, "coreference: bad.txt:2:15: } without {"},
      {learn + "nested.txt", 3, "coreference: nested.txt:1:"},
      {learn + "one.txt", 3, "coreference: one.txt:1:1: fewer than two candidates"},
      {learn + "silent.txt", 3, "coreference: silent.txt:1:1: no pronoun"},
      {learn + "twice.txt", 3, "coreference: twice.txt:1:"},
      {learn + "bytes.txt", 3, "coreference: bytes.txt:1:16: not UTF-8"},
      {learn + "zero.txt", 3, "coreference: zero.txt:2:1: a zero byte; is this a text file?\n"},
      {learn + "empty.txt", 3, "coreference: empty.txt:1:1: no example; write one a line, as in: "},
      {learn + "unlabelled.txt", 3, "coreference: unlabelled.txt: no sentence has an antecedent; "},
      {learn + "late.txt --causal", 3,
       "coreference: late.txt:2: the antecedent stands behind the "},
      {learn + "missing.txt", 3,
       "coreference: missing.txt: cannot read: No such file or directory\n"},
      {learn + "folder", 3,
       "coreference: folder/train.txt: cannot read: No such file or directory\n"},
      {learn + "loop", 3, "coreference: loop: cannot read: Too many levels of symbolic links\n"},
      {ask + "missing", 3, "attend: missing: cannot read: No such file or directory\n"},
      {ask + "mine.txt", 3, "attend: mine.txt: is no safetensors file: a header of "},
      {ask + "cut.safetensors", 3, "attend: cut.safetensors: there are "},
      {ask + "damaged.safetensors", 3, "attend: damaged.safetensors: its metadata "},
      {ask + "other.safetensors", 3,
       "attend: other.safetensors: no 'heed' in its metadata; is it a model of coreference?\n"},
      {"tensors list cut.safetensors", 3, "tensors: cut.safetensors: there are "},
  });
}

TEST_CASE("messages: no program waits for a pipe, or reads a device or a folder, code 3") {
  if (kDouble) return;
  std::vector<Mistake> mistakes = {
      {"coreference --data pipes", 3, "coreference: pipes/train.txt: is a pipe, not a file\n"},
      {"coreference --data mine.txt --steps 5 --out cut --resume", 3,
       "coreference: cut/config.txt: is a pipe, not a file\n"},
      {"08_babi --quick --data pipes", 3,
       "08_babi: pipes/en/qa11_basic-coreference_train.txt: is a pipe, not a file\n"},
      {"08_babi --quick --data /dev/zero", 3, "08_babi: /dev/zero/en/qa11_"},
      {"sweep pipes", 3, "sweep: pipes/metrics.jsonl: is a pipe, not a file\n"},
      {"sweep /dev/zero", 3, "sweep: /dev/zero/metrics.jsonl: cannot read: Not a directory\n"},
  };
  // Those that are given a file itself
  for (const std::string call :
       {"attend --model used/model.safetensors --data ", "attend --sentence 'a it' --model ",
        "coreference --data ", "tensors list ", "tensors verify "}) {
    const std::string program = call.substr(0, call.find(' '));
    mistakes.push_back({call + "pipe", 3, program + ": pipe: is a pipe, not a file\n"});
    mistakes.push_back({call + "/dev/zero", 3, program + ": /dev/zero: is a device, not a file\n"});
    if (program != "coreference")
      mistakes.push_back({call + "folder", 3, program + ": folder: is a folder, not a file\n"});
  }
  trap().check(mistakes);
}

TEST_CASE("messages: a file that its owner alone may read is refused to others, code 3") {
  if (kDouble) return;
  // Nothing is forbidden to root, who has to become somebody else
  const bool root = ::geteuid() == 0;
  const std::string other = root ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : "";
  if (trap().run(other + "coreference --version").code != 0) {
    MESSAGE("skipped: nobody else can be become here, or run the programs");
    return;
  }
  for (const char* command : {"coreference --data ", "tensors list "}) {
    const Ended ended = trap().run(other + command + "locked");
    CHECK(ended.code == 3);
    CHECK(has(ended.errors, ": locked: cannot read: Permission denied\n"));
    CHECK(one_line(ended.errors));
  }
}

TEST_CASE("messages: where nothing can be written is said before any work, code 5") {
  if (kDouble) return;
  const std::string run = "coreference --data mine.txt --steps 5 --out ";
  trap().check({
      {run + "mine.txt", 5, "coreference: mine.txt: cannot make the folder: Not a directory\n"},
      {run + "mine.txt/run", 5,
       "coreference: mine.txt/run: cannot make the folder: Not a directory\n"},
      {run + "pipe", 5, "coreference: pipe: cannot make the folder: Not a directory\n"},
      {run + "/proc/run", 5, "coreference: /proc/run: cannot make the folder: "},
      {run + "used", 5, "coreference: used: is not empty: choose another --out, or --overwrite "},
      {run + "letters --resume", 5, "coreference: letters: is not empty: choose another --out, "},
      {"attend --model used/model.safetensors --sentence 'cat car it' --svg no/map.svg >/dev/null",
       5, "attend: no/map.svg: cannot write: No such file or directory\n"},
  });
}
