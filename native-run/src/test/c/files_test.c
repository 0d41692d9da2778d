/* Files of an execution: what it sees, and that the machine does not see them. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "control.h"
#include "fake_scheduler.h"
#include "heap.h"
#include "ranges.h"

int WRAP(open)(const char *, int, ...);
FILE *WRAP(fopen)(const char *, const char *);
FILE *WRAP(freopen)(const char *, const char *, FILE *);
FILE *WRAP(tmpfile)(void);
int WRAP(mkstemp)(char *);
char *WRAP(mkdtemp)(char *);
int WRAP(mkdir)(const char *, mode_t);
int WRAP(rmdir)(const char *);
DIR *WRAP(opendir)(const char *);
int WRAP(chdir)(const char *);
char *WRAP(getcwd)(char *, size_t);
int WRAP(unlink)(const char *);
int WRAP(remove)(const char *);
int WRAP(rename)(const char *, const char *);
int WRAP(link)(const char *, const char *);
int WRAP(stat)(const char *, struct stat *);
int WRAP(fstat)(int, struct stat *);
int WRAP(access)(const char *, int);
int WRAP(truncate)(const char *, off_t);
int WRAP(chmod)(const char *, mode_t);
int WRAP(close)(int);
int WRAP(fclose)(FILE *);
int WRAP(dup2)(int, int);
int WRAP(pipe)(int[2]);
ssize_t WRAP(read)(int, void *, size_t);
ssize_t WRAP(write)(int, const void *, size_t);
pid_t WRAP(fork)(void);
int WRAP(system)(const char *);
int WRAP(socket)(int, int, int);
unsigned WRAP(alarm)(unsigned);
int WRAP(poll)(struct pollfd *, nfds_t, int);
void *WRAP(malloc)(size_t);

/* Not part of this test. */
void *WRAP(malloc)(size_t size) { return malloc(size); }
void heap_allocates_for(uintptr_t pc) { (void)pc; }
bool counts_as_access(uintptr_t pc) { return pc == 0; }
bool is_call_of_program(uintptr_t pc) { return pc == 0; }
void range_accessed(const volatile void *address, size_t size, bool writes, uintptr_t pc) {
  (void)address, (void)size, (void)writes, (void)pc;
}
_Noreturn void buffer_overflow(size_t size, size_t room) { fail(CRASH, "%zu %zu", size, room); }

static void begin(const char *name) {
  begin_test(name);
  files_begin_execution();
}

static void put(const char *name, const char *mode, const char *text) {
  FILE *file = WRAP(fopen)(name, mode);
  CHECK(file != NULL);
  CHECK(fputs(text, file) >= 0 && fclose(file) == 0);
}

static bool holds(const char *name, const char *text) {
  char buffer[100];
  FILE *file = WRAP(fopen)(name, "r");
  if (file == NULL) {
    return false;
  }
  size_t size = fread(buffer, 1, sizeof buffer - 1, file);
  buffer[size] = 0;
  fclose(file);
  return strcmp(buffer, text) == 0;
}

static bool is_there(const char *name) {
  struct stat status;
  return WRAP(stat)(name, &status) == 0;
}

/* Whether the machine has a file with this text. */
static bool really_holds(const char *name, const char *text) {
  char buffer[100] = "";
  FILE *file = fopen(name, "r");
  if (file == NULL) {
    return false;
  }
  size_t size = fread(buffer, 1, sizeof buffer - 1, file);
  buffer[size] = 0;
  fclose(file);
  return strcmp(buffer, text) == 0;
}

static bool is_empty_directory(const char *name) { /* can be made anew only if it is empty */
  return rmdir(name) == 0 && mkdir(name, 0700) == 0;
}

static void test_new_files(void) {
  for (int i = 0; i < 2; i++) {
    begin("a new file is there in this execution only");
    CHECK(!is_there("new"));
    CHECK(WRAP(fopen)("new", "r") == NULL && errno == ENOENT);
    put("new", "w", "text");
    CHECK(is_there("new") && holds("new", "text") && holds("./sub/../new", "text"));
    put("new", "a", " and more");
    CHECK(holds("new", "text and more"));
    CHECK(WRAP(open)("new", O_CREAT | O_EXCL | O_RDWR, 0600) == -1 && errno == EEXIST);
    CHECK(WRAP(fopen)("nowhere/new", "w") == NULL && errno == ENOENT);
    CHECK(access("new", F_OK) != 0);
    files_end_execution();
    CHECK(is_empty_directory(getenv("CLEW_SCRATCH")));
  }
}

static void test_old_files(void) {
  for (int i = 0; i < 2; i++) {
    begin("a file of the machine is changed in this execution only");
    CHECK(holds("old", "original"));
    put("old", "r+", "ORI");
    CHECK(holds("old", "ORIginal") && really_holds("old", "original"));
    CHECK(WRAP(truncate)("old", 2) == 0 && holds("old", "OR"));
    put("other", "w", "new");
    CHECK(holds("other", "new") && really_holds("other", "other"));
    CHECK(WRAP(unlink)("other") == 0 && !is_there("other"));
    CHECK(WRAP(unlink)("other") == -1 && errno == ENOENT);
    CHECK(WRAP(open)("other", O_RDONLY) == -1 && errno == ENOENT);
    put("other", "w", "again");
    CHECK(holds("other", "again"));
    files_end_execution();
    CHECK(really_holds("old", "original") && really_holds("other", "other"));
  }
}

static void test_names(void) {
  begin("other names");
  CHECK(WRAP(rename)("old", "renamed") == 0);
  CHECK(!is_there("old") && holds("renamed", "original") && really_holds("old", "original"));
  CHECK(WRAP(rename)("renamed", "other") == 0 && holds("other", "original"));
  CHECK(WRAP(rename)("nothing", "x") == -1 && errno == ENOENT);
  CHECK(WRAP(link)("other", "linked") == 0 && holds("linked", "original"));
  CHECK(WRAP(chmod)("linked", 0400) == 0);
  struct stat status;
  CHECK(WRAP(stat)("linked", &status) == 0 && (status.st_mode & 07777) == 0400);
  CHECK(status.st_mtime == 1735689600 && WRAP(access)("linked", R_OK) == 0);
  CHECK(WRAP(remove)("linked") == 0 && !is_there("linked"));
  files_end_execution();
  CHECK(really_holds("old", "original") && really_holds("other", "other"));
}

static int names_in(const char *directory, const char *wanted) {
  DIR *list = WRAP(opendir)(directory);
  CHECK(list != NULL);
  int count = 0;
  bool is_found = false;
  const struct dirent *item;
  while ((item = readdir(list)) != NULL) {
    count += item->d_name[0] != '.';
    is_found |= strcmp(item->d_name, wanted) == 0;
  }
  closedir(list);
  return is_found ? count : -count;
}

static void test_directories(void) {
  begin("directories");
  CHECK(WRAP(mkdir)("made", 0700) == 0);
  CHECK(WRAP(mkdir)("made", 0700) == -1 && errno == EEXIST);
  CHECK(WRAP(mkdir)("sub", 0700) == -1 && errno == EEXIST);
  put("made/a", "w", "A");
  put("made/b", "w", "B");
  CHECK(names_in("made", "a") == 2 && names_in("sub", "inner") == 1);
  CHECK(WRAP(rmdir)("made") == -1);
  CHECK(WRAP(rename)("made", "moved") == 0 && holds("moved/a", "A") && !is_there("made/a"));
  put("sub/more", "w", "x");
  CHECK(names_in("sub", "more") == 2);
  CHECK(WRAP(unlink)("sub/inner") == 0 && names_in("sub", "inner") == -1);
  CHECK(WRAP(unlink)("moved/a") == 0 && WRAP(unlink)("moved/b") == 0);
  CHECK(WRAP(rmdir)("moved") == 0 && !is_there("moved"));
  TRY(WRAP(rmdir)("sub"));
  CHECK(outcome == WAS_REFUSED && strstr(last_text, "was there before") != NULL);
  files_end_execution();
  CHECK(really_holds("sub/inner", "inner") && is_empty_directory(getenv("CLEW_SCRATCH")));
}

static void test_current_directory(void) {
  char here[4096], inside[4096];
  begin("the current directory");
  CHECK(WRAP(getcwd)(here, sizeof here) == here);
  CHECK(WRAP(chdir)("sub") == 0 && holds("inner", "inner"));
  CHECK(WRAP(getcwd)(inside, sizeof inside) == inside && strstr(inside, "/sub") != NULL);
  CHECK(WRAP(getcwd)(inside, 2) == NULL && errno == ERANGE);
  CHECK(WRAP(chdir)("inner") == -1 && errno == ENOTDIR);
  CHECK(WRAP(chdir)("nowhere") == -1 && errno == ENOENT);
  files_end_execution();
  begin("is the first one again");
  CHECK(WRAP(getcwd)(inside, sizeof inside) == inside && strcmp(here, inside) == 0);
  files_end_execution();
}

static void test_temporary_files(void) {
  char first[2][20];
  for (int i = 0; i < 2; i++) {
    begin("temporary files have the same names in every execution");
    char name[] = "/tmp/xXXXXXX", bad[] = "/tmp/x", other[] = "/tmp/xXXXXXX";
    int file = WRAP(mkstemp)(name);
    CHECK(file >= 0 && is_there(name) && access(name, F_OK) != 0);
    CHECK(WRAP(mkstemp)(bad) == -1 && errno == EINVAL);
    CHECK(WRAP(mkdtemp)(other) == other && is_there(other) && strcmp(name, other) != 0);
    strcpy(first[i], name);
    FILE *nameless = WRAP(tmpfile)();
    CHECK(nameless != NULL && fputs("x", nameless) >= 0);
    fclose(nameless);
    files_end_execution();
    CHECK(fcntl(file, F_GETFD) == -1);
  }
  CHECK(strcmp(first[0], first[1]) == 0);
}

static void test_descriptors(void) {
  int lowest = -1;
  for (int i = 0; i < 3; i++) {
    begin("descriptors that are left open are closed");
    int opened = WRAP(open)("old", O_RDONLY);
    CHECK(opened > 2 && (lowest < 0 || opened == lowest));
    lowest = opened;
    CHECK(WRAP(dup2)(opened, 40) == 40);
    CHECK(WRAP(close)(200) == -1 && errno == EBADF);
    files_end_execution();
    CHECK(fcntl(opened, F_GETFD) == -1 && fcntl(40, F_GETFD) == -1);
  }
}

static void test_standard_streams_are_closed(void) {
  begin("a closed standard stream is open again");
  FILE *stream = fdopen(STDOUT_FILENO, "w");
  CHECK(WRAP(fclose)(stream) == 0 && fcntl(STDOUT_FILENO, F_GETFD) < 0);
  files_end_execution();
  CHECK(fcntl(STDOUT_FILENO, F_GETFD) >= 0);
}

static void test_streams(void) {
  begin("input begins anew, output goes nowhere");
  char buffer[8];
  CHECK(WRAP(read)(0, buffer, 5) == 5 && memcmp(buffer, "input", 5) == 0);
  CHECK(WRAP(write)(1, "lost", 4) == 4);
  struct stat status;
  CHECK(WRAP(fstat)(1, &status) == 0 && S_ISREG(status.st_mode));
  files_end_execution();
  records_details = true;
  begin("and is written if details are");
  records_details = false;
  CHECK(WRAP(read)(0, buffer, 5) == 5 && memcmp(buffer, "input", 5) == 0);
  CHECK(WRAP(write)(1, "shown", 5) == 5 && WRAP(write)(2, "!", 1) == 1);
  files_end_execution();
  CHECK(really_holds(getenv("CLEW_OUTPUT"), "shown!"));
  begin("output that is sent elsewhere comes back");
  int file = WRAP(open)("log", O_CREAT | O_WRONLY, 0600);
  CHECK(WRAP(dup2)(file, 1) == 1 && WRAP(write)(1, "log", 3) == 3 && holds("log", "log"));
  CHECK(WRAP(close)(0) == 0);
  files_end_execution();
  begin("as does input");
  CHECK(WRAP(read)(0, buffer, 5) == 5 && memcmp(buffer, "input", 5) == 0);
  CHECK(WRAP(write)(1, "lost", 4) == 4);
  files_end_execution();
}

static void test_random_devices(void) {
  uint64_t bytes[2][2];
  for (int i = 0; i < 2; i++) {
    begin("devices of random numbers");
    int device = WRAP(open)("/dev/urandom", O_RDONLY);
    CHECK(WRAP(read)(device, bytes[i], 16) == 16 && bytes[i][0] != 0);
    files_end_execution();
  }
  CHECK(memcmp(bytes[0], bytes[1], 16) == 0);
}

static void test_refusals(void) {
#define CHECK_REFUSED(call, words)            \
  TRY(call);                                  \
  CHECK(outcome == WAS_REFUSED);              \
  CHECK(strstr(last_text, words) != NULL)
  begin("what cannot be controlled");
  CHECK_REFUSED(WRAP(fork)(), "fork");
  CHECK_REFUSED(WRAP(system)("true"), "system");
  CHECK_REFUSED(WRAP(socket)(AF_INET, SOCK_STREAM, 0), "socket");
  CHECK_REFUSED(WRAP(alarm)(1), "alarm");
  CHECK_REFUSED(WRAP(poll)(NULL, 0, -1), "poll");
  CHECK(WRAP(poll)(NULL, 0, 5) == 0);
  int ends[2];
  char byte;
  CHECK(WRAP(pipe)(ends) == 0 && WRAP(write)(ends[1], "x", 1) == 1);
  CHECK(WRAP(read)(ends[0], &byte, 1) == 1 && byte == 'x');
  CHECK_REFUSED(WRAP(read)(ends[0], &byte, 1), "pipe");
  CHECK(mkfifo("fifo", 0600) == 0);
  CHECK_REFUSED(WRAP(fopen)("fifo", "r"), "fifo");
  files_end_execution();
}

int main(int count, char **words) { /* in a directory of its own */
  CHECK(count == 2 && chdir(words[1]) == 0);
  FILE *old = fopen("old", "w"), *other = fopen("other", "w"), *input = fopen("input", "w");
  CHECK(mkdir("sub", 0700) == 0 && mkdir("scratch", 0700) == 0);
  FILE *inner = fopen("sub/inner", "w");
  fputs("original", old), fputs("other", other), fputs("input", input), fputs("inner", inner);
  fclose(old), fclose(other), fclose(input), fclose(inner);
  setenv("CLEW_SHARED", "a test", 1);
  setenv("CLEW_STDIN", "input", 1);
  char name[4096];
  snprintf(name, sizeof name, "%s/scratch", words[1]);
  setenv("CLEW_SCRATCH", name, 1);
  snprintf(name, sizeof name, "%s/output", words[1]);
  setenv("CLEW_OUTPUT", name, 1);
  dup2(2, 200); /* for messages of this test: where the runtime has its descriptors */
  stderr = stdout = fdopen(200, "w");
  setbuf(stderr, NULL);
  files_begin_process();
  test_new_files();
  test_old_files();
  test_names();
  test_directories();
  test_current_directory();
  test_temporary_files();
  test_descriptors();
  test_streams();
  test_standard_streams_are_closed();
  test_random_devices();
  test_refusals();
  return 0;
}
