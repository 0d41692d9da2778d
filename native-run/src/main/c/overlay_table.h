/* The table of paths behind the overlay, for its own files only. */
#ifndef CLEW_OVERLAY_TABLE_H
#define CLEW_OVERLAY_TABLE_H

#include <errno.h>

#include "overlay.h"

enum overlay_state { HIDDEN, FILE_HERE, NEW_DIRECTORY };

struct overlay_entry {
  const char *name;
  uint32_t length, hash;
  enum overlay_state state;
};

extern KEEP struct overlay_entry *overlay_entries;
extern KEEP int overlay_entry_count;
extern KEEP const char *scratch_directory; /* NULL if there is none */

/* Remembers what became of a path. */
void overlay_set(const char *absolute, enum overlay_state state);
bool overlay_is_below(const struct overlay_entry *entry, const char *directory, size_t length);

/* Forgets the directories that are there to be listed (overlay_lists.c); whether there were any. */
bool overlay_forget_lists(void);

static inline const char *overlay_fails(int error) {
  errno = error;
  return NULL;
}

#endif
