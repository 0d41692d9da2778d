#!/bin/sh
# Builds the runtime with a compiler: build.sh COMPILER DIRECTORY makes DIRECTORY/clew.o and
# DIRECTORY/clew.wrap, the options for the linker, and DIRECTORY/clew.cxx, more of them for C++.
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
sed 's/.*/-Wl,--undefined=&/' "$here/containers.wrap" >"$directory/clew.cxx"
ld -r -o "$directory/joined.o" $objects
objcopy --redefine-syms="$directory/real" --rename-section .text=clew_text \
  --wildcard --keep-global-symbol='__wrap_*' --keep-global-symbol='__tsan_*' \
  --keep-global-symbol=clew_protocol_version "$directory/joined.o" "$directory/clew.o"
rm -f $objects "$directory/joined.o" "$directory/names" "$directory/real"
