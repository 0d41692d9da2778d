# Sourced by ./clew: runs a JVM that a program under test may take down, and has another one tell
# what happened if it did.

# What Clew adds to its exit code. A JVM that does not start, or gives up, ends with a small number
# of its own, often 1: nothing was checked then, and it must not look like a verdict.
readonly announced=100

# A JVM that ends as it should removes its private directory. Who finds it tells the story.
# JAVA and its arguments; what it returns is the exit code.
supervise() {
  local java="$1" private status
  shift
  private="${TMPDIR:-/tmp}/clew-$$-$RANDOM$RANDOM"
  # Exceptions of the program have messages and traces, however often its code was executed.
  local quiet=(-XX:-CreateCoredumpOnCrash -XX:+DisplayVMOutputToStderr -XX:-OmitStackTraceInFastThrow
    "-Dclew.announced=$announced")
  run_child "$java" "${quiet[@]}" "-XX:ErrorFile=$private/hs_err.log" \
    "-Dclew.private=$private" "-Dclew.supervisor=$$" "$@"
  # Others may write to the directory for temporary files, too.
  if [[ -d "$private" && -O "$private" && ! -L "$private" ]]; then
    if [[ -z "$asked" ]]; then
      [[ ! -t 2 ]] || printf '\r\033[K' >&2
      run_child "$java" "${quiet[@]}" "-XX:ErrorFile=$private/hs_err_again.log" \
        "-Dclew.died=$private" "-Dclew.status=$status" "$@"
      if ((status > 128)) || [[ -e "$private/hs_err_again.log" ]]; then
        printf 'clew: the JVM crashed, and crashed again when it was to be found out why\n' >&2
        status=4
        tell_script 4 "the JVM crashed" "$@"
        rm -rf -- "$private"
        return 4
      fi
    fi
    rm -rf -- "$private"
  fi
  pronounce "$@"
}

# Takes back what Clew adds to its exit code; says so if it was not Clew that ended the JVM.
# Arguments of the JVM.
pronounce() {
  if ((status >= announced && status <= announced + 4)); then
    return $((status - announced))
  elif [[ -n "$asked" ]]; then
    tell_script "$status" "stopped before it could report" "$@"
    return "$status"
  elif ((status > 128)); then
    printf 'clew: the JVM was ended by signal %s, nothing can be said about the program\n' \
      $((status - 128)) >&2
    tell_script 4 "the JVM was ended by signal $((status - 128))" "$@"
    return 4
  fi
  printf 'clew: the JVM did not start, or ended by itself (exit code %s): nothing was checked.\n%s\n' \
    "$status" \
    "  See above; look at CLEW_JAVA_OPTS, JDK_JAVA_OPTIONS, JAVA_TOOL_OPTIONS and ulimit -a." >&2
  tell_script 2 "the JVM did not start, or ended by itself with exit code $status" "$@"
  return 2
}

# Writes the file of --json, if one is asked for: there is no result.
tell_script() { # exit-code reason words...
  local code="$1" reason="$2" file=""
  shift 2
  while (($#)); do
    case "$1" in
      --) break ;;
      --json) file="${2:-}" ;;
      --json=*) file="${1#--json=}" ;;
    esac
    shift
  done
  [[ -n "$file" && "$file" != *.toy && (! -e "$file" || -f "$file") ]] || return 0
  # Nothing but a result is replaced.
  [[ ! -s "$file" ]] || awk 'NR == 1 { exit substr($0, 1, 1) != "{" }' <"$file" || return 0
  # No builtin: for that the shell would put a descriptor aside, of which there may be none.
  env printf '{\n  "verdict": "none",\n  "exitCode": %s,\n  "reason": "%s",\n  "findings": []\n}\n' \
    "$code" "$reason" 2>/dev/null >"$file" || return 0
}

# Runs a child, passes on the wish to end, and sets status to its exit code, as a shell tells it,
# and asked if it was asked to end. Reading from the terminal is not for programs under test.
run_child() {
  local child interrupted
  asked=""
  "$@" </dev/null &
  child=$!
  # Children in the background do not hear the interrupt key, so all wishes are passed on as TERM.
  trap 'asked=yes interrupted=yes; kill -TERM "$child" 2>/dev/null' INT TERM HUP
  while :; do
    interrupted=""
    status=0
    wait "$child" 2>/dev/null || status=$?
    [[ -n "$interrupted" ]] || break
  done
  trap - INT TERM HUP
}
