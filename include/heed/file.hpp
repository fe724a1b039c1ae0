// Layer 0. file: whole files, read and written so that nothing half done is ever taken for done.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heed {

// The number the system gave an open file, or −1; closed at the end of its life.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor();

  int number() const { return number_; }
  int release();  // the number, which the caller now closes

 private:
  int number_;
};

// An ordinary file, open for reading at any place. Throws InputError "path: what" where it is
// absent, unreadable, a folder, a pipe or a device.
class InputFile {
 public:
  explicit InputFile(const std::string& path);

  const std::string& path() const { return path_; }
  std::size_t bytes() const { return bytes_; }  // its length when it was opened
  // So many bytes from the offset on. Throws InputError where the file has become shorter.
  std::string read(std::size_t offset, std::size_t count) const;

 private:
  std::string path_;
  Descriptor file_;
  std::size_t bytes_ = 0;
};

// Every byte of a file. Throws InputError, as InputFile does or for more than `most` bytes.
inline constexpr std::size_t kMostBytes = std::size_t{1} << 31;
std::string read_file(const std::string& path, std::size_t most = kMostBytes);

// The same of a text. At a zero byte it stops reading, which may save gigabytes, and throws InputError
// "path:line:column: a zero byte; …", both counted from 1, the column in characters.
std::string read_text(const std::string& path);

// Replaces the file by these bytes, all or nothing: they go into path.tmp, which is flushed to the
// disk and renamed, and the folder is flushed. Throws OutputError "path: what", the old file kept.
void write_file(const std::string& path, std::string_view bytes);

// A log that grows in place, a line at a time.
class AppendFile {
 public:
  // Opens the file, or makes it, and cuts it back to its first `keep` bytes: what a checkpoint says
  // was there. Throws OutputError where that cannot be done or the file is shorter.
  explicit AppendFile(const std::string& path, std::size_t keep = 0);

  // Writes text and a newline. Throws OutputError unless every byte was taken.
  void line(std::string_view text);
  // Returns when everything written is on the disk. Throws OutputError.
  void sync();
  std::size_t bytes() const { return bytes_; }

 private:
  std::string path_;
  Descriptor file_;
  std::size_t bytes_ = 0;
};

// Makes the folder and those above it where they are missing. Throws OutputError.
void make_folders(const std::string& path);

// Is there a file, folder or anything else of this name?
bool exists(const std::string& path);

// The folder of the running program; empty where the system does not say.
std::string program_folder();

}  // namespace heed
