package dev.clew.junit;

import dev.clew.junit.worker.Answer;
import java.util.ArrayList;
import java.util.List;

/** What an exploration found out, and assertions on it. */
public final class Exploration {
  private static final String SEPARATOR = "\u001f";

  private final Answer answer;

  Exploration(Answer answer) {
    this.answer = answer;
  }

  // --- assertions

  /** Everything was explored. */
  public Exploration isExhausted() {
    return check(answer.end().equals("EXHAUSTED"), "not everything was explored");
  }

  /** There are so many classes of equivalent interleavings, of those that were explored. */
  public Exploration hasTraces(long expected) {
    return check(
        answer.traces() == expected,
        "there are " + answer.traces() + " traces, and " + expected + " were expected");
  }

  /** There were so many executions. */
  public Exploration hasExecutions(long expected) {
    return check(
        answer.executions() == expected,
        "there were " + answer.executions() + " executions, and " + expected + " were expected");
  }

  /** Nothing violates. */
  public Exploration hasNoViolation() {
    return check(answer.findings().isEmpty(), "there is a violation");
  }

  /**
   * Something violates.
   *
   * @param kind such as {@code deadlock}, {@code assertion}, {@code data-race}
   */
  public Exploration hasViolation(String kind) {
    return check(
        answer.findings().stream().anyMatch(each -> each.kind().equals(kind)),
        "there is no violation of the kind " + kind);
  }

  private Exploration check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise + "\n" + answer.text());
    }
    return this;
  }

  // --- numbers

  /** How many classes of equivalent interleavings were explored. */
  public long traces() {
    return answer.traces();
  }

  /** How many executions there were. */
  public long executions() {
    return answer.executions();
  }

  /** What is wrong, in words: the kind of each violation and what it says. */
  public List<String> violations() {
    return answer.findings().stream().map(each -> each.kind() + ": " + each.message()).toList();
  }

  /** The whole report. */
  public String report() {
    return answer.text();
  }

  @Override
  public String toString() {
    return answer.verdictLine();
  }

  // --- as words

  /** All but the report, for executions of what comes after it. */
  String words() {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(answer.verdict().name(), answer.end()));
    words.addAll(List.of(Long.toString(answer.executions()), Long.toString(answer.traces())));
    for (Answer.Finding each : answer.findings()) {
      words.addAll(List.of(each.kind(), each.message(), each.replay(), each.place()));
    }
    return String.join(SEPARATOR, words);
  }

  static Exploration ofWords(String text) {
    String[] words = text.split(SEPARATOR, -1);
    List<Answer.Finding> findings = new ArrayList<>();
    for (int i = 4; i + 3 < words.length; i += 4) {
      findings.add(new Answer.Finding(words[i], words[i + 1], words[i + 2], words[i + 3]));
    }
    return new Exploration(
        new Answer(
            Answer.Verdict.valueOf(words[0]),
            words[1],
            Long.parseLong(words[2]),
            Long.parseLong(words[3]),
            findings,
            ""));
  }
}
