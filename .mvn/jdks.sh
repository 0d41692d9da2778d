# Finding JDKs; sourced by ./clew and ./verify. Needs $oldest_jdk.

# Prints the feature release (17, 21, ...) of the JDK in directory $1, 0 if unknown.
jdk_feature() {
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
  printf '%s\n' "${version:-0}"
}

# Prints "feature<TAB>directory" of every JDK not older than $oldest_jdk that has bin/$1, oldest
# first. Among equals the last is the user's own choice: JAVA_HOME, then java on the PATH.
jdks() {
  local tool="$1" candidate feature on_path
  {
    on_path="$(command -v java || true)"
    if [[ -n "$on_path" ]]; then
      on_path="$(readlink -f -- "$on_path")"
      on_path="${on_path%/bin/java}"
    fi
    for candidate in /usr/lib/jvm/* "$on_path" "${JAVA_HOME:-}"; do
      [[ -n "$candidate" && -x "$candidate/bin/$tool" ]] || continue
      feature="$(jdk_feature "$candidate")"
      ((feature < oldest_jdk)) || printf '%s\t%s\n' "$feature" "$candidate"
    done
  } | sort -s -n -k 1,1
}
