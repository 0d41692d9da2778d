/*
 * Which files an execution made, changed and deleted: a table of paths that begins empty in every
 * execution. The files themselves are in the scratch directory, below their absolute paths.
 *
 * Dots in paths are resolved without regard to symbolic links. A descriptor that was opened for
 * reading before a file was changed goes on with the old contents.
 */
#include "overlay_table.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ENTRIES = 4096, NAMES_SIZE = 1 << 20 };

KEEP struct overlay_entry *overlay_entries;
KEEP int overlay_entry_count;
KEEP const char *scratch_directory;
static KEEP char *names;
static KEEP size_t names_used;
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
  size_t size = MOST_ENTRIES * sizeof(struct overlay_entry) + NAMES_SIZE;
  char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    refuse("there is no memory for the table of files");
  }
  overlay_entries = (struct overlay_entry *)memory;
  names = memory + MOST_ENTRIES * sizeof(struct overlay_entry);
}

const char *overlay_current(void) { return current; }

void overlay_move_to(const char *absolute) {
  changes_outside();
  strcpy(current, absolute);
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

static struct overlay_entry *find(const char *name, size_t length) {
  uint32_t hash = overlay_entry_count == 0 ? 0 : hash_of(name, length);
  for (int i = 0; i < overlay_entry_count; i++) {
    if (overlay_entries[i].hash == hash && overlay_entries[i].length == length &&
        memcmp(overlay_entries[i].name, name, length) == 0) {
      return &overlay_entries[i];
    }
  }
  return NULL;
}

void overlay_set(const char *name, enum overlay_state state) {
  size_t length = strlen(name);
  struct overlay_entry *entry = find(name, length);
  if (entry == NULL) {
    if (overlay_entry_count == MOST_ENTRIES || names_used + length + 1 > NAMES_SIZE) {
      refuse("the program makes, changes or deletes more than %d files in one execution",
             MOST_ENTRIES);
    }
    entry = &overlay_entries[overlay_entry_count++];
    char *kept = names + names_used;
    memcpy(kept, name, length + 1);
    names_used += length + 1;
    *entry = (struct overlay_entry){.name = kept, .length = (uint32_t)length};
    entry->hash = hash_of(name, length);
  }
  entry->state = state;
}

bool overlay_is_below(const struct overlay_entry *entry, const char *directory, size_t length) {
  return entry->length > length && entry->name[length] == '/' &&
         memcmp(entry->name, directory, length) == 0;
}

void overlay_made_directory(const char *absolute) { overlay_set(absolute, NEW_DIRECTORY); }

void overlay_deleted(const char *absolute) {
  changes_outside();
  overlay_set(absolute, HIDDEN);
}

enum where overlay_find(const char *absolute) {
  if (overlay_entry_count == 0) {
    return ON_MACHINE;
  }
  size_t length = strlen(absolute);
  const struct overlay_entry *entry = find(absolute, length);
  if (entry != NULL) {
    return entry->state == HIDDEN ? NOWHERE : IN_SCRATCH;
  }
  while (length > 0) { /* below what is deleted or new there is nothing of the machine */
    if (absolute[--length] == '/') {
      const struct overlay_entry *above = find(absolute, length);
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
  if (overlay_forget_lists() || overlay_entry_count > 0) {
    path scratch;
    strcpy(scratch, scratch_directory == NULL ? "" : scratch_directory);
    if (scratch[0] != 0) {
      empty(scratch);
    }
  }
  if (overlay_entry_count > 0) {
    overlay_entry_count = 0;
    names_used = 0;
  }
  strcpy(current, start);
}
