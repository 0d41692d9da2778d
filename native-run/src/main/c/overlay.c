/*
 * Which files an execution made, changed and deleted: a table of paths that begins empty in every
 * execution. The files themselves are in the scratch directory, below their absolute paths.
 *
 * Dots in paths are resolved without regard to symbolic links. A descriptor that was opened for
 * reading before a file was changed goes on with the old contents.
 */
#include "overlay.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ENTRIES = 4096, NAMES_SIZE = 1 << 20 };

enum state { HIDDEN, FILE_HERE, NEW_DIRECTORY };

struct entry {
  const char *name;
  uint32_t length, hash;
  enum state state;
};

static KEEP struct entry *entries;
static KEEP int entry_count, list_count;
static KEEP char *names;
static KEEP size_t names_used;
static KEEP const char *scratch_directory;
static KEEP path start, current;

void overlay_begin_process(void) {
  const char *given = getenv("CLEW_SCRATCH");
  static KEEP path kept;
  if (given != NULL && strlen(given) < PATH_MAX / 2) {
    scratch_directory = strcpy(kept, given);
  }
  if (getcwd(start, sizeof start) == NULL) {
    strcpy(start, "/");
  }
  strcpy(current, start);
  size_t size = MOST_ENTRIES * sizeof(struct entry) + NAMES_SIZE;
  char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    refuse("there is no memory for the table of files");
  }
  entries = (struct entry *)memory;
  names = memory + MOST_ENTRIES * sizeof(struct entry);
}

const char *overlay_current(void) { return current; }

void overlay_move_to(const char *absolute) { strcpy(current, absolute); }

static const char *fails(int error) {
  errno = error;
  return NULL;
}

// --- paths

/* Appends the parts of a path to one that has none of its dots. */
static bool append(path absolute, const char *name) {
  size_t length = strlen(absolute);
  while (*name != 0) {
    size_t part = strcspn(name, "/");
    if (part == 2 && name[0] == '.' && name[1] == '.') {
      while (length > 0 && absolute[--length] != '/') {
      }
    } else if (part > 0 && !(part == 1 && name[0] == '.')) {
      if (length + part + 2 > PATH_MAX) {
        return false;
      }
      if (length != 1) {
        absolute[length++] = '/';
      }
      memcpy(absolute + length, name, part);
      length += part;
    }
    length = length == 0 ? 1 : length;
    absolute[0] = '/';
    absolute[length] = 0;
    name += part + (name[part] == '/');
  }
  return true;
}

/* The path of an open directory. */
static bool path_of_descriptor(int descriptor, path absolute) {
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, absolute, PATH_MAX - 1);
  if (length < 0) {
    errno = EBADF;
    return false;
  }
  absolute[length] = 0;
  size_t prefix = scratch_directory == NULL ? 0 : strlen(scratch_directory);
  if (prefix > 0 && strncmp(absolute, scratch_directory, prefix) == 0) {
    memmove(absolute, absolute + prefix, strlen(absolute + prefix) + 1);
  }
  return true;
}

bool overlay_resolve(int directory, const char *name, path absolute) {
  if (name == NULL || *name == 0) {
    errno = name == NULL ? EFAULT : ENOENT;
    return false;
  }
  strcpy(absolute, *name == '/' ? "/" : current);
  if (*name != '/' && directory != AT_FDCWD && !path_of_descriptor(directory, absolute)) {
    return false;
  }
  if (!append(absolute, name)) {
    errno = ENAMETOOLONG;
    return false;
  }
  return true;
}

bool overlay_scratch(const char *absolute, path scratch) {
  if (scratch_directory == NULL) {
    refuse("the program writes a file (%s), and there is no scratch directory for it", absolute);
  }
  size_t prefix = strlen(scratch_directory), length = strlen(absolute);
  if (prefix + length + 1 > PATH_MAX) {
    errno = ENAMETOOLONG;
    return false;
  }
  memcpy(scratch, scratch_directory, prefix);
  memcpy(scratch + prefix, absolute, length + 1);
  return true;
}

// --- the table

static uint32_t hash_of(const char *name, size_t length) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < length; i++) {
    hash = (hash ^ (unsigned char)name[i]) * 16777619u;
  }
  return hash;
}

static struct entry *find(const char *name, size_t length) {
  uint32_t hash = entry_count == 0 ? 0 : hash_of(name, length);
  for (int i = 0; i < entry_count; i++) {
    if (entries[i].hash == hash && entries[i].length == length &&
        memcmp(entries[i].name, name, length) == 0) {
      return &entries[i];
    }
  }
  return NULL;
}

static void set(const char *name, enum state state) {
  size_t length = strlen(name);
  struct entry *entry = find(name, length);
  if (entry == NULL) {
    if (entry_count == MOST_ENTRIES || names_used + length + 1 > NAMES_SIZE) {
      refuse("the program makes, changes or deletes more than %d files in one execution",
             MOST_ENTRIES);
    }
    entry = &entries[entry_count++];
    char *kept = names + names_used;
    memcpy(kept, name, length + 1);
    names_used += length + 1;
    *entry = (struct entry){.name = kept, .length = (uint32_t)length};
    entry->hash = hash_of(name, length);
  }
  entry->state = state;
}

void overlay_made_directory(const char *absolute) { set(absolute, NEW_DIRECTORY); }

void overlay_deleted(const char *absolute) { set(absolute, HIDDEN); }

enum where overlay_find(const char *absolute) {
  if (entry_count == 0) {
    return ON_MACHINE;
  }
  size_t length = strlen(absolute);
  const struct entry *entry = find(absolute, length);
  if (entry != NULL) {
    return entry->state == HIDDEN ? NOWHERE : IN_SCRATCH;
  }
  while (length > 0) { /* below what is deleted or new there is nothing of the machine */
    if (absolute[--length] == '/') {
      const struct entry *above = find(absolute, length);
      if (above != NULL) {
        return NOWHERE;
      }
    }
  }
  return ON_MACHINE;
}

bool overlay_is_there(const char *absolute) {
  struct stat status;
  path scratch;
  const char *name = overlay_look(absolute, scratch);
  return name != NULL && lstat(name, &status) == 0;
}

bool overlay_is_directory(const char *absolute) {
  struct stat status;
  path scratch;
  const char *name = overlay_look(absolute, scratch);
  return name != NULL && stat(name, &status) == 0 && S_ISDIR(status.st_mode);
}

// --- files

const char *overlay_look(const char *absolute, path scratch) {
  switch (overlay_find(absolute)) {
  case ON_MACHINE:
    return absolute;
  case IN_SCRATCH:
    return overlay_scratch(absolute, scratch) ? scratch : NULL;
  default:
    return fails(ENOENT);
  }
}

/* Makes the directories on the way to a path in the scratch directory. */
static void make_parents(path scratch) {
  for (char *at = scratch + strlen(scratch_directory) + 1; (at = strchr(at, '/')) != NULL; at++) {
    *at = 0;
    mkdir(scratch, 0700);
    *at = '/';
  }
}

static bool copy_contents(int from, int to) {
  static KEEP char buffer[1 << 14];
  ssize_t count;
  while ((count = read(from, buffer, sizeof buffer)) > 0) {
    if (write(to, buffer, (size_t)count) != count) {
      return false;
    }
  }
  return count == 0;
}

/* Puts a copy of a file into the scratch directory, empty if its contents are not wanted. */
static bool copy_up(const char *absolute, const struct stat *status, bool with_contents,
                    path scratch) {
  make_parents(scratch);
  int to = open(scratch, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  int from = with_contents ? open(absolute, O_RDONLY | O_CLOEXEC) : -1;
  bool is_done = to >= 0 && (!with_contents || from >= 0);
  if (is_done && with_contents && !copy_contents(from, to)) {
    refuse("the file %s cannot be copied to the scratch directory", absolute);
  }
  int error = errno;
  if (to >= 0) {
    fchmod(to, status->st_mode & 07777);
    close(to);
  }
  if (from >= 0) {
    close(from);
  }
  errno = error;
  if (is_done) {
    set(absolute, FILE_HERE);
  }
  return is_done;
}

/* Prepares a place for something new; its directory must be there. */
static const char *make_place(const char *absolute, path scratch) {
  path parent;
  strcpy(parent, absolute);
  char *end = strrchr(parent, '/');
  end[end == parent] = 0;
  if (!overlay_is_directory(parent)) {
    return fails(overlay_is_there(parent) ? ENOTDIR : ENOENT);
  }
  if (overlay_find(parent) == ON_MACHINE && access(parent, W_OK) != 0) {
    return NULL;
  }
  if (!overlay_scratch(absolute, scratch)) {
    return NULL;
  }
  make_parents(scratch);
  set(absolute, FILE_HERE);
  return scratch;
}

const char *overlay_make(const char *absolute, path scratch) {
  return overlay_is_there(absolute) ? fails(EEXIST) : make_place(absolute, scratch);
}

/* A file of the machine is to be opened. */
static const char *open_on_machine(const char *absolute, const struct stat *status, int flags,
                                   path scratch) {
  if (S_ISFIFO(status->st_mode) || S_ISSOCK(status->st_mode)) {
    refuse("the program opens %s, which leads to other processes; give it a file instead",
           absolute);
  }
  if ((flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) {
    return fails(EEXIST);
  }
  bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) != 0;
  if (!writes || !S_ISREG(status->st_mode)) {
    return absolute;
  }
  if (access(absolute, W_OK) != 0 || !overlay_scratch(absolute, scratch)) {
    return NULL;
  }
  return copy_up(absolute, status, (flags & O_TRUNC) == 0, scratch) ? scratch : NULL;
}

const char *overlay_open(const char *absolute, int flags, path scratch) {
  enum where where = overlay_find(absolute);
  if (where == IN_SCRATCH) {
    return overlay_scratch(absolute, scratch) ? scratch : NULL;
  }
  struct stat status;
  if (where == ON_MACHINE && stat(absolute, &status) == 0) {
    return open_on_machine(absolute, &status, flags, scratch);
  }
  if ((flags & O_CREAT) == 0) {
    return where == ON_MACHINE ? NULL : fails(ENOENT);
  }
  return make_place(absolute, scratch);
}

const char *overlay_change(const char *absolute, path scratch) {
  enum where where = overlay_find(absolute);
  if (where == IN_SCRATCH) {
    return overlay_scratch(absolute, scratch) ? scratch : NULL;
  }
  struct stat status;
  if (where == NOWHERE || stat(absolute, &status) != 0) {
    return where == NOWHERE ? fails(ENOENT) : NULL;
  }
  if (!S_ISREG(status.st_mode)) {
    refuse("the program changes %s, which was there before and is no file", absolute);
  }
  if (!overlay_scratch(absolute, scratch)) {
    return NULL;
  }
  return copy_up(absolute, &status, true, scratch) ? scratch : NULL;
}

// --- other names

static bool is_below(const struct entry *entry, const char *directory, size_t length) {
  return entry->length > length && entry->name[length] == '/' &&
         memcmp(entry->name, directory, length) == 0;
}

/* What was below a directory that got another name is below the other name. */
static void rename_below(const char *from, const char *to) {
  size_t length = strlen(from);
  int count = entry_count;
  for (int i = 0; i < count; i++) {
    if (is_below(&entries[i], from, length) && entries[i].state != HIDDEN) {
      path moved;
      if (snprintf(moved, sizeof moved, "%s%s", to, entries[i].name + length) < PATH_MAX) {
        set(moved, entries[i].state);
      }
      entries[i].state = HIDDEN;
    }
  }
}

bool overlay_rename(const char *from, const char *to) {
  bool is_directory = overlay_is_directory(from);
  if (is_directory && overlay_find(from) == ON_MACHINE) {
    refuse("the program renames %s, a directory that was there before", from);
  }
  path old, new;
  if (overlay_change(from, old) == NULL) {
    return false;
  }
  if (overlay_find(to) != IN_SCRATCH &&
      (overlay_is_directory(to) ? fails(is_directory ? ENOTEMPTY : EISDIR)
                                : make_place(to, new)) == NULL) {
    return false;
  }
  if (!overlay_scratch(to, new) || rename(old, new) != 0) {
    return false;
  }
  set(from, HIDDEN);
  set(to, is_directory ? NEW_DIRECTORY : FILE_HERE);
  if (is_directory) {
    rename_below(from, to);
  }
  return true;
}

// --- lists

static bool has_changes_below(const char *absolute) {
  for (int i = 0; i < entry_count; i++) {
    if (is_below(&entries[i], absolute, strcmp(absolute, "/") == 0 ? 0 : strlen(absolute))) {
      return true;
    }
  }
  return false;
}

/* Makes something of a name and a kind in a directory that is only there to be listed. */
static void list_name(const char *list, const char *name, bool is_directory) {
  path made;
  if (snprintf(made, sizeof made, "%s/%s", list, name) >= PATH_MAX) {
    return;
  }
  if (is_directory) {
    mkdir(made, 0700);
  } else {
    close(open(made, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  }
}

static void list_names(const char *absolute, const char *from, const char *list) {
  DIR *directory = opendir(from);
  const struct dirent *item;
  while (directory != NULL && (item = readdir(directory)) != NULL) {
    path full;
    if (strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0 &&
        snprintf(full, sizeof full, "%s/%s", absolute, item->d_name) < PATH_MAX &&
        overlay_find(full) != NOWHERE) {
      list_name(list, item->d_name, item->d_type == DT_DIR);
    }
  }
  if (directory != NULL) {
    closedir(directory);
  }
}

const char *overlay_list(const char *absolute, path scratch) {
  const char *name = overlay_look(absolute, scratch);
  if (name == NULL || name == scratch || !has_changes_below(absolute) ||
      !overlay_is_directory(absolute)) {
    return name;
  }
  path changed;
  if (!overlay_scratch(absolute, changed) ||
      snprintf(scratch, PATH_MAX, "%s/.list%d", scratch_directory, list_count++) >= PATH_MAX) {
    return fails(ENAMETOOLONG);
  }
  mkdir(scratch, 0700);
  list_names(absolute, absolute, scratch);
  list_names(absolute, changed, scratch);
  return scratch;
}

// --- an execution ends

/* Deletes what is in a directory. */
static void empty(path directory) {
  DIR *list = opendir(directory);
  if (list == NULL) {
    return;
  }
  size_t length = strlen(directory);
  const struct dirent *item;
  while ((item = readdir(list)) != NULL) {
    size_t more = strlen(item->d_name);
    if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0 ||
        length + more + 2 > PATH_MAX) {
      continue;
    }
    directory[length] = '/';
    memcpy(directory + length + 1, item->d_name, more + 1);
    if (unlink(directory) != 0) {
      chmod(directory, 0700);
      empty(directory);
      rmdir(directory);
    }
    directory[length] = 0;
  }
  closedir(list);
}

void overlay_end_execution(void) {
  if (entry_count > 0 || list_count > 0) {
    path scratch;
    strcpy(scratch, scratch_directory == NULL ? "" : scratch_directory);
    if (scratch[0] != 0) {
      empty(scratch);
    }
  }
  if (entry_count > 0) {
    entry_count = 0;
    names_used = 0;
  }
  list_count = 0;
  strcpy(current, start);
}
