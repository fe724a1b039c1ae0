#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "heed/error.hpp"
#include "heed/file.hpp"
#include "temporary_folder.hpp"

using namespace heed;
namespace fs = std::filesystem;

namespace {

// A disk that is full after so many bytes of a file, as long as it lives.
struct FullDisk {
  rlimit before;
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small = {bytes, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before); }
};

std::size_t entries(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

std::string message_of_read(const std::string& path) {
  try {
    return read_file(path), "";
  } catch (const InputError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("file: what was written is read, byte for byte, and nothing else is left") {
  const TemporaryFolder folder;
  const std::string path = folder / "bytes";
  std::string bytes = "a\r\n";
  for (int i = 0; i < 70000; ++i) bytes += static_cast<char>(i);
  for (const std::string& content : {bytes, std::string(), std::string("short")}) {
    write_file(path, content);
    CHECK(read_file(path) == content);
    CHECK(entries(folder.path) == 1);
  }
}

TEST_CASE(
    "file: a text is read in blocks, as it is; its first zero byte is refused, with its place") {
  const TemporaryFolder folder;
  const std::string path = folder / "text", block(std::size_t{1} << 20, 'x');
  for (const std::string& text : {std::string(), block, block + "\r\n\xff", block + block + "."}) {
    write_file(path, text);
    CHECK(read_text(path) == text);
  }
  for (const std::size_t zero :
       {std::size_t{0}, block.size() - 5, block.size(), block.size() + 5}) {
    std::string bytes = "\xc3\xb6\n\xc3\xb6" + block + block;
    bytes[5 + zero] = '\0';
    write_file(path, bytes);
    const std::string message =
        concat(path, ":2:", zero + 2, ": a zero byte; is this a text file?");
    CHECK_THROWS_WITH_AS(read_text(path), message.c_str(), InputError);
  }
}

TEST_CASE("file: what is no readable file is refused in one line, and never waited for") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  fs::create_symlink("loop", folder / "loop");
  CHECK(message_of_read(folder / "absent") ==
        folder / "absent" + ": cannot read: No such file or directory");
  CHECK(message_of_read(folder.path) == folder.path + ": is a folder, not a file");
  CHECK(message_of_read(folder / "pipe") == folder / "pipe" + ": is a pipe, not a file");
  CHECK(message_of_read("/dev/zero") == "/dev/zero: is a device, not a file");
  CHECK(message_of_read(folder / "loop").find("cannot read") != std::string::npos);
  CHECK(message_of_read("") == ": cannot read: No such file or directory");
}

TEST_CASE("file: a file longer than the most that is read is refused by its length") {
  const TemporaryFolder folder;
  write_file(folder / "five", "12345");
  CHECK(read_file(folder / "five", 5) == "12345");
  CHECK_THROWS_WITH_AS(read_file(folder / "five", 4),
                       (folder / "five" + ": has 5 bytes, but at most 4 are read").c_str(),
                       InputError);
}

TEST_CASE("file: a part is read from its place, and a file that shrank is noticed") {
  const TemporaryFolder folder;
  write_file(folder / "five", "12345");
  const InputFile file(folder / "five");
  CHECK(file.bytes() == 5);
  CHECK(file.read(1, 3) == "234");
  CHECK(file.read(5, 0) == "");
  fs::resize_file(folder / "five", 2);
  CHECK_THROWS_WITH_AS(file.read(1, 3), (folder / "five" + ": ends after 2 bytes").c_str(),
                       InputError);
}

TEST_CASE("file: of a file that grows, what it had when it was opened is read") {
  const TemporaryFolder folder;
  write_file(folder / "log", "12345");
  const InputFile file(folder / "log");
  AppendFile(folder / "log", 5).line("6789");
  CHECK(file.bytes() == 5);
  CHECK(file.read(0, file.bytes()) == "12345");
  CHECK(read_file(folder / "log") == "123456789\n");
}

TEST_CASE("file: on a full disk the old file stays whole and no temporary one is left") {
  const TemporaryFolder folder;
  const std::string path = folder / "model";
  write_file(path, "old");
  bool thrown = false;
  try {
    const FullDisk full(1000);
    write_file(path, std::string(5000, 'x'));
  } catch (const OutputError& error) {
    thrown = true;
    CHECK(std::string(error.what()) == path + ": cannot write: File too large");
  }
  CHECK(thrown);
  CHECK(read_file(path) == "old");
  CHECK(entries(folder.path) == 1);
}

TEST_CASE("file: what cannot be a file is not written to") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_AS(write_file(folder.path, "x"), OutputError);
  CHECK_THROWS_AS(write_file(folder / "pipe", "x"), OutputError);
  CHECK_THROWS_AS(write_file("/dev/null", "x"), OutputError);
  CHECK_THROWS_AS(write_file(folder / "absent/file", "x"), OutputError);
  CHECK_THROWS_AS(AppendFile(folder / "pipe"), OutputError);
  CHECK_THROWS_AS(AppendFile("/dev/full"), OutputError);
}

TEST_CASE("file: a temporary file left by a crash is no obstacle") {
  const TemporaryFolder folder;
  std::ofstream(folder / "model.tmp") << "half a mod";
  write_file(folder / "model", "whole");
  CHECK(read_file(folder / "model") == "whole");
  CHECK(entries(folder.path) == 1);
}

TEST_CASE("file: a log grows by whole lines and is cut back to what is kept") {
  const TemporaryFolder folder;
  const std::string path = folder / "log";
  std::size_t kept = 0;
  {
    AppendFile log(path);
    log.line("one");
    kept = log.bytes();
    log.line("two");
    log.sync();
    CHECK(log.bytes() == 8);
  }
  AppendFile log(path, kept);
  log.line("three");
  CHECK(read_file(path) == "one\nthree\n");
  AppendFile fresh(path);
  CHECK(read_file(path) == "");
  CHECK_THROWS_WITH_AS(AppendFile(path, 9),
                       (path + ": has 0 bytes, but 9 were written before").c_str(), OutputError);
}

TEST_CASE("file: a log on a full disk says so with the very line that did not fit") {
  const TemporaryFolder folder;
  AppendFile log(folder / "log");
  bool thrown = false;
  try {
    const FullDisk full(10);
    log.line("1234567");
    log.line("1234567");
  } catch (const OutputError&) {
    thrown = true;
  }
  CHECK(thrown);
  CHECK(log.bytes() == 8);
}

TEST_CASE("file: folders are made where they are missing, and never in place of a file") {
  const TemporaryFolder folder;
  make_folders(folder / "a/b/c");
  make_folders(folder / "a/b/c");
  CHECK(fs::is_directory(folder / "a/b/c"));
  CHECK(exists(folder / "a/b"));
  CHECK_FALSE(exists(folder / "a/d"));
  write_file(folder / "file", "x");
  CHECK_THROWS_AS(make_folders(folder / "file"), OutputError);
  CHECK_THROWS_AS(make_folders(folder / "file/below"), OutputError);
  CHECK(read_file(folder / "file") == "x");
}

TEST_CASE("file: the folder of the running program is the one that it lies in") {
  const std::string folder = program_folder();
  if (!folder.empty()) CHECK(fs::equivalent(folder, HEED_PROGRAMS));
}
