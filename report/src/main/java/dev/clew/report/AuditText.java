package dev.clew.report;

import dev.clew.explore.Outcome;
import dev.clew.report.story.Phrases;

/** What executions at random have to say about a search. */
final class AuditText {
  private AuditText() {}

  /** In a line. */
  static String of(Outcome.Audit audit) {
    if (audit.executions() == 0) {
      return "none";
    }
    String text = Phrases.count(audit.executions(), "execution") + " at random, ";
    if (audit.missed() != null) {
      text += "the last one is not among what was explored";
    } else if (audit.compared() == 0) {
      text += "none of which could be compared";
    } else if (!audit.ofClasses()) {
      text += "none violates";
    } else if (audit.compared() == audit.executions()) {
      text += "each of an explored class";
    } else {
      text += audit.compared() + " could be compared, each of an explored class";
    }
    return audit.oneOf() == 1
        ? text
        : text + " (one of " + audit.oneOf() + " classes is remembered)";
  }
}
