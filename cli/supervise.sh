# Sourced by ./clew: runs a JVM that a program under test may take down, and has another one tell
# what happened if it did.

# A JVM that ends as it should removes its private directory. Who finds it tells the story.
# JAVA and its arguments; what it returns is the exit code.
supervise() {
  local java="$1" private status
  shift
  private="${TMPDIR:-/tmp}/clew-$$-$RANDOM$RANDOM"
  local quiet=(-XX:-CreateCoredumpOnCrash -XX:+DisplayVMOutputToStderr)
  run_child "$java" "${quiet[@]}" "-XX:ErrorFile=$private/hs_err.log" \
    "-Dclew.private=$private" "-Dclew.supervisor=$$" "$@"
  [[ -d "$private" ]] || return "$status"
  if [[ -z "$asked" ]]; then
    [[ ! -t 2 ]] || printf '\r\033[K' >&2
    run_child "$java" "${quiet[@]}" "-XX:ErrorFile=$private/hs_err_again.log" \
      "-Dclew.died=$private" "-Dclew.status=$status" "$@"
    if ((status > 128)) || [[ -e "$private/hs_err_again.log" ]]; then
      printf 'clew: the JVM crashed, and crashed again when it was to be found out why\n' >&2
      status=4
    fi
  fi
  rm -rf -- "$private"
  return "$status"
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
