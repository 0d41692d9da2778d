/* Directories as an execution sees them: one that has the same names in it is made to be listed. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "overlay_table.h"

static KEEP int list_count; /* directories made to be listed */

static bool has_changes_below(const char *absolute) {
  for (int i = 0; i < overlay_entry_count; i++) {
    if (overlay_is_below(&overlay_entries[i], absolute, strcmp(absolute, "/") == 0 ? 0 : strlen(absolute))) {
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
    return overlay_fails(ENAMETOOLONG);
  }
  mkdir(scratch, 0700);
  list_names(absolute, absolute, scratch);
  list_names(absolute, changed, scratch);
  return scratch;
}

bool overlay_forget_lists(void) {
  bool were_any = list_count > 0;
  list_count = 0;
  return were_any;
}
