#!/bin/sh
# Builds the runtime with a compiler: build.sh COMPILER DIRECTORY makes DIRECTORY/clew.o and
# DIRECTORY/clew.wrap, the options for the linker; and more of them: DIRECTORY/clew.told for what every
# program may call, DIRECTORY/clew.cxx for C++, DIRECTORY/clew.math with the mathematical library.
#
# All parts become one object. Inside it, what the linker wraps means the real thing; its code is in
# a section of its own, by which positions in the program are told from those in the runtime; and
# no name can be seen that the program might have, too.
set -eu
compiler="$1"
directory="$2"
here="$(dirname "$0")"
objects=""
for source in "$here"/*.c "$here"/*.S; do
  object="$directory/$(basename "$source").o"
  $compiler -std=gnu11 -D_GNU_SOURCE -O2 -g -fno-pie -fno-stack-protector -mfsgsbase \
    -fno-omit-frame-pointer -fexceptions -fasynchronous-unwind-tables -fno-reorder-functions \
    -U_FORTIFY_SOURCE -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes ${CLEW_WARNINGS:-} \
    -c "$source" -o "$object"
  objects="$objects $object"
done
cat "$here"/*.wrap | sort -u >"$directory/names"
sed 's/.*/& __real_&/' "$directory/names" >"$directory/real"
sed 's/.*/-Wl,--wrap=&/' "$directory/names" >"$directory/clew.wrap"
# The wrappers name these weakly, which is no reason for the linker to look for them.
told() {
  for part in "$@"; do cat "$here/$part.wrap"; done | sed 's/.*/-Wl,--undefined=&/'
}
told number_calls wide_calls library_calls stream_texts >"$directory/clew.told"
told mathematics >"$directory/clew.math"
told containers cxx_calls >"$directory/clew.cxx"
ld -r -o "$directory/joined.o" $objects
objcopy --redefine-syms="$directory/real" "$directory/joined.o"
# A program may have functions of its own that are named as those of POSIX, for instance write. The
# runtime names the library's by names that are for the library alone, such as __write, where it has
# one for the same code, and the program may have the other.
nm -u "$directory/joined.o" | awk '{ print $2 }' | sort -u >"$directory/asked"
nm "$($compiler -print-file-name=libc.a)" 2>/dev/null |
  awk -v names="$directory/names" -v asked="$directory/asked" '
  BEGIN {
    while ((getline name < names) > 0) taken[name] = 1
    while ((getline name < asked) > 0) if (name ~ /^__real_[^_]|^[^_]/) sources[name] = 1
  }
  /:$/ { member++; next }
  NF == 3 && $2 ~ /[TWi]/ { at[$3] = member " " $1; weak[$3] = $2 != "T" }
  END {
    for (i = 1; i <= 5; i++) {
      for (source in sources) {
        name = source
        sub(/^__real_/, "", name)
        split("__" name " __libc_" name " __" name "64 __libc_" name "64 _IO_" name, others, " ")
        other = others[i]
        if (!(source in done) && weak[name] && at[other] == at[name] && !(other in taken)) {
          print source, other
          done[source] = taken[other] = 1
        }
      }
    }
  }' >"$directory/hidden"
objcopy --redefine-syms="$directory/hidden" --rename-section .text=clew_text \
  --wildcard --keep-global-symbol='__wrap_*' --keep-global-symbol='__tsan_*' \
  --keep-global-symbol=clew_protocol_version "$directory/joined.o" "$directory/clew.o"
rm -f $objects "$directory/joined.o" "$directory/names" "$directory/real" "$directory/asked" \
  "$directory/hidden"
