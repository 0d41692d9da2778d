package dev.clew.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a test asks of a search, as words of a command line. */
final class Options {
  private final List<String> words = new ArrayList<>();
  private boolean isLimited;

  /** What an annotation says. */
  static Options of(Interleavings wanted) {
    Options options = new Options();
    options.strategy(wanted.strategy(), wanted.seed());
    if (wanted.depth() != 0) {
      options.depth(wanted.depth());
    }
    if (wanted.preemptions() >= 0) {
      options.preemptions(wanted.preemptions());
    }
    if (wanted.iterative()) {
      options.iterative();
    }
    if (wanted.executions() > 0) {
      options.executions(wanted.executions());
    }
    if (!wanted.time().isEmpty()) {
      options.time(wanted.time());
    }
    if (wanted.steps() > 0) {
      options.steps(wanted.steps());
    }
    if (!wanted.races()) {
      options.ignoreRaces();
    }
    if (wanted.keepGoing()) {
      options.keepGoing();
    }
    options.timeouts(wanted.timeouts());
    if (!wanted.patience().isEmpty()) {
      options.patience(wanted.patience());
    }
    options.spuriousWakeups(wanted.spuriousWakeups());
    if (wanted.fair() != 0) {
      options.fair(wanted.fair());
    }
    if (!wanted.hang().isEmpty()) {
      options.hang(wanted.hang());
    }
    if (wanted.verbose()) {
      options.verbose();
    }
    return options;
  }

  /** The words, as the tool takes them. */
  List<String> words() {
    return words;
  }

  /** Whether something ends the search even if there is more to explore. */
  boolean isLimited() {
    return isLimited;
  }

  private void add(String option, Object value) {
    words.add(option);
    words.add(value.toString());
  }

  void strategy(Strategy strategy, long seed) {
    add("--strategy", strategy.name().toLowerCase(Locale.ROOT));
    if (strategy.samples()) {
      add("--seed", seed);
      isLimited = true;
    }
  }

  void depth(int events) {
    add("--depth", events);
  }

  void preemptions(int most) {
    add("--preemptions", most);
    isLimited = true;
  }

  void iterative() {
    words.add("--iterative");
  }

  void executions(long most) {
    add("--executions", most);
    isLimited = true;
  }

  void time(String time) {
    add("--time", time);
    isLimited = true;
  }

  void steps(int most) {
    add("--steps", most);
  }

  void ignoreRaces() {
    add("--races", "ignore");
  }

  void keepGoing() {
    words.add("--keep-going");
  }

  void timeouts(String when) {
    add("--timeouts", when);
  }

  void patience(String time) {
    add("--patience", time);
  }

  void spuriousWakeups(int most) {
    add("--spurious-wakeups", most);
  }

  void fair(int rounds) {
    add("--fair", rounds);
  }

  void hang(String time) {
    add("--hang", time);
  }

  void verbose() {
    words.add("--verbose");
  }
}
