#include "heed/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "heed/error.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

// The system's words for the last error.
std::string why() { return std::generic_category().message(errno); }

std::string kind_of(const struct stat& status) {
  if (S_ISDIR(status.st_mode)) return "a folder";
  if (S_ISFIFO(status.st_mode)) return "a pipe";
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) return "a device";
  return "of a kind of its own";
}

// The length of an open file. Throws E where it is no ordinary one.
template <class E>
std::size_t ordinary_length(const std::string& path, const Descriptor& file) {
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) fail<E>(path, ": cannot look at it: ", why());
  if (!S_ISREG(status.st_mode)) fail<E>(path, ": is ", kind_of(status), ", not a file");
  return static_cast<std::size_t>(status.st_size);
}

void check_length(const InputFile& file, std::size_t most) {
  if (file.bytes() <= most) return;
  fail<InputError>(file.path(), ": has ", file.bytes(), " bytes, but at most ", most, " are read");
}

[[noreturn]] void refuse_zero(const std::string& path, std::string_view before) {
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t column = 1 + count_characters(before.substr(before.rfind('\n') + 1));
  fail<InputError>(path, ":", line, ":", column, ": a zero byte; is this a text file?");
}

// write() may take less than it was given, on a full disk or after a signal: whatever it did not
// take is offered again, until it takes all or says why not.
bool write_all(const Descriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t taken = ::write(file.number(), bytes.data(), bytes.size());
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(taken));
  }
  return true;
}

// A new name is on the disk only when its folder is. Some file systems cannot flush a folder and
// say EINVAL; there is nothing more to be done then.
void sync_folder_of(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  const char* name = parent.empty() ? "." : parent.c_str();
  const Descriptor folder(::open(name, O_RDONLY | O_CLOEXEC));
  if (folder.number() >= 0 && (::fsync(folder.number()) == 0 || errno == EINVAL)) return;
  fail<OutputError>(path, ": cannot flush its folder: ", why());
}

// The bytes in a new file of this name, flushed to the disk. A failure is left in errno.
bool write_new(const std::string& path, std::string_view bytes) {
  ::unlink(path.c_str());
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.number() < 0) return false;
  if (!write_all(file, bytes) || ::fsync(file.number()) != 0) return false;
  return ::close(file.release()) == 0;
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

int Descriptor::release() { return std::exchange(number_, -1); }

// Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
InputFile::InputFile(const std::string& path)
    : path_(path), file_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
  if (file_.number() < 0) fail<InputError>(path, ": cannot read: ", why());
  bytes_ = ordinary_length<InputError>(path, file_);
}

std::string InputFile::read(std::size_t offset, std::size_t count) const {
  std::string bytes(count, '\0');
  for (std::size_t filled = 0; filled < count;) {
    const ssize_t got = ::pread(file_.number(), bytes.data() + filled, count - filled,
                                static_cast<off_t>(offset + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail<InputError>(path_, ": cannot read: ", why());
    if (got == 0) fail<InputError>(path_, ": ends after ", offset + filled, " bytes");
    filled += static_cast<std::size_t>(got);
  }
  return bytes;
}

std::string read_file(const std::string& path, std::size_t most) {
  const InputFile file(path);
  check_length(file, most);
  return file.read(0, file.bytes());
}

std::string read_text(const std::string& path) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  const InputFile file(path);
  check_length(file, kMostBytes);
  std::string text;
  for (std::size_t at = 0; at < file.bytes(); at = text.size()) {
    text += file.read(at, std::min(kBlock, file.bytes() - at));
    const std::size_t zero = text.find('\0', at);
    if (zero != text.npos) refuse_zero(path, std::string_view(text).substr(0, zero));
  }
  return text;
}

void write_file(const std::string& path, std::string_view bytes) {
  // The rename would put a file in the place of a device, or of a pipe somebody listens at.
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    fail<OutputError>(path, ": is ", kind_of(status), ", not a file");
  }
  const std::string temporary = path + ".tmp";
  if (!write_new(temporary, bytes) || ::rename(temporary.c_str(), path.c_str()) != 0) {
    const std::string reason = why();
    ::unlink(temporary.c_str());
    fail<OutputError>(path, ": cannot write: ", reason);
  }
  sync_folder_of(path);
}

AppendFile::AppendFile(const std::string& path, std::size_t keep)
    : path_(path),
      file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666)),
      bytes_(keep) {
  if (file_.number() < 0) fail<OutputError>(path, ": cannot write: ", why());
  const std::size_t length = ordinary_length<OutputError>(path, file_);
  if (length < keep) {
    fail<OutputError>(path, ": has ", length, " bytes, but ", keep, " were written before");
  }
  if (::ftruncate(file_.number(), static_cast<off_t>(keep)) != 0) {
    fail<OutputError>(path, ": cannot cut it to ", keep, " bytes: ", why());
  }
  sync_folder_of(path);
}

void AppendFile::line(std::string_view text) {
  const std::string whole = std::string(text) + "\n";
  if (!write_all(file_, whole)) fail<OutputError>(path_, ": cannot write: ", why());
  bytes_ += whole.size();
}

void AppendFile::sync() {
  if (::fsync(file_.number()) != 0) fail<OutputError>(path_, ": cannot flush: ", why());
}

void make_folders(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path, error))
    error = std::make_error_code(std::errc::not_a_directory);
  if (error) fail<OutputError>(path, ": cannot make the folder: ", error.message());
}

bool exists(const std::string& path) {
  struct stat status = {};
  return ::lstat(path.c_str(), &status) == 0;
}

std::string program_folder() {
  std::error_code unknown;  // on systems without /proc
  return std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path().string();
}

}  // namespace heed
