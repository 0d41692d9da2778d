# Finding JDKs; sourced by ./clew and ./verify. Needs $oldest_jdk.
#
# Each ./clew comes here, and people wait for it: what it calls starts no process where bash can do
# without.

# Sets feature to the feature release (17, 21, ...) of the JDK in directory $1, 0 if unknown.
find_feature() {
  local line version=""
  if [[ -r "$1/release" ]]; then
    while IFS= read -r line; do
      if [[ "$line" == JAVA_VERSION=* ]]; then
        version="${line#JAVA_VERSION=}"
        break
      fi
    done <"$1/release"
  fi
  if [[ -z "$version" ]]; then
    version="$("$1/bin/java" -version 2>&1 | sed -n 's/.* version \("[^"]*"\).*/\1/p' | head -n 1)" ||
      version=""
  fi
  version="${version//\"/}"
  version="${version#1.}"
  version="${version%%[!0-9]*}"
  feature="${version:-0}"
}

# Sets candidates to directories that may be JDKs with bin/$1. The last are the user's own choice:
# java on the PATH, then JAVA_HOME.
find_candidates() {
  local on_path candidate known=""
  candidates=(/usr/lib/jvm/*)
  on_path="$(type -P java || true)"
  for candidate in "${candidates[@]}"; do
    if [[ -n "$on_path" && "$candidate/bin/java" -ef "$on_path" ]]; then
      known="$candidate"
    fi
  done
  if [[ -n "$on_path" && -z "$known" ]]; then
    known="$(readlink -f -- "$on_path")"
    known="${known%/bin/java}"
  fi
  candidates+=("$known" "${JAVA_HOME:-}")
}

# Sets jdk to the newest JDK with bin/java that is not older than $oldest_jdk, and feature to its
# release; to nothing and 0 if there is none. Among equals the user's own choice.
find_newest_jdk() {
  local candidate candidates feature_of_newest=0
  jdk=""
  find_candidates
  for candidate in "${candidates[@]}"; do
    [[ -n "$candidate" && -x "$candidate/bin/java" ]] || continue
    find_feature "$candidate"
    if ((feature >= oldest_jdk && feature >= feature_of_newest)); then
      jdk="$candidate" feature_of_newest="$feature"
    fi
  done
  feature="$feature_of_newest"
}

# Prints "feature<TAB>directory" of every JDK not older than $oldest_jdk that has bin/$1, oldest
# first; among equals in the order of find_candidates.
jdks() {
  local tool="$1" candidate candidates feature
  find_candidates
  for candidate in "${candidates[@]}"; do
    [[ -n "$candidate" && -x "$candidate/bin/$tool" ]] || continue
    find_feature "$candidate"
    ((feature < oldest_jdk)) || printf '%s\t%s\n' "$feature" "$candidate"
  done | sort -s -n -k 1,1
}
